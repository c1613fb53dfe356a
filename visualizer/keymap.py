"""The actions and their keys. An action is declared by decorating the function that performs it.

Keys are written as in ``Shift+Right``, ``Ctrl+Left``, ``Space``, ``R``, ``F1`` or ``+``, separated by spaces. These
tables drive the window. The help, tooltips, buttons and README are generated from them.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from inspect import signature
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, get_type_hints

from puzzles.discovery import Declaration, entries, not_imported

EVERY = "*"
"""Stands for all modes, except those with a row of their own for the action."""
USUAL = "usual"
"""The default mode, for runs that no mode claims."""
PACKAGE = "visualizer"
DECLARING = ("session/*.py", "panes/actions.py", "panes/*/actions.py")
"""The files that declare actions, apart from those of modes and of the window."""
WINDOW = "window"
"""The package whose actions are declared only if it is in use, because it needs pygame."""
DECLARATION = r"\b(action|carries_out|reuse)\("
"""A pattern that matches files in a mode's package that declare actions."""

Handler = Callable[[Any], object]
D = TypeVar("D", bound=Callable[..., object])


@dataclass(frozen=True)
class Action:
    """A row in a key table: an action, its keys and the function that performs it."""

    id: str
    keys: tuple[str, ...]
    group: str
    help: str
    """What the action does. Without it, the key works, but the action is not listed anywhere."""
    rank: float
    handler: Handler
    repeats: bool = False
    """Whether the action repeats while its key is held down."""
    reads_notice: bool = True
    """Whether the action closes an open notice, answering no if it is a question."""
    noted: bool = True
    """Whether to log the action."""
    closes_help: bool = True
    """Whether the action first closes the help, so that its effect is seen."""
    closes_card: bool = False
    """Whether the keys work even while a card is open. Pressing one closes the card."""
    words: str = ""
    """Extra search terms. Those given in one mode apply to all modes."""
    under: str = ""
    """The action whose card lists this one. Its keys work, but it has no row in the help."""
    joins: str = ""
    """The action with which this one shares a row in the help."""
    first: bool = False
    """Whether the action is among those at the top of the help."""
    listed: bool = True
    """Whether the help lists the action. Otherwise, the help of the watching mode does."""

    def on(self, targets: Iterable[object]) -> Callable[[], object] | None:
        """Return a function that performs the action on the first target with a handler for it, or None."""
        handlers = [*_OTHER_HANDLERS.get(self.id, ()), self.handler]
        for target in targets:
            for handler in handlers:
                if isinstance(target, _class_of_target(handler)):
                    return getattr(target, handler.__name__) if _class_name(handler) else partial(handler, target)
        return None


# Declaring


def action(
    id: str, keys: str, group: str, help: str, *, mode: str | tuple[str, ...] = USUAL, rank: float, **more: Any
) -> Callable[[D], D]:
    """Declare an action, making the decorated function or method its handler.

    A function takes a single object, annotated with its type: the session, a mode or the window. A method is called on
    an object of its class. ``rank`` orders the tables. ``more`` are other fields of :class:`Action`.
    """

    def declare(handler: D) -> D:
        row = Action(id, tuple(keys.split()), group, help, rank, handler, **more)
        for name in (mode,) if isinstance(mode, str) else mode:
            if (name, id) in _ROWS:
                other = _ROWS[name, id].handler.__module__
                raise ValueError(f"{handler.__module__}: {id!r} is already declared by {other}")
            _ROWS[name, id] = row
        _forget_tables()
        return handler

    return declare


def carries_out(id: str) -> Callable[[D], D]:
    """Declare a further handler for an existing action, which takes precedence over the one it was declared with."""

    def declare(handler: D) -> D:
        _OTHER_HANDLERS.setdefault(id, []).append(handler)
        return handler

    return declare


def reuse(mode: str, ids: str | Iterable[str], *, keys: str = "", **changes: Any) -> None:
    """Reuse actions of the watching mode in this mode, optionally changing their keys, help, group or rank."""
    if keys:
        changes["keys"] = tuple(keys.split())
    for id in (ids,) if isinstance(ids, str) else ids:
        _REUSED[mode, id] = changes
    _forget_tables()


