"""Tests that the shadow run of a user's own solver shows the same lines and variables as a run in this process."""

from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from types import FrameType, GeneratorType

import pytest
from foreign_runs import EXAMPLE, FIG1, alive, waits
from hypothesis import given
from hypothesis import strategies as st
from pane_views import shown
from slow import slow_but

import solvers
from solvers.core.board_words import BoardWords
from solvers.core.step import Step, look
from solvers.example import example
from solvers.external import registry
from solvers.external.protocol import StepChecksum
from visualizer.panes.code.pane import CodePane, ForeignInspector, Inspector, inspectors
from visualizer.session.session import Session
from visualizer.timeline.timeline import Run, Timeline

Watch = Callable[..., Timeline]
TELLS_ITS_PROCESS = """\
    import os
    def mine(puzzle):
        for cell in range(81):
            process = os.getpid()
            yield look(cell)
"""
HEAD = "from solvers.step import *\n"
FEW, MANY = (1, 60, 61, 59, 300), (1, 2, 3, 60, 61, 59, 58, 7, 299, 300, 250, 8)


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    """Return the timeline of a solver's file or text, recorded up to a number of steps."""
    timelines: list[Timeline] = []

    def watch(code: str | Path, position: int, hang: float = 5.0) -> Timeline:
        path = code if isinstance(code, Path) else tmp_path / "mine.py"
        if isinstance(code, str):
            path.write_text(HEAD + textwrap.dedent(code))
        solver = registry.load(path)
        timeline = Timeline(Run(lambda: solver.run(FIG1, hang=hang), lambda: solver.board(FIG1)))
        timelines.append(timeline)
        end = time.monotonic() + 60
        while not timeline.reach(position, time.monotonic, 0.05) and not (timeline.finished or timeline.resting):
            assert time.monotonic() < end
        return timeline

    yield watch
    for timeline in timelines:
        timeline.close()


def reach(inspector: Inspector, position: int) -> None:
    end = time.monotonic() + 60
    while not inspector.reach(position, time.monotonic, 0.01):
        assert time.monotonic() < end, "never there"
        time.sleep(0.005)


def there(inspector: Inspector) -> dict[str, str]:
    return dict(inspector.frames[-1].variables)


def variables_after(count: int) -> dict[str, str]:
    """Return the variables of the same solver after a number of steps, run in this process."""
    run = example(FIG1)
    assert isinstance(run, GeneratorType)
    assert sum(1 for _ in islice(run, count)) == count
    source = Path(example.__code__.co_filename).read_text(encoding="utf-8")
    frame = run.gi_frame
    assert frame is not None
    return dict(BoardWords(FIG1, source).variables(frame))


def lines_to(count: int) -> list[int]:
    """Return the lines executed for a step of the same solver, run in this process and traced in another way."""
    run, lines = example(FIG1), list[int]()

    def note(frame: FrameType, event: str, argument: object) -> object:
        if frame.f_code.co_filename != example.__code__.co_filename:
            return None
        if event == "line" and lines[-1:] != [frame.f_lineno]:
            lines.append(frame.f_lineno)
        return note

    list(islice(run, count - 1))
    before = sys.gettrace()
    sys.settrace(note)
    try:
        next(run)
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize("positions", slow_but([FEW], [FEW, MANY], values=False))
def test_lines_and_variables_are_those_of_the_solver_at_that_step(watch: Watch, positions: tuple[int, ...]) -> None:
    timeline = watch(EXAMPLE, 300)
    where, way = inspectors(timeline)
    names = [FIG1.geometry.name(cell) for cell in FIG1.geometry.cells]
    try:
        for position in positions:
            reach(where, position)
            assert there(where) == variables_after(position)
            assert there(where).get("cell", "r1c1") in names
            if position < 300:
                reach(way, position + 1)
                assert list(way.lines) == lines_to(position + 1)
                assert way.lines[-1] == timeline.place(position + 1).line
    finally:
        where.close()


