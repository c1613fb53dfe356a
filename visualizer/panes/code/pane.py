"""The pane that shows the running code in plain words or Python, the line being executed, and its variables."""

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import GeneratorType
from typing import Any

from puzzles.geometry import Geometry
from solvers.core import variable_types
from solvers.core.board_words import BoardWords
from solvers.core.fork import ForkedRun
from solvers.core.frame_trace import ActiveFunction, Tracer, active
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step
from solvers.external.protocol import StepChecksum, TracedView
from solvers.external.registry import ForeignRun, Shadow, file_of
from visualizer.files.saved_view import read_flag
from visualizer.files.store import DocumentStore
from visualizer.panes.code import listing
from visualizer.scene.scene import Moment
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun
from visualizer.timeline.chunk import BLOCK
from visualizer.timeline.player import READABLE
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Motion

# A second run of the same generator that can stop at any step to show its variables and the lines it executed. The
# watched run is never traced or stopped. Solvers are deterministic, so a shadow run reaches the same state. Tracing
# is only on during the requested step.


_PORTION = 256
Frames = tuple[ActiveFunction, ...]
"""The active functions with their variables, outermost first."""
SETTLED = 0.15
"""How long to wait, in seconds, before starting a new process to go back to an earlier position."""

LATE = 0.5
"""How long fetching may take before the pane says it is still fetching the variables, in seconds."""


class Inspector:
    """A shadow run at one position of a timeline."""

    def __init__(self, timeline: Timeline, words: BoardWords | None = None) -> None:
        """Inspect a run. ``words`` formats its variables; without it, they are not read."""
        self.timeline = timeline
        self.words = words
        self.made = 0
        self.lines: tuple[int, ...] = ()
        """The lines executed by the step to the shadow's position, in order."""
        self.ended = False
        """Whether the run ended or paused before the requested position."""
        self.late = False
        """Whether fetching the variables is taking so long that the pane must say so."""
        self.before: Frames = ()
        """The active functions one step before the shadow's position."""
        self._steps: Iterator[Step] | None = None
        self._frames: Frames = ()
        self._framed = -1
        """The position whose variables were read last."""

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Advance towards a position for about ``seconds``. Return True once the shadow run has reached it."""
        if position == self.made and self._steps is not None:
            return True
        until = clock() + seconds
        self.ended = False
        if self._steps is None or position <= self.made:
            self.close()
            self._steps = self.timeline.run.steps()
        while self.made < position - 1:
            for _ in range(min(_PORTION, position - 1 - self.made)):
                if not self._advance():
                    return False
            if clock() >= until:
                return False
        return position == self.made or self._traced()

    def _advance(self) -> bool:
        """Advance by one step. Return False if the run is still computing or has ended."""
        assert self._steps is not None
        step = next(self._steps, None)
        if step is None or step.kind is Kind.PENDING:
            self.ended = True
            return False
        self.made += 1
        return True

    def _traced(self) -> bool:
        """Advance by one step, recording which lines of the solver's file are executed."""
        generator = _maker(self._steps)
        if not isinstance(generator, GeneratorType):
            self.lines = ()
            return self._advance()
        self.before = self.frames
        tracer = Tracer(generator.gi_code.co_filename)
        try:
            return tracer.trace(generator, self._advance)
        finally:
            self.lines = tracer.lines

    @property
    def frames(self) -> Frames:
        """The active functions at the shadow's position."""
        if self.words and self._framed != self.made:
            self._framed, self._frames = self.made, self.words.frames(active(_maker(self._steps)))
        return self._frames

    def film(self, header: Mapping[str, Any]) -> dict[str, Any] | None:
        return {} if header["words"] or any(file["lines"] for file in header["files"]) else None

    def close(self) -> None:
        """End the shadow run."""
        if self._steps is not None and hasattr(self._steps, "close"):
            self._steps.close()
        self._steps, self.made, self.lines, self.before, self._frames, self._framed = None, 0, (), (), (), -1


def _maker(steps: Iterator[Step] | None) -> Iterator[Step] | None:
    """Return the iterator that actually yields the steps, looking through a fork to its run of the solver."""
    return steps.source if isinstance(steps, ForkedRun) else steps


