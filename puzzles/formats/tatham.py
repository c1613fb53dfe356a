"""``tatham``: the game IDs of Simon Tatham's Portable Puzzle Collection, one per line.

Solo's (``3x3xk:…`` or ``9j:…``) may have regions (j) in place of boxes, diagonals (x) and cages (k). Unequal's
(``6:…``) have signs between cells or, in its adjacent mode (``6a:…``), a bar between all neighbours that are
consecutive. Loopy's (``7x7t0:…``) are Slitherlinks, on squares if a 0 follows the t. In Solo's and Loopy's, a letter is
a run of blanks: ``a`` is one, ``z`` 26. Regions and cages are runs of neighbours without a border between them, first
along the rows and then along the columns. A cage's sum stands in its first cell. Source: solo.c, unequal.c and loopy.c
(chiark.greenend.org.uk/~sgtatham/puzzles).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from puzzles.bounds import LONGEST_LINE
from puzzles.formats.base import Bytes, Format, Found, StoredPart, attempted, misread, text_lines
from puzzles.geometry import Digit, Geometry, rectangle, sides
from puzzles.kinds.blueprint import LETTERS, Blueprint, Item
from puzzles.kinds.kind import Place
from puzzles.kinds.slitherlink import Squares
from puzzles.puzzle import Position, Puzzle

_ID = re.compile(r"([0-9]{1,2})(?:x([0-9]{1,2}))?(t[0-9]{1,2}[a-z]{0,2}|[a-z]{0,6})([:#])([\w,/-]+)", re.ASCII)
_SOLO = re.compile(r"(j?)(x?)(k?)(x?)")
_TILINGS = (
    "squares", "triangles", "honeycomb", "snub square", "Cairo", "great hexagonal", "octagonal", "kites", "floret",
    "dodecagonal", "great dodecagonal", "Penrose kites and darts", "Penrose rhombs", "great great dodecagonal",
    "kagome", "compass dodecagonal", "hats", "spectres",
)  # fmt: skip
"""Loopy's grids, in its order."""
_LEAST_LOOPY = 3
"""The fewest rows and columns that Loopy takes."""
_LEVEL = re.compile(r"d[a-z]$")
_RUN = re.compile(r"[a-z_]|[0-9]+")
_SIGNS = re.compile(r"([0-9]{1,2})([URDL]{0,4})")
_STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
_JOINS = 26
"""The letter z, with no border after it."""
_SIDES = range(2, 32)
_DAMAGED = "it is cut off or damaged; copy it again"


def looks_like(head: str) -> bool:
    """Return whether the first line that is not blank or a comment is a game ID."""
    first = next((line for line in head.splitlines() if line.strip() and not line.startswith("#")), "")
    return _ID.fullmatch(first.strip()) is not None


def read(stream: Bytes) -> Iterator[Found]:
    for number, line in text_lines(stream):
        if line.strip() and not line.startswith("#"):
            yield from attempted(partial(_position, line.strip(), number))


def _position(text: str, line: int) -> Position:
    try:
        return Position(_puzzle(text[: LONGEST_LINE + 1]), line=line)
    except ValueError as error:
        raise misread(f"a game ID of Simon Tatham's that cannot be opened: {error}", line) from None


def _puzzle(text: str) -> Puzzle:
    """Return the puzzle of a game ID. Raises ``ValueError``."""
    match = _ID.fullmatch(text)
    if match is None or len(text) > LONGEST_LINE:
        raise ValueError("it has no size before a colon, as in 3x3:")
    wide, tall, kind = int(match[1]), int(match[2] or 1), _LEVEL.sub("", match[3])
    if match[4] == "#":
        raise ValueError("it holds a random number, from which only the game itself makes a puzzle")
    if kind.startswith("t"):
        return _loopy(int(match[2] or wide), wide, int(kind[1:]), match[5])
    solo = _SOLO.fullmatch(kind)
    if solo and (match[2] or solo[1]):
        return _solo((wide, tall), "j" in kind, "x" in kind, "k" in kind, match[5].split(","))
    if match[2] or kind not in ("", "a") or not _SIGNS.match(match[5]):
        raise ValueError("it is of another game than Solo, Unequal and Loopy")
    return _unequal(wide, kind == "a", match[5].rstrip(",").split(","))


# Solo ---------------------------------------------------------------------------------------------------------------


