"""Opens dropped files, chosen files and pasted text; saves, prints and copies the puzzle, the board and a run."""

from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from time import time

import solvers
from puzzles import Corpus
from puzzles.bounds import reason
from puzzles.corpus import named
from puzzles.figures import counted, grouped
from puzzles.formats.base import Format
from puzzles.problems import Problem, short
from puzzles.puzzle import Position
from solvers.external import registry
from solvers.sat.model import PrintedAnswer
from visualizer.dialogs.file_dialog import SavePuzzleDialog
from visualizer.dialogs.open import OpenDialog, rows_of_collections, rows_of_named, rows_of_unfinished
from visualizer.files import atomic, loader, resolve, saved_view
from visualizer.files.lectures import ENDINGS
from visualizer.files.loader import FileContents, LoadedFile, Loader
from visualizer.files.saved_view import View
from visualizer.files.store import Recent
from visualizer.keymap import action, key_of
from visualizer.lecture.lecture import MOST_LANES, SlideScene, Stop
from visualizer.narration.summary import summary
from visualizer.printing import printing
from visualizer.printing.page_layout import PageItem, clean
from visualizer.scene.board import Boards, board_view, start_view
from visualizer.session.actions import PICTURES
from visualizer.session.copy import Copier, written
from visualizer.session.mode import FoundAnswer
from visualizer.session.session import Session
from visualizer.style.pictures import in_folder
from visualizer.text.spans import capitalised, drawable, listed
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
        self._scanned: tuple[Corpus, Path, Problem | None] | None = None
        """A collection being scanned, with its file and a problem found near its beginning."""

    @property
    def busy(self) -> bool:
        """Whether anything is being read in the background."""
        scanning = self._scanned is not None
        return self._loader.looking or scanning or (self._open_card is not None and self._open_card.waiting)

    def tick(self, dt: float) -> bool:
        """Advance by dt seconds. Return True if there is something new to show."""
        card = self._open_card
        return self._take() | self._report_unread() | (card is not None and card.tick(dt))

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
        self.session.player.pause()
        rows = rows_of_unfinished(self.session.unfinished.works(), time())
        files = (self.dialogs.folder, self.recent.paths(), self.file, self.recent.remove)
        card = OpenDialog(*files, rows, self.go_on, (*rows_of_collections(), *rows_of_named()), self.named)
        self._card = card
        self.dialogs.open(card)

    def go_on(self, key: str) -> None:
        self.dialogs.picture.over, self.session.toast = None, ""
        self.session.unfinished.go_on_with(key)
        self.session.note("gone on with")

    def named(self, name: str) -> None:
        """Open a named puzzle, or one of the program's own collections."""
        if own := resolve.own_collections().get(name):
            self.file(own)
            return
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
            self._loader.open(path, [self._view_in, self._pictures_in, *(mode.reading for mode in self.session.modes)])
            self._take_or_wait()

    def _view_in(self, path: Path) -> Callable[[], object] | None:
        """Read a file in the background. Return what shows the view in it; ``None`` if it is not a view."""
        if not resolve.is_view(path):
            return None
        view, is_trace = saved_view.load(path), saved_view.is_trace(path)

        def show() -> None:
            self.dialogs.show_view(view, path)
            if is_trace and not self.session.notice:
                self.session.toast = "This trace is shown by running its solver again."

        return show

    def _pictures_in(self, path: Path) -> Callable[[], object] | None:
        """Read a folder of pictures. Return what shows them in place of digits; ``None`` if it is a file."""
        if not path.is_dir():
            return None
        symbols = in_folder(path)

        def show() -> None:
            self.session.symbols, self.session.toast = symbols, PICTURES

        return show

    def _run(self, path: Path) -> None:
        if self.session.load_solver(path):
            self.dialogs.used(path)

    # The clipboard

    @action(
        "paste", "Ctrl+V", "Keep", "Paste a puzzle, a collection, a view", rank=390,
        words="clipboard insert import",
    )  # fmt: skip
    def paste(self) -> None:
        self._forget_old()
        try:
            text = clipboard.text()
        except ClipboardError as error:
            self.session.notice = str(error)
            return
        self._loader.begin(loader.CLIPBOARD, None, partial(loader.found_in, text) if text else _found_at_last)
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
        opened = _taken(self._loader, self.session)
        if opened is None:
            return False
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
            self.session.modes.take(FoundAnswer(found, opened.name))
        elif isinstance(found, Position):
            self.session.show(found)
            if path is not None:
                self._scanned = None
                self._say(f"{short(path.name)}, {opened.first}." if opened.first else "")
        elif path is None and not loader.is_copy(found):
            self.file(found)
        else:
            corpus = Corpus(found, seed=self._seed)
            corpus.start_scan()
            self.session.open_corpus(corpus)
            self._scanned = corpus, path or found, opened.first
            self._report_unread()
        if path is not None:
            self.dialogs.used(path)

    def _report_unread(self) -> bool:
        """Report the lines that could not be read once a collection has been scanned. Return True if there were any."""
        if self._scanned is None:
            return False
        corpus, path, first = self._scanned
        current = corpus is self.session.supply.corpus
        if current and not corpus.complete:
            return False
        self._scanned = None
        words = _unread(corpus, path, first or corpus.first_problem()) if current else ""
        self._say(words)
        return bool(words)

    def _say(self, words: str) -> None:
        self.session.toast = " ".join(filter(None, [self.session.toast, words]))


