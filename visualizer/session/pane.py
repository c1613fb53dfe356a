"""The panes in the column. Each is a folder of ``visualizer.panes``, found by its declaration in ``pane.py``."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, TypeVar

from puzzles.discovery import DiscoveryError
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.core.step import Kind
from visualizer.files.store import DocumentStore
from visualizer.scene.scene import Moment, Pages, Parts, Pointing
from visualizer.session.pane_layout import PaneLayout, known
from visualizer.session.run_history import WatchedRun
from visualizer.timeline.timeline import Clock

P = TypeVar("P", bound="Pane")


def pane(
    name: str,
    *,
    title: str,
    rank: int,
    keys: str,
    help: str,
    key_rank: int,
    usual: bool = False,
    switches: tuple[str, ...] = (),
    words: str = "",
) -> Callable[[type[P]], type[P]]:
    """Declare a folder's pane. Pass only literals, because tabs, keys and saved views read them from the source.

    ``name`` appears in saved views and in the action that opens the pane. ``rank`` orders the panes from top to bottom
    and ``key_rank`` orders their keys. A ``usual`` pane is open on first start. ``switches`` are boolean attributes of
    the pane, which are saved. ``words`` are extra search terms for the palette.
    """

    def declare(kind: type[P]) -> type[P]:
        kind.name, kind.switches = name, switches
        _KINDS[name] = kind
        return kind

    return declare


class Pane:
    """One pane of a session: its state, and what it shows of the current run."""

    name: ClassVar[str]
    switches: ClassVar[tuple[str, ...]]
    stage: ClassVar[float] = 0.0
    """The maximum board size when this pane is on a stage, filling most of the window; 0 if it never is."""

    # What only some panes can do. Each such pane sets its own attributes.

    pages: Pages | None = None
    parts: Parts | None = None
    pointing: Pointing | None = None

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        self.layout = layout
        self.run = run

    @property
    def shown(self) -> bool:
        return self.name in self.layout

    def follow(self, run: WatchedRun) -> None:
        self.run = run

    def toggle(self) -> str:
        """Show or hide the pane. Return a message about it, or ""."""
        return self.remark() if self.layout.toggle(self.name) else ""

    def remark(self) -> str:
        """Explain why the pane would be empty and how to fill it, or return ""."""
        return "" if self.applies(self.run.solver) else self.missing(self.run.solver)

    def applies(self, solver: Solver) -> bool:
        """Return whether this solver's runs have anything to show here. If not, it has no tab, and other panes get
        the space.
        """
        return True

    def film(self, header: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what the pane's ``page.js`` needs besides a film's own tables, as data for JSON, or ``None`` if there
        is nothing to show of this film, so that its page has no such tab.
        """
        return {} if self.applies(self.run.solver) else None

    def tells_most(self, solver: Solver) -> bool:
        """Return whether this pane says the most about the solver. If it does, presenting starts with it."""
        return False

    def view(self, moment: Moment) -> object | None:
        """Return what to paint, or ``None`` for nothing. The value must change whenever the picture does.

        By default, this is the timeline: the painter works out the details, which depend on the pane's size.
        """
        return moment.strip

    def missing(self, solver: Solver) -> str:
        """Return the message to show when there is no view."""
        return ""

    @property
    def waits(self) -> str:
        """What an empty stage is still waiting for, in a sentence; "" if it has something to show."""
        return ""

    def unsettled(self, analysing: bool) -> bool:
        """Return whether further work would refine the view of this moment."""
        return False

    @property
    def busy(self) -> bool:
        """Whether the view at the playhead is still being worked out."""
        return False

    def tick(self, clock: Clock, seconds: float) -> bool:
        """Work for about ``seconds``. Return True if a redraw may be needed."""
        return False

    def close(self) -> None:
        """Stop everything the pane has started."""

    def remember(self, state: DocumentStore) -> None:
        """Restore what the pane keeps from one session to the next, and save it to this store from now on."""


_KINDS: dict[str, type[Pane]] = {}


