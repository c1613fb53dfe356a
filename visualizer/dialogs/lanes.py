"""Chooses the lanes of a race: the algorithms, the lanes taken so far, and the options of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pygame

import solvers
from puzzles.puzzle import Puzzle
from solvers.core.options import differing
from solvers.core.registry import Option
from visualizer.dialogs.solver import rows
from visualizer.narration.warnings import Remark, remarks
from visualizer.session.option_choices import following, steps
from visualizer.session.run_spec import FEWEST, MOST, Entry
from visualizer.toolkit.list_card import MOVES


class LaneLine(NamedTuple):
    """A line of the taken lanes: a lane, or one of its options."""

    lane: int
    option: Option | None = None


class ChooserPlaces(NamedTuple):
    """Where the open chooser was painted."""

    card: pygame.Rect
    rows: dict[int, pygame.Rect]
    """The visible algorithms, by their number."""
    lines: dict[int, pygame.Rect]
    removes: dict[int, pygame.Rect]
    """The crosses that remove a lane, by the number of its line."""
    less: dict[int, pygame.Rect]
    more: dict[int, pygame.Rect]
    race: pygame.Rect


NOWHERE = ChooserPlaces(pygame.Rect(0, 0, 0, 0), {}, {}, {}, {}, {}, pygame.Rect(0, 0, 0, 0))


class LaneChooser:
    """An open chooser. ``chosen`` receives the lanes."""

    def __init__(self, lanes: Sequence[Entry], puzzle: Puzzle, chosen: Callable[[tuple[Entry, ...]], None]) -> None:
        self.lanes = list(lanes)
        self.puzzle = puzzle
        self.rows = rows()
        self.top = 0
        """The first visible algorithm."""
        self.follow = True
        """Whether a key moved the cursor, so that it must stay in sight."""
        self.in_lanes = False
        """Whether the keys move among the lanes, and not among the algorithms."""
        self.line = 0
        self.trouble = ""
        """Why the last key did nothing."""
        self.places = NOWHERE
        self.done = False
        self._choices = [i for i, row in enumerate(self.rows) if row.name]
        first = self.lanes[0].solver if self.lanes else ""
        self.cursor = next((i for i in self._choices if self.rows[i].name == first), self._choices[0])
        self._chosen = chosen
        self._known: dict[str, tuple[Remark, ...]] = {}
        self._pressed: tuple[str, int] | None = None

    # What is shown

    @property
    def name(self) -> str:
        """The algorithm under the cursor."""
        return self.rows[self.cursor].name

    @property
    def lines(self) -> list[LaneLine]:
        """The lanes, each followed by its options."""
        found: list[LaneLine] = []
        for i, entry in enumerate(self.lanes):
            options = solvers.get(entry.solver).options if entry.solver in solvers.names() else ()
            found += [LaneLine(i), *(LaneLine(i, option) for option in options if steps(option))]
        return found

    def value(self, line: LaneLine) -> Any:
        """Return the value of a lane's option."""
        assert line.option is not None
        return dict(self.lanes[line.lane].options).get(line.option.name, line.option.default)

    def taken(self, name: str) -> int:
        """Return how many lanes an algorithm has."""
        return sum(entry.solver == name for entry in self.lanes)

    def remarks(self, name: str) -> tuple[Remark, ...]:
        """Return warnings about an algorithm on this puzzle, looked up once."""
        if name not in self._known:
            self._known[name] = remarks(solvers.get(name), self.puzzle)
        return self._known[name]

    def about(self) -> str:
        """Describe what is under the cursor in a sentence or two."""
        if self.trouble:
            return self.trouble
        line = self.lines[self.line] if self.in_lanes and self.line < len(self.lines) else None
        if line and line.option:
            return line.option.description
        name = self.lanes[line.lane].solver if line else self.name
        return " ".join([solvers.get(name).summary, *(remark.text for remark in self.remarks(name))])

    def settle(self, room: int) -> None:
        """Scroll to a valid position, with room for that many rows."""
        if self.follow:
            heading = self.cursor - 1 if not self.rows[self.cursor - 1].name else self.cursor
            self.top = max(self.cursor - room + 1, min(self.top, heading))
        self.top = max(0, min(self.top, len(self.rows) - room))

    # Keys

    def key(self, name: str) -> bool:
        """Act on a key. Return True if it means something here."""
        if name in ("Tab", "Shift+Tab"):
            self._go(not self.in_lanes)
        elif name == "Return":
            self.race()
        elif name in MOVES:
            self._move(MOVES[name])
        elif self.in_lanes:
            return self._key_in_lanes(name)
        else:
            return self._key_in_list(name)
        return True

    def _key_in_list(self, name: str) -> bool:
        if name in ("Space", "+", "="):
            self.add(self.name)
        elif name in ("Delete", "Backspace", "-"):
            last = [i for i, entry in enumerate(self.lanes) if entry.solver == self.name][-1:]
            if last:
                self.remove(last[0])
        elif name == "Right":
            self._go(True)
        else:
            return False
        return True

    def _key_in_lanes(self, name: str) -> bool:
        lines = self.lines
        line = lines[self.line] if self.line < len(lines) else None
        if line and line.option and name in ("Left", "-", "Right", "+", "=", "Space"):
            self.change(line, -1 if name in ("Left", "-") else 1)
        elif name == "Left":
            self._go(False)
        elif line and name in ("Delete", "Backspace", "-"):
            self.remove(line.lane)
        elif line and name in ("+", "="):
            self.add(self.lanes[line.lane].solver)
        else:
            return name in ("Right", "Space", "Delete", "Backspace", "-", "+", "=")
        return True

    def _go(self, in_lanes: bool) -> None:
        self.in_lanes = in_lanes and bool(self.lanes)
        self.trouble = ""

    def _move(self, by: int) -> None:
        self.trouble = ""
        if self.in_lanes:
            self.line = max(0, min(self.line + by, len(self.lines) - 1))
            return
        here = self._choices.index(self.cursor) + by
        self.cursor = self._choices[max(0, min(here, len(self._choices) - 1))]
        self.follow = True

    # Keys and mouse

    def add(self, name: str) -> None:
        """Add a lane; if the algorithm has a seed, choose one that its other lanes do not have."""
        self.trouble = ""
        preventing = [remark.text for remark in self.remarks(name) if remark.prevents]
        if len(self.lanes) >= MOST:
            self.trouble = f"A race has at most {MOST} lanes: remove one first."
        elif preventing:
            self.trouble = preventing[0]
        else:
            self.lanes.append(self._another(name))

    def _another(self, name: str) -> Entry:
        entry = Entry(name)
        option = next(filter(steps, solvers.get(name).options), None)
        for _ in range(MOST):
            if option is None or entry not in self.lanes:
                break
            entry = _changed(entry, option, 1)
        return entry

    def remove(self, lane: int) -> None:
        """Remove a lane."""
        self.trouble = ""
        del self.lanes[lane]
        self.line = max(0, min(self.line, len(self.lines) - 1))
        self.in_lanes = self.in_lanes and bool(self.lanes)

    def change(self, line: LaneLine, by: int) -> None:
        """Step an option of a lane: a number up or down, the next choice, or yes and no."""
        assert line.option is not None
        self.trouble = ""
        self.lanes[line.lane] = _changed(self.lanes[line.lane], line.option, by)

    def race(self) -> None:
        """Finish, if these lanes make up a race."""
        if len(self.lanes) < FEWEST:
            self.trouble = f"A race needs {FEWEST} lanes or more: Space adds the algorithm under the cursor."
            return
        self.done = True
        self._chosen(tuple(self.lanes))

    # The mouse

    def mouse(self, event: pygame.Event) -> bool:
        """Act on the mouse. A press outside the card closes it; that press, and everything on the card, is used up."""
        if event.type == pygame.MOUSEWHEEL:
            self.top -= event.y
            self.follow = False
            return True
        if event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        target = self._target(event.pos)
        self._point(target)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.done = not self.places.card.collidepoint(event.pos)
            self._pressed = target if event.button == 1 else None
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            pressed, self._pressed = self._pressed, None
            if target is not None and target == pressed:
                self._clicked(*target)
        return True

    def _target(self, point: tuple[int, int]) -> tuple[str, int] | None:
        """Return the control there, and its number. Small ones lie on larger ones and come first."""
        places, lines = self.places, self.lines
        if places.race.collidepoint(point):
            return "race", 0
        for what in ("removes", "less", "more", "lines", "rows"):
            for number, rect in getattr(places, what).items():
                there = self.rows[number].name if what == "rows" else _has(what, lines[number:][:1])
                if rect.collidepoint(point) and there:
                    return what, number
        return None

    def _point(self, target: tuple[str, int] | None) -> None:
        if target is None or target[0] == "race":
            return
        what, number = target
        before = (self.in_lanes, self.cursor, self.line)
        if what == "rows":
            self.in_lanes, self.cursor, self.follow = False, number, False
        else:
            self.in_lanes, self.line = True, number
        if before != (self.in_lanes, self.cursor, self.line):
            self.trouble = ""

    def _clicked(self, what: str, number: int) -> None:
        if what == "race":
            self.race()
        elif what == "rows":
            self.add(self.rows[number].name)
        elif what == "removes":
            self.remove(self.lines[number].lane)
        elif what in ("less", "more"):
            self.change(self.lines[number], 1 if what == "more" else -1)


def _has(what: str, line: Sequence[LaneLine]) -> bool:
    """Tell whether the line and its control still exist, because lines may have gone since they were painted."""
    return bool(line) and (what == "lines" or (line[0].option is None) == (what == "removes"))


def _changed(entry: Entry, option: Option, by: int) -> Entry:
    """Return the lane with the next value of an option, leaving out options at their defaults."""
    options = dict(entry.options)
    options[option.name] = following(option, options.get(option.name, option.default), by)
    return Entry(entry.solver, tuple(differing(solvers.get(entry.solver), options).items()))