def _taken(loader: Loader, session: Session) -> LoadedFile | None:
    """Return what a loader has read, if it has, and clear the message that it is at work."""
    words, loaded = loader.words, loader.take()
    if loaded and session.toast == words:
        session.toast = ""
    return loaded


def _unread(corpus: Corpus, path: Path, first: Problem | None) -> str:
    broken = corpus.broken
    if first is None:
        return ""
    if first.remark or not broken:
        return f"{short(path.name)}, {first}."
    more = f" And {grouped(broken - 1)} more: 'solvescope check {path.name}' lists all." if broken > 1 else ""
    return f"{short(path.name)} has {counted(broken, 'broken line')}. {capitalised(str(first))}.{more}"


def _refused(opened: LoadedFile, why: str) -> str:
    if opened.path is not None:
        why = f"It{why[2:]}" if why.startswith("it ") else why
        return f"{opened.name} cannot be opened.\n{why}"
    if why.startswith(loader.CLIPBOARD):
        return why[0].upper() + why[1:]
    return f"The clipboard's contents cannot be opened.\n{why}"


def _found_at_last() -> FileContents:
    """Read clipboard content that SDL did not deliver."""
    found = clipboard.rest()
    return found if isinstance(found, Path) else loader.found_in(found)


class FileSaver:
    """Copies, saves and prints the board, and copies a run's summary."""

    def __init__(self, session: Session, dialogs: Dialogs) -> None:
        self.session = session
        self.dialogs = dialogs
        self.copier = Copier()

    @action(
        "copy", "Ctrl+C", "Keep", "Copy the puzzle; press again for the board", rank=400,
        under="copies",
        words="clipboard share",
    )  # fmt: skip
    def copy(self) -> None:
        """Copy the puzzle as a line. If pressed again soon, copy the board in the next format."""
        form, following = self.copier.copy(self.session.puzzle_here, self.session.position_here)
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
        session = self.session
        session.player.pause()
        stem = session.puzzle_name
        puzzle, here = Position(session.puzzle_here), session.position_here

        def save(path: Path, form: Format, content: Position) -> None:
            self.dialogs.replace(path, partial(self._save, path, form, content))

        self.dialogs.open(SavePuzzleDialog(self.dialogs.folder, stem, puzzle, here, save))

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
        name = Path(session.file_name).with_suffix(printing.ENDINGS[0]).name
        title = "Print this board to a .pdf or a .png"
        self.dialogs.ask_for_file(title, name, self._print_to, keep="Print", refused=NOT_PRINTED)

    def _print_to(self, path: Path) -> None:
        try:
            if not path.suffix:
                path = path.with_name(path.name + printing.ENDINGS[0])
            printing.check(path)
        except (ValueError, OSError) as error:
            self.session.notice = f"{NOT_PRINTED}\n{error}"
            return
        self.dialogs.replace(path, partial(self._print, path))

    def _print(self, path: Path) -> None:
        """Write the file and say where it is, or why it could not be written."""
        session = self.session
        position, name = session.player.position, session.puzzle.name
        item = PageItem(start_view(session.composer.puzzle), name)
        if position:  # each digit is styled by who wrote it
            shown = board_view(Boards.at(session.timeline, position), session.solver.black_box)
            title = " · ".join(filter(None, [name, session.solver.title, f"step {grouped(position)}"]))
            item = PageItem(clean(shown, candidates=True), title)
        try:
            data, _ = printing.render(path, [item], session.symbols)
            atomic.write(path, data)
        except ValueError as error:
            session.notice = f"{NOT_PRINTED}\n{error}"
        except OSError as error:
            session.notice = f"{NOT_PRINTED}\n{short(path)}: {reason(error)}"
        else:
            session.toast = f"Printed: {short(path)}"
            session.note("printed", path=str(path))

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
            return
        stem, suffix = Path(session.file_name).stem, ".md" if markdown else ".txt"
        names = (f"{stem}-summary{f'-{number}' if number > 1 else ''}{suffix}" for number in count(1))
        path = next(path for path in map(Path.cwd().joinpath, names) if not path.exists())
        try:
            path.write_text(text + "\n", "utf-8")
            session.toast = f"No clipboard is available, so the summary was saved to {short(path)}."
        except OSError as error:
            session.notice = f"No clipboard is available, and {short(path)} cannot be written: {reason(error)}"


