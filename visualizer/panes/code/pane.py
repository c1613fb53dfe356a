"""The pane that shows the running code in plain words or Python, the line being executed, and its variables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from puzzles.geometry import Geometry
from solvers.core import variable_types
from solvers.core.board_words import BoardWords
from solvers.core.frame_trace import ActiveFunction, Variables
from solvers.core.registry import Solver
from solvers.external.registry import file_of
from visualizer.files.saved_view import read_flag
from visualizer.files.store import DocumentStore
from visualizer.panes.code.inspector import Frames, Inspector, changed, inspectors
from visualizer.panes.code.listing import (
    CodeView,
    PlainView,
    ScrollPosition,
    VariableRow,
    code_view,
    colours_of,
    declared,
    plain_view,
    source_of,
    telling,
)
from visualizer.scene.scene import Moment
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun
from visualizer.timeline.player import READABLE
from visualizer.timeline.timeline import Clock
from visualizer.timeline.transport import Motion

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
        self.work = self
        self.variables = False
        """Whether to show the variables."""
        self.python = False
        """Whether to show Python instead of plain words."""
        self.outward = 0
        """The number of calls between the first function shown and the one that yielded, in a recursive solver."""
        self.line = 0
        """The line to highlight instead of the step's own while a step is shown line by line."""
        self.scrolled = ScrollPosition()
        """The user's scroll position, until the next step."""
        self._at = 0
        self._frames: Frames = ()
        """The active functions at the playhead, if known."""
        self._before: Frames = ()
        """The active functions one step earlier."""
        self._hint = ""
        """How to declare a variable that is shown as numbers. It stays for the whole run, so that rows do not move."""
        self._prepared: Solver | None = None
        """The solver whose file has been read."""
        self._kept: DocumentStore | None = None
        self._where, self._way = self._inspectors(run)

    @staticmethod
    def _inspectors(run: WatchedRun) -> tuple[Inspector, Inspector]:
        words = BoardWords(run.composer.puzzle, source_of(run.solver))
        return inspectors(run.player.timeline, words)

    def follow(self, run: WatchedRun) -> None:
        super().follow(run)
        self.close()
        self.line, self.scrolled, self.outward = 0, ScrollPosition(), 0
        self._forget()
        self._where, self._way = self._inspectors(run)

    def close(self) -> None:
        """End the shadow runs."""
        self._where.close()
        self._way.close()

    def look_outward(self) -> str:
        """Show the calling function's variables. After the outermost function, start again at the innermost."""
        depth = len(self._frames)
        if not self.variables:
            self.variables = True
        elif depth <= 1:
            return "No function has called another here."
        self.outward = (self.outward + 1) % max(1, depth)
        return ""

    def _forget(self) -> None:
        self._frames, self._before, self._hint = (), (), ""

    def _read(self) -> None:
        """Copy the active functions from the shadow run."""
        self._frames, self._before = self._where.frames, self._where.before

    @property
    def values(self) -> Variables:
        """The variables of the first function shown."""
        return self._frames[-1 - self._skipped].variables if self._frames else ()

    @property
    def _skipped(self) -> int:
        return max(0, min(self.outward, len(self._frames) - 1))

    def _rows(self, lines: Sequence[str] = (), current: int = 0) -> tuple[VariableRow, ...]:
        """Return the variables of the functions, innermost first, each under its name if several are active.

        If the ``lines`` of the source are given, the variables on each function's current line come first.
        """
        found: list[VariableRow] = []
        count = len(self._frames)
        for depth in range(count - 1 - self._skipped, -1, -1):
            frame = self._frames[depth]
            number = current if depth == count - 1 and current else frame.line
            line = lines[number - 1] if 0 < number <= len(lines) else ""
            new = changed(frame, depth, self._before)
            if count > 1:
                found.append(VariableRow("", f"in {frame.function}, {depth + 1} of {count}"))
            found += [VariableRow(name, text, new.get(name)) for name, text in telling(frame.variables, line)]
            if depth == count - 1:
                self._hint = self._hint or self._hint_about(frame)
                found += [VariableRow("", self._hint)] if self._hint else []
        return tuple(found)

    def _hint_about(self, frame: ActiveFunction) -> str:
        """Say how to declare a variable that may be a cell; "" for a built-in solver or a file with declarations."""
        solver = self.run.solver
        if file_of(solver) is None or variable_types.is_declared(source := source_of(solver)):
            return ""
        types = variable_types.types_of(source)
        bare = [(name, text) for name, text in frame.variables if (frame.function, name) not in types]
        return type_hint(bare, self.run.composer.puzzle.geometry)

    def toggle_python(self) -> str:
        """Switch between plain words and Python, remembering the choice. Return a message if there is only Python."""
        if not declared(self.run.solver):
            return f"{self.run.solver.title} is not described in plain words, so its Python is shown."
        self.python = not self.python
        if self._kept is not None:
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
        return not (self.python or failed) and bool(declared(self.run.solver))

    def view(self, moment: Moment) -> CodeView | PlainView | None:
        """Return the plain words or the source, highlighting the line that yielded the step or, after the last step,
        the line where the solver failed.

        Returns ``None`` before the first step (unless the layout shows the code from the start), for a person's moves,
        and while the reason there is no solution is shown instead.
        """
        timeline, position, failure = moment.timeline, moment.position, moment.timeline.failure
        failed = failure is not None and moment.player.at_end
        gives_way = moment.explained and self.layout.shown == [self.name]
        begun = position or failed or self.layout.from_start
        if not begun or moment.solver.person or gives_way:
            return None
        if self.in_plain_words:
            plain = plain_view(moment.solver, moment.options, timeline.step(position) if position else None)
            current = self.line or plain.current if plain else 0
            return plain and plain._replace(current=current, variables=self._rows(), scrolled=self.scrolled)
        yielded = timeline.place(position) if position else None
        view = code_view(moment.solver, failure.place if failure and failed else yielded)
        if view is None:
            return None
        # The line that made the step, not the loop that passed it on, once the variables are known.
        made = self._frames[-1].line if self._frames and self._where.made == position else 0
        current = view.current if failed else self.line or made or view.current
        variables = self._rows(view.lines, current)
        wrong = failed and bool(current)
        return view._replace(current=current, variables=variables, wrong=wrong, scrolled=self.scrolled)

    # The shadow runs

    def tick(self, clock: Clock, seconds: float) -> bool:
        """Bring the line and the variables up to date with the playhead. Return True if anything changed."""
        player, before = self.run.player, self._state
        if self.shown and self._prepared is not self.run.solver:
            self._prepare()
        if player.position != self._at:
            self._at, self.scrolled = player.position, ScrollPosition()
        self.line = self._line_on_the_way(clock, seconds)
        if not self.variables:
            self._forget()
        readable = player.mode is Motion.PAUSED or (player.mode is Motion.PLAYING and player.pace <= READABLE)
        wanted = self.variables and self.shown and readable and self._has_begun
        if wanted and (self._where.reach(player.position, clock, seconds) or self._where.late):
            self._read()
        return before != self._state

    def _prepare(self) -> None:
        """Read and colour the solver's file before anything moves, since the first step already takes long enough."""
        self._prepared = self.run.solver
        if not self.in_plain_words and (view := code_view(self.run.solver, None)):
            colours_of(view.lines)

    @property
    def _state(self) -> tuple[object, ...]:
        return self.line, self._frames, self._before, self.scrolled

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
            known = position <= player.timeline.length and player.timeline.known(position)
            plain = plain_view(self.run.solver, self.run.options, player.timeline.step(position)) if known else None
            return plain.current if plain else 0
        if not self._way.reach(position, clock, seconds) or not self._way.lines:
            return 0
        lines = self._way.lines
        return lines[int(gone % 1 * len(lines))]

    @property
    def busy(self) -> bool:
        """Whether a shadow run is still fetching the requested variables."""
        player = self.run.player
        wanted = self.variables and self.shown and player.mode is Motion.PAUSED and self._has_begun
        return wanted and self._where.made != player.position and not self._where.ended

    @property
    def _has_begun(self) -> bool:
        """Whether the run has a step, or an error, whose variables could be shown."""
        player = self.run.player
        return player.position > 0 or player.timeline.failure is not None
