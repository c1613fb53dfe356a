"""Which key does what. Help, tooltips and README are made from these tables; the window and the terminal obey them.

Keys are written ``Shift+Right``, ``Ctrl+Left``, ``Space``, ``R``, ``F1``, ``+``.
"""

from __future__ import annotations

from dataclasses import dataclass


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
    Action("detail", ("D",), "What counts as a step: all, changes, guesses, conflicts …", "Step"),
    Action("until", ("U",), "Run until …: a cell changes, a depth is reached, …", "Step", window_only=True),
    Action("slowing", ("W",), "Slow down by itself where something happens", "Step", window_only=True),
    Action("random", ("R",), "A random puzzle", "Choose"),
    Action("choose", ("A",), "The algorithms: Enter chooses, Shift+Enter also plays", "Choose", window_only=True),
    Action("next solver", ("Tab",), "Next algorithm", "Choose"),
    Action("previous solver", ("Shift+Tab",), "Previous algorithm", "Choose"),
    Action("options", ("Q",), "The options of the algorithm", "Choose", window_only=True),
    Action("variant", ("J",), "Its next variant: of the SAT solver the next encoding", "Choose"),
    Action("sat", ("S",), "SAT mode, and back", "Choose"),
    Action("before", ("Backspace",), "Back to the run watched before this one", "Choose", window_only=True),
    Action("after", ("Shift+Backspace",), "On again to the run gone back from", "Choose", window_only=True),
    Action("race", ("L",), "Race: several algorithms side by side", "Choose", window_only=True),
    Action("bookmark", ("B",), "Set a bookmark here, or take it away", "Keep", window_only=True),
    Action("name", ("Ctrl+B",), "Name the bookmark here; sets one where there is none", "Keep", window_only=True),
    Action("next bookmark", ("Shift+B",), "Next bookmark, and after the last the first", "Keep", window_only=True),
    Action("save", ("Ctrl+S",), "Save this view to a file", "Keep", window_only=True),
    Action("save puzzle", ("Ctrl+Shift+S",), "Save the puzzle, or the board, in any format", "Keep", window_only=True),
    Action("open", ("Ctrl+O",), "Open a file: puzzles, a view, a solver", "Keep", window_only=True),
    Action("paste", ("Ctrl+V",), "Paste a puzzle, a collection, a view", "Keep", window_only=True),
    Action("copy", ("Ctrl+C",), "Copy the puzzle; again: the board", "Keep", window_only=True),
    Action("copy text", ("Ctrl+T",), "Copy a summary of the run as text", "Keep", window_only=True),
    Action("copy markdown", ("Ctrl+M",), "Copy the summary as Markdown", "Keep", window_only=True),
    Action("beside", ("V",), "The starting board beside this one", "View"),
    Action("code", ("K",), "The code that runs, or what to watch for", "View", window_only=True),
    Action("variables", ("I",), "Its variables", "View", window_only=True),
    Action("formula", ("F",), "The formula: the clauses that matter now", "View", window_only=True),
    Action("trail", ("Shift+F",), "The trail, level by level; with reasons; off", "View", window_only=True),
    Action(
        "implications", ("Shift+Y",), "Why there was a conflict: its implication graph", "View", window_only=True
    ),
    Action("tree", ("Y",), "The search tree; of a large one, its icicle", "View", window_only=True),
    Action("statistics", ("O",), "Statistics: plots over the run", "View", window_only=True),
    Action("heat", ("M",), "Heat map: cells tried, cells in conflict, none", "View", window_only=True),
    Action("tall", ("X",), "The time line tall: every guess a bar", "View", window_only=True),
    Action("zoom in", ("Z",), "Zoom into the time line around the play head", "View", window_only=True),
    Action("zoom out", ("Shift+Z",), "Zoom out", "View", window_only=True),
    Action("theme", ("T",), "Light or dark", "View"),
    Action("fullscreen", ("F11",), "Full screen", "View", window_only=True),
    Action("help", ("F1", "?"), "This help", "View"),
    Action("agree", ("Return",), "Yes, where something is asked", "View", window_only=True),
    Action("quit", ("Escape",), "Close what is open, else quit", "View"),
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
    Action("save", ("Ctrl+S",), "Leave, and save the view with its race", "Race"),
    Action("leave", ("L",), "Leave the race", "Race"),
    Action("theme", ("T",), "Light or dark", "View"),
    Action("fullscreen", ("F11",), "Full screen", "View"),
    Action("help", ("F1", "?"), "This help", "View"),
    Action("quit", ("Escape",), "Close what is open, else leave the race", "View"),
)
"""The keys of a race, which the window has."""

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
_UNSAID = {"="}
"""Keys that work but need not be told: + without Shift."""


def action(id: str, table: Table = WATCH) -> Action:
    """The action of that id. Raises ``KeyError``."""
    return _BY_ID[table[0]][id]


def action_for(key: str, table: Table = WATCH) -> Action | None:
    """What the key does, if anything. Letters in either case, unless Shift makes another of them."""
    by_key = _BY_KEY[table[0]]
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


def groups(table: Table = WATCH) -> dict[str, list[Action]]:
    """The actions by group, in the order of the table."""
    result: dict[str, list[Action]] = {}
    for row in table:
        result.setdefault(row.group, []).append(row)
    return result


_TABLES = (WATCH, RACE)
_BY_ID = {table[0]: {row.id: row for row in table} for table in _TABLES}
_BY_KEY = {table[0]: {key: row for row in table for key in row.keys} for table in _TABLES}
"""By the first row of each table, which no two share."""