def _solo(box: Place, jigsaw: bool, crossed: bool, caged: bool, parts: list[str]) -> Puzzle:
    side = box[0] * box[1]
    if side not in _SIDES or len(parts) != 1 + jigsaw + 2 * caged:
        raise ValueError(_DAMAGED)
    regions, items = None, list[Item]()
    if jigsaw:
        whose = _groups(parts[1], side)
        named = dict(zip(dict.fromkeys(whose), LETTERS, strict=False))
        regions = _rows("".join(named.get(first, "?") for first in whose), side)
    if caged:
        sums, places = _numbers(parts[-1], side), rectangle(side, side)
        groups = dict[int, list[Place]]()
        for cell, first in enumerate(_groups(parts[-2], side)):
            groups.setdefault(first, []).append(places[cell])
        cages = ((first, tuple(its)) for first, its in groups.items() if sums[first] or len(its) > 1)
        items = [Item("cage", (sums[first],) if sums[first] else None, its) for first, its in cages]
    shape = Blueprint(side, None if jigsaw else box, regions, units=("diagonals",) * crossed, items=tuple(items))
    return Puzzle(tuple(_numbers(parts[0], side)), shape.geometry)


def _rows(text: str, side: int) -> tuple[str, ...]:
    return tuple(text[start : start + side] for start in range(0, len(text), side))


def _numbers(text: str, side: int) -> list[int]:
    """Return a number for each cell, 0 for a blank."""
    numbers, found = list[int](), _RUN.findall(text)
    for part in found:
        numbers += [int(part[:4])] if part.isdigit() else [] if part == "_" else [0] * (ord(part) - 96)
    if len(numbers) != side * side or "".join(found) != text:
        raise ValueError(_DAMAGED)
    return numbers


def _neighbours(side: int) -> list[tuple[int, int]]:
    """Return the pairs of cells that may have a border between them, in the order of the game."""
    across = [(row * side + column, row * side + column + 1) for row in range(side) for column in range(side - 1)]
    down = [(row * side + column, (row + 1) * side + column) for column in range(side) for row in range(side - 1)]
    return across + down


def _groups(text: str, side: int) -> list[int]:
    """Return the first cell of the group that each cell belongs to."""
    first, pairs, at = [*range(side * side)], _neighbours(side), 0
    for sign in text[: len(pairs) + 1]:
        run = 0 if sign == "_" else ord(sign) - 96
        for pair in pairs[at : at + run]:
            low, high = sorted(first[cell] for cell in pair)
            first = [low if its == high else its for its in first]
        at += run + (run != _JOINS)
    if at != len(pairs) + 1 or re.search("[^a-z_]", text):
        raise ValueError(_DAMAGED)
    return first


# Unequal ------------------------------------------------------------------------------------------------------------


def _unequal(side: int, adjacent: bool, cells: list[str]) -> Puzzle:
    found = [_SIGNS.fullmatch(cell) for cell in cells]
    if side not in _SIDES or len(found) != side * side:
        raise ValueError(_DAMAGED)
    givens, signs = list[Digit](), set[tuple[Place, Place]]()
    for (row, column), match in zip(rectangle(side, side), found, strict=True):
        if match is None:
            raise ValueError(_DAMAGED)
        givens.append(int(match[1]))
        for down, right in map(_STEPS.__getitem__, match[2]):
            signs.add(((row + down, column + right), (row, column)))
    if {place for pair in signs for place in pair} - {*rectangle(side, side)}:
        raise ValueError(_DAMAGED)
    items = _adjacent(side, signs) if adjacent else [Item("less", (), pair) for pair in signs]
    return Puzzle(tuple(givens), Blueprint(side, regions=(), items=tuple(items)).geometry)


def _adjacent(side: int, bars: set[tuple[Place, Place]]) -> Iterator[Item]:
    """Yield a rule for each two neighbours: they are consecutive if a bar stands between them, else they are not."""
    places = rectangle(side, side)
    for pair in ((places[one], places[other]) for one, other in _neighbours(side)):
        yield Item("dot", (1,), pair) if {pair, pair[::-1]} & bars else Item("apart", (), pair)


# Loopy --------------------------------------------------------------------------------------------------------------


def _loopy(rows: int, columns: int, tiling: int, text: str) -> Puzzle:
    if tiling:
        named = repr(_TILINGS[tiling]) if tiling < len(_TILINGS) else "unknown"
        raise ValueError(f"its grid is {named}, and not of squares")
    flat = re.sub("[a-z]", lambda run: "." * (ord(run[0]) - 96), text)
    if len(flat) != rows * columns:
        raise ValueError(_DAMAGED)
    geometry = Geometry.of_spec(f"slitherlink {Squares.of(flat, columns)}")
    return Puzzle((0,) * len(geometry.cells), geometry)


