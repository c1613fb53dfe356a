"""Solvers in files of somebody's own: what is loaded, what comes through, and every way in which it may go wrong."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from types import GeneratorType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import solvable, walk, walks

import solvers
from puzzles import Geometry, Puzzle, named
from solvers import fast, foreign, foreign_process, foreign_run
from solvers import foreign_protocol as protocol
from solvers.board import Board, Candidates
from solvers.example import example
from solvers.foreign import ForeignError, ForeignRun
from solvers.sat import Formula, Took
from solvers.step import Kind, Step, Why, guess
from visualizer.recorder import Place
from visualizer.timeline import Run, Timeline

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "solvers" / "example.py"
FIG1 = named.find("fig1")
SHORT = 0.6
"""Seconds of silence allowed where a test waits for a hang to be found."""

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a solver's file; what stands in it follows the usual imports, which take its first two lines."""

    def write(text: str, name: str = "mine.py") -> Path:
        path = tmp_path / name
        path.write_text("from solvers.step import *\nfrom solvers.step import SOLVED, Why\n" + textwrap.dedent(text))
        return path

    return write


@pytest.fixture(autouse=True)
def _nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a test does, the processes that it started and the files of their last words are gone after it."""
    pids, dumps = [], []
    real = foreign_process.Process.__init__

    def watched(self: foreign_process.Process, job: protocol.Job, *rest: object) -> None:
        real(self, job, *rest)  # type: ignore[arg-type]
        pids.append(self.pid)
        dumps.append(Path(job.dump))

    monkeypatch.setattr(foreign_process.Process, "__init__", watched)
    before = solvers.names()
    yield
    gc.collect()
    assert not [pid for pid in pids if alive(pid)]
    assert not [dump for dump in dumps if dump.exists()]
    assert solvers.names() == before, "what a test registers it unregisters"


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def start(path: Path, puzzle: Puzzle = FIG1, **options: object) -> ForeignRun:
    run = foreign.load(path).run(puzzle, **options)
    assert isinstance(run, ForeignRun)
    return run


def recorded(run: Iterator[Step]) -> Iterator[Step]:
    return (step for step in run if step.kind is not Kind.PENDING)


def waits(true: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()


# What comes through

details = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(max_size=9)
    | st.floats(allow_nan=False, width=32),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
).filter(lambda detail: detail not in (float("inf"), -float("inf")) and "inf" not in repr(detail))
records = st.builds(Formula, st.integers(), st.integers()) | st.builds(Took, st.floats(0, 9))
steps = st.builds(
    Step,
    st.sampled_from(Kind),
    st.integers(-1, 80),
    st.integers(0, 9),
    st.sampled_from(Why),
    st.integers(-1, 26),
    st.integers(-1, 10**6),
    st.booleans(),
    details | records,
)


@given(steps, st.text(max_size=30), st.integers(0, 10**6))
def test_every_kind_of_step_goes_there_and_back(step: Step, file: str, line: int) -> None:
    place = protocol.Place(file, line)
    again, there = protocol.read_pair(protocol.pair_bytes(step, place), FIG1.geometry)
    assert again is step or (again == step and repr(again) == repr(step))
    assert there == place


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_goes_there_and_back(kind: Kind) -> None:
    step = Step(kind, 80, 9, Why.RULE, 26, 3, False, (1, ("two", None), Formula(3, 4)))
    assert protocol.read_pair(protocol.pair_bytes(step, protocol.NOWHERE), FIG1.geometry)[0] is step


@settings(max_examples=5)
@given(walks)
def test_any_legal_steps_come_through_a_process_unchanged(drawn: tuple[Puzzle, Candidates, int]) -> None:
    import tempfile

    puzzle, mode, seed = drawn
    expected = list(walk(puzzle, mode, seed, 400))
    word = {Candidates.NONE: "none", Candidates.STRUCK: "struck", Candidates.SAID: "said"}[mode]
    lines = [f"    yield {step!r}" for step in expected]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "walk.py"
        head = ["from solvers.step import *", f'CANDIDATES = "{word}"', "def walk(puzzle):"]
        path.write_text("\n".join([*head, *lines]))
        with start(path, puzzle) as run:
            got = []
            for step in recorded(run):
                got.append(step)
                assert run.place == (str(path), 3 + len(got))
    assert got == expected


@pytest.mark.parametrize("puzzle", ["fig1", "25empty", "misprint", "complete", "minimal-6"])
def test_the_steps_and_lines_are_those_of_the_generator_itself(puzzle: str) -> None:
    here = example(named.find(puzzle))
    assert isinstance(here, GeneratorType)
    expected = [(step, here.gi_frame.f_lineno) for step in here]
    with start(EXAMPLE, named.find(puzzle)) as run:
        assert [(step, run.place.line) for step in recorded(run)] == expected
        assert {Path(run.place.file).name} == {"example.py"}


def test_a_step_through_yield_from_is_placed_where_it_was_yielded(write: Write) -> None:
    path = write(
        """\
        def mine(puzzle):
            yield guess(0, 1)
            yield from _rest(puzzle)
        def _rest(puzzle):
            yield guess(1, 2)
            yield from [guess(9, 9)]
            yield backtrack(-1)
        """
    )
    with start(path, Puzzle.empty()) as run:
        assert [(step.kind, run.place.line) for step in recorded(run)] == [
            (Kind.GUESS, 4), (Kind.GUESS, 7), (Kind.GUESS, 8), (Kind.BACKTRACK, 9),
        ]  # fmt: skip


def test_a_file_may_use_its_neighbours_and_our_packages_and_take_options(write: Write, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def first(cells, start): return cells[start]\n")
    path = write(
        """\
        from helper import first
        from puzzles.geometry import STANDARD
        from dataclasses import dataclass
        @dataclass
        class State:
            cell: int
        def mine(puzzle, start=0):
            assert puzzle.geometry == STANDARD and __name__ != "__main__"
            yield guess(State(first(puzzle.blanks, start)).cell, 5)
        """
    )
    with start(path, Puzzle.empty(), start=7) as run:
        assert list(recorded(run)) == [guess(7, 5)]
    with start(path, Puzzle.empty(), begin=7) as run, pytest.raises(foreign.Raised, match="TypeError.*begin"):
        list(run)


def test_what_runs_is_the_text_that_was_loaded(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield guess(0, 1)\n")
    solver = foreign.load(path)
    path.write_text("what stands here later is another run's business")
    assert list(recorded(solver.run(Puzzle.empty()))) == [guess(0, 1)]


def test_two_runs_make_the_same_steps_even_where_they_follow_the_order_of_a_set(write: Write) -> None:
    path = write(
        """\
        def mine(puzzle):
            for name in {"a", "b", "c", "d", "e", "f", "g", "h"}:
                yield look(ord(name) - 97)
        """
    )
    runs = [[step.cell for step in recorded(start(path))] for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]
    others = [[step.cell for step in recorded(start(path, hash_seed=seed))] for seed in (1, 2, 3)]
    assert any(other != runs[0] for other in others)


def test_pending_is_passed_on_and_counts_as_a_sign_of_life(write: Write) -> None:
    path = write(
        """\
        import time
        def mine(puzzle):
            for _ in range(30):
                time.sleep(0.05)
                yield PENDING
            yield look(3)
        """
    )
    with start(path, hang=SHORT) as run:
        assert [step.cell for step in recorded(run)] == [3]
        assert run.made == 1


# What it may print, and how far it may go


def test_what_it_prints_is_kept_apart_from_its_steps(write: Write) -> None:
    path = write(
        """\
        import os, subprocess, sys
        def mine(puzzle):
            print("one €", end="\\n")
            yield look(1)
            os.write(1, b"two P\\x04\\x00\\x00\\x00abcd\\n")
            sys.stdout.buffer.write(b"\\xff three\\n")
            sys.stdout.flush()
            subprocess.run([sys.executable, "-c", "print('four')"])
            yield look(2)
            sys.stdout.close()
            os.close(1)
            yield look(3)
            sys.stderr.write("five\\n")
        """
    )
    with start(path) as run:
        assert [step.cell for step in recorded(run)] == [1, 2, 3]
    assert [line for word in ("one €", "two P", "three", "four", "five") for line in [word in run.output]] == [True] * 5


def test_what_it_prints_is_bounded(write: Write) -> None:
    path = write(
        """\
        def mine(puzzle):
            for line in range(60000):
                print("line", line)
                if line % 1000 == 0:
                    yield look(1)
        """
    )
    with start(path) as run:
        assert sum(1 for _ in recorded(run)) == 60
    assert len(run.output) <= foreign_process.OUTPUT
    assert run.output.endswith("line 59999\n")


def test_it_reads_nothing_from_this_program(write: Write) -> None:
    path = write("def mine(puzzle):\n    input()\n    yield look(1)\n")
    with start(path) as run, pytest.raises(foreign.Raised, match="mine.py, line 4: EOFError"):
        list(run)


def test_it_does_not_run_far_ahead(write: Write, tmp_path: Path) -> None:
    path = write(
        f"""\
        def mine(puzzle):
            count = 0
            with open({str(tmp_path / "count")!r}, "w") as file:
                while True:
                    count += 1
                    if count % 1024 == 0:
                        print(count, file=file, flush=True)
                    yield look(1)
        """
    )
    with start(path) as run:
        assert sum(1 for _ in islice(recorded(run), 100)) == 100
        assert waits(lambda: not busy(run.pid))
        far = int((tmp_path / "count").read_text().split()[-1])
        assert far <= foreign_run.WINDOW
        assert sum(1 for _ in islice(recorded(run), 50_000)) == 50_000
        assert waits(lambda: int((tmp_path / "count").read_text().split()[-1]) > 50_000)


def busy(pid: int | None) -> bool:
    """Does a process use processor time?"""
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():
        pytest.skip("needs /proc")
    before = status.read_text().split()[13:15]
    time.sleep(0.2)
    return status.read_text().split()[13:15] != before


def test_it_rests_at_a_solution_until_another_is_asked_for(write: Write, tmp_path: Path) -> None:
    mark = tmp_path / "went on"
    path = write(
        f"""\
        def mine(puzzle):
            yield SOLVED
            open({str(mark)!r}, "w").close()
            yield look(1)
        """
    )
    with start(path, named.find("complete"), hang=SHORT) as run:
        assert next(recorded(run)).kind is Kind.SOLVED
        time.sleep(2 * SHORT)
        assert not mark.exists()
        assert next(recorded(run)).kind is Kind.LOOK
        assert mark.exists()


def test_a_million_refusals_a_second_are_a_run_like_any_other(write: Write) -> None:
    path = write(
        """\
        def mine(puzzle):
            while True:
                yield reject(0, 8)
        """
    )
    with start(path) as run:
        assert all(step.kind is Kind.REJECT for step in islice(recorded(run), 100_000))
        assert run.made == 100_000


# What is refused

GOES_WRONG = {
    "a guess on a given": ("yield guess(2, 3)", foreign.IllegalStep, "step 1 .*r1c3, which already holds 8", 4),
    "a clash": ("yield guess(0, 8)", foreign.IllegalStep, "GUESS of 8 in r1c1, where 8 is struck", 4),
    "a refusal without a reason": ("yield reject(0, 2)", foreign.IllegalStep, "no peer holds it", 4),
    "solved too early": ("yield SOLVED", foreign.IllegalStep, "not a solution", 4),
    "back to nowhere": ("yield backtrack(3)", foreign.IllegalStep, "BACKTRACK to level 3", 4),
    "a cell off the grid": ("yield guess(81, 1)", foreign.IllegalStep, "names cell 81, which this grid does not", 4),
    "a digit off the grid": ("yield look(0); yield guess(0, 10)", foreign.IllegalStep, "step 2 .*digit 10", 4),
    "a cell by its name": ("yield guess('r1c1', 1)", foreign.IllegalStep, "whole numbers, not as in", 4),
    "a unit off the grid": ("yield look(unit=99)", foreign.IllegalStep, "unit 99", 4),
    "a detail of its own": ("yield look(detail=frozenset([1]))", foreign.IllegalStep, "detail of a LOOK", 4),
    "a swap with nothing": ("yield Step(Kind.SWAP, 0)", foreign.IllegalStep, "SWAP names no second cell", 4),
    "a swap with a fraction": ("yield swap(0, 1.0)", foreign.IllegalStep, "SWAP names no second cell", 4),
    "a clash with nothing": ("yield Step(Kind.CONFLICT, 0, 8, Why.GIVENS_CLASH)",
                             foreign.IllegalStep, "names no second cell", 4),
    "no clause learnt": ("yield Step(Kind.LEARN)", foreign.IllegalStep, "LEARN names no clause", 4),
    "a hidden single nowhere": ("yield fix(0, 3, Why.HIDDEN_SINGLE)", foreign.IllegalStep, "names no unit", 4),
    "a number": ("yield look(0); yield 5", foreign.IllegalStep, "step 2 .*yields steps, but this yielded 5", 4),
    "a list": ("yield []", foreign.IllegalStep, "this yielded \\[\\]", 4),
    "nothing": ("yield", foreign.IllegalStep, "this yielded nothing", 4),
    "a function": ("yield guess", foreign.IllegalStep, "the function guess itself", 4),
    "a puzzle": ("yield puzzle", foreign.IllegalStep, "this yielded Puzzle", 4),
    "an error": ("yield look(0); 1 / 0", foreign.Raised, "mine.py, line 4: ZeroDivisionError: division by zero", 4),
    "an error elsewhere": ("yield look(0); int('x')", foreign.Raised, "ValueError: invalid literal", 4),
    "an error of megabytes": ("raise ValueError('x' * 10**7); yield", foreign.Raised, "ValueError: xxx", 4),
    "an error that cannot be shown": (
        "yield look(0)\n    class Odd(Exception):\n        def __str__(self): return 1 / 0\n    raise Odd",
        foreign.Raised, "Odd: <exception str", 7,
    ),
    "recursion": ("yield look(0); deep = lambda: deep(); deep()", foreign.Raised, "RecursionError", 4),
    "sys.exit": ("import sys; yield look(0); sys.exit(3)", foreign.Raised, "called sys.exit.*return", 4),
    "os._exit": ("import os; yield look(0); print('bye', flush=True); os._exit(3)",
                 foreign.Died, "exit code 3 .*bye", 0),
    "a signal": ("import os, signal; yield look(0); os.kill(os.getpid(), signal.SIGKILL)",
                 foreign.Died, "SIGKILL", 0),
    "a crash": ("import ctypes; yield look(0); ctypes.string_at(0)", foreign.Died, "broke down: .*Segmentation", 4),
    "closing all": ("import os; yield look(0); os.closerange(3, 99); yield look(1)",
                    foreign.Died, "closed the pipe", 0),
    "memory": ("yield look(0); [0] * (1 << 40)", foreign.Raised, "MemoryError", 4),
    "stop iteration": ("yield look(0); raise StopIteration", foreign.Raised, "RuntimeError: generator raised", 4),
}  # fmt: skip


@pytest.mark.parametrize("what", GOES_WRONG)
def test_what_goes_wrong_is_said_with_its_line(write: Write, what: str) -> None:
    code, kind, message, line = GOES_WRONG[what]
    if what in ("a crash", "a signal", "memory") and sys.platform != "linux":
        pytest.skip("differs by system")
    path = write(f"def mine(puzzle):\n    {code}\n")
    with start(path) as run:
        with pytest.raises(kind, match=message) as caught:
            list(run)
        assert caught.value.place.line == line
        assert len(str(caught.value)) < 6000
        assert next(run, None) is None


def test_garbage_among_the_steps_is_noticed(write: Write) -> None:
    path = write(
        """\
        import os
        def mine(puzzle):
            yield look(0)
            for number in range(3, 20):
                try:
                    os.write(number, b"Z\\x03\\x00\\x00\\x00abc")
                except OSError:
                    pass
            yield look(1)
        """
    )
    with start(path) as run, pytest.raises(foreign.Died, match="sent what cannot be read"):
        list(run)


def test_an_error_when_the_file_is_executed_has_its_line(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield look(0)\nraise ValueError('at the top')\n")
    with start(path) as run, pytest.raises(foreign.Raised, match="mine.py, line 5: ValueError: at the top"):
        list(run)


def test_a_decorator_that_takes_the_generator_away_is_said(write: Write) -> None:
    path = write(
        "def listed(f): return lambda puzzle: list(f(puzzle))\n@listed\ndef mine(puzzle):\n    yield look(0)\n"
    )
    with start(path) as run, pytest.raises(foreign.Raised, match="no generator"):
        list(run)


def test_the_traceback_begins_in_the_file(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield look(0)\n    _deeper()\ndef _deeper():\n    return [][1]\n")
    with start(path) as run, pytest.raises(foreign.Raised) as caught:
        list(run)
    assert caught.value.place.line == 7
    assert "return [][1]" in caught.value.trace and "foreign_child" not in caught.value.trace


def test_an_illegal_step_tells_all_about_itself(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield guess(0, 1)\n    yield guess(1, 1)\n")
    with start(path, Puzzle.empty()) as run, pytest.raises(foreign.IllegalStep) as caught:
        list(run)
    error = caught.value
    assert (error.number, error.step, error.place) == (2, guess(1, 1), (str(path), 5))
    assert error.values == (1, *[0] * 80)
    assert str(error) == f"mine.py, line 5: step 2 is not legal: {error.reason}"


HANGS = {
    "a loop": ("yield look(0)\n    while True:\n        pass", {5, 6}),
    "a wait": ("import time\n    yield look(0)\n    time.sleep(99)", {6}),
    "a helper": ("yield look(0)\n    _forever()\n\ndef _forever():\n    while True:\n        pass", {8, 9}),
    "a call in C": ("yield look(0)\n    sum(iter(int, 1))", {5}),
    "before the first step": ("while True:\n        pass\n    yield", {4, 5}),
}


@pytest.mark.parametrize("what", HANGS)
def test_a_hang_is_ended_and_shown_where_it_hung(write: Write, what: str) -> None:
    code, lines = HANGS[what]
    with start(write(f"def mine(puzzle):\n    {code}\n"), hang=SHORT) as run:
        began = time.monotonic()
        with pytest.raises(foreign.Hung, match="no step for 0.6 s") as caught:
            list(run)
        assert time.monotonic() - began < 20 * SHORT
        assert caught.value.place.line in lines
        assert not alive(run.pid or 0)


def test_a_hang_while_the_file_is_executed_is_found(write: Write) -> None:
    path = write("import time\ntime.sleep(99)\ndef mine(puzzle):\n    yield look(0)\n")
    with start(path, hang=SHORT) as run, pytest.raises(foreign.Hung, match="mine.py, line 4"):
        list(run)


def test_a_hang_is_ended_though_nobody_asks_for_steps(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield look(0)\n    while True:\n        pass\n")
    with start(path, hang=SHORT) as run:
        assert next(recorded(run)).kind is Kind.LOOK
        assert waits(lambda: not alive(run.pid or 0))


def test_a_solver_that_works_at_length_between_steps_is_left_in_peace(write: Write) -> None:
    path = write(
        """\
        import time
        def mine(puzzle):
            for cell in range(5):
                time.sleep(0.4)
                yield look(cell)
        """
    )
    with start(path, hang=1.2) as run:
        assert [step.cell for step in recorded(run)] == [0, 1, 2, 3, 4]


def test_being_held_back_is_no_silence(write: Write) -> None:
    with start(write("def mine(puzzle):\n    while True:\n        yield look(0)\n"), hang=SHORT) as run:
        next(recorded(run))
        time.sleep(3 * SHORT)
        assert sum(1 for _ in islice(recorded(run), 40_000)) == 40_000


@pytest.mark.skipif(os.name != "posix", reason="stops a process")
def test_a_process_without_any_sign_of_life_is_ended(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_process, "GRACE", 0.5)
    with start(write("def mine(puzzle):\n    while True:\n        yield look(0)\n"), hang=1.0) as run:
        next(recorded(run))
        os.kill(run.pid or 0, signal.SIGSTOP)
        with pytest.raises(foreign.Hung, match="no sign of life"):
            list(run)


# Its end

FOREVER = "def mine(puzzle):\n    while True:\n        yield look(0)\n"


def test_nothing_is_started_before_a_step_is_asked_for(write: Write) -> None:
    run = start(write(FOREVER))
    assert run.pid is None
    run.close()
    assert next(run, None) is None and run.pid is None


def test_closing_ends_the_process_and_the_run(write: Write) -> None:
    run = start(write(FOREVER))
    assert sum(1 for _ in islice(recorded(run), 5)) == 5
    assert alive(run.pid or 0)
    run.close()
    assert not alive(run.pid or 0)
    assert next(run, None) is None
    run.close()


def test_forgetting_a_run_ends_its_process(write: Write) -> None:
    run = start(write(FOREVER))
    next(recorded(run))
    pid = run.pid or 0
    del run
    gc.collect()
    assert not alive(pid)


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_what_the_solver_has_started_ends_with_it(write: Write, tmp_path: Path) -> None:
    path = write(
        f"""\
        import subprocess, sys
        def mine(puzzle):
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"])
            open({str(tmp_path / "pid")!r}, "w").write(str(child.pid))
            while True:
                yield look(0)
        """
    )
    with start(path) as run:
        next(recorded(run))
        pid = int((tmp_path / "pid").read_text())
        assert alive(pid)
    assert waits(lambda: not alive(pid))


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("code", ["yield look(0)", "import time; time.sleep(0.01)"])
def test_the_process_ends_when_the_program_that_started_it_is_killed(write: Write, code: str, tmp_path: Path) -> None:
    path = write(f"def mine(puzzle):\n    yield look(0)\n    while True:\n        {code}\n")
    program = (
        "import sys, time; from pathlib import Path; from puzzles import Puzzle; from solvers import foreign\n"
        "run = foreign.load(Path(sys.argv[1])).run(Puzzle.empty(), hang=60)\n"
        "while next(run).kind.name == 'PENDING': pass\n"
        "print(run.pid, flush=True); time.sleep(60)"
    )
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    parent = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True, env=env)
    assert parent.stdout is not None
    with parent:
        pid = int(parent.stdout.readline())
        assert alive(pid)
        parent.kill()
    assert waits(lambda: not alive(pid))
    assert not list(temporary.iterdir())


# Loading

NOT_LOADED = {
    "no generator": ("x = 1\n", "no generator function here.*example.py", 0),
    "one that returns": ("def mine(puzzle):\n    return []\n", "mine.. never yields", 1),
    "a generator within": (
        "def mine(puzzle):\n    def steps():\n        yield 1\n    return steps()\n",
        "never yields",
        1,
    ),
    "a private one": ("def _mine(puzzle):\n    yield 1\n", "_mine.. yields, but its name starts with _", 1),
    "several": ("def one(puzzle):\n    yield\ndef two(puzzle):\n    yield\n", "which of one, two .*@solver", 3),
    "a syntax error": ("def mine(puzzle):\n    yield (\n", "line 2: '\\(' was never closed: yield", 2),
    "a late syntax error": ("def mine(puzzle):\n    yield\nreturn\n", "outside function", 3),
    "no argument": ("def mine():\n    yield\n", "takes no argument", 1),
    "too many arguments": ("def mine(puzzle, more):\n    yield\n", "asks for more than a puzzle", 1),
    "too many named arguments": ("def mine(puzzle, *, more):\n    yield\n", "asks for more than a puzzle", 1),
    "an async one": ("async def mine(puzzle):\n    yield\n", "no generator function", 0),
    "NUL": ("\0", "not Python|null bytes", 0),
    "candidates": ("CANDIDATES = 'all'\ndef mine(puzzle):\n    yield\n", "one of 'none', 'struck', 'said'", 1),
    "a title": ("TITLE = 1\ndef mine(puzzle):\n    yield\n", "TITLE is a text", 1),
    "a computed title": ("TITLE = 'a' + 'b'\ndef mine(puzzle):\n    yield\n", "TITLE is a text of one line", 1),
    "a flag": ("COMPLETE = 'no'\ndef mine(puzzle):\n    yield\n", "COMPLETE is True or False", 1),
    "deep nesting": ("(" * 5000 + ")" * 5000, "mine.py", 1),
}


@pytest.mark.parametrize("what", NOT_LOADED)
def test_what_cannot_be_loaded_is_said(tmp_path: Path, what: str) -> None:
    text, message, line = NOT_LOADED[what]
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(ForeignError, match=message) as caught:
        foreign.load(path)
    assert caught.value.path == path
    assert caught.value.line == line or what in ("deep nesting", "NUL")
    assert str(caught.value).startswith("mine.py")


def test_what_is_no_python_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(ForeignError, match="no such file"):
        foreign.load(tmp_path / "missing.py")
    with pytest.raises(ForeignError, match="folder"):
        foreign.load(tmp_path)
    (tmp_path / "puzzle.txt").write_text("." * 81)
    with pytest.raises(ForeignError, match="ends in .py"):
        foreign.load(tmp_path / "puzzle.txt")
    (tmp_path / "binary.py").write_bytes(bytes(range(128, 256)))
    with pytest.raises(ForeignError, match="UTF-8"):
        foreign.load(tmp_path / "binary.py")
    (tmp_path / "large.py").write_bytes(b"#" * (5 << 20))
    with pytest.raises(ForeignError, match="larger than"):
        foreign.load(tmp_path / "large.py")


def test_loading_runs_nothing_of_the_file(write: Write, tmp_path: Path) -> None:
    foreign.load(write(f"open({str(tmp_path / 'ran')!r}, 'w')\ndef mine(puzzle):\n    yield look(0)\n"))
    assert not (tmp_path / "ran").exists()


def test_the_file_says_what_it_is(write: Write) -> None:
    solver = foreign.load(
        write(
            '''\
            TITLE = "Mine, all mine"
            SOURCE = "me"
            CANDIDATES: str = "said"
            CLASHES = True
            COMPLETE = False
            def mine(puzzle):
                """Guess, and hope.

                At length."""
                yield look(0)
            '''
        )
    )
    assert (solver.name, solver.title, solver.summary, solver.source) == (
        "mine", "Mine, all mine", "Guess, and hope.", "me",
    )  # fmt: skip
    assert (solver.candidates, solver.clashes, solver.complete, solver.enumerates) == (
        Candidates.SAID,
        True,
        False,
        True,
    )
    board = solver.board(FIG1)
    run = solver.run(FIG1)
    assert isinstance(run, ForeignRun)
    assert (run.board.mode, run.board.clashes) == (board.mode, board.clashes) == (Candidates.SAID, True)
    plain = foreign.load(write("def mine(puzzle):\n    yield look(0)\n", "my_first.py"))
    assert (plain.name, plain.title, plain.source) == ("my_first", "My first", "my_first.py")
    assert plain.summary and plain.candidates is Candidates.STRUCK


def test_the_marked_function_is_the_solver(write: Write) -> None:
    path = write(
        """\
        from solvers.foreign import solver
        def helper(puzzle):
            yield look(1)
        @solver
        def mine(puzzle):
            yield look(2)
        """
    )
    assert [step.cell for step in recorded(start(path))] == [2]


@pytest.mark.parametrize("name", ["backtracking", "elimination"])
def test_a_copy_of_one_of_the_programs_own_files_runs_as_it_does(name: str, tmp_path: Path) -> None:
    """Its @register tells what it is; that it is registered already is no obstacle."""
    path = tmp_path / f"{name}.py"
    path.write_text((ROOT / "solvers" / f"{name}.py").read_text(encoding="utf-8"), encoding="utf-8")
    copy, original = foreign.load(path), solvers.get(name)
    for field in ("title", "summary", "source", "watch_for", "candidates", "clashes", "complete", "enumerates"):
        assert getattr(copy, field) == getattr(original, field)
    with start(path) as run:
        assert list(islice(recorded(run), 3000)) == list(islice(solvers.trace(FIG1, name), 3000))
    assert foreign.register(copy).name == f"{name}-2"
    assert solvers.get(name) is original
    foreign.unregister(path)


def test_a_loaded_solver_is_used_by_its_name_and_replaced_when_loaded_again(write: Write, tmp_path: Path) -> None:
    path = tmp_path / "example.py"
    path.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    try:
        assert foreign.register(foreign.load(path)).name == "example"
        assert solvers.count_solutions(named.find("25empty"), 9, "example") == 2
        assert solvers.solve(FIG1, "example") == solvers.solve(FIG1)
        assert [step.why for step in solvers.trace(named.find("clash-row"), "example")] == [Why.GIVENS_CLASH]
        order = solvers.names()
        path.write_text("TITLE = 'New'\ndef changed(puzzle):\n    yield 1\n")
        assert foreign.register(foreign.load(path)).name == "example"
        assert solvers.get("example").title == "New" and solvers.names() == order
        other = tmp_path / "folder"
        other.mkdir()
        (other / "example.py").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
        assert foreign.register(foreign.load(other / "example.py")).name == "example-2"
        foreign.unregister(other / "example.py")
    finally:
        foreign.unregister(path)
    foreign.unregister(path)
    with pytest.raises(ValueError, match="not loaded from a file"):
        foreign.register(solvers.get("backtracking"))


# In a timeline


def watch(path: Path, puzzle: Puzzle, position: int) -> Timeline:
    solver = foreign.load(path)
    timeline = Timeline(Run(lambda: solver.run(puzzle), lambda: solver.board(puzzle)))
    end = time.monotonic() + 20
    while not timeline.reach(position, time.monotonic, 0.05) and not (timeline.finished or timeline.resting):
        assert time.monotonic() < end
    return timeline


def test_a_timeline_knows_the_line_of_every_step() -> None:
    here = example(FIG1)
    assert isinstance(here, GeneratorType)
    expected = [(step, here.gi_frame.f_lineno) for step in here]
    timeline = watch(EXAMPLE, FIG1, len(expected))
    try:
        got = [(timeline.step(i), timeline.place(i)) for i in range(1, timeline.length + 1)]
        first = [kind for kind, _ in expected].index(solvers.step.SOLVED) + 1
        assert got == [(step, Place(str(EXAMPLE), line)) for step, line in expected[:first]]
        assert all(type(place) is Place for _, place in got)
        assert timeline.resting
    finally:
        timeline.close()


@pytest.mark.parametrize(
    ("code", "message", "line"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero", 5),
        ("yield guess(0, 1)", "step 2 is not legal: GUESS in r1c1, which already holds 1", 5),
        ("yield 7", "step 2 is not legal: a solver yields steps, but this yielded 7", 5),
    ],
)
def test_a_timeline_shows_what_went_wrong_and_where(write: Write, code: str, message: str, line: int) -> None:
    path = write(f"def mine(puzzle):\n    yield guess(0, 1)\n    {code}\n")
    timeline = watch(path, Puzzle.empty(), 9)
    assert timeline.failure is not None
    assert timeline.failure.message.startswith(message)
    assert timeline.failure.place == Place(str(path), line)
    assert str(timeline.failure).endswith(f"(line {line} of mine.py)")
    assert timeline.length == 1 and timeline.board_at(1).values[0] == 1
    timeline.close()


def test_going_back_to_forgotten_steps_runs_the_file_again(write: Write) -> None:
    from visualizer.memory import Memory

    path = write(
        """\
        def mine(puzzle):
            while True:
                for digit in puzzle.geometry.digits:
                    yield guess(0, digit)
                    yield backtrack(0)
        """
    )
    solver, puzzle = foreign.load(path), Puzzle.empty()
    timeline = Timeline(Run(lambda: solver.run(puzzle), lambda: solver.board(puzzle)), Memory(1 << 18))
    timeline.shown = 199_999
    path.unlink()
    try:
        end = time.monotonic() + 60
        while not timeline.reach(200_000, time.monotonic, 0.1) and time.monotonic() < end:
            pass
        assert timeline.length == 200_000 and not timeline.known(5)
        while not timeline.reach(5, time.monotonic, 0.1) and time.monotonic() < end:
            assert not timeline.lost
        assert timeline.step(5) is guess(0, 3) and timeline.place(5).line == 6
    finally:
        timeline.close()


# The template


@settings(max_examples=40)
@given(solvable())
def test_the_template_finds_every_solution_with_legal_steps(puzzle: Puzzle) -> None:
    board, found = Board(puzzle, Candidates.NONE), 0
    for step in islice(example(puzzle), 50_000):
        assert board.objection(step) is None
        before = board.snapshot()
        board.apply(step)
        assert (board.snapshot() != before) == (step.kind < Kind.LOOK)
        found += step.kind is Kind.SOLVED
        if found == 3:
            return
    assert found == fast.count(puzzle, 3)


def test_the_template_is_short_and_says_what_it_is() -> None:
    solver = foreign.load(EXAMPLE)
    assert solver.title == "First digit that fits" and solver.candidates is Candidates.NONE
    assert "\n" not in solver.summary and solver.summary.endswith(".")
    function = EXAMPLE.read_text(encoding="utf-8").partition("def example")[2]
    assert function.count("\n") <= 30
    assert "example" not in solvers.names()


def test_other_sizes_are_taken() -> None:
    for side in (4, 6, 16):
        puzzle = Puzzle.empty(Geometry.of_side(side))
        with start(EXAMPLE, puzzle) as run:
            assert sum(1 for _ in islice(recorded(run), 40)) == 40
