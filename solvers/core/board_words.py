"""Describes a solver's variables in board terms: r7c7 instead of 60, sets of digits instead of masks.

The solver's file says what its numbers stand for: see :mod:`solvers.core.variable_types`. A value without a type is
written as it is. Functions, modules, generators and objects with no text of their own are left out.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from itertools import islice
from types import FrameType, ModuleType
from typing import Any

from puzzles.geometry import Geometry, Unit
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.core import literals
from solvers.core.declaration import last_name
from solvers.core.frame_trace import MOST_FRAMES, MOST_OF_ALL, ActiveFunction, Variables, variables, written
from solvers.core.step import Step
from solvers.core.variable_types import types_of

MOST_ITEMS, MOST_NESTED = 800, 12
"""The maximum number of items written from a container, and from a nested one."""
MOST_SORTED = 2000
DEEPEST = 4
ENORMOUS = 10**15
"""Integers this large or larger are shortened."""
NOTHING = "–"
HIDDEN = ast.Name("hidden")


class BoardWords:
    """A formatter for the variables of a run on one puzzle."""

    def __init__(self, puzzle: Puzzle, source: str) -> None:
        self._puzzle = puzzle
        self._geometry = puzzle.geometry
        self._alphabet = alphabet_of(puzzle)
        self._types = types_of(source)

    def frames(self, generators: Sequence[object]) -> tuple[ActiveFunction, ...]:
        """Return the functions of generators that are under way, and their variables.

        A frame is read from its generator and never kept: in Python 3.13, one that outlives its generator may crash.
        """
        frames = (getattr(one, "gi_frame", None) for one in generators[-MOST_FRAMES:])
        return tuple(
            ActiveFunction(one.f_code.co_name, one.f_lineno, self.variables(one)) for one in frames if one is not None
        )

    def variables(self, frame: FrameType) -> Variables:
        """Return the names and values of a function's variables, and of any attributes named in the table."""
        named = dict(frame.f_locals)
        for (function, name), _ in self._types.items():
            owner, dot, attribute = name.partition(".")
            if not function and dot and owner in named:
                with suppress(Exception):  # an attribute of the user's own class may be computed
                    named[name] = getattr(named[owner], attribute)
        return variables(named, lambda name, value: self.text(frame.f_code.co_name, name, value))

    def text(self, function: str, name: str, value: object) -> str | None:
        """Return the text for a variable's value, or ``None`` to leave the variable out."""
        kind = self._types.get(("", name)) or self._types.get((function, name))
        return self._write(value, kind, 0)

    def _write(self, value: Any, kind: ast.expr | None, depth: int) -> str | None:
        if value is None or (type(value) is str and not value):
            return NOTHING
        if depth > DEEPEST:
            return "…"
        if isinstance(kind, ast.BinOp):  # T | None
            return self._write(value, kind.left, depth)
        if isinstance(kind, ast.Subscript):
            base, inside = last_name(kind.value), kind.slice
            items = list(inside.elts) if isinstance(inside, ast.Tuple) else [inside]
            return self._write_all(value, base, items, depth)
        name = last_name(kind) if kind is not None else ""
        if name == HIDDEN.id:
            return None
        return self._number(value, name) if type(value) is int and name else self._plain(value, depth)

    def _number(self, value: int, kind: str) -> str:
        """Write a number of a type that has a meaning on the board. One that the board lacks is written as it is."""
        geometry = self._geometry
        match kind:
            case "Cell" | "Unit" if value == -1:
                return NOTHING
            case "Digit" if value == 0:
                return NOTHING
            case "Cell" if value in geometry.cells:
                return geometry.name(value)
            case "Unit" if 0 <= value < len(geometry.groups):
                return geometry.called(value)
            case "Digit" if value in geometry.digits:
                return self._alphabet[value - 1]
            case "Digits" if 0 <= value < 2 << geometry.symbols:
                held = (self._alphabet[digit - 1] for digit in geometry.digits if value >> digit & 1)
                return "{" + " ".join(held) + "}"
            case "Literal" if 0 < abs(value) <= len(geometry.cells) * geometry.symbols:
                return literals.write(value, self._puzzle)
            case "Bits":
                return f"{value.bit_count()} bits set"
        return written(value)

    def _write_all(self, value: Any, base: str, inside: list[ast.expr], depth: int) -> str | None:
        """Write a container, given the types of its items."""
        if base in ("cells", "units") and type(value) in (list, tuple):
            geometry = self._geometry
            keys = [*map(geometry.name, geometry.cells)] if base == "cells" else [*map(str, geometry.units)]
            if len(value) == len(keys):
                filled = [(key, item) for key, item in zip(keys, value, strict=True) if type(item) is not int or item]
                return _joined(
                    filled, lambda pair: _pair(pair[0], " ", self._write(pair[1], inside[0], depth + 1)), "[]", depth
                )
        if type(value) is dict and len(inside) == 2:
            return self._table(value, inside, depth)
        if base == "tuple" and type(value) is tuple and not (len(inside) == 2 and ast.unparse(inside[1]) == "..."):
            kinds = [*inside, *[HIDDEN] * len(value)]
            kept = tuple((item, kind) for item, kind in zip(value, kinds, strict=False) if last_name(kind) != HIDDEN.id)
            return _joined(kept, lambda pair: self._write(pair[0], pair[1], depth + 1), "()", depth)
        return self._plain(value, depth, inside[0])

    def _table(self, value: dict[Any, Any], kinds: Sequence[ast.expr | None], depth: int) -> str | None:
        def write(pair: tuple[Any, Any]) -> str | None:
            return _pair(self._write(pair[0], kinds[0], depth + 1), ": ", self._write(pair[1], kinds[1], depth + 1))

        return _joined(value.items(), write, "{}", depth)

    def _plain(self, value: Any, depth: int, inside: ast.expr | None = None) -> str | None:
        """Write a value of any type, listing the items of plain built-in containers only."""
        kind = type(value)
        if kind is int and abs(value) < ENORMOUS:
            return str(value)
        if kind in (set, frozenset) and inside is not None and last_name(inside) == "Digit":
            value = value - {0}  # 0 stands for a blank
        if kind in (list, tuple, set, frozenset):
            brackets = "[]" if kind is list else "()" if kind is tuple else "{}"
            is_set = kind in (set, frozenset) and len(value) <= MOST_SORTED
            items = sorted(value) if is_set and all(type(item) is int for item in value) else value
            return _joined(items, lambda item: self._write(item, inside, depth + 1), brackets, depth)
        if kind is dict:
            return self._table(value, (None, None), depth)
        if kind is Step:
            return self._step(value)
        if kind is Unit:
            return str(value)
        if kind is range and value.step == 1 and value:
            return f"{value[0]} to {value[-1]}"
        if isinstance(value, Enum):
            return value.name.lower().replace("_", " ")
        # A function, a generator or an object with the default ``repr`` has no text that says anything.
        silent = isinstance(value, Geometry | Puzzle | Iterator | ModuleType) or callable(value)
        return None if silent or kind.__repr__ is object.__repr__ else written(value)  # type: ignore[comparison-overlap]

    def _step(self, step: Step) -> str:
        where = f" {self._geometry.name(step.cell)}" if step.cell >= 0 else ""
        digit = f" {'=' if step.sign else '≠'} {self._number(step.digit, 'Digit')}" if step.digit else ""
        return f"{step.kind.name.lower().replace('_', ' ')}{where}{digit}"


def _joined(items: Collection[Any], write: Callable[[Any], str | None], brackets: str, depth: int) -> str | None:
    """Write the first items in brackets and count the rest. Return ``None`` if any of them should be left out."""
    texts, room = [], MOST_OF_ALL
    for item in islice(items, MOST_NESTED if depth else MOST_ITEMS):
        text = write(item)
        if text is None:
            return None
        texts.append(text)
        room -= len(text)
        if room < 0:
            break
    more = len(items) - len(texts)
    return f"{brackets[0]}{', '.join(filter(None, texts))}{f' … {more} more' if more else ''}{brackets[1]}"


def _pair(key: str | None, between: str, value: str | None) -> str | None:
    return None if key is None or value is None else f"{key}{between}{value}"
