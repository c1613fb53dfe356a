"""Tests that DIMACS files read back, errors have a line number, and no file uses too much memory."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples, puzzles

from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.sat import cnf, dimacs, numbering
from solvers.sat.cnf import ENCODINGS
from solvers.sat.dimacs_syntax import BYTES_AT_ONCE, MOST_LITERALS, DimacsClauses, DimacsError

ROOT = Path(__file__).parents[3]
FIG1, FIG23 = named.find("fig1"), named.find("fig23")
WAYS = [(name, way) for name in ("extended", "minimal", "compact") for way in ("compact", "rcd")] + [
    ("simplified", "table")
]
EVERY_WAY = pytest.mark.parametrize(("name", "way"), WAYS, ids="-".join)
FEW_WAYS = pytest.mark.parametrize(("name", "way"), slow_but(WAYS[1::3], WAYS), ids="-".join)


def written(puzzle: Puzzle, name: str = "extended", way: str | None = None) -> bytes:
    encoding = ENCODINGS[name]
    return "".join(f"{line}\n" for line in dimacs.lines(puzzle, encoding, numbering.of(encoding, puzzle, way))).encode()


def formula(data: bytes) -> DimacsClauses:
    return DimacsClauses(BufferedReader(BytesIO(data)))  # type: ignore[arg-type]


def clauses(data: bytes) -> list[list[int]]:
    return [*formula(data)]


def refused(data: bytes) -> str:
    with pytest.raises(DimacsError) as error:
        clauses(data)
    return str(error.value)


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[bytes], Path]:
    def save(data: bytes) -> Path:
        path = tmp_path / "a.cnf"
        path.write_bytes(data)
        return path

    return save


def without_comments(data: bytes) -> bytes:
    return b"".join(line for line in data.splitlines(keepends=True) if not line.startswith(b"c"))


# Writing


@FEW_WAYS
def test_what_is_written_reads_back_clause_by_clause(name: str, way: str) -> None:
    encoding = ENCODINGS[name]
    variables = numbering.of(encoding, FIG23, way)
    candidates = encoding.candidates(FIG23)
    read = formula(written(FIG23, name, way))
    shown = [[(number > 0, variables.candidates[abs(number)]) for number in clause] for clause in read]
    expected = [[(n > 0, candidates[abs(n) - 1]) for n in clause] for clause in encoding.clauses(FIG23)]
    assert shown == expected
    assert read.remarks == []
    assert read.declared == (variables.last, encoding.size(FIG23)[1])
    assert read.last == variables.last


@pytest.mark.parametrize(
    ("way", "header", "units"),
    [
        (
            "rcd",
            "p cnf 999 12016",
            "138 144 169 221 273 324 365 397 415 426 442 461 483 531 575 622 647 664 681 696 714 741 786 836 889 946 "
            "963 974",
        ),
        (
            "compact",
            "p cnf 729 12016",
            " ".join(str(cell * 9 + digit) for cell, digit in enumerate(FIG1.givens) if digit),
        ),
    ],
)
def test_the_givens_of_fig1_are_28_unit_clauses_at_the_end(way: str, header: str, units: str) -> None:
    lines = written(FIG1, "extended", way).decode().splitlines()
    assert lines[-28:] == [f"{unit} 0" for unit in units.split()]
    assert [line for line in lines if line.startswith("p")] == [header]
    assert sum(not line.startswith(("c", "p")) for line in lines) == 12_016


def test_row_column_digit_numbers_are_what_they_say() -> None:
    variables = numbering.rcd(FIG1.geometry)
    assert len(variables.candidates) == 729
    for number, (cell, digit) in variables.candidates.items():
        assert str(number) == f"{cell // 9 + 1}{cell % 9 + 1}{digit}"
        assert variables.numbers.get((cell, digit)) == number
    assert numbering.rcd(Geometry.of_side(4)).last == 444
    with pytest.raises(ValueError, match="at most 9x9.*compact"):
        numbering.rcd(Geometry.of_side(10))
    with pytest.raises(ValueError, match="leave the numbering out"):
        numbering.of(ENCODINGS["simplified"], FIG1, "rcd")


def test_the_comments_tell_a_reader_everything() -> None:
    assert written(Puzzle.parse("..34 3412 ..43 4321"), "simplified").decode() == FOUR_OPEN


FOUR_OPEN = """\
c Sudoku in conjunctive normal form, written by Solvescope
c puzzle ..34
c puzzle 3412
c puzzle ..43
c puzzle 4321
c encoding simplified: singles are placed first, and only the candidates that they leave open get variables
c numbering table: cell and digit (from 1) of each variable; the digits of all other cells are settled
c settled ..34
c settled 3412
c settled ..43
c settled 4321
c variable 1 r1c1=1
c variable 2 r1c1=2
c variable 3 r1c2=1
c variable 4 r1c2=2
c variable 5 r3c1=1
c variable 6 r3c1=2
c variable 7 r3c2=1
c variable 8 r3c2=2
p cnf 8 28
""" + "".join(
    f"{clause} 0\n"
    for clauses in (
        "1 2,-1 -2,3 4,-3 -4,5 6,-5 -6,7 8,-7 -8",  # the cells
        "1 3,2 4,5 7,6 8,1 5,2 6,3 7,4 8,1 3,2 4,5 7,6 8",  # rows, columns, boxes
        "-1 -3,-1 -5,-2 -4,-2 -6,-3 -7,-4 -8,-5 -7,-6 -8",  # peers
    )
    for clause in clauses.split(",")
)


@pytest.mark.slow
def test_a_large_formula_is_written_and_read_without_being_held() -> None:
    puzzle = Puzzle.empty(Geometry.of_side(12)).update(7, 3)
    encoding = ENCODINGS["extended"]
    lines = dimacs.lines(puzzle, encoding, numbering.of(encoding, puzzle))

    class Pipe(RawIOBase):
        """A file that can be read only once, from start to end, like a pipe."""

        def __init__(self) -> None:
            self.rest, self.total = b"", 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            if not self.rest:
                self.rest = (next(lines, "") + "\n").encode().lstrip()
            taken, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
            buffer[: len(taken)] = taken
            self.total += len(taken)
            return len(taken)

    pipe = Pipe()
    pipe.rest = f"{next(lines)}\n".encode()  # by now the tables are there
    tracemalloc.start()
    try:
        count = sum(1 for _ in DimacsClauses(BufferedReader(pipe)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == encoding.size(puzzle)[1]
    assert pipe.total > 400_000 and peak < 800_000, "as a list it would take ten times as much"


def test_a_second_run_writes_the_same_bytes_whatever_strings_hash_to() -> None:
    program = (
        "import sys\n"
        "from puzzles.corpus import named\n"
        "from solvers.sat import cnf, dimacs, numbering\n"
        "for name, encoding in cnf.ENCODINGS.items():\n"
        "    puzzle = named.find('fig23')\n"
        "    for lines in dimacs.lines(puzzle, encoding, numbering.of(encoding, puzzle)):\n"
        "        sys.stdout.write(lines + '\\n')\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE, check=True,
        ).stdout.replace(b"\r", b"")
        for seed in ("1", "2")
    }  # fmt: skip
    assert runs == {b"".join(written(FIG23, name) for name in ENCODINGS)}


# Reading: what real files do


@pytest.mark.parametrize(
    ("text", "expected", "remark"),
    [
        ("p cnf 3 2\n1 -2 0\n3 0\n", [[1, -2], [3]], ""),
        ("c first\nc\n\np cnf 3 2\nc here\n1\nc in a clause\n  -2\t0 3 0\n", [[1, -2], [3]], ""),
        ("p  cnf\t3   2  \r\n1 -2 0\r\n3 0\r\n", [[1, -2], [3]], ""),
        ("p cnf 3 2\n1 -2 0\n3 0\n%\n0\n\n", [[1, -2], [3]], ""),
        ("p cnf 3 1\n1 -2 0 c said at the end\n", [[1, -2]], ""),
        ("p cnf 3 1\n0\n", [[]], ""),
        ("p cnf 0 0\n", [], ""),
        ("\ufeffp cnf 1 1\n1 0\n", [[1]], ""),
        ("p cnf 3 2\n1 -2 0\n3", [[1, -2], [3]], "line 3: the last clause does not end in 0"),
        ("p cnf 729 1\n138 0", [[138]], ""),
        (
            "p cnf 729 2\n138 0\n999 -888 0",
            [[138], [999, -888]],
            "line 3: variable 999, but the header says 729",
        ),
        ("p cnf 3 7\n1 0\n", [[1]], "1 clause, but the header says 7"),
        ("p cnf 3 0\n1 0\n2 0", [[1], [2]], "2 clauses, but the header says 0"),
    ],
)
def test_what_real_files_do_is_read(text: str, expected: list[list[int]], remark: str) -> None:
    for data in (text.encode(), text.lstrip("\ufeff").encode("utf-16")):
        read = formula(data)
        assert [*read] == expected
        assert read.remarks == ([remark] if remark else [])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no line 'p cnf VARIABLES CLAUSES'"),
        ("c nothing but this\n", "no line 'p cnf"),
        ("1 2 0\np cnf 2 1\n", "line 1: a clause before"),
        ("p cnf 2 1\np cnf 2 1\n", "line 2: a second"),
        ("p sat 3\n", "line 1: 'p sat 3' is not"),
        ("p cnf 3\n", "line 1: the header must be"),
        ("p cnf 3 -1\n", "line 1: the header must be"),
        ("p cnf 3 1 1\n", "line 1: the header must be"),
        ("p cnf \u0663 1\n", "line 1: the header must be"),
        ("p cnf 3 2\n1 0\nx1 0\n", "line 3: 'x1' is not a literal"),
        ("p cnf 3 1\n1.5 0\n", "line 2: '1.5' is not a literal"),
        ("p cnf 3 1\n1_1 0\n", "line 2: '1_1' is not a literal"),
        ("p cnf 3 1\n+1 0\n", "line 2: '+1' is not a literal"),
        ("p cnf 3 1\n--1 0\n", "line 2: '--1' is not a literal"),
        ("p cnf 3 1\n\u0663 0\n", "line 2: '\u0663' is not a literal"),
        ("p cnf 3 1\n1 2\n\x00 0\n", "line 3: '\\x00' is not a literal"),
        ("p cnf 3 1\n2147483648 0\n", "line 2: '2147483648' is too large"),
        (f"p cnf 3 1\n{'9' * 5000} 0\n", "line 2: '999"),
        ("s SATISFIABLE\nv 1 -2 0\n", "line 1: 's' is not a literal"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, says: str) -> None:
    message = refused(text.encode())
    assert message.startswith(says) and "\n" not in message and len(message) < 200


def test_a_line_of_any_length_is_read_piece_by_piece() -> None:
    many = [[1, -2, 3]] * (BYTES_AT_ONCE // 2)
    assert clauses(b"c " + b"long " * BYTES_AT_ONCE + b"\np cnf 3 1\n" + b"1 -2 3 0 " * len(many)) == many
    assert clauses(b"p cnf 9 1\n1 0 c " + b"words 7 0 " * BYTES_AT_ONCE + b"\n2 0") == [[1], [2]]
    assert "not a literal" in refused(b"p cnf 3 1\n" + b"x" * (3 * BYTES_AT_ONCE))


@pytest.mark.slow
def test_a_clause_without_end_is_refused_before_it_fills_the_memory() -> None:
    class Endless(RawIOBase):
        given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            text = b"p cnf 9 9\n" if not self.given else b"1 2 3\n" * (len(buffer) // 6)
            self.given += len(text)
            buffer[: len(text)] = text
            return len(text)

    source = Endless()
    with pytest.raises(DimacsError, match="is the 0 at its end missing"):
        for _ in DimacsClauses(BufferedReader(source)):
            pass
    assert source.given < 3 * MOST_LITERALS


WORDS = [
    "p cnf 3 2",
    "p",
    "cnf",
    "c",
    "%",
    "0",
    "1",
    "-2",
    "999",
    "v",
    "s",
    "SAT",
    "SATISFIABLE",
    "\n",
    "\r\n",
    "\t",
    "p cnf 729 9",
]
soups = st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=30).map(lambda words: " ".join(words).encode())
texts = st.binary(max_size=200) | soups | soups.map(lambda soup: soup.decode().encode("utf-16"))


@given(data=texts | st.builds(bytes.__add__, st.just(b"p cnf 4 4\n"), texts))
@examples(150)
def test_whatever_the_text_only_the_declared_error_is_raised(data: bytes) -> None:
    read = formula(data)
    try:
        for clause in read:
            assert 0 not in clause and all(abs(literal) <= read.last for literal in clause)
    except DimacsError as error:
        assert str(error)


# What a formula says


@FEW_WAYS
def test_a_formula_of_ours_is_its_puzzle(saved: Callable[[bytes], Path], name: str, way: str) -> None:
    for puzzle in (FIG23, named.find("misprint"), Puzzle.parse("1" + "." * 35, Geometry.boxes(3, 2))):
        found = dimacs.puzzle_of(saved(written(puzzle, name, way)))
        assert (found, found.geometry, found.name) == (puzzle, puzzle.geometry, puzzle.name)


BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4)]


@pytest.mark.parametrize(("name", "way"), WAYS[:-1], ids="-".join)
@pytest.mark.parametrize("shape", slow_but([(2, 2), (2, 3)], BOXES, values=False), ids=str)
def test_a_formula_without_comments_and_in_any_order_is_its_puzzle(
    saved: Callable[[bytes], Path], name: str, way: str, shape: tuple[int, int]
) -> None:
    geometry = Geometry.boxes(*shape)
    if way == "rcd" and geometry.side > 9:
        return
    puzzle = Puzzle.empty(geometry).update(1, 2).update(len(geometry.cells) - 1, 3)
    header, *lines = without_comments(written(puzzle, name, way)).splitlines()
    turned = [b" ".join([*reversed(line.split()[:-1]), b"0"]) for line in reversed(lines)]
    found = dimacs.puzzle_of(saved(b"\n".join([header, *turned])))
    assert (found, found.geometry) == (puzzle, geometry)


def test_a_formula_under_the_header_of_729_variables_is_its_puzzle(saved: Callable[[bytes], Path]) -> None:
    data = without_comments(written(FIG1, "extended", "rcd")).replace(b"p cnf 999", b"p cnf 729")
    assert dimacs.puzzle_of(saved(data)) == FIG1


def test_a_puzzle_with_as_many_lines_as_signs_comes_back(saved: Callable[[bytes], Path]) -> None:
    signs = "; ".join(f"less r{r}c{c} r{r}c{c + 1}" for r in range(1, 10) for c in range(1, 9))
    puzzle = Puzzle.empty(Geometry.of_spec(f"comparison 9x9; {signs}"))
    assert dimacs.puzzle_of(saved(written(puzzle))) == puzzle


def test_a_given_added_by_hand_counts_and_what_it_strikes_may_be_said(saved: Callable[[bytes], Path]) -> None:
    data = written(FIG1)
    cell = FIG1.blanks[0]
    more = (
        data + f"{cnf.variable(FIG1.geometry, cell, 3)} 0\n-{cnf.variable(FIG1.geometry, cell, 5)} 0\n5 -5 0\n".encode()
    )
    assert dimacs.puzzle_of(saved(more)) == FIG1.update(cell, 3)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: b"p cnf 3 1\n1 2 0\n", "no Sudoku has 2 variables"),
        (lambda data: data + b"1 11 0\n", r"not a Sudoku: clause 8858 \(1 11\) is neither a given nor a rule"),
        (lambda data: data + b"-1 -11 0\n", "neither a given nor a rule"),
        (lambda data: data + b"-1 -2 -3 0\n", "neither a given nor a rule"),
        (lambda data: data + b"0\n", "neither a given nor a rule"),
        (lambda data: data + b"-3 0\n", "r1c1 is not 3, but no given implies that"),
        (lambda data: data + b"1 0\n2 0\n", "r1c1 is given twice, as 1 and as 2"),
        (lambda data: data.replace(b"\n-1 -10 0\n", b"\n"), "rules are missing"),
        (lambda data: data.replace(b"p cnf", b"p dnf"), "only CNF"),
        (lambda data: b"", "no model or verdict"),
        (lambda data: b"\x89PNG\r\n\x1a\n\0\0\0", "no model or verdict"),
        (lambda data: data[: len(data) // 2], "no Sudoku has|rules are missing|neither a given"),
    ],
)
def test_what_is_no_sudoku_is_refused_in_words(
    saved: Callable[[bytes], Path], change: Callable[[bytes], bytes], says: str
) -> None:
    path = saved(change(without_comments(written(FIG1, "minimal"))))
    with pytest.raises(ValueError, match=says):
        dimacs.puzzle_of(path)


def test_a_file_of_ours_that_was_changed_is_not_believed(saved: Callable[[bytes], Path]) -> None:
    data = written(FIG23, "simplified")
    with pytest.raises(DimacsError, match="do not match the puzzle in the comments"):
        dimacs.puzzle_of(saved(data + b"1 0\n"))
    with pytest.raises(DimacsError, match="does not name a candidate"):
        dimacs.puzzle_of(saved(data.replace(b"c variable 1 r2c4=4", b"c variable 1 r2c4=x")))
    with pytest.raises(DimacsError, match="'c puzzle …' are not a grid"):
        dimacs.puzzle_of(saved(data.replace(b"c puzzle .6", b"c puzzle ?6")))


def test_folders_and_missing_files_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(DimacsError, match="it is a folder; name a file in it"):
        dimacs.puzzle_of(tmp_path)
    with pytest.raises(DimacsError, match="none.cnf: cannot be read"):
        dimacs.puzzle_of(tmp_path / "none.cnf")


@given(puzzle=puzzles(), name=st.sampled_from(["extended", "minimal", "compact"]), bare=st.booleans())
@examples(15)
def test_every_puzzle_comes_back(
    tmp_path_factory: pytest.TempPathFactory, puzzle: Puzzle, name: str, bare: bool
) -> None:
    path = tmp_path_factory.mktemp("cnf") / "a.cnf"
    data = written(puzzle, name)
    path.write_bytes(without_comments(data) if bare else data)
    assert dimacs.puzzle_of(path) == puzzle


@given(cut=st.integers(0, 2000), junk=texts, gone=st.integers(0, 60))
@examples(60)
def test_a_spoiled_file_is_refused_or_is_a_puzzle(
    tmp_path_factory: pytest.TempPathFactory, cut: int, junk: bytes, gone: int
) -> None:
    data = written(Puzzle.parse("1.............4."), "simplified" if cut % 2 else "extended")
    path = tmp_path_factory.mktemp("cnf") / "a.cnf"
    path.write_bytes(data[:cut] + junk + data[cut + gone :])
    try:
        assert len(dimacs.puzzle_of(path).givens) >= 16
    except DimacsError as error:
        assert str(error)