def test_nothing_is_executed_here_and_one_process_serves_both(watch: Watch) -> None:
    timeline = watch(TELLS_ITS_PROCESS, 81)
    where, way = inspectors(timeline)
    assert isinstance(where, ForeignInspector) and isinstance(way, ForeignInspector)
    reach(where, 50)
    pid = int(there(where)["process"])
    reach(way, 51)
    reach(where, 70)
    assert int(there(where)["process"]) == pid and alive(pid)
    reach(where, 5)
    assert int(there(where)["process"]) != pid, "what lies behind is made again from the start"
    pids = [pid, int(there(where)["process"])]
    where.close()
    assert waits(lambda: not any(alive(one) for one in pids))


@pytest.mark.slow
def test_going_back_step_by_step_takes_one_process(watch: Watch) -> None:
    timeline = watch(TELLS_ITS_PROCESS, 81)
    where, _ = inspectors(timeline)
    seen = set()
    for position in range(81, 51, -1):
        reach(where, position)
        shown = there(where)
        assert shown["cell"] == FIG1.geometry.name(position - 1)
        seen.add(shown["process"])
    assert len(seen) <= 2
    where.close()


@pytest.mark.slow
def test_somebodys_own_values_do_no_harm(watch: Watch) -> None:
    code = """\
        class Hangs:
            def __repr__(self):
                while True: pass
        class Fails:
            def __repr__(self): raise ValueError
        class Leaves:
            def __repr__(self): raise SystemExit
        class Huge:
            def __repr__(self): return "x" * 10**7
        def mine(puzzle):
            hangs, fails, leaves, huge, cell = Hangs(), Fails(), Leaves(), Huge(), 7
            while True:
                yield look(cell)
    """
    timeline = watch(code, 9)
    where, _ = inspectors(timeline)
    reach(where, 1)
    shown = there(where)
    assert shown["cell"] == "r1c8" and all(len(value) < 1000 for value in shown.values())
    assert "Hangs" in shown["hangs"] and "Fails" in shown["fails"] and "cannot be written" in shown["leaves"]
    where.close()


WENT_WRONG = [
    ("total = 1 / (digit - digit)", {"digit": "5"}),
    ("yield guess(0, 8)", {"digit": "5"}),
    ("yield digit", {"digit": "5"}),
    ("_deeper(digit)", {"twice": "10", "number": "5"}),
]


@pytest.mark.parametrize(
    ("code", "variables"),
    slow_but(WENT_WRONG[-1:], WENT_WRONG),
)
@pytest.mark.parametrize("before", slow_but([3], [0, 3]))
def test_where_it_went_wrong_the_variables_are_those_there(
    watch: Watch, code: str, variables: dict[str, str], before: int
) -> None:
    text = "def _deeper(number):\n    twice = 2 * number\n    return [][twice]\ndef mine(puzzle):\n    digit = 5\n"
    steps = f"    for _cell in range({before}):\n        yield look(_cell)\n"
    timeline = watch(f"{text}{steps}    {code}\n", 99)
    assert timeline.failure is not None and timeline.length == before
    where, _ = inspectors(timeline)
    reach(where, before)
    shown = there(where)
    shown.pop("puzzle", None)
    assert shown == variables
    where.close()


ENDS = "import os; os._exit(1)"


@pytest.mark.slow
@pytest.mark.parametrize("code", slow_but([ENDS], ["while True: pass", ENDS]))
def test_where_nothing_can_be_known_of_the_end_it_is_said(watch: Watch, code: str) -> None:
    timeline = watch(f"def mine(puzzle):\n    {code}\n    yield look(0)\n", 9, hang=0.6)
    where, _ = inspectors(timeline)
    reach(where, 0)
    assert where.ended and [name for name, _ in where.frames[-1].variables] == ["not known"]
    where.close()


@pytest.mark.slow
def test_one_that_makes_other_steps_the_second_time_is_not_shown(watch: Watch, tmp_path: Path) -> None:
    code = f"""\
        import os
        from pathlib import Path
        def mine(puzzle):
            mark = Path({str(tmp_path / "mark")!r})
            again = mark.exists()
            mark.touch()
            yield look(0)
            yield look(1 + again)
    """
    timeline = watch(code, 2)
    where, way = inspectors(timeline)
    reach(where, 1)
    assert there(where)["again"] == "True"
    reach(where, 2)
    assert where.frames[-1].variables == (("not known", "a second run made different steps"),)
    where.close()


