"""Which key does what. Help, tooltips and README are made from these tables; the window and the terminal obey them.

Keys are written ``Shift+Right``, ``Ctrl+Left``, ``Space``, ``R``, ``F1``, ``+``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Action:
    """Something that a key does."""

    id: str
    keys: tuple[str, ...]
    help: str
    group: str
    window_only: bool = False


Table = tuple[Action, ...]

WATCH: Table = (
    Action("play", ("Space",), "Start, pause, go on", "Watch"),
    Action("faster", ("+", "=", "Up"), "Faster", "Watch"),
    Action("slower", ("-", "Down"), "Slower", "Watch"),
    Action("end", ("End",), "Run to the solution", "Watch"),
    Action("another", ("N",), "Look for another solution", "Watch"),
    Action("forward", ("Right", "PageDown", "."), "One step on", "Step"),
    Action("back", ("Left", "PageUp"), "One step back", "Step"),
    Action("next guess", ("Shift+Right",), "Next guess", "Step"),
    Action("previous guess", ("Shift+Left",), "Previous guess", "Step"),
    Action("next conflict", ("Ctrl+Right",), "Next conflict", "Step"),
    Action("previous conflict", ("Ctrl+Left",), "Previous conflict", "Step"),
    Action("home", ("Home",), "Back to the start", "Step"),
    Action("detail", ("D",), "Finer steps: digits, changes, all; then coarse", "Step"),
    Action("until", ("U",), "Run until something happens: what?", "Step", window_only=True),
    Action("slowing", ("W",), "Slow down where something happens", "Step", window_only=True),
    Action("random", ("R",), "A random puzzle", "Choose"),
    Action("level", ("Shift+R",), "The level of random and fresh puzzles", "Choose"),
    Action("fresh", ("G",), "A fresh puzzle, made just now", "Choose"),
    Action("choose", ("A",), "The algorithms; Shift+Enter also plays", "Choose", window_only=True),
    Action("next solver", ("Tab",), "Next algorithm", "Choose"),
    Action("previous solver", ("Shift+Tab",), "Previous algorithm", "Choose"),
    Action("play by hand", ("P",), "Play: write the digits yourself", "By hand", window_only=True),
    Action("edit", ("E",), "Edit the puzzle: change its givens", "By hand", window_only=True),
    Action("new", ("Ctrl+N",), "Enter a puzzle into an empty grid", "By hand", window_only=True),
    Action("check", ("C", "F4"), "Check: has the puzzle one solution?", "By hand", window_only=True),
    Action("hint", ("H", "F2"), "A hint; press again for more", "By hand", window_only=True),
    Action("options", ("Q",), "The options of the algorithm", "Choose", window_only=True),
    Action("variant", ("J",), "Its next variant; of SAT the next encoding", "Choose"),
    Action("sat", ("S",), "SAT mode: the answer at once; again: back", "Choose"),
    Action("before", ("Backspace",), "Back to the run watched before this one", "Choose", window_only=True),
    Action("after", ("Shift+Backspace",), "On again to the run gone back from", "Choose", window_only=True),
    Action("race", ("L",), "Race: several algorithms side by side", "Choose", window_only=True),
    Action("bookmark", ("B",), "Set a bookmark here, or take it away", "Keep", window_only=True),
    Action("name", ("Ctrl+B",), "Name the bookmark here, or set one", "Keep", window_only=True),
    Action("next bookmark", ("Shift+B",), "Next bookmark, and after the last the first", "Keep", window_only=True),
    Action("save", ("Ctrl+S",), "Save this view to a file", "Keep", window_only=True),
    Action("print", ("Ctrl+P",), "Print this board to a PDF or a picture", "Keep", window_only=True),
    Action("save puzzle", ("Ctrl+Shift+S",), "Save the puzzle, or the board, in any format", "Keep", window_only=True),
    Action("open", ("Ctrl+O",), "Open a file: puzzles, a view, a solver", "Keep", window_only=True),
    Action("paste", ("Ctrl+V",), "Paste a puzzle, a collection, a view", "Keep", window_only=True),
    Action("copy", ("Ctrl+C",), "Copy the puzzle; again: the board", "Keep", window_only=True),
    Action("copy text", ("Ctrl+T",), "Copy a summary of the run as text", "Keep", window_only=True),
    Action("copy markdown", ("Ctrl+M",), "Copy the summary as Markdown", "Keep", window_only=True),
    Action("beside", ("V",), "The starting board beside this one", "View"),
    Action("code", ("K",), "The code that runs, or what to watch for", "View", window_only=True),
    Action("variables", ("I",), "Its variables", "View", window_only=True),
    Action("formula", ("F",), "The formula: the clauses that matter now", "View"),
    Action("trail", ("Shift+F",), "The trail, level by level; with reasons; off", "View", window_only=True),
    Action("implications", ("Shift+Y",), "The implication graph of a conflict", "View", window_only=True),
    Action("tree", ("Y",), "The search tree; of a large one, its icicle", "View", window_only=True),
    Action("statistics", ("O",), "Statistics: plots over the run", "View", window_only=True),
    Action("heat", ("M",), "Heat map: cells tried, cells in conflict, none", "View", window_only=True),
    Action("tall", ("X",), "The time line tall: every guess a bar", "View", window_only=True),
    Action("zoom in", ("Z",), "Zoom into the time line", "View", window_only=True),
    Action("zoom out", ("Shift+Z",), "Zoom out", "View", window_only=True),
    Action("theme", ("T",), "Light or dark", "View"),
    Action("symbols", ("Shift+T",), "Digits, letters, colours or shapes", "View"),
    Action("fullscreen", ("F11",), "Full screen", "View", window_only=True),
    Action("help", ("F1", "?"), "This help", "View"),
    Action("agree", ("Return",), "Yes to a question", "View"),
    Action("close", ("Escape",), "Close, leave; twice: quit", "View"),
    Action("quit", ("Ctrl+Q",), "Quit", "View"),
)
"""The keys while a solver is watched."""

RACE: Table = (
    Action("play", ("Space",), "Start, pause, go on; give up measuring", "Watch"),
    Action("faster", ("+", "=", "Up"), "Faster", "Watch"),
    Action("slower", ("-", "Down"), "Slower", "Watch"),
    Action("end", ("End", "N"), "To where the next lane finishes", "Watch"),
    Action("forward", ("Right", "PageDown", "."), "One step (or guess, or moment) on, in all lanes", "Step"),
    Action("back", ("Left", "PageUp"), "One step back", "Step"),
    Action("next guess", ("Shift+Right",), "Next guess in any lane", "Step"),
    Action("previous guess", ("Shift+Left",), "Previous guess in any lane", "Step"),
    Action("next conflict", ("Ctrl+Right",), "Next conflict in any lane", "Step"),
    Action("previous conflict", ("Ctrl+Left",), "Previous conflict in any lane", "Step"),
    Action("home", ("Home",), "Back to the start", "Step"),
    Action("pace", ("Q",), "What is equal: steps, guesses, time", "Race"),
    Action("lanes", ("A",), "Choose the lanes", "Race"),
    Action("random", ("R",), "The next puzzle, same lanes", "Race"),
    Action("fresh", ("G",), "A fresh puzzle, same lanes", "Race"),
    Action("save", ("Ctrl+S",), "Leave, and save the view with its race", "Race"),
    Action("leave", ("L",), "Leave the race", "Race"),
    Action("theme", ("T",), "Light or dark", "View"),
    Action("symbols", ("Shift+T",), "Digits, letters, colours or shapes", "View"),
    Action("fullscreen", ("F11",), "Full screen", "View"),
    Action("help", ("F1", "?"), "This help", "View"),
    Action("close", ("Escape",), "Close what is open, else leave the race", "View"),
    Action("quit", ("Ctrl+Q",), "Quit", "View"),
)
"""The keys of a race, which the window has."""

_FILES = tuple(row for row in WATCH if row.id in ("copy", "paste", "open", "save puzzle", "save", "print"))
_FRESH = tuple(row for row in WATCH if row.id in ("level", "fresh"))
_SYMBOLS = tuple(row for row in WATCH if row.id == "symbols")
_HAND: Table = (
    Action("left", ("Left",), "The cell to the left", "Cell"),
    Action("right", ("Right",), "The cell to the right", "Cell"),
    Action("up", ("Up",), "The cell above", "Cell"),
    Action("down", ("Down",), "The cell below", "Cell"),
    Action("next blank", ("Tab",), "The next blank cell", "Cell"),
    Action("previous blank", ("Shift+Tab",), "The blank cell before", "Cell"),
    Action("clear", ("Backspace", "Delete", "."), "Rub out the digit, or the marks", "Write"),
    Action("undo", ("Ctrl+Z", "PageUp"), "Take a move back", "Write"),
    Action("redo", ("Ctrl+Y", "Ctrl+Shift+Z", "PageDown"), "Make it again", "Write"),
    Action("before", ("Ctrl+Backspace",), "Back to the moves made before", "Write"),
    Action("after", ("Ctrl+Shift+Backspace",), "On again to those gone back from", "Write"),
)
"""What is the same wherever digits are typed."""
_BLANK = Action("blank", ("Space", "."), "Leave the cell blank, and go on to the next", "Write")

PLAY: Table = (
    Action("pencil", ("M", "F6"), "Pencil: digits are marks; again: digits", "Write"),
    Action("automatic", ("A", "F7"), "Marks by themselves: all that the rules leave", "Write"),
    *_HAND,
    Action("check", ("C", "F4"), "Check: where is the first mistake?", "Help me"),
    Action("hint", ("H", "F2"), "A hint; press again for more", "Help me"),
    Action("agree", ("Return",), "Do what the hint says; yes to a question", "Help me"),
    Action("clashes", ("X", "F8"), "Show clashes at once, or not", "Help me"),
    Action("light", ("D", "F9"), "Light up the cell's digit, the next, none", "Help me"),
    Action("solve here", ("S", "F5"), "Solve from here: the algorithm takes over", "Watch"),
    Action("play", ("Space",), "Watch your moves again from here", "Watch"),
    Action("home", ("Home",), "Back to the first of your moves", "Watch"),
    Action("end", ("End",), "On to the last of them", "Watch"),
    Action("faster", ("+", "="), "Faster", "Watch"),
    Action("slower", ("-",), "Slower", "Watch"),
    Action("clock", ("W", "F12"), "Stop the clock, or let it go on", "Watch"),
    Action("random", ("R",), "A random puzzle", "Choose"),
    *_FRESH,
    Action("edit", ("E", "F3"), "Edit the puzzle: change its givens", "Choose"),
    Action("new", ("Ctrl+N",), "Enter a puzzle into an empty grid", "Choose"),
    Action("play by hand", ("P", "F10"), "Back to watching an algorithm", "Choose"),
    *_FILES,
    Action("beside", ("V",), "The starting board beside this one", "View"),
    Action("theme", ("T",), "Light or dark", "View"),
    *_SYMBOLS,
    Action("fullscreen", ("F11",), "Full screen", "View"),
    Action("help", ("F1", "?"), "This help", "View"),
    Action("close", ("Escape",), "Close what is open, else back to watching", "View"),
    Action("quit", ("Ctrl+Q",), "Quit; the game is kept", "View"),
)
"""The keys while a person plays. Digits are typed; on a grid whose digits are letters, Ctrl+Alt and a letter does what
the letter does elsewhere."""

EDIT: Table = (
    Action("new", ("Ctrl+N",), "Clear: an empty grid", "Write"),
    _BLANK,
    *(replace(row, keys=row.keys[:-1]) if row.id == "clear" else row for row in _HAND),
    Action("check", ("C", "F4"), "Check: one solution, several, or why none", "Check and solve"),
    Action("brute force", ("B", "F6"), "Brute force: try all digits, and watch", "Check and solve"),
    Action("sat", ("S", "F5"), "SAT: hand it to the SAT solver", "Check and solve"),
    Action("agree", ("Return",), "Done: play it; yes to a question", "Check and solve"),
    Action("play by hand", ("P", "F10"), "Done: play it", "Check and solve"),
    Action("edit", ("E", "F3"), "Done: watch an algorithm solve it", "Check and solve"),
    Action("random", ("R",), "Another puzzle, out of the file", "Load"),
    replace(_FRESH[-1], group="Load"),
    Action("load easy", ("L", "F7"), "An easy puzzle", "Load"),
    Action("load hard", ("H", "F8"), "A hard one", "Load"),
    Action("size", ("Z", "F9"), "The next size of grid", "Load"),
    *_FILES,
    Action("theme", ("T",), "Light or dark", "View"),
    *_SYMBOLS,
    Action("fullscreen", ("F11",), "Full screen", "View"),
    Action("help", ("F1", "?"), "This help", "View"),
    Action("close", ("Escape",), "Close what is open, else done: watch", "View"),
    Action("quit", ("Ctrl+Q",), "Quit; what was entered is kept", "View"),
)
"""The keys while a puzzle is entered."""

TYPED: dict[Table, tuple[tuple[str, str], ...]] = {
    PLAY: (
        ("1 … 9", "Write the digit, or mark it; again: rub it out"),
        ("Shift+1 … 9", "The other: with the pen a mark, with the pencil a digit"),
        ("Shift+click", "On a mark: what if it stands there? Two runs race"),
        ("Ctrl+click", "On a blank cell: what if …? Choose the digit"),
        ("Ctrl+Alt+A … Z", "Where letters are digits: what the letter does"),
    ),
    EDIT: (
        ("1 … 9", "Enter the digit, and go on to the next cell"),
        ("0", "Leave the cell blank, and go on, as . does"),
        ("Ctrl+Alt+A … Z", "Where letters are digits: what the letter does"),
    ),
}
"""What typing does where digits are typed: keys and meaning, as in a table, in the help and the README."""
TITLES = {WATCH: "Keys", PLAY: "Keys while you play", EDIT: "Keys while you edit"}
"""Of the help that shows a table."""

_CAPS = {
    "Right": "→",
    "Left": "←",
    "Up": "↑",
    "Down": "↓",
    "PageDown": "PgDn",
    "PageUp": "PgUp",
    "-": "−",
    "Escape": "Esc",
    "Return": "Enter",
}
ELSE_NO = "Any other key: no."
"""The end of every question."""
INSTEAD = "Ctrl+Alt+"
"""Held with a letter that types a digit, to have it do what it does elsewhere."""
_UNSAID = {"="}
"""Keys that work but need not be told: + without Shift."""


def action(id: str, table: Table = WATCH) -> Action:
    """The action of that id. Raises ``KeyError``."""
    return _BY_ID[table[0]][id]


def action_for(key: str, table: Table = WATCH) -> Action | None:
    """Return what the key does, if anything. Letters in either case, unless Shift makes another of them.

    Where digits are typed, Ctrl+Alt and a letter does what the letter does: the letter alone may be a digit.
    """
    by_key = _BY_KEY[table[0]]
    if key.startswith(INSTEAD):
        letter = key.removeprefix(INSTEAD)
        return by_key.get(letter) or by_key.get(_unshifted(letter)) if table in (PLAY, EDIT) else None
    return by_key.get(key) or by_key.get(key.upper()) or by_key.get(_unshifted(key))


def _unshifted(key: str) -> str:
    letter = key.removeprefix("Shift+")
    return letter.upper() if len(letter) == 1 else key


def cap(key: str) -> str:
    """What is printed on the key: ``Shift+Right`` gives ``Shift+→``."""
    if key in ("+", "-"):
        return _CAPS.get(key, key)
    return "+".join(_CAPS.get(part, part) for part in key.split("+"))


def caps(action: Action) -> list[str]:
    """The keys of an action, as they are printed."""
    return [cap(key) for key in action.keys if key not in _UNSAID]


def free_caps(action: Action, typed: str = "") -> list[str]:
    """Return the same but for those that type one of these symbols; if all do, with Ctrl+Alt."""
    keys = caps(action)
    return [key for key in keys if not types(key, typed)] or [f"{INSTEAD}{keys[0]}"]


def types(key: str, typed: str) -> bool:
    """Tell whether a key types one of these symbols, or would: where letters are symbols, no plain letter is free."""
    letter = len(key) == 1 and key.isalpha() and any(map(str.isalpha, typed))
    return letter or key.removeprefix("Shift+") in typed


def groups(table: Table = WATCH) -> dict[str, list[Action]]:
    """The actions by group, in the order of the table."""
    result: dict[str, list[Action]] = {}
    for row in table:
        result.setdefault(row.group, []).append(row)
    return result


_TABLES = (WATCH, RACE, PLAY, EDIT)
_BY_ID = {table[0]: {row.id: row for row in table} for table in _TABLES}
_BY_KEY = {table[0]: {key: row for row in table for key in row.keys} for table in _TABLES}
"""By the first row of each table, which no two share."""
