"""Changes the shape of the puzzle being entered: cages, lines, signs, dots, regions, diagonals and the like.

A tool is what a drag over the board draws. Each change is a new run with the digits so far, and undoing it goes back to
the run before.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from string import ascii_letters
from typing import NamedTuple

from puzzles.geometry import Cell, Geometry
from puzzles.kinds.blueprint import UNITS, Blueprint, Item
from puzzles.kinds.kind import Place
from puzzles.puzzle import Puzzle
from visualizer.play.state import Game
from visualizer.play.tool import CLICKED, DRAWN, LINES, TOOLS
from visualizer.session.run_history import EarlierRun
from visualizer.session.session import Session
from visualizer.views.plan import edges_above


class Change(NamedTuple):
    """A change of the shape: the run before it, and the puzzle after it."""

    before: EarlierRun
    after: Puzzle


def _between(geometry: Geometry, start: Cell, end: Cell) -> list[Cell]:
    """Return the cells on the straight way from a cell to another, which a quick drag may skip, and the latter."""
    (row, column), (down, right) = geometry.places[start], geometry.places[end]
    down, right = down - row, right - column
    far = max(abs(down), abs(right))
    ways = ((row + round(down * step / far), column + round(right * step / far)) for step in range(1, far + 1))
    return [geometry.cell_of[place] for place in ways if place in geometry.cell_of]


def _letters(geometry: Geometry, blueprint: Blueprint) -> dict[Place, str]:
    """Return the letter of each cell's region. Without regions, these are the boxes or else the rows."""
    if blueprint.regions:
        return {(row, column): blueprint.regions[row][column] for row, column in geometry.places}
    kind = "box" if any(unit.kind == "box" for unit in geometry.units) else "row"
    letters = zip(ascii_letters, (unit for unit in geometry.units if unit.kind == kind), strict=False)
    return {geometry.places[cell]: letter for letter, unit in letters for cell in unit.cells}


def blank_like(geometry: Geometry, size: str = "") -> Geometry:
    """Return a shape of edges without numbers, as large as another or as a text such as "7x7" says."""
    return Geometry.of_spec(f"{geometry.kind_name} {size or geometry.dimensions}")


def _with_items(blueprint: Blueprint, items: Iterable[Item]) -> Blueprint:
    return replace(blueprint, items=tuple(sorted(items, key=lambda item: (item.name, item.places))))


def _with_grid(blueprint: Blueprint, place: Place) -> Blueprint:
    """Return the grids with another one, which shares the corner box that has a place; or without one that does, if
    there is no other. Raises ``ValueError``.
    """
    if blueprint.regions is not None:
        raise ValueError("only grids with boxes can share one")
    far = [blueprint.side - length for length in blueprint.boxes]
    shared = [
        (row + sign * far[0], column + other * far[1])
        for row, column in blueprint.corners
        for sign, other in product((-1, 1), repeat=2)
        if _is_inside(place, (row + (sign > 0) * far[0], column + (other > 0) * far[1]), blueprint.boxes)
    ]
    if new := [one for one in shared if one not in blueprint.corners and min(one) >= 0]:
        return replace(blueprint, corners=tuple(sorted((*blueprint.corners, new[0]))))
    if there := [one for one in shared if one in blueprint.corners[1:]]:
        return replace(blueprint, corners=tuple(one for one in blueprint.corners if one != there[-1]))
    raise ValueError("a new grid must share a corner box with another one, and cannot begin above or left of the first")


def _is_inside(place: Place, corner: Place, size: Place) -> bool:
    return all(start <= at < start + length for at, start, length in zip(place, corner, size, strict=True))


