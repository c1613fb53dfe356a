"""A pane of the column. Each pane is a folder of ``visualizer.panes``, found by the declaration in its ``pane.py``."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import ClassVar, TypeVar

from puzzles.discovery import DiscoveryError
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from visualizer.files.store import DocumentStore
from visualizer.scene.moment import Moment, StepPart
from visualizer.session.pane_layout import PaneLayout, known
from visualizer.session.run_history import WatchedRun
from visualizer.timeline.timeline import Clock

P = TypeVar("P", bound="Pane")


def pane(
    name: str,
    *,
    title: str,
    icon: str,
    rank: int,
    keys: str,
    help: str,
    key_rank: int,
    window_only: bool = False,
    usual: bool = False,
    hides: bool = False,
    switches: tuple[str, ...] = (),
    words: str = "",
) -> Callable[[type[P]], type[P]]:
    """Declare the pane of a folder. Pass only literals: tabs, keys and saved views read them as text.

    ``name`` is used in saved views and for the action that opens the pane. ``rank`` orders the panes from the top down,
    ``key_rank`` their keys. A ``usual`` pane is open at the first start. The tab of one that ``hides`` is visible only
    while the pane is open or has something to show. ``switches`` are the attributes of the pane that are on or off, and
    are saved. ``words`` are other words under which the palette finds the pane.
    """

    def declare(kind: type[P]) -> type[P]:
        kind.name, kind.switches = name, switches
        _KINDS[name] = kind
        return kind

    return declare


class Pane:
    """A pane of one session: its state, and what it shows of the current run."""

    name: ClassVar[str]
    switches: ClassVar[tuple[str, ...]]

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        self.layout = layout
        self.run = run

    @property
    def shown(self) -> bool:
        """Whether the column shows the pane."""
        return self.name in self.layout

    def follow(self, run: WatchedRun) -> None:
        """Follow another run from now on."""
        self.run = run

    def toggle(self) -> str:
        """Show or hide the pane. Return the message about it."""
        return self.remark() if self.layout.toggle(self.name) else ""

    def remark(self) -> str:
        """Say why the pane will be empty, and how to fill it."""
        return ""

    def applies(self, solver: Solver) -> bool:
        """Tell whether this solver's runs have anything for the pane to show. If not, the other panes get the space."""
        return True

    def view(self, moment: Moment) -> object | None:
        """Return what to paint, as a value that changes with the picture; ``None`` for nothing."""
        raise NotImplementedError

    def told(self, position: int) -> StepPart | None:
        """Return the pane's own caption for the step at the playhead, if the pane explains the step in parts."""
        return None

    def step(self, by: int) -> bool:
        """Go to the next (or previous) part of the step at the playhead. Return False if there is none."""
        return False

    @property
    def part(self) -> int:
        """The number of parts of the step at the playhead that were gone through, which is saved with a view."""
        return 0

    def go_to_part(self, part: int) -> None:
        """Go through a number of parts of the step at the playhead at once, or through all if there are fewer."""

    def point_at(self, candidate: Candidate | None) -> bool:
        """Follow the pointer to a candidate, on the board or in a pane. Return True if the picture changes."""
        return False

    def pin(self, candidate: Candidate) -> bool:
        """Light a clicked candidate until it is clicked again. Return False if a click means nothing here."""
        return False

    @property
    def lit(self) -> Candidate | None:
        """The candidate to light on the board because the pointer is on it."""
        return None

    def missing(self, solver: Solver) -> str:
        """Return a message to show if there is no view."""
        return ""

    def unsettled(self, analysing: bool) -> bool:
        """Tell whether more work would make the view of this moment finer."""
        return False

    # Slow work

    def tick(self, clock: Clock, seconds: float) -> bool:
        """Work for about ``seconds``. Return True if the screen may have changed."""
        return False

    @property
    def busy(self) -> bool:
        """Whether the view at the playhead is still being computed."""
        return False

    def close(self) -> None:
        """Stop everything that the pane has started."""

    def remember(self, state: DocumentStore) -> None:
        """Restore what the pane keeps between starts, and save it in this store from now on."""