class BlindInspector(Inspector):
    """The inspector of a run whose variables cannot be read: the user's own solver with a guess made by hand."""

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Return True, since there are no variables to fetch."""
        self.made, self._frames = position, _unknown("not known", "the run contains a guess made by hand")
        return True


class RecordedCourse:
    """The checksums of a timeline's steps, computed once from the start and saved at every block."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline, self._course = timeline, StepChecksum()
        self._noted = array("Q", [0])

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Read the timeline up to a position for about ``seconds``. Return True once :meth:`at` can answer."""
        until = clock() + seconds
        while len(self._noted) <= position // BLOCK:
            made = len(self._noted) * BLOCK
            value = self._after(self._noted[-1], made - BLOCK, made)
            if value is None:
                return True
            self._noted.append(value)
            if clock() >= until:
                return len(self._noted) > position // BLOCK
        return True

    def at(self, position: int) -> int | None:
        """Return the checksum of the steps up to a position, or ``None`` if some were discarded too early."""
        block = position // BLOCK
        if block >= len(self._noted):
            return None
        return self._after(self._noted[block], block * BLOCK, position)

    def _after(self, value: int, start: int, end: int) -> int | None:
        steps = self._timeline.steps(start, end)
        if steps is None:
            return None
        self._course.value = value
        for step in steps:
            self._course.add(step)
        return self._course.value


class ForeignInspector(Inspector):
    """The inspector of the user's own solver, which runs in another process."""

    def __init__(self, timeline: Timeline, shadow: Shadow) -> None:
        super().__init__(timeline)
        self._shadow = shadow
        self.made = -1
        self._wanted, self._since = -1, 0.0
        self._course = RecordedCourse(timeline)
        self._compared: tuple[TracedView | None, bool] = (None, False)

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Request a position. Return True once its variables are known."""
        timeline = self.timeline
        failed = timeline.failure is not None and position == timeline.length
        wanted = position + 1 if failed else position  # the step during which the solver failed
        view = self._shadow.view(wanted)
        over = self._shadow.over(wanted)
        self.ended = bool(over)
        if view is None and over:
            view = self._shadow.view(position)
        if view is None:
            self._frames = _unknown("not known", over) if over else self._frames
            self._wait(wanted, clock())
            return bool(over)
        if not self._course.reach(view.position - 1, clock, seconds):
            return False
        same = self._is_same(view)
        self.late, self._wanted = False, -1
        self.made, self.lines = position, view.lines if same else ()
        before = self._shadow.view(wanted - 1)
        self.before = before.frames if same and before else ()
        self._frames = view.frames if same else _unknown("not known", "a second run made different steps")
        return True

    def _is_same(self, view: TracedView) -> bool:
        """Return whether the shadow run has made the same steps as the recorded run so far. Checked once per view."""
        if view is not self._compared[0]:
            timeline, position = self.timeline, view.position
            recorded = position <= timeline.length and timeline.known(position)
            here = not recorded or view.step is timeline.step(position)
            self._compared = view, here and self._course.at(position - 1) in (view.before, None)
        return self._compared[1]

    def _wait(self, position: int, now: float) -> None:
        if position != self._wanted:
            self._wanted, self._since = position, now
        self.late = not self.ended and now - self._since >= LATE
        if self.late:
            self._frames = _unknown("not known yet", "a second run has not got this far")
        goes_back = self._shadow.started and self._shadow.is_behind(position)
        if not goes_back or now - self._since >= SETTLED:  # the user may be going back through many steps
            self._shadow.ask(position, self.timeline.length)

    def close(self) -> None:
        self._shadow.close()
        self.made, self.lines, self._frames, self.before = -1, (), (), ()


def _unknown(what: str, why: str) -> Frames:
    """Return a message to show instead of variables."""
    return (ActiveFunction("", 0, ((what, why),)),)


def changed(frame: ActiveFunction, depth: int, before: Frames) -> dict[str, tuple[listing.Part, ...]]:
    """Return the variables that the step set or changed in the function at this depth; empty if the function is new.

    Each name is mapped to the parts of its value that are new, or to an empty part where something was removed.
    """
    if depth >= len(before) or before[depth].function != frame.function:
        return {}
    known = dict(before[depth].variables)
    new = [(name, value) for name, value in frame.variables if known.get(name) != value]
    return {name: listing.new_parts(known.get(name, ""), value) for name, value in new}


def inspectors(timeline: Timeline, words: BoardWords | None = None) -> tuple[Inspector, Inspector]:
    """Return two inspectors for a run: one at the playhead, for the variables, and one for a later step."""
    steps = timeline.run.steps()  # the solver starts when the first step is requested
    if isinstance(steps, ForeignRun):
        shadow = steps.shadow()
        return ForeignInspector(timeline, shadow), ForeignInspector(timeline, shadow)
    if isinstance(_maker(steps), ForeignRun):
        return BlindInspector(timeline), BlindInspector(timeline)
    return Inspector(timeline, words), Inspector(timeline)


# Says how to declare a variable of the user's own solver that is shown as numbers and may stand for cells.


_NUMBERS = re.compile(r"([\[({]?)((?:\d+, )*\d+)(?:…| … .*)?[\])}]?")
"""The text of a number or of a container of numbers."""
_KINDS = {"[": "list[Cell]", "(": "tuple[Cell, ...]", "{": "set[Cell]", "": "Cell"}
"""The type to declare, by the first character of the text. The types most likely to be right come first."""


def type_hint(variables: Iterable[tuple[str, str]], geometry: Geometry) -> str:
    """Return how to declare one of the variables, given their names and texts, or "" if none seems to hold cells.

    A number stands for a cell only if it is too large for a digit.
    """
    found = {name: (match[1], [int(one) for one in match[2].split(", ")])
             for name, text in variables if (match := _NUMBERS.fullmatch(text))}  # fmt: skip
    for opening, kind in _KINDS.items():
        for name, (begins, numbers) in found.items():
            large = next((one for one in numbers if one > geometry.symbols), 0)
            if begins == opening and large and max(numbers) < len(geometry.cells):
                return f'For {geometry.name(large)} instead of {large}: VARIABLES = {{"{name}": "{kind}"}}'
    return ""


LINE_BY_LINE = 2.0
"""The fastest speed, in counted steps per second, at which each executed line is highlighted in turn."""
DOCUMENT = "code"
"""The name of the document that stores whether Python is shown."""


@pane(
    "code",
    title="Code",
    rank=20,
    keys="K",
    help="The running code, or what to watch for",
    key_rank=440,
    usual=True,
    switches=("variables", "python"),
    words="source pseudocode listing program show",
)
class CodePane(Pane):
    """The code and variables of a run, and the shadow runs that find them."""

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        super().__init__(layout, run)
        self.variables = False
        self.python = False
        """Whether to show Python instead of plain words."""
        self.outward = 0
        """The number of calls between the first function shown and the one that yielded, in a recursive solver."""
        self.line = 0
        """The line to highlight instead of the step's own while a step is shown line by line."""
        self.scrolled = listing.ScrollPosition()
        """The user's scroll position, until the next step."""
        self._at = 0
        self._forget()
        self._prepared: Solver | None = None
        """The solver whose file has been read."""
        self._kept = DocumentStore(None)

    @cached_property
    def _inspectors(self) -> tuple[Inspector, Inspector]:
        """The shadow runs at the playhead and on the way to the next step, made only when they are wanted."""
        words = BoardWords(self.run.composer.puzzle, listing.source_of(self.run.solver))
        return inspectors(self.run.player.timeline, words)

    @property
    def _where(self) -> Inspector:
        return self._inspectors[0]

    @property
    def _way(self) -> Inspector:
        return self._inspectors[1]

    def follow(self, run: WatchedRun) -> None:
        super().follow(run)
        self.close()
        self.line, self.scrolled, self.outward = 0, listing.ScrollPosition(), 0
        self._forget()

    def close(self) -> None:
        for inspector in self.__dict__.pop("_inspectors", ()):
            inspector.close()

    def look_outward(self) -> str:
        """Show the calling function's variables. After the outermost function, start again at the innermost."""
        depth = len(self.frames)
        if not self.variables:
            self.variables = True
        elif depth <= 1:
            return "No function has called another here."
        self.outward = (self.outward + 1) % max(1, depth)
        return ""

    def _forget(self) -> None:
        self.frames: Frames = ()
        """The active functions at the playhead, if known."""
        self._before: Frames = ()
        """The active functions one step earlier."""
        self._hint = ""
        """How to declare a variable that is shown as numbers. It stays for the whole run, so that rows do not move."""

    def _rows(self, lines: Sequence[str] = (), current: int = 0) -> tuple[listing.VariableRow, ...]:
        """Return the variables of the functions, innermost first, each under its name if several are active.

        If the ``lines`` of the source are given, the variables on each function's current line come first.
        """
        found: list[listing.VariableRow] = []
        count = len(self.frames)
        for depth in range(count - 1 - max(0, min(self.outward, count - 1)), -1, -1):
            frame = self.frames[depth]
            number = current if depth == count - 1 and current else frame.line
            line = lines[number - 1] if 0 < number <= len(lines) else ""
            new = changed(frame, depth, self._before)
            if count > 1:
                found.append(listing.VariableRow("", f"in {frame.function}, {depth + 1} of {count}"))
            variables = listing.telling(frame.variables, line)
            found += [listing.VariableRow(name, text, new.get(name)) for name, text in variables]
            if depth == count - 1:
                self._hint = self._hint or self._hint_about(frame)
                found += [listing.VariableRow("", self._hint)] if self._hint else []
        return tuple(found)

    def _hint_about(self, frame: ActiveFunction) -> str:
        """Say how to declare a variable that may be a cell; "" for a built-in solver or a file with declarations."""
        solver = self.run.solver
        if file_of(solver) is None or variable_types.is_declared(source := listing.source_of(solver)):
            return ""
        types = variable_types.types_of(source)
        bare = [(name, text) for name, text in frame.variables if (frame.function, name) not in types]
        return type_hint(bare, self.run.composer.puzzle.geometry)

    def toggle_python(self) -> str:
        """Switch between plain words and Python, remembering the choice. Return a message if there is only Python."""
        if not listing.declared(self.run.solver):
            return f"{self.run.solver.title} is not described in plain words, so its Python is shown."
        self.python = not self.python
        self._kept.save(DOCUMENT, {"python": self.python})
        return ""

    def remember(self, state: DocumentStore) -> None:
        self._kept = state
        self.python = (state.load(DOCUMENT, {"python": read_flag}) or {}).get("python", False)

    @property
    def in_plain_words(self) -> bool:
        """Whether the algorithm is shown in plain words. A solver that failed is always shown as Python."""
        player = self.run.player
        failed = player.timeline.failure is not None and player.at_end
        return not (self.python or failed) and bool(listing.declared(self.run.solver))

    def view(self, moment: Moment) -> listing.View | None:
        """Return the plain words or the source, highlighting the line that yielded the step or, after the last step,
        the line where the solver failed.

        Returns ``None`` before the first step (unless the layout shows the code from the start), for a person's moves,
        and while the reason there is no solution is shown instead.
        """
        timeline, position, failure = moment.timeline, moment.player.told, moment.timeline.failure
        failed = failure is not None and moment.player.at_end
        gives_way = moment.explained and self.layout.shown == [self.name]
        begun = position or failed or self.layout.from_start
        if not begun or moment.solver.person or gives_way:
            return None
        if self.in_plain_words:
            step, geometry = timeline.step(position) if position else None, moment.puzzle.geometry
            plain = listing.plain_view(moment.solver, moment.options, step, geometry)
            current = self.line or plain.current if plain else 0
            return plain and plain._replace(current=current, variables=self._rows(), scrolled=self.scrolled)
        yielded = timeline.place(position) if position else None
        view = listing.code_view(moment.solver, failure.place if failure and failed else yielded)
        if view is None:
            return None
        # The line that made the step, not the loop that passed it on, once the variables are known.
        made = self.frames[-1].line if self.frames and self._where.made == position else 0
        current = view.current if failed else self.line or made or view.current
        variables = self._rows(view.lines, current)
        wrong = failed and bool(current)
        return view._replace(current=current, variables=variables, wrong=wrong, scrolled=self.scrolled)

    # The shadow runs

    def tick(self, clock: Clock, seconds: float) -> bool:
        """Bring the line and the variables up to date with the playhead. Return True if anything changed."""
        player, before = self.run.player, self._state
        if self.shown and self._prepared is not self.run.solver:
            self._prepared = self.run.solver
            if not self.in_plain_words and (view := listing.code_view(self.run.solver, None)):
                listing.colours_of(view.lines)  # before anything moves, since the first step already takes long enough
        if player.position != self._at:
            self._at, self.scrolled = player.position, listing.ScrollPosition()
        self.line = self._line_on_the_way(clock, seconds)
        if not self.variables:
            self._forget()
        readable = player.mode is Motion.PAUSED or (player.mode is Motion.PLAYING and player.pace <= READABLE)
        if readable and self._wanted and (self._where.reach(player.told, clock, seconds) or self._where.late):
            self.frames, self._before = self._where.frames, self._where.before
        return before != self._state

    @property
    def _state(self) -> tuple[object, ...]:
        return self.line, self.frames, self._before, self.scrolled

    def _line_on_the_way(self, clock: Clock, seconds: float) -> int:
        """Return the line to highlight on the way to the next counted step at slow speeds, otherwise 0."""
        player = self.run.player
        slow = player.mode is Motion.PLAYING and player.speed <= LINE_BY_LINE
        if not (slow and self.shown and player.position < player.timeline.length) or self.run.solver.black_box:
            return 0
        steps = player.counted_after(player.position) - player.position
        gone = min(player.fraction * steps, steps - 1e-6)  # the steps made so far, with a fraction for the current one
        position = player.position + 1 + int(gone)
        if self.in_plain_words:
            if position > player.timeline.length or not player.timeline.known(position):
                return 0
            step, geometry = player.timeline.step(position), player.timeline.head.puzzle.geometry
            plain = listing.plain_view(self.run.solver, self.run.options, step, geometry)
            return plain.current if plain else 0
        if not self._way.reach(position, clock, seconds) or not self._way.lines:
            return 0
        lines = self._way.lines
        return lines[int(gone % 1 * len(lines))]

    @property
    def busy(self) -> bool:
        player = self.run.player
        if not self._wanted or player.mode is not Motion.PAUSED:
            return False
        return self._where.made != player.position and not self._where.ended

    @property
    def _wanted(self) -> bool:
        """Whether to show variables: those of a step or an error, since there are none before the run has begun."""
        begun = self.run.player.position > 0 or self.run.player.timeline.failure is not None
        return self.variables and self.shown and begun