class Shaping:
    """Draws with the tools on a session's board. ``edit`` starts to enter a puzzle."""

    def __init__(self, session: Session, game: Game, edit: Callable[[Puzzle], object]) -> None:
        self.session, self.game, self._edit = session, game, edit
        self._past: list[Change] = []
        self._future: list[EarlierRun] = []

    @property
    def units(self) -> tuple[str, ...]:
        """The further units, such as diagonals, that the shape has."""
        blueprint = Blueprint.of(self.session.puzzle.geometry)
        return blueprint.units if blueprint else ()

    @property
    def changed(self) -> bool:
        """Whether the puzzle is what a change of the shape has made of it, so that this can be undone."""
        return bool(self._past) and self._past[-1].after is self.session.puzzle

    @property
    def undone(self) -> bool:
        """Whether a change of the shape has been undone."""
        return bool(self._future)

    # Tools

    def take(self, name: str) -> None:
        """Take a tool, or put it away."""
        tool = self.game.tool
        tool.name = "" if tool.name == name else name
        tool.drop()
        self.session.toast = f"{TOOLS[name]}." if tool.name else "The digits you type are givens again."

    def leave(self) -> bool:
        """Drop what is selected, or put the tool away. Return False if there is neither."""
        tool = self.game.tool
        held = bool(tool.name)
        if not tool.selected:
            tool.name = ""
        tool.drop()
        return held

    def press(self, cell: Cell, beside: Place) -> bool:
        """Begin a drag at a cell, draw a sign or dot between it and the cell ``beside`` it, in rows and columns, or add
        a grid that shares its box.
        """
        game, tool = self.game, self.game.tool
        game.cursor = cell
        if tool.name in CLICKED:
            self._click(cell, beside)
            return False
        if tool.sum:
            self.draw()
        tool.drop()
        tool.selected = (cell,)
        return True

    def drag(self, cell: Cell) -> None:
        """Add a cell to the selection, with those passed on the way there, and outline what would be drawn."""
        geometry, tool = self.session.puzzle.geometry, self.game.tool
        passed = _between(geometry, self.game.cursor, cell)
        self.game.cursor, blueprint = cell, Blueprint.of(geometry)
        if (new := [one for one in passed if one not in tool.selected]) and blueprint:
            tool.selected, tool.outline = (*tool.selected, *new), None
            with suppress(ValueError):
                tool.outline = self._with_selected(blueprint, "").geometry

    def release(self) -> None:
        """End a drag: draw the line or region, or remove what covers just these cells. A cage waits for its sum."""
        name, places = self.game.tool.name, self._selected()
        if any(places == {*item.places} for item in self._items() if item.name == name):
            self._without(places)
        elif name in LINES and len(places) == 1:
            self.game.tool.drop()
        elif name != "cage":
            self.draw()

    def reach(self, down: int, right: int) -> None:
        """Do with the keys what a drag to the next cell does."""
        geometry, game = self.session.puzzle.geometry, self.game
        row, column = geometry.places[game.cursor]
        beside = geometry.cell_of.get((row + down, column + right))
        if not game.tool.name:
            self.session.toast = "Take a tool first: cages, signs, dots, lines, regions or grids."
        elif game.tool.name in CLICKED:
            self._click(game.cursor, (down, right))
        elif beside is not None:
            game.tool.selected = game.tool.selected or (game.cursor,)
            self.drag(beside)

    def clear(self) -> bool:
        """Erase the square's number, a figure of the sum, the selection, or the cage or line at the cursor. Return
        False if there is no number and no such tool.
        """
        tool = self.game.tool
        if edges_above(self.session.puzzle.geometry):
            return self.number(None)
        if tool.name not in ("cage", *LINES):
            return False
        if tool.sum:
            tool.sum = tool.sum[:-1]
        elif tool.selected:
            tool.drop()
        else:
            self._without({self.session.puzzle.geometry.places[self.game.cursor]})
        return True

    def clear_items(self) -> None:
        """Remove all cages, lines, signs and dots, or all numbers of squares."""
        if edges_above(self.session.puzzle.geometry):
            self._reshape(partial(blank_like, self.session.puzzle.geometry), "All numbers are removed.")
        elif self._items():
            self._with_items((), "All cages, lines, signs and dots are removed.")

    def _selected(self) -> set[Place]:
        return {self.session.puzzle.geometry.places[cell] for cell in self.game.tool.selected}

    # Changes

    def number(self, number: int | None) -> bool:
        """Write a number into the square at the cursor, or erase it. Return False if that changes nothing."""
        here = self.session.puzzle.geometry
        after: Geometry = here.kind.numbered(here, here.places[self.game.cursor], number)
        if after != here:
            self._reshape(lambda: after, "")
        return after != here

    def draw(self) -> bool:
        """Draw the cage, line or region of the selected cells. Return False if none are selected."""
        tool = self.game.tool
        if not tool.selected:
            return False
        self._change(lambda blueprint: self._with_selected(blueprint, tool.sum), f"{tool.drawn}.")
        tool.drop()
        return True

    def _with_selected(self, blueprint: Blueprint, total: str) -> Blueprint:
        """Return a shape with the cage, line or region of the selected cells. Raises ``ValueError``."""
        geometry, name = self.session.puzzle.geometry, self.game.tool.name
        places = tuple(geometry.places[cell] for cell in self.game.tool.selected)
        if name == "region":
            return self._with_region(blueprint, {*places})
        if name in LINES:
            return _with_items(blueprint, [*blueprint.items, Item(name, (), places)])
        cage = Item("cage", (int(total),) if total else None, tuple(sorted(places)))
        return _with_items(blueprint, [*self._outside({*places}), cage])

    def _with_region(self, blueprint: Blueprint, places: set[Place]) -> Blueprint:
        geometry = self.session.puzzle.geometry
        if len(places) > blueprint.side or len(blueprint.corners) > 1:
            raise ValueError(f"a region has {blueprint.side} cells at most, and overlapping grids have only boxes")
        letters = _letters(geometry, blueprint)
        new = min({*ascii_letters} - {*letters.values()})
        regions = geometry.rows_of([new if place in places else letters[place] for place in geometry.places])
        return replace(blueprint, regions=tuple("".join(row).replace(" ", ".") for row in regions))

    def _click(self, cell: Cell, beside: Place) -> None:
        if self.game.tool.name == "grid":
            place = self.session.puzzle.geometry.places[cell]
            self._change(lambda blueprint: _with_grid(blueprint, place), "Grids that share a box.")
        else:
            self._cycle(cell, beside)

    def _cycle(self, cell: Cell, beside: Place) -> None:
        """Change the sign or dot between a cell and one beside it to the next one, or to none after the last."""
        geometry, name = self.session.puzzle.geometry, self.game.tool.name
        one = geometry.places[cell]
        other = one[0] + beside[0], one[1] + beside[1]
        if other not in geometry.cell_of:
            return
        first, last = sorted((one, other))
        ways = {
            "less": [Item("less", (), (first, last)), Item("less", (), (last, first))],
            "dot": [Item("dot", (number,), (first, last)) for number in (1, 2)],
        }[name]
        there = [item for item in self._items() if item.name == name and {*item.places} == {first, last}]
        at = ways.index(there[0]) + 1 if there and there[0] in ways else len(ways) * bool(there)
        rest = [item for item in self._items() if item not in there]
        self._with_items([*rest, *ways[at : at + 1]], "" if at < len(ways) else "Removed.")

    def toggle(self, unit: str) -> None:
        """Add units, such as diagonals, or take them away again."""
        has = unit in self.units
        units = [other for other in UNITS if (other in self.units) != (other == unit)]
        what = "digits may repeat" if has else "no digit twice"
        self._change(lambda blueprint: replace(blueprint, units=tuple(units)), f"{unit.capitalize()}: {what}.")

    def _without(self, places: set[Place]) -> None:
        """Remove what the tool has drawn in one of the places."""
        self.game.tool.drop()
        rest = self._outside(places)
        if len(rest) < len(self._items()):
            self._with_items(rest, f"The {DRAWN[self.game.tool.name]} is removed.")

    def _outside(self, places: set[Place]) -> list[Item]:
        """Return all items but those of the tool that have one of the places."""
        return [item for item in self._items() if item.name != self.game.tool.name or not places & {*item.places}]

    def _items(self) -> tuple[Item, ...]:
        blueprint = Blueprint.of(self.session.puzzle.geometry)
        return blueprint.items if blueprint else ()

    def _with_items(self, items: Iterable[Item], said: str) -> None:
        self._change(lambda blueprint: _with_items(blueprint, items), said)

    def _change(self, change: Callable[[Blueprint], Blueprint], said: str) -> None:
        """Change the items or units of the shape, or say why that is not possible."""
        if (blueprint := Blueprint.of(self.session.puzzle.geometry)) is None:
            self.session.toast = "This shape cannot be changed here."
        else:
            self._reshape(lambda: change(blueprint).geometry, said)

    def _reshape(self, make: Callable[[], Geometry], said: str) -> None:
        """Enter the puzzle into another shape, or say why that is not possible."""
        session, before, cursor = self.session, self.session.here, self.game.cursor
        try:
            geometry = make()
        except ValueError as error:
            session.toast = f"That is not possible: {error}."
            return
        held = dict(zip(session.puzzle.geometry.places, session.board.values, strict=True))
        values = tuple(held.get(place, 0) for place in geometry.places)
        at = geometry.cell_of.get(session.puzzle.geometry.places[cursor], 0)
        self._edit(replace(Puzzle(values, geometry), alphabet=session.puzzle.alphabet))
        self.game.cursor = at
        self._past.append(Change(before, session.puzzle))
        self._future.clear()
        session.toast = said

    # Undoing

    def undo(self) -> bool:
        """Undo the change that began this run. Return False if there are moves to undo first, or it was not one."""
        session = self.session
        filled = session.timeline.length > 0 and session.timeline.step(1).cell < 0  # the digits there were
        is_begin = session.player.position <= filled
        if not (is_begin and self.changed):
            return False
        self._future.append(session.here)
        self._go(self._past.pop().before, "Undone: the change of the shape.")
        return True

    def redo(self) -> bool:
        """Redo the change that was undone last, if no moves were undone after it."""
        session = self.session
        if not self._future or session.player.position < session.timeline.length:
            return False
        before, after = session.here, self._future.pop()
        self._go(after, "Redone: the change of the shape.")
        self._past.append(Change(before, session.puzzle))
        return True

    def _go(self, run: EarlierRun, said: str) -> None:
        cursor = self.game.cursor
        self.session.watch_again(run)
        self.game.cursor = cursor
        self.session.toast = said
