"""What the palette finds: for each kind of entry a function that lists them, or that finds them by what is typed."""

import os
import re
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from time import time

import solvers
from puzzles.figures import grouped
from solvers.core import literals
from solvers.core.registry import Solver
from visualizer.dialogs.open import rows_of_collections, rows_of_named, rows_of_unfinished
from visualizer.dialogs.palette import Finder, Palette, PaletteItem
from visualizer.dialogs.run_until import techniques
from visualizer.files.lectures import shipped
from visualizer.files.resolve import is_openable
from visualizer.keymap import USUAL, WATCH, Action, free_caps
from visualizer.narration.levels import CHOICES, TAKES, named
from visualizer.session.mode import Playback
from visualizer.timeline.condition import technique_used
from visualizer.window.files import FileOpener
from visualizer.window.screen import WindowContext

EXTREMES = {CHOICES[1]: "easiest simplest", CHOICES[-1]: "hardest toughest"}
"""Words that ask for the first or the last level."""
MOST_FILES = 300
"""The maximum number of entries read from the folder."""
WAIT = 0.005
"""How long to wait for the entries after each letter typed, in seconds. A network drive may not respond."""
LONGEST = 12
"""The maximum number of digits in a step number."""
HOW = "Go to a step: type its number into the menu"
"""The hint for a user who asks for a step without typing its number."""
TRY = "what if suppose try guess fork alternative"
"""Words that ask for a run beside this one."""
_STEP = re.compile(rf"(?:go to )?(?:step )?([0-9]{{1,{LONGEST}}})", re.IGNORECASE)
_GROUPS = re.compile(r"(?<=[0-9])[ ,]+(?=[0-9])")
"""The characters that may separate groups of digits."""
_LITERAL = re.compile(r"(r\d+c\d+[a-z-]*)\s*=?\s*([^\s=])\s*$", re.IGNORECASE)


def open_palette(window: WindowContext) -> None:
    window.dialogs.open(Palette(everything(window)))


def everything(window: WindowContext) -> Finder:
    """Return a function that finds the entries for a given text."""
    found = [finder(window) for finder in FINDERS]

    def find(text: str) -> Sequence[PaletteItem]:
        return [item for one in found for item in (one(text) if callable(one) else one)]

    return find


def open_card(window: WindowContext, id: str) -> None:
    keymap = window.session.keymap
    items = [_item_of(row, window)._replace(group="") for row in keymap.on_card(id)]
    window.dialogs.open(Palette(lambda text: items, keymap[id].help))


def open_lectures(window: WindowContext) -> None:
    """Open the card that lists the lectures, with a row for opening the user's own."""
    own = PaletteItem("A lecture of your own: open a Markdown file", partial(window.act, "open"), words="file")
    items = [*_shipped(window), own]
    window.dialogs.open(Palette(lambda text: items, "A lecture to present"))


# The entries that do not depend on what is typed


def actions(window: WindowContext) -> list[PaletteItem]:
    """Return every action of the current mode, in the same order as the help."""
    rows = [row for rows in window.session.keymap.groups().values() for row in rows]
    labels = window.picture.labels(window.session)
    return [_item_of(row, window)._replace(label=labels.get(row.id, "")) for row in rows if row.help]


def _item_of(row: Action, window: WindowContext) -> PaletteItem:
    """Return an action, searchable by its help, keys, name and extra words, and marked if it is a switch that is on."""
    session = window.session
    keys = free_caps(row, session.mode.typed_symbols)
    words = " ".join([row.id, row.words, *row.keys, *keys])
    on = session.mode.is_on(row.id) or row.id in session.panes
    return PaletteItem(row.help, partial(window.act, row.id), row.group, tuple(keys), words, on)


def algorithms(window: WindowContext) -> list[PaletteItem]:
    """Return the algorithms in registry order, with their names, origins and own counters as words."""
    session, items = window.session, list[PaletteItem]()

    def watch(name: str) -> None:
        session.toast = ""
        if not session.mode.watch(name):
            session.set_solver(name)
        session.note("solver chosen")

    for one in map(solvers.get, solvers.names()):
        counters = (f"{name} {one.dial(name).many}" for name in one.dials if name not in Solver.dials)
        words = " ".join([one.name, one.family, one.words, one.summary, one.source, *counters])
        items.append(PaletteItem(one.title, partial(watch, one.name), "Algorithms", (), words, one is session.solver))
    return items


def files(window: WindowContext) -> list[PaletteItem]:
    """Return the recent files, most recent first, then unfinished games and built-in puzzles."""
    session, opener = window.session, _opener(window)
    games = rows_of_unfinished(session.unfinished.works(), time())

    def go_on(key: str) -> None:
        if session.entered is not None:
            session.mode.leave()
        opener.go_on(key)

    recent = (
        PaletteItem(one.name, partial(window.drop, one), "Recent files", words=str(one))
        for one in opener.recent.paths()
    )
    unfinished = (PaletteItem(row.name, partial(go_on, row.key), "Unfinished games", words=row.told) for row in games)
    built_in = (
        PaletteItem(row.name, partial(opener.named, row.key), "Built-in puzzles", words=f"puzzle {row.told}")
        for row in rows_of_named()
    )
    collections = (
        PaletteItem(f"{row.told}: {row.name}", partial(opener.named, row.key), "Built-in puzzles", words="kind size")
        for row in rows_of_collections()
    )
    return [*recent, *unfinished, *collections, *built_in]


def _opener(window: WindowContext) -> FileOpener:
    return next(one for one in window.targets if isinstance(one, FileOpener))


