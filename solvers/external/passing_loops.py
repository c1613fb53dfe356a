"""Finds the line that made a step of the user's own solver, even if a loop has passed it on.

Students write ``for step in helper(): yield step`` as often as ``yield from helper()``, and mean the same thing. The
loop's generator is on its function's stack, where only the garbage collector can see it. Its references are listed in
the order of the stack, innermost loop last. If the search fails, the loop's own line stands for the step.
"""

from __future__ import annotations

import ast
import gc
from itertools import islice
from types import CodeType, FrameType, GeneratorType
from typing import Any

Loops = tuple[str, ...]
"""The names that the enclosing loops of a function set, outermost first; "" if a loop sets several or changes one."""
_SCOPES = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


class PassingLoops:
    """The loops of a file that yield what they get from another generator."""

    def __init__(self, source: str, path: str) -> None:
        self.path = path
        self._inside: dict[tuple[int, int], int] = {}
        """For each ``yield`` that passes steps on, by line and column, the number of loops between it and the loop
        whose variable it yields.
        """
        self._known: dict[tuple[CodeType, int], int | None] = {}
        self._read(source)

    def __bool__(self) -> bool:
        return bool(self._inside)

    def maker(self, generator: Any) -> FrameType | None:
        """Return the frame that made the last step, following ``yield from`` and passing loops."""
        frame: FrameType | None = self.active(generator)[-1].gi_frame
        return frame

    def active(self, generator: Any) -> list[Any]:
        """Return the generators that are under way, from the given one to the one that made the last step."""
        found = [generator]
        while isinstance(below := self._below(found[-1]), GeneratorType) and below.gi_frame is not None:
            found.append(below)
        return found

    def _below(self, generator: Any) -> object:
        """Return the iterator whose step a generator has passed on, if any."""
        if generator.gi_yieldfrom is not None or (depth := self._depth(generator.gi_frame)) is None:
            return generator.gi_yieldfrom
        iterators = (one for one in reversed(gc.get_referents(generator)) if hasattr(type(one), "__next__"))
        return next(islice(iterators, depth, None), None)

    def _depth(self, frame: FrameType) -> int | None:
        """Return how many loops are inside the loop that passes on what the frame yields; ``None`` if no loop does."""
        at = frame.f_code, frame.f_lasti
        if at not in self._known:
            line, _, column, _ = list(frame.f_code.co_positions())[frame.f_lasti // 2]
            here = frame.f_code.co_filename == self.path
            self._known[at] = self._inside.get((line or 0, column or 0)) if here else None
        return self._known[at]

    # The source

    def _read(self, source: str) -> None:
        nodes: list[tuple[ast.AST, Loops]] = [(ast.parse(source), ())]
        while nodes:  # not by recursion, as an expression may be nested deeply
            node, loops = nodes.pop()
            if isinstance(node, ast.For):
                nodes += ((one, loops) for one in (node.target, node.iter, *node.orelse))
                nodes += ((one, (*loops, _name_set(node))) for one in node.body)
                continue
            if isinstance(node, ast.GeneratorExp):
                names = (one.target for one in node.generators)
                loops_in_it = tuple(one.id if isinstance(one, ast.Name) else "" for one in names)
                for at in (node, node.elt):  # up to Python 3.11 the whole expression yields, and then its element
                    self._note(at, node.elt, loops_in_it)
            elif isinstance(node, ast.Yield):
                self._note(node, node.value, loops)
            within = () if isinstance(node, _SCOPES) else loops
            nodes += ((one, within) for one in ast.iter_child_nodes(node))

    def _note(self, at: ast.expr, value: ast.expr | None, loops: Loops) -> None:
        """Record the position of a ``yield`` that passes on the variable of a loop."""
        if isinstance(value, ast.Name) and value.id in loops:
            self._inside[at.lineno, at.col_offset] = loops[::-1].index(value.id)


def _name_set(loop: ast.For) -> str:
    """Return the name that a loop sets, unless its body sets it too."""
    name = loop.target.id if isinstance(loop.target, ast.Name) else ""
    nodes = (node for part in loop.body for node in ast.walk(part))
    changed = any(isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and one.id == name for one in nodes)
    return "" if changed else name
