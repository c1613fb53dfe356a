"""Conditions on the counts of several runs, such as ``backtracking > 100 * mrv and mrv.guesses < 3``.

They are parsed by Python itself, so precedence and chained comparisons work as in Python. But nothing is executed, and
only the forms below are accepted. Names can have hyphens and options (``annealing:seed=3``): the parser sees
underscores of the same length instead, so that column numbers stay the same.

If a run was cut off, its count is "at least n". So every value is an interval: a comparison is true if it holds at all
of the intervals' corners, false if it holds at none of them, and otherwise undecided.
"""

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from puzzles.figures import grouped
from solvers.core.declaration import did_you_mean

LONGEST = 1000
"""The maximum length of an expression, in characters."""
MOST_NODES = 300
"""The maximum number of nodes in an expression's syntax tree, which also limits its depth."""
STEPS = "steps"
"""The counter that a name stands for by default."""
_NAME_START = re.compile(r"(?!(and|or|not)$)[^\W\d]")
"""Matches the start of a name that cannot be confused with a number or an operator."""


class ExpressionError(ValueError):
    """Raised for an invalid expression. The message points out where the problem is."""


class Interval(NamedTuple):
    """A number known only to be between two bounds, inclusive."""

    low: float
    high: float

    def __str__(self) -> str:
        """Return the lower bound, with a plus sign if the number may be larger."""
        return grouped(int(self.low)) + "+" * (self.high > self.low)


ANY = Interval(-math.inf, math.inf)
Counts = Sequence[Mapping[str, Interval]]
"""For each run, the interval in which each count is known to lie, by counter name."""


class Expression:
    """A parsed condition. ``names`` maps each name to a run; ``others`` are algorithms that are not being run.

    Raises :class:`ExpressionError`.
    """

    def __init__(
        self, text: str, names: Mapping[str, int], counters: Collection[str], others: Iterable[str] = ()
    ) -> None:
        self.counters: list[tuple[int, str]] = []
        """The (run, counter) pairs in the expression, except step counts, in order of first appearance."""
        self._text = re.sub(r"\s", " ", text.strip())
        self._names, self._known = names, counters
        usable = sorted(filter(_NAME_START.match, {*names, *others}), key=len, reverse=True)
        pattern = rf"(?<![\w.])(?:{'|'.join(map(re.escape, usable))})(?!\w)"
        hidden = re.sub(pattern, lambda found: "_" * len(found[0]), self._text)
        if not self._text:
            raise ExpressionError("the expression is empty; write a comparison, as in a > 100 * b")
        self._body = self._parsed(re.sub(r"[^ -~]", "_", hidden))
        self.verdict([dict.fromkeys(counters, ANY)] * (max(names.values()) + 1))  # visits every node
        comparisons = [node for node in ast.walk(self._body) if isinstance(node, ast.Compare)]
        self._first = min(comparisons, key=operator.attrgetter("col_offset"))

    def verdict(self, counts: Counts) -> bool | None:
        """Return whether the condition holds for these counts, or ``None`` if that is undecided."""
        return self._truth(self._body, counts)

    def ratio(self, counts: Counts) -> float:
        """Return the minimum ratio in the first comparison: the side claimed to be larger divided by the other side."""
        sides = [self._number(side, counts) for side in (self._first.left, self._first.comparators[0])]
        if isinstance(self._first.ops[0], (ast.Lt, ast.LtE)):
            sides.reverse()
        return quotient(*sides).low

    def _parsed(self, hidden: str) -> ast.expr:
        if len(hidden) > LONGEST:
            raise ExpressionError(f"the expression has more than {LONGEST} characters")
        try:
            with warnings.catch_warnings(action="ignore"):
                body = ast.parse(hidden, mode="eval").body
        except SyntaxError as error:
            begin = (error.offset or len(hidden) + 1) - 1  # offset 0 stands for the end
            raise self._error(f"this cannot be parsed ({error.msg})", begin, (error.end_offset or 0) - 1) from None
        except (RecursionError, MemoryError):
            body = None
        if body is None or sum(1 for _ in ast.walk(body)) > MOST_NODES:
            raise self._error(f"the expression has more than {MOST_NODES} names, numbers and operators", 0, len(hidden))
        return body

    def _truth(self, node: ast.expr, counts: Counts) -> bool | None:
        match node:
            case ast.BoolOp(op=op, values=values):
                found = [self._truth(value, counts) for value in values]
                return _all(found) if isinstance(op, ast.And) else _not(_all([_not(one) for one in found]))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return _not(self._truth(operand, counts))
            case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in _COMPARISONS for op in ops):
                pairs = pairwise([self._number(side, counts) for side in (left, *others)])
                return _all([_COMPARISONS[type(op)](*pair) for op, pair in zip(ops, pairs, strict=True)])
        raise self._error_at(node, "a comparison with < <= > >= == or != is needed here, as in a > 2 * b")

    def _number(self, node: ast.expr, counts: Counts) -> Interval:
        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool) and value < 1e300:
                return Interval(float(value), float(value))
            case ast.Name():
                return self._count(node, STEPS, counts)
            case ast.Attribute(value=ast.Name() as name, attr=counter):
                return self._count(name, counter, counts)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                low, high = self._number(operand, counts)
                return Interval(-high, -low)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
                return _OPERATIONS[type(op)](self._number(left, counts), self._number(right, counts))
        raise self._error_at(node, "a number is needed here: a name, NAME.guesses, 100, or a sum such as a + 2 * b")

    def _count(self, node: ast.Name, counter: str, counts: Counts) -> Interval:
        end = node.end_col_offset or 0
        name = self._text[node.col_offset : end]
        if name not in self._names:
            raise self._error_at(node, _unknown(name, "compared algorithm", self._names))
        if counter not in self._known:
            begin = self._text.find(counter, end)
            raise self._error(_unknown(counter, "counter", self._known), begin, begin + len(counter))
        asked = self._names[name], counter
        if counter != STEPS and asked not in self.counters:
            self.counters.append(asked)
        return counts[asked[0]][counter]

    def _error_at(self, node: ast.expr, message: str) -> ExpressionError:
        return self._error(message, node.col_offset, node.end_col_offset or 0)

    def _error(self, message: str, begin: int, end: int) -> ExpressionError:
        return ExpressionError(f"{message}\n  {self._text}\n  {' ' * begin}{'^' * max(1, end - begin)}")


