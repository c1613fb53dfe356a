"""Copies, saves and prints the puzzle and the board, and copies a run's summary."""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path

from puzzles.bounds import reason
from puzzles.figures import grouped
from puzzles.formats.base import Format
from puzzles.position import Position
from puzzles.problems import short
from visualizer.dialogs.save_puzzle import SavePuzzleDialog
from visualizer.dialogs.text_prompt import TextPrompt
from visualizer.files import atomic
from visualizer.keymap import action, key_of
from visualizer.narration.summary import summary
from visualizer.printing import printing
from visualizer.printing.page_layout import PageItem, clean
from visualizer.scene.board import Boards, board_view, start_view
from visualizer.session.copy import Copier, written
from visualizer.session.session import Session
from visualizer.session.view_state import ViewState
from visualizer.text.phrases import drawable
from visualizer.window import clipboard
from visualizer.window.dialogs import Dialogs


class FileSaver:
    """Copies, saves and prints the board, and copies a run's summary."""

    def __init__(self, session: Session, dialogs: Dialogs) -> None:
        self.session = session
        self.dialogs = dialogs
        self._copier = Copier()

    def tick(self, dt: float) -> None:
        """Advance by dt seconds. After a while, the copy key goes back to copying the puzzle."""
        self._copier.tick(dt)

    @action(
        "copy", "Ctrl+C", "Keep", "Copy the puzzle; press again for the board", rank=400,
        under="copies",
        words="clipboard share",
    )  # fmt: skip
    def copy(self) -> None:
        """Copy the puzzle as a line. If pressed again soon, copy the board in the next format."""
        form, following = self._copier.copy(self.session.puzzle_here, self.session.position_here)
        if not clipboard.put(form.text):
            key = key_of("save puzzle")
            self.session.toast = f"No clipboard is available. {key} saves the puzzle to a file."
            return
        again = f" {key_of('copy')} again copies {following.title}." if following != form else ""
        self.session.toast = f"Copied: {form.title}.{again}"
        self.session.note("copied", form=form.title)

    @action(
        "save puzzle", "Ctrl+Shift+S", "Keep", "Save the puzzle, or the board, in any format", rank=370,
        under="saves",
        words="export download text",
    )  # fmt: skip
    def save(self) -> None:
        """Ask for a file and a format."""
        session = self.session
        session.player.pause()
        stem = ViewState(session).puzzle_name
        puzzle, here = Position(session.puzzle_here), session.position_here
        self.dialogs.open(SavePuzzleDialog(self.dialogs.folder, stem, puzzle, here, self._ask))

    def _ask(self, path: Path, form: Format, content: Position) -> None:
        self.dialogs.replace(path, partial(self._save, path, form, content))

    def _save(self, path: Path, form: Format, content: Position) -> None:
        try:
            atomic.write(path, written(form, content).encode("utf-8", "replace"))
        except OSError as error:
            self.session.notice = f"The puzzle cannot be saved.\n{short(path)}: {reason(error)}"
            return
        self.dialogs.used(path)
        self.session.toast = f"Saved: {short(path.name)}, {form.title}."
        self.session.note("puzzle saved", path=str(path), format=form.name)

    # Printing

    @action(
        "print", "Ctrl+P", "Keep", "Print this board to a PDF or a picture", rank=360, under="saves",
        words="save export image png pdf paper screenshot picture handout worksheet",
    )  # fmt: skip
    def print(self) -> None:
        """Ask for a file name; nothing is written yet."""
        session = self.session
        session.player.pause()
        session.toast = ""
        name = Path(ViewState(session).file_name).with_suffix(printing.ENDINGS[0]).name
        stem = len(name) - len(printing.ENDINGS[0])
        title = "Print this board to a .pdf or a .png"
        self.dialogs.open(TextPrompt(title, name, self._print_to, selected=stem, keep="Print"))

    def _print_to(self, text: str) -> None:
        session = self.session
        if not text.strip():
            return
        try:
            path = self.dialogs.folder / Path(text.strip()).expanduser()
            if not path.suffix:
                path = path.with_name(path.name + printing.ENDINGS[0])
            printing.check(path)
        except (ValueError, OSError, RuntimeError) as error:
            session.notice = f"This cannot be printed.\n{error}"
            return
        self.dialogs.replace(path, partial(self._print, path))

    def _print(self, path: Path) -> None:
        """Write the file and say where it is, or why it could not be written."""
        session = self.session
        try:
            data, _ = printing.render(path, [self._board_now()], session.symbols)
            atomic.write(path, data)
        except ValueError as error:
            session.notice = f"This cannot be printed.\n{error}"
        except OSError as error:
            session.notice = f"This cannot be printed.\n{short(path)}: {reason(error)}"
        else:
            session.toast = f"Printed: {short(path)}"
            session.note("printed", path=str(path))

    def _board_now(self) -> PageItem:
        """Return the puzzle, or the board at the playhead with each digit styled by who wrote it."""
        session = self.session
        position, name = session.player.position, session.puzzle.name
        if not position:
            return PageItem(start_view(session.composer.puzzle), name)
        shown = board_view(Boards.at(session.timeline, position), session.solver.black_box)
        title = " · ".join(filter(None, [name, session.solver.title, f"step {grouped(position)}"]))
        return PageItem(clean(shown, candidates=True), title)

    # The summary

    @action(
        "copy text", "Ctrl+T", "Keep", "Copy a summary of the run as text", rank=410, under="copies",
        words="clipboard share report text",
    )  # fmt: skip
    def copy_text(self) -> None:
        self._copy_summary(markdown=False)

    @action(
        "copy markdown", "Ctrl+M", "Keep", "Copy the summary as Markdown", rank=420, under="copies",
        words="clipboard share report",
    )  # fmt: skip
    def copy_markdown(self) -> None:
        self._copy_summary(markdown=True)

    def _copy_summary(self, *, markdown: bool) -> None:
        """Copy a summary of the run up to the playhead, or write it to a file if there is no clipboard."""
        session = self.session
        position = session.player.position
        if not position:
            session.toast = "There is nothing to summarise yet: the run is at its start."
            return
        heat = session.analysis.heat.at(position)
        found = summary(session.timeline, session.puzzle, session.solver, position, heat=heat, options=session.options)
        text = drawable(found.markdown() if markdown else found.text())
        if clipboard.put(text):
            session.toast = f"The summary is on the clipboard, as {'Markdown' if markdown else 'text'}."
        else:
            self._write(text + "\n", ".md" if markdown else ".txt")

    def _write(self, text: str, suffix: str) -> None:
        """Write text to a new file in the current folder."""
        stem = Path(ViewState(self.session).file_name).stem + "-summary"
        names = (f"{stem}{f'-{number}' if number > 1 else ''}{suffix}" for number in count(1))
        path = next(path for path in map(Path.cwd().joinpath, names) if not path.exists())
        try:
            path.write_text(text, "utf-8")
            self.session.toast = f"No clipboard is available, so the summary was saved to {short(path)}."
        except OSError as error:
            self.session.notice = f"No clipboard is available, and {short(path)} cannot be written: {reason(error)}"