def lectures(window: WindowContext) -> list[PaletteItem]:
    """Return the lectures that come with the program. Choosing one presents it."""
    return [one._replace(title=f"Lecture: {one.title}", group="Lectures") for one in _shipped(window)]


def _shipped(window: WindowContext) -> list[PaletteItem]:
    words = "lesson lessons lectures"
    return [PaletteItem(title, partial(window.drop, path), words=words) for title, path in shipped()]


def levels(window: WindowContext) -> list[PaletteItem]:
    """Return an entry for a random puzzle of each level, if the mode lets the user choose levels."""
    session = window.session
    choose = partial(window.dialogs.choose_level, fresh=False)
    return [
        PaletteItem(
            f"A random puzzle: {named(level)}", partial(choose, level), "Levels", (),
            f"level {TAKES[level]} {EXTREMES.get(level, '')}", level == session.supply.level,
        )
        for level in CHOICES if "level" in session.keymap
    ]  # fmt: skip


def runs_until(window: WindowContext) -> list[PaletteItem]:
    """Return an entry for each technique and reason of the algorithm. Choosing one runs to its next use."""
    session, words = window.session, "technique go to next"
    whys = techniques(session.solver, session.timeline.book.steps) if "until" in session.keymap else ()
    return [
        PaletteItem(
            f"Run until {one.words(session.puzzle)}", partial(window.dialogs.run_until, one), "Run until", words=words
        )
        for one in map(technique_used, whys)
    ]


# The entries that depend on it


def steps(window: WindowContext) -> Finder:
    """Return the bookmarks and, if anything is typed, the step with that number or a hint."""
    session = window.session
    playback = next(one for one in (*session.mode.carriers, session) if isinstance(one, Playback))
    transport, marks = playback.transport, () if session.entered is not None else session.analysis.bookmarks.all

    def go(position: int) -> None:
        transport.pause()
        transport.to(position)

    told = [
        PaletteItem(mark.name, partial(go, mark.position), "Bookmarks", words=f"step {mark.position}") for mark in marks
    ]
    how = PaletteItem(HOW, partial(_explain, window, f"{HOW}."), "Steps", words="goto jump seek number")

    def find(text: str) -> list[PaletteItem]:
        typed = _STEP.fullmatch(_GROUPS.sub("", text))
        if typed is None:
            return [how, *told] if text else told
        step = int(typed[1])
        item = PaletteItem(f"Go to step {grouped(step)}", partial(go, step), "Steps", words=f"{text} {typed[1]}")
        return [item, *told]

    return find


def _explain(window: WindowContext, how: str) -> None:
    window.session.toast = how


def elsewhere(window: WindowContext) -> Finder:
    """Return the actions available only when watching, which leave the mode. None are listed before typing."""
    session = window.session

    def leave_and_do(id: str) -> None:
        while session.keymap.mode != USUAL and session.mode.leave():
            pass
        window.act(id)

    items = [
        PaletteItem(row.help, partial(leave_and_do, row.id), "Watching", (), f"{row.id} {row.words}", leaves=True)
        for row in WATCH
        if row.id not in session.keymap
    ]
    return lambda text: items if text else ()


def what_if(window: WindowContext) -> Finder:
    """Return an entry that tries a typed cell and digit, such as ``r4c7=2``, in a run beside the original, or one that
    shows how to type them.
    """
    session, puzzle, group = window.session, window.session.puzzle, "What if"
    if session.mode.trying(0, 1) is None:
        return lambda text: []
    blank = next(iter(puzzle.blanks), 0)
    how = f"What if …? Type a cell and a digit: {literals.write(blank * puzzle.geometry.symbols + 1, puzzle)}"

    def find(text: str) -> list[PaletteItem]:
        if (typed := _LITERAL.search(text)) is None:
            return [PaletteItem(how, partial(_explain, window, how), group, words=TRY)]
        try:
            literal = literals.parse(f"{typed[1].lower()}={typed[2].upper()}", puzzle)
        except literals.LiteralError:
            return []
        cell, digit = divmod(literal - 1, puzzle.geometry.symbols)
        trying = session.mode.trying(cell, digit + 1)
        title = f"What if {puzzle.geometry.name(cell)} = {puzzle.symbol(digit + 1)}? Both runs side by side"
        return [PaletteItem(title, trying, group, words=f"{text} {TRY}")] if trying else []

    return find


def folder(window: WindowContext) -> Finder:
    """Return the files in the folder of the last file, without those opened recently. None are listed before typing."""
    recent, reader = {*_opener(window).recent.paths()}, _FolderReader(window.dialogs.folder)

    def find(text: str) -> list[PaletteItem]:
        if not text:
            return []
        reader.join(WAIT)
        group = "Files in this folder"
        return [
            PaletteItem(path.name, partial(window.drop, path), group, words="open", leaves=True)
            for path in reader.paths
            if path not in recent
        ]

    return find


class _FolderReader(threading.Thread):
    """A background thread that lists the openable files in a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True, name="list the folder")
        self.paths: tuple[Path, ...] = ()
        """The files found, or none while the folder is being read."""
        self._folder = folder
        self.start()

    def run(self) -> None:
        try:
            with os.scandir(self._folder) as entries:
                found = sorted(entry.name for entry in islice(entries, MOST_FILES) if entry.is_file())
        except OSError:
            return
        paths = []
        for path in map(self._folder.joinpath, found):
            with suppress(OSError):
                paths += [path] if is_openable(path) else []
        self.paths = tuple(paths)


FINDERS = actions, algorithms, files, lectures, levels, runs_until, steps, elsewhere, what_if, folder
"""What the palette finds, in the order of the menu's groups."""
