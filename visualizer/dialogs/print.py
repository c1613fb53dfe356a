"""Prints the current board to a file: a PDF or a picture, depending on its name."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from puzzles.figures import grouped
from visualizer.dialogs.text_prompt import TextPrompt
from visualizer.printing import printing
from visualizer.printing.page_layout import PageItem, clean
from visualizer.scene.board import Boards, board_view, start_view
from visualizer.session.session import Session
from visualizer.session.view_state import ViewState
from visualizer.toolkit.open_card import DialogHost


class PrintDialog:
    """Asks for a file name, and prints to that file."""

    def __init__(self, session: Session, host: DialogHost) -> None:
        self._session = session
        self._host = host

    def ask(self) -> None:
        """Open a card for the file name. Nothing is written before it is closed."""
        session = self._session
        session.player.pause()
        session.toast = ""
        name = Path(ViewState(session).file_name).with_suffix(printing.ENDINGS[0]).name
        stem = len(name) - len(printing.ENDINGS[0])
        title = "Print this board to a .pdf or a .png"
        naming = TextPrompt(title, name, self._chosen, selected=stem, keep="Print")
        self._host.open(naming)

    def _chosen(self, text: str) -> None:
        session = self._session
        if not text.strip():
            return
        try:
            path = self._host.folder / Path(text.strip()).expanduser()
            if not path.suffix:
                path = path.with_name(path.name + printing.ENDINGS[0])
            printing.check(path)
            there = path.exists()
        except (ValueError, OSError, RuntimeError) as error:
            session.notice = f"This cannot be printed.\n{error}"
            return
        if there:
            session.ask(f"There is a file {path.name} already. Replace it?", partial(self._print, path))
        else:
            self._print(path)

    def _print(self, path: Path) -> None:
        """Write the file and say where it is, or why it cannot be written."""
        session = self._session
        try:
            data, _ = printing.render(path, [self._board_now()], session.symbols)
            printing.write(path, data)
        except ValueError as error:
            session.notice = f"This cannot be printed.\n{error}"
        except OSError as error:
            session.notice = f"This cannot be printed.\n{path}: {error.strerror or error}"
        else:
            session.toast = f"Printed: {path}"
            session.note("printed", path=str(path))

    def _board_now(self) -> PageItem:
        """Return the puzzle, or the board at the playhead with its digits drawn according to who wrote them."""
        session = self._session
        position, name = session.player.position, session.puzzle.name
        if not position:
            return PageItem(start_view(session.composer.puzzle), name)
        shown = board_view(Boards(session.timeline, position), session.solver.black_box)
        title = " · ".join(filter(None, [name, session.solver.title, f"step {grouped(position)}"]))
        return PageItem(clean(shown, candidates=True), title)