def _written_loopy(puzzle: Puzzle) -> str:
    board = Squares.read(puzzle.geometry.text)
    if puzzle.clues or min(board.extent) < _LEAST_LOOPY:
        raise ValueError("given lines, or fewer than 3 rows or columns, which Simon Tatham's Loopy does not have")
    rows, columns = board.extent
    return f"{columns}x{rows}t0:{re.sub('[.]{1,26}', lambda run: _letters(len(run[0])), board.flat)}"


# Writing ------------------------------------------------------------------------------------------------------------


def write(positions: Iterable[Position]) -> Iterator[str]:
    return (_written(position.puzzle) for position in positions)


def _written(puzzle: Puzzle) -> str:
    """Return a puzzle's game ID. Raises ``ValueError`` if no game has such a shape."""
    if puzzle.geometry.kind_name == "slitherlink":
        return _written_loopy(puzzle)
    shape = Blueprint.of(puzzle.geometry)
    if shape is None or shape.side not in _SIDES or shape.corners != Blueprint.corners:
        raise ValueError("a shape that is none of Simon Tatham's games")
    rules = {item.name for item in shape.items}
    if shape.regions == () and not shape.units and (rules <= {"less"} or rules <= {"dot", "apart"}):
        return _written_unequal(puzzle, shape)
    caged, crossed = rules == {"cage"}, shape.units == ("diagonals",)
    if rules and not caged or shape.units and not crossed or shape.regions == () or caged and shape.side > 9:
        raise ValueError("rules that Simon Tatham's games do not have")
    size = f"{shape.side}j" if shape.regions else "{}x{}".format(*shape.boxes)
    borders = [_borders("".join(shape.regions), shape.side)] if shape.regions else []
    cages = _cages(shape) if caged else []
    return _checked(f"{size}{'x' * crossed}{'k' * caged}:{','.join([_runs(puzzle.givens), *borders, *cages])}", puzzle)


def _checked(text: str, puzzle: Puzzle) -> str:
    """Return a game ID, if it says the whole puzzle."""
    if _puzzle(text) != puzzle:
        raise ValueError("cages or signs that Simon Tatham's games do not have")
    return text


def _cages(shape: Blueprint) -> list[str]:
    """Return the borders of the cages, and their sums."""
    places, sums = rectangle(shape.side, shape.side), dict[Place, int]()
    first = {place: place for place in places}
    for item in shape.items:
        first |= dict.fromkeys(item.places, item.places[0])
        sums[item.places[0]] = sum(item.args or ())
    if min(Counter(first.values()).values()) < 2:
        raise ValueError("cells without a cage of two or more, which Simon Tatham's games do not have")
    return [_borders([first[place] for place in places], shape.side), _runs([sums.get(place, 0) for place in places])]


def _runs(numbers: Sequence[int]) -> str:
    runs = ((blank, [*run]) for blank, run in groupby(numbers, key=lambda number: number == 0))
    return "".join(_letters(len(run)) if blank else "_".join(map(str, run)) for blank, run in runs)


def _letters(run: int) -> str:
    return "z" * (run // _JOINS) + (chr(96 + run % _JOINS) if run % _JOINS else "")


def _borders(groups: Sequence[object], side: int) -> str:
    """Return the borders between the groups of cells that each cell names. The inverse of :func:`_groups`."""
    text, run = "", 0
    for same in (*(groups[one] == groups[other] for one, other in _neighbours(side)), False):
        if not same:
            text += _letters(run) + "_" * (run % _JOINS == 0)
        run = run + 1 if same else 0
    return text


def _written_unequal(puzzle: Puzzle, shape: Blueprint) -> str:
    adjacent = any(item.name != "less" for item in shape.items)
    signs = {item.places for item in shape.items if item.name != "apart"}
    cells = []
    for (row, column), given in zip(rectangle(shape.side, shape.side), puzzle.givens, strict=True):
        beside = {sign: ((row + down, column + right), (row, column)) for sign, (down, right) in _STEPS.items()}
        pairs = {sign: tuple(sorted(pair)) if adjacent else pair for sign, pair in beside.items()}
        cells.append(f"{given}{''.join(sign for sign, pair in pairs.items() if pair in signs)}")
    return _checked(f"{shape.side}{'a' * adjacent}:{','.join(cells)},", puzzle)


TATHAM = Format(
    "tatham", looks_like, read, write, title="a game ID of Simon Tatham's puzzles", rank=108, order=17,
    endings=(".tatham",), holds=frozenset({StoredPart.SEVERAL}), shapes=True, any_shape=True,
    attempt=_written, terse=True, sides=frozenset(sides()) & frozenset(_SIDES),
)  # fmt: skip