NAME = "lecture.md"
"""The name of the file that is suggested first."""
REFUSED, NOT_PRINTED = "This cannot be added to a lecture.", "This cannot be printed."


class SceneSaver:
    """Adds the run and the position of its playhead to a lecture's file."""

    def __init__(self, session: Session, dialogs: Dialogs) -> None:
        self.session = session
        self.dialogs = dialogs
        self._name = NAME
        self._loader = Loader()

    @action(
        "save scene", "Ctrl+Shift+L", "Keep", "Add this as a stop of a lecture", rank=365,
        under="saves",
        words="slide scene teach markdown presentation bookmark",
    )  # fmt: skip
    def save(self) -> None:
        """Ask for the lecture's file; nothing is written yet."""
        session = self.session
        session.player.pause()
        session.toast = ""
        if why := self._refusal():
            session.notice = f"{REFUSED}\n{why}"
            return
        title = f"Add step {self._scene().stops[0].at} to a lecture, a {ENDINGS[0]} file"
        self.dialogs.ask_for_file(title, self._name, self._save, keep="Add", refused=REFUSED)

    def _refusal(self) -> str:
        """Return why what the window shows cannot be a scene, or ""."""
        race, session = self.session.mode.presented, self.session
        if race and not race.lanes:
            return "A lecture shows races at equal steps."
        if race and len(race.lanes) > MOST_LANES:
            return f"A lecture shows races with at most {MOST_LANES} lanes."
        shown = [solvers.get(lane.solver) for lane in race.lanes] if race else [session.solver]
        if any(one.person or registry.file_of(one) for one in shown):
            return "A lecture shows runs of the built-in algorithms."
        return ""

    def _save(self, path: Path) -> None:
        session, self._name = self.session, path.name
        try:
            path = path if path.suffix else path.with_suffix(ENDINGS[0])
        except ValueError as error:  # the name is empty
            session.notice = f"{REFUSED}\n{error}"
            return
        race, scene = session.mode.presented, self._scene()
        solver_names = [lane.solver for lane in race.lanes] if race else [session.solver.name]
        title = listed([solvers.get(name).title for name in solver_names])

        def write() -> Callable[[], object]:
            from visualizer.lecture.writing import add_stop  # imported late, because it is rarely needed

            return partial(self._added, path, add_stop(path, scene, title))

        self._loader.begin(path.name, None, write)
        self.tick()
        if self._loader.looking:
            session.toast = self._loader.words

    def tick(self) -> bool:
        """Report the end of writing, which takes a while for a long lecture. Return whether it has just ended."""
        loaded = _taken(self._loader, self.session)
        if loaded is None:
            return False
        if isinstance(loaded.found, Exception):
            self.session.notice = f"{REFUSED}\n{loaded.name}: {reason(loaded.found)}"
        elif callable(loaded.found):
            loaded.found()
        return True

    @property
    def busy(self) -> bool:
        return self._loader.looking

    def _added(self, path: Path, number: int) -> None:
        self.dialogs.used(path)
        self.session.toast = f"Added to {path.name}, slide {number}."
        self.session.note("scene saved", path=str(path))

    def _scene(self) -> SlideScene:
        session = self.session
        if race := session.mode.presented:
            first, stop, puzzle = race.lanes[0], Stop(race.transport.position), race.timelines[0].head.puzzle
            return SlideScene(puzzle, first.solver, (stop,), dict(first.options), lanes=race.lanes)
        mark = session.analysis.bookmarks.at(session.player.position)
        stop = Stop(session.player.position, mark.name if mark else "")
        options = session.solver.settled(session.options)
        unit = session.player.chosen.unit if session.player.chosen else None
        shown = tuple(session.panes.shown[-1:])
        return SlideScene(session.puzzle, session.solver.name, (stop,), options, panes=shown, granularity=unit)