def reuse_the_rest(mode: str, but: str) -> None:
    """Reuse the watching mode's other actions as far as their keys mean nothing else in this mode, but not those of the
    ids in ``but``. The help does not list them again.
    """
    _AS_USUAL[mode] = frozenset(but.split(", "))
    _forget_tables()


_ROWS: dict[tuple[str, str], Action] = {}
"""The rows of the tables, by mode and id."""
_REUSED: dict[tuple[str, str], dict[str, Any]] = {}
"""The changes to reused actions, by mode and id."""
_AS_USUAL: dict[str, frozenset[str]] = {}
"""The modes whose other keys do what they do while watching, each with the actions left out."""
_OTHER_HANDLERS: dict[str, list[Handler]] = {}


def _class_name(handler: Handler) -> str:
    """Return the name of the class a method belongs to, or "" for a function."""
    return handler.__qualname__.rpartition("<locals>.")[2].rpartition(".")[0]


@cache
def _class_of_target(handler: Handler) -> type:
    """Return the class an action acts on: a method's class, or the type of a function's parameter."""
    if name := _class_name(handler):
        found: type = handler.__globals__[name]
    else:
        found = get_type_hints(handler)[next(iter(signature(handler).parameters))]
    return found


# Tables


class KeyRow(NamedTuple):
    """A row in the help: an action, which has the row's place, along with any others that share its row."""

    actions: tuple[Action, ...]

    @property
    def help(self) -> str:
        """The help for all actions in the row, as in "Faster; slower"."""
        first, *others = (row.help for row in self.actions)
        return "; ".join([first, *(text[:1].lower() + text[1:] for text in others)])

    @property
    def caps(self) -> list[str]:
        return [key for row in self.actions for key in caps(row)]


class Keymap:
    """A mode's key table. ``typed`` explains the typing of digits, as (keys, meaning) pairs."""

    def __init__(self, mode: str, title: str, typed: tuple[tuple[str, str], ...] = ()) -> None:
        self.mode = mode
        self.title = title
        self.typed = typed

    def __iter__(self) -> Iterator[Action]:
        return iter(_actions(self.mode).values())

    def __contains__(self, id: str) -> bool:
        return id in _actions(self.mode)

    def __getitem__(self, id: str) -> Action:
        return _actions(self.mode)[id]

    def within_reach(self, id: str) -> Action | None:
        """Return an action of this mode or of the View card, since clicking a tab works in any mode."""
        usual = _actions(USUAL).get(id)
        return _actions(self.mode).get(id) or (usual if usual and usual.under == "display" else None)

    def action_for(self, key: str) -> Action | None:
        """Return a key's action, if any. Case is ignored, unless the letter does something else with Shift.

        If digits can be typed, a letter with Ctrl+Alt does what the letter does in other modes, because the letter
        alone may be a digit.
        """
        _load_all()
        _, by_key = _table(self.mode)
        if key.startswith(INSTEAD):
            letter = key.removeprefix(INSTEAD)
            return by_key.get(letter) or by_key.get(_unshifted(letter)) if self.typed else None
        return by_key.get(key) or by_key.get(key.upper()) or by_key.get(_unshifted(key))

    def groups(self) -> dict[str, list[Action]]:
        result: dict[str, list[Action]] = {}
        for row in self:
            result.setdefault(row.group, []).append(row)
        return result

    def rows(self) -> list[KeyRow]:
        """Return the rows of the help. Opposite actions share a row; actions on a card or without help have none."""
        led: dict[str, tuple[Action, ...]] = {
            row.id: (row,) for row in self if row.help and row.listed and not (row.under in self or row.joins in self)
        }
        for row in self:
            if row.joins in led and row.listed:
                led[row.joins] = (*led[row.joins], row)
        return [KeyRow(its) for its in led.values()]

    def on_card(self, id: str) -> list[Action]:
        return [row for row in self if row.under == id]


WATCH = Keymap(USUAL, "Keys")
DIGITS = "1 … 9"
"""The keys for typing digits, as shown in the tables. A particular grid may have different ones."""


def modes_found() -> tuple[Declaration, ...]:
    return entries(PACKAGE, pattern="*/mode.py")


def _unshifted(key: str) -> str:
    letter = key.removeprefix("Shift+")
    return letter.upper() if len(letter) == 1 else key