@pytest.mark.slow
@pytest.mark.parametrize("different", [7, 2001])
def test_after_a_step_that_differs_nothing_is_known_even_where_the_steps_agree(
    watch: Watch, tmp_path: Path, different: int
) -> None:
    code = f"""\
        from pathlib import Path
        def mine(puzzle):
            mark = Path({str(tmp_path / "mark")!r})
            again = mark.exists()
            mark.touch()
            for number in range(1, 3001, 2):
                yield guess(puzzle.blanks[0], 3 if again and number == {different} else 2)
                yield backtrack(0)
            1 / 0
    """
    timeline = watch(code, 3001)
    assert timeline.length == 3000 and timeline.failure
    where, way = inspectors(timeline)
    for position in (different - 1, different, different + 1, 2900, different + 2, 3000, 1, 3000):
        reach(where, position)
        reach(way, position)
        known = position < different
        assert (there(where).get("again") == "True") is known
        assert (where.frames[-1].variables == (("not known", "a second run made different steps"),)) is not known
        assert bool(way.lines) is known
    where.close()


@given(st.lists(st.integers(0, 5), max_size=60), st.lists(st.integers(0, 5), max_size=60))
def test_the_course_is_the_same_only_for_the_same_steps(first: list[int], second: list[int]) -> None:
    courses = StepChecksum(), StepChecksum()
    for course, cells in zip(courses, (first, second), strict=True):
        for cell in cells:
            course.add(look(cell))
    assert (courses[0].value == courses[1].value) is (first == second)


def test_the_programs_own_are_inspected_here() -> None:
    timeline = Timeline(Run(lambda: solvers.trace(FIG1, "mrv"), lambda: solvers.get("mrv").board(FIG1)))
    assert [type(one) for one in inspectors(timeline)] == [Inspector, Inspector]
    timeline.close()


@pytest.mark.slow
def test_steps_that_only_say_that_it_computes_are_not_counted(watch: Watch) -> None:
    code = "def mine(puzzle):\n    for cell in range(30):\n        yield PENDING\n        yield look(cell)\n"
    timeline = watch(code, 30)
    where, _ = inspectors(timeline)
    for position in (1, 17, 30):
        reach(where, position)
        assert isinstance(timeline.step(position), Step)
        assert there(where)["cell"] == FIG1.geometry.name(position - 1)
    where.close()


@pytest.mark.slow
def test_where_the_users_own_solver_recurses_each_function_under_way_is_shown(watch: Watch) -> None:
    code = """\
        VARIABLES = {"cell": "Cell"}
        def mine(puzzle, left=5):
            cell = 60 + left
            if left:
                yield from mine(puzzle, left - 1)
            yield look(cell)
    """
    timeline = watch(code.replace(", left=5", ", *, left: int = 5").replace("left - 1", "left=left - 1"), 3)
    where, _ = inspectors(timeline)
    reach(where, 1)
    assert [dict(frame.variables) for frame in where.frames] == [
        {"left": str(left), "cell": FIG1.geometry.name(60 + left)} for left in range(5, -1, -1)
    ]
    reach(where, 2)
    assert len(where.frames) == len(where.before) - 1 == 5
    where.close()


def test_a_helper_whose_steps_are_passed_on_by_a_loop_is_shown_too(watch: Watch) -> None:
    code = """\
        def mine(puzzle):
            for step in _middle(60):
                yield step
            yield look(3)
        def _middle(start):
            unused = _helper(9)
            next(unused)
            for step in (one for one in _helper(start)):
                yield step
        def _helper(at):
            yield look(at)
            yield look(at)
    """
    timeline = watch(code, 3)
    where, _ = inspectors(timeline)
    for position, names in ((1, ["mine", "_middle", "<genexpr>", "_helper"]), (3, ["mine"])):
        reach(where, position)
        assert [frame.function for frame in where.frames] == names
    reach(where, 2)
    assert there(where)["at"] == "r7c7"
    where.close()


