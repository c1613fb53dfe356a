"""Tests that a trace written as text reads back as the same steps, and that an error is reported with its line."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import UNLIKE, slow_but
from strategies import first_seen

import solvers
from puzzles import Geometry, Puzzle
from solvers.core.step import GAVE_UP, PENDING, SOLVED, Kind, Step, Why, backtrack, clash, fix
from solvers.core.step_detail import NoTextError
from solvers.core.trace_text import Header, TraceError, parse, write
from solvers.sat.interface import Formula, Took

FIG1 = Puzzle.parse("..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34..")
SIX = Puzzle.empty(Geometry.boxes(3, 2))

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
records = st.builds(Formula, st.integers(), st.integers()) | st.builds(Took, st.floats(0, 1e9))
values = st.recursive(scalars | records, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)


@st.composite
def steps(draw: st.DrawFn, geometry: Geometry) -> Step:
    return Step(
        draw(st.sampled_from([kind for kind in Kind if kind is not Kind.PENDING])),
        draw(st.integers(-1, len(geometry.cells) - 1)),
        draw(st.integers(0, geometry.symbols)),
        draw(st.sampled_from(Why)),
        draw(st.integers(-1, len(geometry.units) - 1)),
        draw(st.integers(-1, 700)),
        draw(st.booleans()),
        draw(values),
    )


def back(header: Header, run: list[Step]) -> tuple[Header, list[Step]]:
    parsed, again = parse(write(header, run))
    return parsed, list(again)


@given(st.data(), st.sampled_from([SIX, FIG1, Puzzle.empty(Geometry.of_side(36))]), st.dictionaries(st.text(), values))
def test_reading_what_was_written_gives_it_back(
    data: st.DataObject, puzzle: Puzzle, options: dict[str, object]
) -> None:
    header = Header(puzzle, "somebody's own", options)
    run = data.draw(st.lists(steps(puzzle.geometry), max_size=8))
    assert back(header, run) == (header, run)


@pytest.mark.parametrize("name", slow_but(UNLIKE, solvers.names()))
def test_every_solver_has_a_text_that_replays_to_the_solution(name: str) -> None:
    puzzle = first_seen(name, "lab", "two-nearly-full")
    run = list(itertools.takewhile(lambda step: step is not SOLVED, solvers.trace(puzzle, name)))
    run = [step for step in run if step.kind is not Kind.PENDING]
    header, again = back(Header(puzzle, name), run)
    assert (header.puzzle, header.solver, again) == (puzzle, name, run)
    board = solvers.get(name).board(header.puzzle)
    board.replay(again)
    assert board.solution() == solvers.solve(puzzle, name)


def test_a_step_reads_like_a_sentence() -> None:
    run = [fix(0, 3, Why.HIDDEN_SINGLE, 0), Step(Kind.GUESS, 1, 4, Why.GUESS, sign=False), backtrack(0), clash(0, 4, 3)]
    assert list(write(Header(FIG1, "x"), run))[7:-1] == [
        "FIX r1c1 3 hidden-single unit=row-1",
        "GUESS r1c2 not 4 guess",
        "BACKTRACK level=0 exhausted",
        "CONFLICT r1c1 3 givens-clash detail=4",
    ]


def test_still_computing_is_not_written() -> None:
    assert back(Header(FIG1, "x"), [PENDING, SOLVED, PENDING, GAVE_UP])[1] == [SOLVED, GAVE_UP]


def test_both_ways_stream() -> None:
    taken = []

    def endless() -> "itertools.chain[Step]":
        for number in itertools.count():
            taken.append(number)
            yield backtrack(number % 100)

    _, again = parse(write(Header(FIG1, "x"), endless()))
    assert taken == []
    assert [next(again).level for _ in range(3)] == [0, 1, 2]
    assert len(taken) == 3


@pytest.mark.parametrize(
    "step",
    [
        Step(Kind.FIX, 81, 1),
        Step(Kind.FIX, 0, 10),
        Step(Kind.FIX, 0, 1, unit=27),
        Step(Kind.LOOK, detail=frozenset({1})),
    ],
)
def test_a_step_that_has_no_text_is_refused_when_written(step: Step) -> None:
    with pytest.raises(NoTextError):
        list(write(Header(FIG1, "x"), [step]))


@pytest.mark.parametrize("name", [" mrv", "mrv ", "mrv\ncdcl", ""])
def test_a_solver_whose_name_is_no_line_is_refused(name: str) -> None:
    with pytest.raises(NoTextError, match="is not a valid solver name"):
        list(write(Header(FIG1, name), []))


def test_what_has_no_text_is_named() -> None:
    with pytest.raises(NoTextError, match=r"frozenset\(\{1\}\) has no text form"):
        list(write(Header(FIG1, "x"), [Step(Kind.LOOK, detail=frozenset({1}))]))


@pytest.mark.parametrize("options", [{"seed": object()}, {"seed": [1]}, {"seed": float("nan")}, {1: 2}])
def test_an_option_that_would_read_back_otherwise_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(NoTextError):
        list(write(Header(FIG1, "x", options), []))


def damaged(line: int, text: str | None) -> list[str]:
    """Return a good trace with one line replaced, or with everything from that line on removed."""
    lines = list(write(Header(FIG1, "backtracking"), itertools.islice(solvers.trace(FIG1, "backtracking"), 20)))
    return lines[: line - 1] if text is None else [*lines[: line - 1], text, *lines[line:]]


@pytest.mark.parametrize(
    ("line", "text", "says"),
    [
        (1, "", "this is not a trace"),
        (1, "solvescope trace 2", "version '2'"),
        (2, "solver: x", "puzzle: …"),
        (6, "run: 0", "changed"),
        (3, None, "boxes"),
        (9, "FROB r1c1 1", "no step is called 'FROB'"),
        (9, "PENDING", "no step is called 'PENDING'"),
        (9, "FIX r0c1 1", "'r0c1'"),
        (9, "FIX r10c1 1", "this grid has no 'r10c1'"),
        (9, "FIX r1c1 10", "digit 10"),
        (9, "FIX r1c1 0", "digit 0"),
        (9, "FIX r1c1 999", "digit 999 on a grid whose digits are 1 to 9"),
        (9, "FIX r1c1 1000", "'1000' is not a cell, digit, reason, unit or level"),
        (9, "FIX r1c1 1 2", "'2' is one digit too many"),
        (9, "FIX r1c1 1 unit=row-10", "this grid has no 'unit=row-10'"),
        (9, "BACKTRACK level=x", "'level=x' is not a cell, digit, reason, unit or level"),
        (9, "FIX r1c1 1 because", "'because'"),
        (9, "LOOK detail={", "detail"),
        (9, 'LOOK detail={"a":1}', "detail"),
        (9, "LOOK detail=" + "[" * 100_000, "detail"),
        (9, 'LOOK detail={"Path":["/"]}', "no record is called 'Path'"),
        (9, 'LOOK detail={"' + "P" * 2000 + '":[]}', "no record is called 'PPP"),
        (9, 'LOOK detail={"Formula":[1]}', "detail"),
        (9, 'LOOK detail={"Formula":[[1],[{}]]}', "detail"),
        (28, None, "cut off"),
        (15, None, "cut off"),
        (28, "end: twenty", "end: N steps HASH"),
        (28, "end: 19 steps 0123456789abcdef", "19 steps were written, but 20 were found"),
        (28, "end: 20 steps 0123456789abcdef", "changed"),
    ],
)
def test_a_damaged_trace_is_refused_with_its_line(line: int, text: str | None, says: str) -> None:
    with pytest.raises(TraceError, match=f"line {line}: .*{says}") as caught:
        list(parse(damaged(line, text))[1])
    assert caught.value.line == line
    assert len(str(caught.value)) <= 200


@pytest.mark.parametrize(
    ("line", "text"), [(2, "puzzle: 12"), (3, "boxes: 9x9"), (4, "solver: elimination"), (5, "options: 1")]
)
def test_a_header_that_was_changed_is_refused_whatever_it_says_now(line: int, text: str) -> None:
    with pytest.raises(TraceError, match="line 6: the header was changed"):
        parse(damaged(line, text))


def test_a_step_that_was_changed_is_noticed_at_the_end() -> None:
    with pytest.raises(TraceError, match="line 28: steps were changed"):
        list(parse(damaged(9, "GUESS r1c1 9 guess"))[1])


def test_nothing_may_follow_the_end() -> None:
    with pytest.raises(TraceError, match="line 29"):
        list(parse([*write(Header(FIG1, "x"), []), "", "", *[""] * 18, "SOLVED"])[1])


@given(st.lists(st.text()))
def test_any_text_at_all_is_read_or_refused(lines: list[str]) -> None:
    with pytest.raises(TraceError):
        list(parse(lines)[1])


@given(st.text(), st.sampled_from([3, 5]))
def test_a_strange_step_is_read_or_refused(text: str, position: int) -> None:
    lines = list(write(Header(FIG1, "x"), [SOLVED]))
    try:
        list(parse([*lines[:7], text, *lines[8:]])[1])
    except TraceError as error:
        assert error.line in (8, 9)


@pytest.mark.parametrize(
    ("key", "value"), [("boxes", "0x3"), ("boxes", "3"), ("options", "[1]"), ("options", "{"), ("puzzle", "1")]
)
def test_a_header_with_a_right_hash_and_a_wrong_value_is_refused(key: str, value: str) -> None:
    from solvers.core.trace_text import _hash_of

    lines = [f"{key}: {value}" if line.startswith(key + ":") else line for line in write(Header(FIG1, "x"), [])]
    lines[5] = f"run: {_hash_of(lines[:5])}"
    with pytest.raises(TraceError, match=f"line {['', 'puzzle', 'boxes', '', 'options'].index(key) + 1}: "):
        parse(lines)
