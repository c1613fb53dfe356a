"""Ctrl+P: what is on the board now is printed into a file, a PDF or a picture by its name."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.figures import grouped
from visualizer.dialogs.file_browser_paint import paint_naming
from visualizer.dialogs.text_prompt import Naming
from visualizer.printing import printing
from visualizer.printing.page_layout import Item, clean
from visualizer.scene.board import Boards, board_view, start_view
from visualizer.session import view_state
from visualizer.toolkit.open_card import Over

if TYPE_CHECKING:
    from visualizer.session.session import Session
    from visualizer.window.dialogs import Dialogs


def ask_for_file(dialogs: Dialogs) -> None:
    """A card for the file's name; nothing is written before it is closed."""
    session = dialogs.session
    session.player.pause()
    session.toast = ""
    name = Path(view_state.default_name(session)).with_suffix(printing.ENDINGS[0]).name
    stem = len(name) - len(printing.ENDINGS[0])
    chosen = partial(_chosen, dialogs)
    naming = Naming("Print this board to a .pdf or a .png", name, chosen, selected=stem, keep="Print")
    dialogs.picture.over = Over(naming, partial(paint_naming, naming=naming))


def board_now(session: Session) -> Item:
    """The puzzle, or the board at the playhead, with its digits drawn by who wrote them."""
    position, name = session.player.position, session.puzzle.name
    if not position:
        return Item(start_view(session.composer.puzzle), name)
    shown = board_view(Boards(session.timeline, position), session.solver.black_box)
    title = " · ".join(filter(None, [name, session.solver.title, f"step {grouped(position)}"]))
    return Item(clean(shown, candidates=True), title)


def _chosen(dialogs: Dialogs, text: str) -> None:
    session = dialogs.session
    if not text.strip():
        return
    try:
        path = dialogs.folder / Path(text.strip()).expanduser()
        if not path.suffix:
            path = path.with_name(path.name + printing.ENDINGS[0])
        printing.check(path)
        there = path.exists()
    except (ValueError, OSError, RuntimeError) as error:
        session.notice = f"This cannot be printed.\n{error}"
        return
    if there:
        session.ask(f"There is a file {path.name} already. Replace it?", partial(print_to, session, path))
    else:
        print_to(session, path)


def print_to(session: Session, path: Path) -> None:
    """Write the file, and say where it is; where it cannot be written, why."""
    try:
        data, _ = printing.render(path, [board_now(session)], session.symbols)
        printing.write(path, data)
    except ValueError as error:
        session.notice = f"This cannot be printed.\n{error}"
    except OSError as error:
        session.notice = f"This cannot be printed.\n{path}: {error.strerror or error}"
    else:
        session.toast = f"Printed: {path}"
        session.note("printed", path=str(path))