class Panes(PaneLayout):
    """A session's panes, each created when first needed, and their layout."""

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
        """All panes, visible or not, from top to bottom."""
        return [self[entry.name] for entry in known()]

    @property
    def open(self) -> list[Pane]:
        """The visible panes."""
        filling = self.filling(self.empty) if self.large else ""
        return [self[name] for name in ([filling] if filling else self.shown)]

    @property
    def empty(self) -> set[str]:
        """The names of the panes that have nothing to show for this solver."""
        return {one.name for one in self.all if not one.applies(self._run.solver)}

    @property
    def telling(self) -> str:
        """The name of the pane that says the most about this solver (see :meth:`Pane.tells_most`), or the usual one."""
        claiming = (one.name for one in self.all if one.name not in self.empty and one.tells_most(self._run.solver))
        return next(claiming, next(iter(PaneLayout.usual().shown), ""))

    def one(self, kind: type[P]) -> P:
        found = self[kind.name]
        assert isinstance(found, kind)
        return found

    def follow(self, run: WatchedRun) -> None:
        self._run = run
        for made in self._made.values():
            made.follow(run)

    def step(self, by: int) -> bool:
        """Move by one part within the step at the playhead, in the visible panes. Return False if no pane can."""
        return any([one.parts.step(by) for one in self.open if one.parts])

    def skip(self, by: int) -> bool:
        """Move past all parts of the step at the playhead, or back before them. Return False if no pane can."""
        return any([one.pages.skip(by) for one in self.open if one.pages])

    @property
    def next_part(self) -> str:
        """What :meth:`skip` shows next, in words; "" if there is nothing to skip."""
        return next((one.parts.next_part for one in self.open if one.parts), "")

    @property
    def halts(self) -> frozenset[Kind]:
        """The kinds of step at which a presentation also halts between stops, for the visible panes."""
        return frozenset[Kind]().union(*(one.parts.halts for one in self.open if one.parts))

    def point_at(self, candidate: Candidate | None) -> bool:
        """Have the visible panes follow the pointer to a candidate. Return True if a redraw is needed."""
        return any([one.pointing.point_at(candidate) for one in self.open if one.pointing])

    def pin(self, candidate: Candidate) -> bool:
        """Highlight a candidate until it is clicked again. Return False if no visible pane supports this."""
        return any([one.pointing.pin(candidate) for one in self.open if one.pointing])

    def tick(self, clock: Clock, seconds: float) -> bool:
        """Let the panes work for about ``seconds``. Return True if a redraw may be needed."""
        return any([made.tick(clock, seconds) for made in self._made.values()])

    @property
    def busy(self) -> bool:
        """Whether a pane is still working out its view."""
        return any(made.busy for made in self._made.values())

    def close(self) -> None:
        for made in self._made.values():
            made.close()

    # Saved state besides the layout

    @property
    def part(self) -> int:
        """How many parts of the step at the playhead the visible panes have shown."""
        return max((one.parts.part for one in self.open if one.parts), default=0)

    def go_to_part(self, part: int) -> None:
        """Step the visible panes through the given number of parts of the step at the playhead."""
        for one in self.open:
            if one.parts:
                one.parts.go_to_part(part)

    def remember(self, state: DocumentStore) -> None:
        """Have every pane keep its state in this store between program starts."""
        for one in self.all:
            one.remember(state)

    @property
    def switched(self) -> dict[str, bool]:
        """Whether each of the panes' switches is on, by name."""
        return {switch: getattr(one, switch) for one in self.all for switch in one.switches}

    def switch(self, on: Collection[str]) -> None:
        """Turn on exactly these switches."""
        for one in self.all:
            for switch in one.switches:
                setattr(one, switch, switch in on)


def switches() -> tuple[str, ...]:
    """Return the names of all panes' switches. Raise :class:`DiscoveryError` if two panes share one."""
    found: dict[str, str] = {}
    for entry in known():
        for switch in entry.facts.get("switches", ()):
            if switch in found:
                raise DiscoveryError(f"the panes {found[switch]} and {entry.name} both have a switch {switch!r}")
            found[switch] = entry.name
    return tuple(found)
