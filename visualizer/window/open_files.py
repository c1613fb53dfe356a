"""Opens dropped files, chosen files and pasted text, all in the same way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import time

from puzzles import Corpus
from puzzles.bounds import reason
from puzzles.corpus import named
from puzzles.position import Position
from puzzles.problems import short
from solvers.sat.model import PrintedAnswer
from visualizer.dialogs.open import OpenDialog
from visualizer.dialogs.open_rows import rows_of_named, rows_of_unfinished
from visualizer.files import pasted, resolve, saved_view
from visualizer.files.loader import FileContents, LoadedFile, Loader
from visualizer.files.recent import Recent
from visualizer.files.saved_view import View
from visualizer.keymap import action
from visualizer.session.session import Session
from visualizer.session.unread_lines import UnreadLines
from visualizer.window import clipboard
from visualizer.window.clipboard import ClipboardError
from visualizer.window.dialogs import Dialogs


class FileOpener:
    """Opens files and pasted text. If that fails, it says why and leaves the board unchanged."""

    def __init__(self, session: Session, dialogs: Dialogs, recent: Recent, seed: int | str | None) -> None:
        self.session = session
        self.dialogs = dialogs
        self.recent = recent
        self._loader = Loader()
        self._card: OpenDialog | None = None
        self._seed = seed
        self._unread = UnreadLines(session)

    @property
    def busy(self) -> bool:
        """Whether anything is being read in the background."""
        return self._loader.looking or self._unread.waiting or (self._open_card is not None and self._open_card.waiting)

    def tick(self, dt: float) -> bool:
        """Advance by dt seconds. Return True if there is something new to show."""
        card = self._open_card
        return self._take() | self._unread.tick() | (card is not None and card.tick(dt))

    @property
    def _open_card(self) -> OpenDialog | None:
        over = self.dialogs.picture.over
        return self._card if over is not None and over.card is self._card else None

    # Files

    @action(
        "open", "Ctrl+O", "Keep", "Open a file: puzzles, a view, a solver", rank=380,
        words="load import read browse collection",
    )  # fmt: skip
    def choose(self) -> None:
        """Open the list of files and unfinished games."""
        self.session.player.pause()
        rows = rows_of_unfinished((one for mode in self.session.modes for one in mode.unfinished()), time())
        files = (self.dialogs.folder, self.recent.paths(), self.file, self.recent.remove)
        card = OpenDialog(*files, rows, self.go_on, rows_of_named(), self.named)
        self._card = card
        self.dialogs.open(card)

    def go_on(self, key: str) -> None:
        """Continue an unfinished game."""
        self.dialogs.picture.over, self.session.toast = None, ""
        any(mode.go_on_with(key) for mode in self.session.modes)
        self.session.note("gone on with")

    def named(self, name: str) -> None:
        """Show a built-in puzzle."""
        self.dialogs.picture.over = None
        self._forget_old()
        self.session.load(named.find(name))
        self.session.note("named puzzle", name=name)

    def file(self, path: Path) -> None:
        """Open a view, a puzzle, a collection to draw from, a lecture, or the user's own solver."""
        path = path.absolute()
        self.dialogs.picture.over = None
        self._forget_old()
        if resolve.is_solver(path):
            question = f"Run the solver in {short(path.name)}? It is a program and can do anything you can."
            self.session.ask(question, partial(self._run, path))
            self.session.note("file")
        else:
            self._loader.open(path, [self._view_in, *(mode.reading for mode in self.session.modes)])
            self._take_or_wait()

    def _view_in(self, path: Path) -> Callable[[], object] | None:
        """Read a file in the background. Return what shows the view in it; ``None`` if it is not a view."""
        if not resolve.is_view(path):
            return None
        return partial(self._show_view, saved_view.load(path), path, saved_view.is_trace(path))

    def _show_view(self, view: View, path: Path, is_trace: bool) -> None:
        self.dialogs.show_view(view, path)
        if is_trace and not self.session.notice:
            self.session.toast = "This trace is shown by running its solver again."

    def _run(self, path: Path) -> None:
        if self.session.load_solver(path):
            self.dialogs.used(path)

    # The clipboard

    @action(
        "paste", "Ctrl+V", "Keep", "Paste a puzzle, a collection, a view", rank=390,
        words="clipboard insert import",
    )  # fmt: skip
    def paste(self) -> None:
        """Open the text on the clipboard: a puzzle in any format, a collection or a view."""
        self._forget_old()
        try:
            text = clipboard.text()
        except ClipboardError as error:
            self.session.notice = str(error)
            return
        self._loader.begin(pasted.NAME, None, partial(pasted.found_in, text) if text else _found_at_last)
        self._take_or_wait()

    def _forget_old(self) -> None:
        """Clear messages about files opened earlier."""
        if self.session.notice:
            self.session.decline()
        self.session.toast = ""

    # Results

    def _take_or_wait(self) -> None:
        if not self._take() and self._loader.looking:
            self.session.toast = self._loader.words

    def _take(self) -> bool:
        """Show the file or text if it has been read. Return True if it has."""
        words, opened = self._loader.words, self._loader.take()
        if opened is None:
            return False
        if self.session.toast == words:
            self.session.toast = ""
        try:
            self._show(opened)
        except ClipboardError as error:
            self.session.notice = str(error)
        except (ValueError, OSError) as error:
            self.session.notice = _refused(opened, reason(error))
        self.session.note("file" if opened.path else "pasted")
        return True

    def _show(self, opened: LoadedFile) -> None:
        """Show what was read, or raise the error that reading it caused."""
        found, path = opened.found, opened.path
        if isinstance(found, Exception):
            raise found
        if callable(found):
            found()
            if self.session.notice:
                return
        elif isinstance(found, View):
            self.dialogs.show_view(found, None)
        elif isinstance(found, PrintedAnswer):
            any(mode.show_answer(found, opened.name) for mode in self.session.modes)
        elif isinstance(found, Position):
            self.session.show(found)
            if path is not None:
                self._unread.of_puzzle(path, opened.first)
        elif path is None and not pasted.is_copy(found):
            self.file(found)
        else:
            corpus = Corpus(found, seed=self._seed)
            corpus.start_scan()
            self.session.open_corpus(corpus)
            self._unread.of_corpus(corpus, path or found, opened.first)
            self._unread.tick()
        if path is not None:
            self.dialogs.used(path)


def _refused(opened: LoadedFile, why: str) -> str:
    if opened.path is not None:
        why = f"It{why[2:]}" if why.startswith("it ") else why
        return f"{opened.name} cannot be opened.\n{why}"
    if why.startswith(pasted.NAME):
        return why[0].upper() + why[1:]
    return f"The clipboard's contents cannot be opened.\n{why}"


def _found_at_last() -> FileContents:
    """Read clipboard content that SDL did not deliver."""
    found = clipboard.rest()
    return found if isinstance(found, Path) else pasted.found_in(found)
