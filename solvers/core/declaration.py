"""Reads what a solver's file declares in a table such as ``PSEUDOCODE``, without running the file."""

import ast
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

UNREADABLE = (ValueError, TypeError, SyntaxError, RecursionError, MemoryError)
"""The exceptions that parsing a source or a literal may raise."""

LONGEST_WORD = 100
"""The maximum length of a word for which similar words are suggested, because comparing takes time."""


class DeclarationError(ValueError):
    """An invalid declaration. The message says what is wrong, and ``line`` says where, counting from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


@lru_cache(maxsize=32)
def tree_of(source: str) -> ast.Module:
    """Return the source's syntax tree, empty if it cannot be parsed."""
    try:
        return ast.parse(source)
    except UNREADABLE:
        return ast.Module([], [])


def declared(source: str, name: str) -> ast.expr | None:
    """Return the expression that the source assigns to a name, or ``None`` if there is none."""
    for statement in tree_of(source).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return getattr(statement, "value", None)
    return None


def literal(node: ast.expr) -> Any:
    """Return the value of a literal, or ``None`` if the expression would have to be executed."""
    try:
        return ast.literal_eval(node)
    except UNREADABLE:
        return None


def last_name(node: ast.expr) -> str:
    """Return the last name in ``a.b.c`` or ``c``; "" for anything else."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question naming the words closest to an unknown one, "" if none is close."""
    near = get_close_matches(word, list(known), 2, 0.5) if len(word) <= LONGEST_WORD else []
    return f"; did you mean {' or '.join(near)}?" if near else ""
