"""Which panes are open beside the board, and how they share the space."""

from collections.abc import Collection, Mapping
from typing import NamedTuple, Self

from puzzles.discovery import Declaration, entries
from puzzles.figures import grouped
from puzzles.problems import quoted


class PanePlacement(NamedTuple):
    """A pane's place in the column, in pixels from the top."""

    pane: str
    top: int
    height: int


class Range(NamedTuple):
    """The limits of a size that the user can drag, where 1 is the initial size."""

    least: float
    most: float

    def keep(self, value: float) -> float:
        return min(self.most, max(self.least, value))

    def read(self, value: object, name: str) -> float:
        """Validate a size read from a file. Raise ``ValueError`` if it is not a number or is out of range."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not self.least <= value <= self.most:
            within = f"a number from {self.least:g} to {grouped(round(self.most))}"
            raise ValueError(f"{name} must be {within}, not {quoted(value)}")
        return float(value)


BOARD = Range(0.55, 1.0)
"""The side of the board, relative to the largest that fits in the window."""
TIME = Range(1.0, 5.0)
"""The height of the timeline."""
SHARE = Range(0.001, 100_000)
"""The height of a pane, relative to the others."""
TALL = 2.8
"""A height at which search levels stand out clearly in the timeline."""


def known() -> tuple[Declaration, ...]:
    """Return the declarations of all panes, from top to bottom."""
    return entries("visualizer.panes", "pane", "*/pane.py")


def names() -> list[str]:
    """Return the names of all panes, from top to bottom."""
    return [entry.name for entry in known()]


class PaneLayout:
    """The visible panes, in the order they were opened, and the size of everything that can be resized."""

    def __init__(self, *shown: str) -> None:
        self.shown = list(shown)
        self.shares = dict.fromkeys(names(), 1.0)
        self.board = BOARD.most
        self.time = TIME.least
        self.large = ""
        """The pane that fills the column, apart from the caption. "" if there is none."""
        self.from_start = False
        """Whether the code is shown before the first step. If not, the introduction is left uncovered."""
        self._board_before = 0.0
        """The board's size before a maximised pane made it smaller, or 0 if none did."""

    @classmethod
    def usual(cls) -> Self:
        return cls(*(entry.name for entry in known() if entry.facts.get("usual")))

    def __contains__(self, pane: str) -> bool:
        return pane in self.shown

    def toggle(self, pane: str) -> bool:
        """Show or hide a pane. Return True if it is now visible. One that a large pane covers is shown."""
        covered = self.large not in ("", pane)
        self.shrink()
        if pane not in self.shown:
            self.shown.append(pane)
        elif not covered:
            self.shown.remove(pane)
        return pane in self.shown

    def maximise(self, pane: str, board: float = BOARD.most) -> None:
        """Let a pane fill the column, opening it if it is hidden. If it already fills the column, restore it.

        ``board`` limits the size of the board until the pane is restored.
        """
        fills = self.large == pane
        self.shrink()
        if pane not in self.shown:
            self.shown.append(pane)
        if not fills:
            self.large = pane
            if board < self.board:
                self.board, self._board_before = board, self.board

    def shrink(self) -> None:
        """Restore the size of the other panes and the board."""
        self.large = ""
        self.board, self._board_before = self._board_before or self.board, 0.0

    def filling(self, empty: Collection[str] = ()) -> str:
        """Return the pane that fills the column, or "" if there is none or it is one of the ``empty`` panes."""
        return self.large if self.large in self.shown and self.large not in empty else ""

    def toggle_tall(self) -> bool:
        """Toggle between a low timeline and one tall enough to tell levels apart. Return True if it is now tall."""
        self.time = TIME.least if self.time > TIME.least else TALL
        return self.time > TIME.least

    def arrange(self, height: int, least: int, gap: int, empty: Collection[str] = ()) -> tuple[PanePlacement, ...]:
        """Place the panes in a column, ``gap`` apart and at least ``least`` high unless there is only one.

        If they do not all fit, those opened longest ago are hidden. Panes that are ``empty`` have nothing to show, so
        they give up their space if there are any others.
        """
        filling = self.filling(empty)
        shown = [filling] if filling else [pane for pane in self.shown if pane not in empty] or self.shown
        most = max(1, (height + gap) // (least + gap))
        there = [pane for pane in names() if pane in shown[-most:]]
        if height <= 0 or not there:
            return ()
        heights = self._heights(there, height - gap * (len(there) - 1), least)
        tops = [sum(heights[:i]) + gap * i for i in range(len(there))]
        return tuple(map(PanePlacement, there, tops, heights))

    # A pane whose share comes to less than the minimum gets the minimum. That leaves less for the others, which may
    # push another one below it, so the division is repeated until no more panes have to be raised.

    def _heights(self, panes: list[str], height: int, least: int) -> list[int]:
        """Divide the height by shares, giving every pane at least the minimum."""
        if len(panes) == 1:
            return [height]
        raised: set[str] = set()
        while True:
            free = height - least * len(raised)
            total = sum(self.shares[pane] for pane in panes if pane not in raised)
            low = {pane for pane in panes if pane not in raised and self.shares[pane] / total * free < least}
            if not low or raised | low == set(panes):
                break
            raised |= low
        exact = [float(least) if pane in raised else self.shares[pane] / total * free for pane in panes]
        edges = [round(sum(exact[:i])) for i in range(len(panes))] + [height]
        return [below - above for above, below in zip(edges, edges[1:], strict=False)]

    def drag(self, above: str, height: int, least: int, places: tuple[PanePlacement, ...]) -> None:
        """Resize a pane at the expense of the one below it."""
        i = next(i for i, place in enumerate(places) if place.pane == above)
        if i + 1 == len(places):
            return
        both = places[i].height + places[i + 1].height
        height = min(max(height, least), both - least)
        if height < least:
            return
        for place in places:  # use the displayed heights as the shares, so that the other panes stay put
            self.shares[place.pane] = float(place.height)
        self.shares[above], self.shares[places[i + 1].pane] = float(height), float(both - height)

    def take(self, other: "PaneLayout") -> None:
        self.shown, self.shares = list(other.shown), dict(other.shares)
        self.board, self.time, self.large = other.board, other.time, other.large
        self._board_before = other._board_before

    # As plain data

    def data(self) -> dict[str, object]:
        shares = {pane: round(share, 4) for pane, share in self.shares.items()}
        large: dict[str, object] = {"large": self.large} if self.large else {}
        large |= {"board before": self._board_before} if self._board_before else {}
        return {"shown": list(self.shown), "shares": shares, "board": self.board, "time": self.time, **large}

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Self:
        """Read the result of :meth:`data`. Raise ``ValueError`` if it is invalid."""
        parts = {**cls().data(), "large": "", "board before": 0.0}
        if unknown := sorted(set(data) - set(parts)):
            raise ValueError(f"panes has no field {quoted(unknown[0])}; its fields are {', '.join(parts)}")
        shown, shares = data.get("shown", []), data.get("shares", {})
        if not isinstance(shown, list) or not isinstance(shares, Mapping):
            raise ValueError("the panes must be a list, and their shares a table")
        panes = cls(*dict.fromkeys(map(_known_name, shown)))
        for name, share in shares.items():
            panes.shares[_known_name(name)] = SHARE.read(share, f"the share of {name}")
        panes.board = BOARD.read(data.get("board", panes.board), "the panes' board")
        panes.time = TIME.read(data.get("time", panes.time), "the panes' time")
        panes.large = _known_name(data["large"]) if data.get("large", "") else ""
        if before := data.get("board before"):
            panes._board_before = BOARD.read(before, "the panes' earlier board size")
        return panes


def _known_name(name: object) -> str:
    if name not in (there := names()):
        raise ValueError(f"there is no pane {quoted(name)}; choose one of: {', '.join(there)}")
    return str(name)