def test_a_helper_that_has_gone_since_it_made_the_step_is_not_shown(watch: Watch) -> None:
    code = """\
        def mine(puzzle):
            for cell in range(40):
                step = next(_helper(cell))
                unused = [str(cell)] * 9  # memory that the helper's frame may have had
                yield step
        def _helper(at):
            digits = [at, at + 1]
            yield look(at)
    """
    timeline = watch(code, 40)
    where, _ = inspectors(timeline)
    for position in (1, 2, 3, 39, 40):
        reach(where, position)
        assert [frame.function for frame in where.frames] == ["mine"]
        assert there(where)["cell"] == str(position - 1)
    where.close()


def test_the_line_of_a_step_is_the_one_that_made_it_even_if_loops_have_passed_it_on(watch: Watch) -> None:
    code = """\
        def mine(puzzle):
            for step in _middle(60):
                yield step
            for step in _helper(1):
                step = look(step.cell)
                yield step  # 1
            for cell in range(2):
                steps = _helper(cell)
                with open(__file__):
                    for step in steps:
                        for again in range(2):
                            yield step
            for step in [look(3)]:
                yield step  # 2
            yield look(3)  # 3
        def _middle(start):
            unused = _helper(9)
            next(unused)
            for step in (one for one in _helper(start)):
                yield step
            yield from _helper(7)
        def _helper(at):
            yield look(at)  # 4
            yield look(at)  # 5
    """
    timeline = watch(code, 16)
    lines = (HEAD + textwrap.dedent(code)).splitlines()
    made = "".join(lines[timeline.place(at).line - 1][-1] for at in range(1, timeline.length + 1))
    assert made == "4545" + "11" + "4455" * 2 + "23"


def test_the_pane_lists_the_functions_under_way_innermost_first_each_with_its_variables(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from solvers.step import look\n"
        "def mine(puzzle, depth=0):\n"
        "    cell = 60 + depth\n"
        "    yield from _seen(cell)\n"
        "    yield from mine(puzzle, depth + 1)\n"
        "def _seen(at):\n    yield look(at)\n"
    )
    solver = registry.register(registry.load(path))
    session = Session(FIG1, solver=solver.name)
    try:
        session.player.to(2)
        session.do("variables")
        end = time.monotonic() + 60
        while len(session.panes.one(CodePane).frames) < 3 and time.monotonic() < end:
            session.tick(0.01, time.monotonic, 0.01)
            time.sleep(0.005)
        rows = [row[:2] for row in shown(session, "code").variables]
        session.do("caller")
        assert shown(session, "code").variables[1] == ("cell", "61", None), "the caller's"
    finally:
        session.close()
    assert rows == [
        ("", "in _seen, 3 of 3"), ("at", "r7c8"),
        ("", "in mine, 2 of 3"), ("cell", "61"), ("depth", "1"),
        ("", "in mine, 1 of 3"), ("cell", "60"), ("depth", "0"),
    ]  # fmt: skip


def test_with_or_without_the_variables_the_line_that_made_a_step_is_lit_even_if_a_loop_passed_it_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from solvers.step import look\n"
        "def mine(puzzle):\n"
        "    for step in _seen(60):\n"
        "        yield step\n"
        "    yield look(1)\n"
        "def _seen(at):\n"
        "    yield look(at)\n"
    )
    session = Session(FIG1, solver=registry.register(registry.load(path)).name)

    def until(done: Callable[[], object]) -> None:
        end = time.monotonic() + 60
        while not done() and time.monotonic() < end:
            session.tick(0.01, time.monotonic, 0.01)
            time.sleep(0.005)

    lit = []
    try:
        session.player.to(1)
        until(lambda: session.player.position == 1)
        lit.append(shown(session, "code").current)
        session.do("variables")
        for position, line in ((1, 7), (2, 5), (1, 7)):
            session.player.to(position)
            until(lambda line=line: shown(session, "code").current == line)
            lit.append(shown(session, "code").current)
    finally:
        session.close()
    assert lit == [7, 7, 5, 7]
