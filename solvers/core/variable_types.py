"""Reads what a solver's variables stand for from its source, without running it.

A bare number does not say whether it is a cell, a digit or a count. The solver can say
which with annotations in its functions, or with a table of types written like annotations:

    VARIABLES = {"cell": "Cell", "held": "set[Digit]", "possible": "cells[Digits]", "peers": "hidden"}

In addition to the usual types there are Cell, Digit, Digits (a mask with bit d for digit d), Unit (an index), Literal,
Bits (a large mask of anything), ``cells[T]`` and ``units[T]`` (a list with one T per cell or unit), and ``hidden``. A
dotted name such as "search.trail" is an attribute. A variable that is passed to a step, as in ``guess(cell, digit)``,
needs no type: it can only be what the step takes there. The table takes precedence over annotations, and annotations
over steps. Nothing is guessed from names.
"""

import ast
import builtins
import inspect
from collections.abc import Iterator, Mapping
from functools import lru_cache

from solvers.core import step as step_module
from solvers.core.declaration import UNREADABLE, DeclarationError, declared, did_you_mean, literal, tree_of

NAME = "VARIABLES"
TYPES = ("Cell", "Digit", "Digits", "Unit", "Literal", "Bits", "cells", "units", "hidden")
"""The types with a special meaning here, in addition to Python's own."""
STEPS = ("solvers.step", "solvers.core.step")
"""The modules whose functions make steps."""

Types = Mapping[tuple[str, str], ast.expr]
"""Variable types by (function, name). The function is "" for entries from the table."""


@lru_cache(maxsize=32)
def types_of(source: str) -> Types:
    """Return the variable types that a solver's source declares; empty if it cannot be parsed.

    Table entries with an invalid type are left out; :func:`check` says which.
    """
    found: dict[tuple[str, str], ast.expr] = {}
    steps = _steps_in(source)
    for function in (node for node in ast.walk(tree_of(source)) if isinstance(node, ast.FunctionDef)):
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                for argument, taken in _types_of_arguments(node, steps):
                    found.setdefault((function.name, argument), taken)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found[function.name, node.target.id] = node.annotation
            elif isinstance(node, ast.arg) and node.annotation is not None:
                found[function.name, node.arg] = node.annotation
    table = declared(source, NAME)
    for key, value in _entries(table):
        name, kind = literal(key), _kind(literal(value))
        if isinstance(name, str) and kind and not _unknown_type(kind, source):
            found["", name] = kind
    return found


def is_declared(source: str) -> bool:
    """Return whether the source has a table of types."""
    return declared(source, NAME) is not None


_ARGUMENTS = {
    name: {argument: str(its.annotation) for argument, its in inspect.signature(make).parameters.items()}
    for name, make in vars(step_module).items()
    if inspect.isfunction(inspect.unwrap(make)) and make.__module__ == step_module.__name__ and name[0] != "_"
}
"""The types of the arguments of the functions that make steps, by name."""


def _steps_in(source: str) -> dict[str, dict[str, str]]:
    """Return the types of the arguments of the functions that make steps, by their names in the source."""
    body = tree_of(source).body
    names = [name for one in body if isinstance(one, ast.ImportFrom) and one.module in STEPS for name in one.names]
    found = dict(_ARGUMENTS) if any(name.name == "*" for name in names) else {}
    found |= {name.asname or name.name: _ARGUMENTS[name.name] for name in names if name.name in _ARGUMENTS}
    own = {one.name for one in body if isinstance(one, ast.FunctionDef | ast.ClassDef)}
    return {name: kinds for name, kinds in found.items() if name not in own}


def _types_of_arguments(call: ast.Call, steps: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, ast.expr]]:
    """Yield the variables passed to a step such as ``guess(cell, digit)``, with the types of the step's arguments."""
    kinds = steps.get(call.func.id, {}) if isinstance(call.func, ast.Name) else {}
    passed = list(zip(call.args, kinds.values(), strict=False))
    passed += [(word.value, kinds.get(word.arg or "", "")) for word in call.keywords]
    for value, kind in passed:
        if isinstance(value, ast.Name) and kind in ("Cell", "Digit"):
            yield value.id, ast.Name(kind)


def _entries(table: ast.expr | None) -> list[tuple[ast.expr, ast.expr]]:
    if not isinstance(table, ast.Dict):
        return []
    return [(key, value) for key, value in zip(table.keys, table.values, strict=True) if key is not None]


def _kind(text: object) -> ast.expr | None:
    """Return a type that is written like an annotation, or ``None`` if it cannot be read."""
    try:
        return ast.parse(text, mode="eval").body if isinstance(text, str) else None
    except UNREADABLE:
        return None


def check(source: str) -> None:
    """Raise :class:`DeclarationError` if anything in the table of types is wrong."""
    table = declared(source, NAME)
    if table is not None and not isinstance(table, ast.Dict):
        raise DeclarationError(f'{NAME} must be a literal table such as {{"cell": "Cell"}}', table.lineno)
    names = _variables_in(source)
    for key, value in _entries(table):
        name, kind = literal(key), _kind(literal(value))
        if not isinstance(name, str) or kind is None:
            raise DeclarationError(f'an entry of {NAME} is a name and a type, such as "cell": "Cell"', key.lineno)
        if wrong := _unknown_type(kind, source):
            raise DeclarationError(f"{NAME} has no type {wrong}{did_you_mean(wrong, TYPES)}", value.lineno)
        owner = name.partition(".")[0]
        if owner not in names:
            meant = did_you_mean(owner, names)
            raise DeclarationError(f"{NAME} names {owner!r}, which the file does not use{meant}", key.lineno)


def _unknown_type(kind: ast.expr, source: str) -> str:
    """Return the first name in a type that is neither known here nor in the source, or ""."""
    used = {node.id for node in ast.walk(kind) if isinstance(node, ast.Name)}
    known = {*TYPES, *vars(builtins), *_variables_in(source)}
    return next((name for name in sorted(used) if name not in known), "")


@lru_cache(maxsize=32)
def _variables_in(source: str) -> frozenset[str]:
    """Return all names that a source assigns, imports, defines or takes as arguments."""
    found = set()
    for node in ast.walk(tree_of(source)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
    return frozenset(found - {NAME})
