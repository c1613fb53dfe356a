"""The addresses of puzz.link and other sites of pzpr, such as ``puzz.link/p?kakuro/8/7/…``, for the kinds there are.

Kakuro's squares follow row by row, without the black ones above and to the left: ``k`` to ``z`` are runs of 1 to 16
cells, a dot is a black square, and two figures are its sums below and to the right. Then come the sums above the first
row and those left of the first column, where cells begin. A figure is 0 to 9, a to j for 10 to 19 or A to Z for 20 to
45; 0 and - are no sum.

Slitherlink's squares follow row by row too. A figure is a number: 0 to 4, 5 to 9 with a blank square after it, or a to
e with two; g to z are 1 to 20 blank squares, and a dot is a number that is not told. Source: pzpr's source code
(github.com/robx/pzprjs).
"""

import re
from collections.abc import Iterator
from itertools import groupby, product

from puzzles.geometry import Geometry, check_extent
from puzzles.kinds.kakuro import Board, Sums
from puzzles.kinds.kind import Place
from puzzles.kinds.slitherlink import Squares
from puzzles.puzzle import Puzzle

SITES = ("puzz.link", "pzplus.tck.mn", "pzv.jp", "pzprxs.vercel.app")
KINDS = {"kakuro": "kakuro", "slitherlink": "slither"}
"""The first name of each kind there."""
_BODY = re.compile(r"([a-z]+)/(?:v:/)?([0-9]{1,3})/([0-9]{1,3})/([\w.-]+)/?", re.ASCII)
_FIGURES = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
_RUNS = "klmnopqrstuvwxyz"
_SQUARES = "0123456789abcdefghijklmnopqrstuvwxyz"
_BLANK = _SQUARES.index("f")
_DAMAGED = "it is cut off or damaged; copy it again"


def puzzle(query: str) -> Puzzle:
    """Return the puzzle of an address, given what follows its question mark. Raises ``ValueError``."""
    if not (match := _BODY.fullmatch(query)):
        raise ValueError(_DAMAGED)
    kind = next((kind for kind, name in KINDS.items() if match[1] in (kind, name)), "")
    if not kind:
        raise ValueError(f"it is a puzzle of the kind {match[1][:20]!r}, which this program does not know")
    read = _kakuro if kind == "kakuro" else _slitherlink
    geometry = Geometry.of_spec(f"{kind} {read(match[4], int(match[3]), int(match[2]))}")
    return Puzzle((0,) * len(geometry.cells), geometry)


def address(puzzle: Puzzle) -> str:
    """Return the address of a puzzle: the inverse of :func:`puzzle`. Raises ``ValueError`` if it cannot hold it."""
    if puzzle.clues:
        raise ValueError("givens, which links of puzz.link do not have")
    kind = puzzle.geometry.kind_name
    write = _kakuro_text if kind == "kakuro" else _slitherlink_text
    return f"https://puzz.link/p?{KINDS[kind]}/{write(puzzle.geometry)}"


# Kakuro -------------------------------------------------------------------------------------------------------------


def _kakuro(text: str, rows: int, columns: int) -> Board:
    rows, columns = rows + 1, columns + 1
    check_extent(rows, columns)
    cells, sums = _inside(text, rows, columns)
    return Board((rows, columns), frozenset(cells), sums)


def _inside(text: str, rows: int, columns: int) -> tuple[set[Place], Sums]:
    signs, places = iter(text), [*product(range(1, rows), range(1, columns))]
    cells, sums = set[Place](), Sums()
    at = 0
    try:
        while at < len(places):
            if (sign := next(signs)) in _RUNS:
                run = _RUNS.index(sign) + 1
                cells |= {*places[at : at + run]}
                at += run
                continue
            if sign != ".":
                sums[places[at], "down"], sums[places[at], "across"] = _sum(sign), _sum(next(signs))
            at += 1
        for before in _edges(rows, columns, cells):
            sums[before] = _sum(next(signs))
    except (StopIteration, ValueError):
        raise ValueError(_DAMAGED) from None
    if at > len(places) or next(signs, ""):
        raise ValueError(_DAMAGED)
    return cells, {before: total for before, total in sums.items() if total}


def _sum(sign: str) -> int:
    return 0 if sign == "-" else _FIGURES.index(sign)


def _edges(rows: int, columns: int, cells: set[Place] | frozenset[Place]) -> Iterator[tuple[Place, str]]:
    """Yield the squares above and to the left of the first cells, with the direction of their runs."""
    yield from (((0, column), "down") for column in range(1, columns) if (1, column) in cells)
    yield from (((row, 0), "across") for row in range(1, rows) if (row, 1) in cells)


def _kakuro_text(geometry: Geometry) -> str:
    board = Board.read(geometry.text)
    if min(map(min, board.cells)) < 1:
        raise ValueError("cells in the first row or column, which links of puzz.link do not have")
    (rows, columns), sums = board.extent, board.sums
    text = ""
    for white, group in groupby(product(range(1, rows), range(1, columns)), board.cells.__contains__):
        run = [*group]
        while white and run:
            text += _RUNS[min(len(run), len(_RUNS)) - 1]
            run = run[len(_RUNS) :]
        for place in run:
            both = [sums.get((place, way), 0) for way in ("down", "across")]
            text += "".join(map(_FIGURES.__getitem__, both)) if any(both) else "."
    text += "".join(_FIGURES[sums.get(before, 0)] for before in _edges(rows, columns, board.cells))
    return f"{columns - 1}/{rows - 1}/{text}"


# Slitherlink --------------------------------------------------------------------------------------------------------


def _slitherlink(text: str, rows: int, columns: int) -> Squares:
    flat = "".join("." if sign == "." else _square(_SQUARES.find(sign)) for sign in text)
    most = rows * columns
    if not 0 < most <= len(flat) <= most + 2 or flat[most:].strip(".") or re.search("[^0-9a-eg-z.]", text):
        raise ValueError(_DAMAGED)  # the last number may have more blanks after it than there are squares
    return Squares.of(flat[:most], columns)


def _square(value: int) -> str:
    return "." * (value - _BLANK) if value > _BLANK else f"{value % 5}{'.' * (value // 5)}"


def _slitherlink_text(geometry: Geometry) -> str:
    board = Squares.read(geometry.text)
    rows, columns = board.extent

    def figure(match: re.Match[str]) -> str:
        if not match[1]:
            return _SQUARES[_BLANK + len(match[0])]
        blanks = 2 if match.end() == rows * columns else len(match[2])
        return _SQUARES[int(match[1]) + 5 * blanks]

    return f"{columns}/{rows}/{re.sub(r'([0-3])([.]{0,2})|[.]{1,20}', figure, board.flat)}"