def _actions(mode: str) -> dict[str, Action]:
    """Return a mode's actions by id, in table order."""
    _load_all()
    return _table(mode)[0]


@cache
def _table(mode: str) -> tuple[dict[str, Action], dict[str, Action]]:
    """Return a mode's actions by id and by key. Raise ``ValueError`` if two of them share a key."""
    found = {id: row for (of, id), row in _ROWS.items() if of == EVERY}
    found |= {id: row for (of, id), row in _ROWS.items() if of == mode}
    for (of, id), changes in _REUSED.items():
        if of == mode and (row := _ROWS.get((USUAL, id)) or _ROWS.get((EVERY, id))):  # the window may not be loaded
            found[id] = replace(row, **changes)
    if mode in _AS_USUAL:
        taken = {key for row in found.values() for key in row.keys}
        rest = {id: row for (of, id), row in _ROWS.items() if of == USUAL and id not in (*found, *_AS_USUAL[mode])}
        left = {id: tuple(key for key in row.keys if key not in taken) for id, row in rest.items()}
        found |= {id: replace(rest[id], keys=keys, listed=False) for id, keys in left.items() if keys}
    words = {id: row.words for (_, id), row in _ROWS.items() if row.words}
    rows = sorted((replace(row, words=words.get(id, "")) for id, row in found.items()), key=attrgetter("rank"))
    by_key: dict[str, Action] = {}
    for row in rows:
        for key in row.keys:
            if (first := by_key.setdefault(key, row)) is not row:
                raise ValueError(f"{row.handler.__module__}: {mode} already uses the key {key} for {first.id!r}")
    return {row.id: row for row in rows}, by_key


def _forget_tables() -> None:
    """Forget the tables and what was looked up in them, because an action was declared."""
    _table.cache_clear()
    _key_of.cache_clear()


def _load_all() -> None:
    """Import every file that declares actions.

    This is put off until a table is needed, because most commands need none and should start quickly.
    """
    _load(tuple(sys.modules[PACKAGE].__path__), f"{PACKAGE}.{WINDOW}" in sys.modules)


@cache
def _load(folders: tuple[str, ...], in_window: bool) -> None:
    """Import the files that declare actions, and the window's own if asked. Cached per list of package folders."""
    own = (f"{WINDOW}/*.py",) if in_window else ()
    for pattern in (*DECLARING, *own, *(f"{entry.file.parent.name}/*.py" for entry in modes_found())):
        for name in not_imported(PACKAGE, pattern, DECLARATION):
            import_module(name)


# Keys


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
"""The last sentence of every yes/no question."""
INSTEAD = "Ctrl+Alt+"
"""The modifiers that make a letter perform its action when the letter alone types a digit."""
_UNSAID = {"=", "Ctrl+="}
"""Keys that work but are not shown, such as + without Shift."""


@cache
def cap(key: str) -> str:
    """Return a key as printed on its keycap, so that ``Shift+Right`` becomes ``Shift+→``."""
    if key in ("+", "-"):
        return _CAPS.get(key, key)
    return "+".join(_CAPS.get(part, part) for part in key.split("+"))


def caps(action: Action) -> list[str]:
    """Return an action's keys as printed on their keycaps."""
    return [cap(key) for key in action.keys if key not in _UNSAID]


def free_caps(action: Action, typed: str = "") -> list[str]:
    """Return the action's keys that do not type any of these symbols or, if all do, its first key with Ctrl+Alt."""
    keys = caps(action)
    return [key for key in keys if not types(key, typed)] or [f"{INSTEAD}{keys[0]}"]


def key_of(id: str, mode: str = USUAL, typed: str = "") -> str:
    """Return an action's first key that types none of these symbols, as printed on its keycap.

    Raise ``KeyError`` if the mode has no such action.
    """
    _load_all()
    return _key_of(id, mode, typed)


@cache
def _key_of(id: str, mode: str, typed: str) -> str:
    return free_caps(_table(mode)[0][id], typed)[0]


def types(key: str, typed: str) -> bool:
    """Return whether a key types one of these symbols. If any symbol is a letter, all letters count."""
    letter = len(key) == 1 and key.isalpha() and any(map(str.isalpha, typed))
    return letter or key.removeprefix("Shift+") in typed
