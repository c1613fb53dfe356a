"""The layout of boards on paper: pages of one to twelve boards with their titles and solutions.

All lengths are in points (72 to the inch), measured from the top left corner of a page, with y pointing down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import NamedTuple

from visualizer.views.board import BoardView, CellView, Role

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""The columns and rows for each number of boards on a page."""
SOLUTIONS = ("none", "after", "upside-down")
MARGIN, GAP = 42.5, 18.0
"""The page margin, and the gap between boards."""
LOOSE = 0.15
"""The maximum extra space between boards when there is room, as a share of a board's side."""
LEAST_CELL = 6.0
"""The minimum legible side of a cell, which limits how many solutions fit on a separate page."""
SMALL, SMALL_GAP = 62.0, 10.0
"""The side of a 9x9 solution at the bottom of a page, and the gap between two of them."""
FOOT_SHARE = 0.4
"""The maximum share of a page that solutions at the bottom may take."""
_TITLES = {1: 15.0, 2: 13.0, 4: 11.5, 6: 10.5, 9: 9.5, 12: 9.0}


@dataclass(frozen=True)
class PageItem:
    """A puzzle to print."""

    board: BoardView
    title: str = ""
    solution: BoardView | None = None
    solution_title: str = ""


class PlacedBoard(NamedTuple):
    """A board and its place on a page."""

    board: BoardView
    x: float
    y: float
    side: float
    title: str
    """The title above the board."""
    em: float
    """The font size of the title."""


@dataclass(frozen=True)
class Sheet:
    """A page."""

    width: float
    height: float
    spots: tuple[PlacedBoard, ...] = ()
    turned: tuple[PlacedBoard, ...] = field(default=())
    """The boards to turn upside down, all together, around :attr:`middle`."""

    @property
    def middle(self) -> tuple[float, float]:
        """The point around which boards are rotated."""
        return self.width / 2, (self.foot + self.height - MARGIN) / 2

    @property
    def foot(self) -> float:
        """The y coordinate of the top of the turned boards; the bottom margin if there are none."""
        return min((spot.y - _title_height(spot.em) for spot in self.turned), default=self.height - MARGIN)


def clean(view: BoardView, candidates: bool) -> BoardView:
    """Return the board as printed. It shows where each digit came from, but nothing about a step."""
    cells = (_clean(cell, candidates) for cell in view.cells)
    return replace(view, cells=tuple(cells), solved=False, links=())


def _clean(cell: CellView, candidates: bool) -> CellView:
    if cell.digit:
        return CellView(cell.digit, cell.role, cell.level)
    return CellView(candidates=cell.candidates if candidates else 0)


def solved(view: BoardView, digits: Sequence[int]) -> BoardView:
    """Return the board with every cell filled in."""
    pairs = zip(view.cells, digits, strict=True)
    return replace(view, cells=tuple(cell if cell.digit else CellView(digit, Role.FIXED) for cell, digit in pairs))


def sheets(items: Sequence[PageItem], per_page: int, paper: str, solutions: str) -> tuple[Sheet, ...]:
    """Return the pages. The last three arguments come from :data:`GRIDS`, :data:`PAPERS` and :data:`SOLUTIONS`."""
    size = PAPERS[paper]
    parts = [items[start : start + per_page] for start in range(0, len(items), per_page)]
    pages = [_sheet(part, per_page, size, solutions == "upside-down") for part in parts]
    if solutions == "after":
        pages += _solution_sheets([one for one in items if one.solution is not None], size)
    return tuple(pages)


def _sheet(items: Sequence[PageItem], per_page: int, size: tuple[float, float], with_foot: bool) -> Sheet:
    width, height = size
    turned = _foot([one for one in items if one.solution is not None], size) if with_foot else ()
    sheet = Sheet(width, height, (), turned)
    boards = [(one.board, one.title) for one in items]
    room = (MARGIN, MARGIN, width - MARGIN, sheet.foot - (GAP if turned else 0))
    return replace(sheet, spots=_grid(boards, GRIDS[per_page], room, _TITLES[per_page]))


def _grid(
    boards: Sequence[tuple[BoardView, str]],
    grid: tuple[int, int],
    room: tuple[float, float, float, float],
    em: float,
) -> tuple[PlacedBoard, ...]:
    """Place boards row by row in the rectangle (left, top, right, bottom), as large as possible."""
    columns, rows = grid
    left, top, right, bottom = room
    over = _title_height(em) if any(title for _, title in boards) else 0.0
    wide, high = (right - left + GAP) / columns, (bottom - top + GAP) / rows
    side = min(wide - GAP, high - GAP - over)
    most = GAP + LOOSE * side
    across, down = min(wide, side + most), min(high, over + side + most)
    start = left + (right - left - (columns - 1) * across - side) / 2
    spots = []
    for i, (board, title) in enumerate(boards):
        row, column = divmod(i, columns)
        spots.append(PlacedBoard(board, start + column * across, top + row * down + over, side, title, em))
    return tuple(spots)


def _title_height(em: float) -> float:
    return 1.7 * em


def _side(item: PageItem) -> int:
    """Return how many cells stand along the longer side of a board."""
    return max(item.board.geometry.extent)


def _solution_sheets(items: Sequence[PageItem], size: tuple[float, float]) -> list[Sheet]:
    """Return separate pages for the solutions."""
    found = []
    for side in dict.fromkeys(map(_side, items)):
        ours = [(one.solution, one.solution_title) for one in items if _side(one) == side]
        boards = [(board, title) for board, title in ours if board is not None]
        rooms = {many: (size[0] - 2 * MARGIN + GAP) / columns - GAP for many, (columns, _) in GRIDS.items()}
        many = max((many for many, room in rooms.items() if room / side >= LEAST_CELL), default=1)
        for start in range(0, len(boards), many):
            room = (MARGIN, MARGIN, size[0] - MARGIN, size[1] - MARGIN)
            found.append(Sheet(*size, _grid(boards[start : start + many], GRIDS[many], room, 9.0)))
    return found


def _foot(items: Sequence[PageItem], size: tuple[float, float]) -> tuple[PlacedBoard, ...]:
    """Place small solutions in rows at the bottom of the page."""
    if not items:
        return ()
    em, width = 7.0, size[0] - 2 * MARGIN
    over = _title_height(em)
    side = SMALL * max(1.0, max(map(_side, items)) / 9)
    while True:
        columns = max(1, int((width + SMALL_GAP) / (side + SMALL_GAP)))
        rows = ceil(len(items) / columns)
        high = side + over + SMALL_GAP
        if rows * high <= FOOT_SHARE * size[1] and side <= width:
            break
        side *= 0.95
    columns = ceil(len(items) / rows)
    top = size[1] - MARGIN - rows * high + SMALL_GAP
    spots = []
    for i, one in enumerate(items):
        row, column = divmod(i, columns)
        assert one.solution is not None
        place = MARGIN + column * (side + SMALL_GAP), top + row * high + over
        spots.append(PlacedBoard(one.solution, *place, side, one.solution_title, em))
    return tuple(spots)