def _unknown(name: str, what: str, known: Iterable[str]) -> str:
    hint = did_you_mean(name, known) or f"; choose one of: {', '.join(known)}"
    return f"no {what} is called {name!r}{hint}"


# Arithmetic and logic


def quotient(a: Interval, b: Interval) -> Interval:
    """Divide two intervals. A positive number divided by 0 is infinite, and 0 divided by 0 is undecided."""
    if b.low > 0 or b.high < 0:
        return _at_corners(operator.truediv, a, b)
    if b.low == 0 < a.low:
        return _hull([a.low / b.high if b.high else math.inf, math.inf])
    return ANY


def _at_corners(of: Callable[[float, float], float], a: Interval, b: Interval) -> Interval:
    return _hull([of(x, y) for x in a for y in b])


def _hull(values: list[float]) -> Interval:
    return ANY if any(map(math.isnan, values)) else Interval(min(values), max(values))


def _ordered(order: Callable[[float, float], bool], a: Interval, b: Interval) -> bool | None:
    outcomes = {order(x, y) for x in a for y in b}
    return outcomes.pop() if len(outcomes) == 1 else None


def _equal(a: Interval, b: Interval) -> bool | None:
    return _all([_ordered(operator.le, a, b), _ordered(operator.ge, a, b)])


def _all(values: Collection[bool | None]) -> bool | None:
    return False if False in values else None if None in values else True


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


_OPERATIONS: Mapping[type[ast.operator], Callable[[Interval, Interval], Interval]] = {
    ast.Add: lambda a, b: _at_corners(operator.add, a, b),
    ast.Sub: lambda a, b: _at_corners(operator.sub, a, b),
    ast.Mult: lambda a, b: _at_corners(lambda x, y: x * y if x and y else 0.0, a, b),
    ast.Div: quotient,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Interval, Interval], bool | None]] = {
    ast.Lt: lambda a, b: _ordered(operator.lt, a, b),
    ast.LtE: lambda a, b: _ordered(operator.le, a, b),
    ast.Gt: lambda a, b: _ordered(operator.gt, a, b),
    ast.GtE: lambda a, b: _ordered(operator.ge, a, b),
    ast.Eq: _equal,
    ast.NotEq: lambda a, b: _not(_equal(a, b)),
}