_KINDS: dict[str, type[Pane]] = {}


class Panes(PaneLayout):
    """The panes of a session, each made when first needed, and their layout."""

    def __init__(self, run: WatchedRun) -> None:
        super().__init__(*PaneLayout.usual().shown)
        self._run = run
        self._made: dict[str, Pane] = {}

    def __getitem__(self, name: str) -> Pane:
        if name not in self._made:
            next(entry for entry in known() if entry.name == name).load()
            self._made[name] = _KINDS[name](self, self._run)
        return self._made[name]

    @property
    def all(self) -> list[Pane]:
        """All panes, shown or not, from the top of the column down."""
        return [self[entry.name] for entry in known()]

    @property
    def open(self) -> list[Pane]:
        """The visible panes."""
        filling = self.filling(self.empty) if self.large else ""
        return [self[name] for name in ([filling] if filling else self.shown)]

    @property
    def empty(self) -> set[str]:
        """Return the names of the panes that never have anything to show for this solver's runs."""
        return {one.name for one in self.all if not one.applies(self._run.solver)}

    def one(self, kind: type[P]) -> P:
        """Return the pane of a given kind."""
        found = self[kind.name]
        assert isinstance(found, kind)
        return found

    def follow(self, run: WatchedRun) -> None:
        """Follow another run from now on."""
        self._run = run
        for made in self._made.values():
            made.follow(run)

    def step(self, by: int) -> bool:
        """Let a visible pane step through the parts of the step at the playhead. Return False if none has any."""
        return any([one.step(by) for one in self.open])

    def point_at(self, candidate: Candidate | None) -> bool:
        """Have the visible panes follow the pointer to a candidate. Return True if the picture changes."""
        return any([one.point_at(candidate) for one in self.open])

    def pin(self, candidate: Candidate) -> bool:
        """Have a visible pane keep a candidate lit. Return False if no pane can."""
        return any([one.pin(candidate) for one in self.open])

    def tick(self, clock: Clock, seconds: float) -> bool:
        """Let the panes work for about ``seconds``. Return True if the screen may have changed."""
        return any([made.tick(clock, seconds) for made in self._made.values()])

    @property
    def busy(self) -> bool:
        """Whether a pane is still computing its view."""
        return any(made.busy for made in self._made.values())

    def close(self) -> None:
        """Stop everything that the panes have started."""
        for made in self._made.values():
            made.close()

    # Saved state besides the layout

    @property
    def part(self) -> int:
        """The number of parts of the step at the playhead that a visible pane has gone through."""
        return max((one.part for one in self.open), default=0)

    def go_to_part(self, part: int) -> None:
        """Have the visible panes go through a number of parts of the step at the playhead."""
        for one in self.open:
            one.go_to_part(part)

    def remember(self, state: DocumentStore) -> None:
        """Have every pane keep its part of the state between starts."""
        for one in self.all:
            one.remember(state)

    @property
    def switched(self) -> dict[str, bool]:
        """Whether each switch of the panes is on, by name."""
        return {switch: getattr(one, switch) for one in self.all for switch in one.switches}

    def switch(self, on: Collection[str]) -> None:
        """Turn the given switches of the panes on, and all others off."""
        for one in self.all:
            for switch in one.switches:
                setattr(one, switch, switch in on)


def switches() -> tuple[str, ...]:
    """Return the names of the switches of all panes. Raises :class:`DiscoveryError` if two have the same name."""
    found: dict[str, str] = {}
    for entry in known():
        for switch in entry.facts.get("switches", ()):
            if switch in found:
                raise DiscoveryError(f"the panes {found[switch]} and {entry.name} both have a switch {switch!r}")
            found[switch] = entry.name
    return tuple(found)
