"""Tests of files with the user's own solvers: which ones are loaded, which are rejected, and how they are named."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest
from foreign_runs import EXAMPLE, FIG1, ROOT, Write, recorded, start

import solvers
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import Why
from solvers.external import registry
from solvers.external.file import read
from solvers.external.registry import ForeignError, ForeignRun
from visualizer.narration.warnings import remarks

pytestmark = pytest.mark.usefixtures("nothing_is_left")

NOT_LOADED = {
    "no generator": ("x = 1\n", "no generator function found.*solvescope new", 0),
    "one that returns": ("def mine(puzzle):\n    return []\n", "mine.. never yields", 1),
    "a generator within": (
        "def mine(puzzle):\n    def steps():\n        yield 1\n    return list(steps())\n",
        "never yields",
        1,
    ),
    "a private one": ("def _mine(puzzle):\n    yield 1\n", "_mine.. yields, but its name starts with _", 1),
    "several": (
        "def one(puzzle):\n    yield\ndef two(puzzle):\n    yield\n",
        "one, two cannot all be the solver.*@solver",
        3,
    ),
    "a syntax error": ("def mine(puzzle):\n    yield (\n", "line 2: '\\(' was never closed: yield", 2),
    "a late syntax error": ("def mine(puzzle):\n    yield\nreturn\n", "outside function", 3),
    "no argument": ("def mine():\n    yield\n", "takes no argument", 1),
    "too many arguments": ("def mine(puzzle, more):\n    yield\n", "requires arguments besides the puzzle", 1),
    "too many named arguments": ("def mine(puzzle, *, more):\n    yield\n", "requires arguments besides the puzzle", 1),
    "an async one": ("async def mine(puzzle):\n    yield\n", "no generator function", 0),
    "NUL": ("\0", "not Python|null bytes", 0),
    "candidates": ("CANDIDATES = 'all'\ndef mine(puzzle):\n    yield\n", "one of 'none', 'struck', 'said'", 1),
    "a title": ("TITLE = 1\ndef mine(puzzle):\n    yield\n", "TITLE must be one line", 1),
    "a computed title": ("TITLE = 'a' + 'b'\ndef mine(puzzle):\n    yield\n", "TITLE must be one line of text", 1),
    "a flag": ("COMPLETE = 'no'\ndef mine(puzzle):\n    yield\n", "COMPLETE must be True or False", 1),
    "deep nesting": ("(" * 5000 + ")" * 5000, "mine.py", 1),
}


@pytest.mark.parametrize("what", NOT_LOADED)
def test_what_cannot_be_loaded_is_said(tmp_path: Path, what: str) -> None:
    text, message, line = NOT_LOADED[what]
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(ForeignError, match=message) as caught:
        registry.load(path)
    assert caught.value.path == path
    assert caught.value.line == line or what in ("deep nesting", "NUL")
    assert str(caught.value).startswith("mine.py")


def test_wrong_words_about_a_solver_are_told_with_their_line_and_do_not_stop_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "PSEUDOCODE = (('a', 'FIXED'),)\nVARIABLES = {'cel': 'Cell'}\n\ndef mine(puzzle, cell=1):\n    yield\n"
    )
    solver = registry.load(path)
    file = registry.file_of(solver)
    assert file is not None
    one, other = file.faults
    assert one == "mine.py, line 1: PSEUDOCODE names 'FIXED', which is no step or reason; did you mean FIX?"
    assert other == "mine.py, line 2: VARIABLES names 'cel', which the file does not use; did you mean cell?"
    told = [remark for remark in remarks(solver, FIG1) if remark.text in file.faults]
    assert len(told) == 2 and not any(remark.prevents for remark in told)


def test_what_is_no_python_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(ForeignError, match="no such file"):
        registry.load(tmp_path / "missing.py")
    with pytest.raises(ForeignError, match="folder"):
        registry.load(tmp_path)
    (tmp_path / "puzzle.txt").write_text("." * 81)
    with pytest.raises(ForeignError, match="ends in .py"):
        registry.load(tmp_path / "puzzle.txt")
    if os.name == "posix":
        os.mkfifo(tmp_path / "pipe.py")
        with pytest.raises(ForeignError, match="not a regular file"):
            registry.load(tmp_path / "pipe.py")
    (tmp_path / "binary.py").write_bytes(bytes(range(128, 256)))
    with pytest.raises(ForeignError, match="UTF-8"):
        registry.load(tmp_path / "binary.py")
    (tmp_path / "large.py").write_bytes(b"a;" * 40_000)
    with pytest.raises(ForeignError, match="larger than"):
        registry.load(tmp_path / "large.py")


ODD = ["zlib_codec", "hex", "rot13", "undefined", "idna", "punycode", "utf-16", "utf-7", "unicode_escape", "cp1252"]


def test_a_file_in_another_coding_than_those_that_are_read_is_refused_and_its_coding_named(tmp_path: Path) -> None:
    for coding in [*ODD, "mbcs", "x"]:
        (tmp_path / "odd.py").write_bytes(f"# -*- coding: {coding} -*-\ndef mine(puzzle):\n    yield\n".encode())
        with pytest.raises(ForeignError) as caught:
            registry.load(tmp_path / "odd.py")
        said = str(caught.value)
        known = "not one of UTF-8, Latin-1, ASCII" in said if coding in ODD else "unknown encoding" in said
        assert known or coding == "mbcs", said  # which Windows knows
        assert coding in said and "no text in" not in said and "save it as UTF-8" in said


def test_a_file_in_a_coding_that_is_read_says_what_it_does(tmp_path: Path) -> None:
    text = '# -*- coding: {} -*-\r\ndef mine(puzzle):\r\n    "{}"\r\n    yield\r\n'
    for coding, word in (("latin-1", "é"), ("utf-8", "é数"), ("utf-8-sig", "é数"), ("ascii", "e"), ("UTF8", "数")):
        (tmp_path / "mine.py").write_bytes(text.format(coding, word).encode(coding))
        file = read(tmp_path / "mine.py")
        assert file.facts["summary"].startswith(word) and "\r" not in file.source, coding
    for coding, data in (("ascii", "é"), ("utf-8", "\udcff"), ("utf-8", "\0")):
        (tmp_path / "mine.py").write_bytes(text.format(coding, data).encode("utf-8", "surrogateescape"))
        with pytest.raises(ForeignError, match=r"mine\.py"):
            read(tmp_path / "mine.py")


def test_loading_runs_nothing_of_the_file(write: Write, tmp_path: Path) -> None:
    registry.load(write(f"open({str(tmp_path / 'ran')!r}, 'w')\ndef mine(puzzle):\n    yield look(0)\n"))
    assert not (tmp_path / "ran").exists()


def test_the_file_says_what_it_is(write: Write) -> None:
    solver = registry.load(
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
    plain = registry.load(write("def mine(puzzle):\n    yield look(0)\n", "my_first.py"))
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


HELPED = {
    "a helper that the solver calls": "def mine(puzzle):\n    yield from one(1)\ndef one(at):\n    yield look(at)\n",
    "a helper above that calls itself": (
        "def deeper(values):\n    yield look(1)\n    yield from deeper(values)\n"
        "def mine(grid):\n    yield from deeper(grid)\n"
    ),
    "a helper that is not called": "def other(values):\n    yield look(1)\ndef mine(puzzle):\n    yield look(2)\n",
    "one whose run the solver returns": (
        "def search(values):\n    yield look(1)\ndef mine(puzzle):\n    return search([0])\n"
    ),
    "one inside, whose run it returns": "def mine(puzzle):\n    def go():\n        yield look(1)\n    return go()\n",
    "two that call each other": (
        "def mine(puzzle):\n    yield from back(1)\ndef back(level):\n    yield look(1)\n    yield from mine(level)\n"
    ),
}


@pytest.mark.parametrize("what", HELPED)
def test_a_helper_that_yields_is_not_taken_for_the_solver(write: Write, what: str) -> None:
    assert read(write(HELPED[what])).function == "mine"


def test_a_helper_called_without_yield_from_is_told(write: Write) -> None:
    file = "def mine(puzzle):\n    {}(1)\n    yield look(1)\ndef helper(at):\n    yield look(at)\n"
    (fault,) = read(write(file.format("helper"))).faults
    assert "line 4" in fault and "yield from helper(…)" in fault
    assert read(write(file.format("yield from helper"))).faults == read(write(file.format("print"))).faults == ()


@pytest.mark.parametrize("name", ["backtracking", "elimination"])
def test_a_copy_of_one_of_the_programs_own_files_runs_as_it_does(name: str, tmp_path: Path) -> None:
    """Check that the copy is described by its own @register, even though that name is already taken."""
    path = tmp_path / f"{name}.py"
    path.write_text((ROOT / "solvers" / "algorithms" / f"{name}.py").read_text(encoding="utf-8"), encoding="utf-8")
    copy, original = registry.load(path), solvers.get(name)
    for field in ("title", "summary", "source", "watch_for", "candidates", "clashes", "complete", "enumerates"):
        assert getattr(copy, field) == getattr(original, field)
    with start(path) as run:
        assert list(islice(recorded(run), 3000)) == list(islice(solvers.trace(FIG1, name), 3000))
    assert registry.register(copy).name == f"{name}-2"
    assert solvers.get(name) is original
    registry.unregister(path)


def test_a_loaded_solver_is_used_by_its_name_and_replaced_when_loaded_again(write: Write, tmp_path: Path) -> None:
    path = tmp_path / "example.py"
    path.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    try:
        assert registry.register(registry.load(path)).name == "example"
        assert solvers.count_solutions(named.find("25empty"), 9, "example") == 2
        assert solvers.solve(FIG1, "example") == solvers.solve(FIG1)
        assert [step.why for step in solvers.trace(named.find("clash-row"), "example")] == [Why.GIVENS_CLASH]
        order = solvers.names()
        path.write_text("TITLE = 'New'\ndef changed(puzzle):\n    yield 1\n")
        assert registry.register(registry.load(path)).name == "example"
        assert solvers.get("example").title == "New" and solvers.names() == order
        other = tmp_path / "folder"
        other.mkdir()
        (other / "example.py").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
        assert registry.register(registry.load(other / "example.py")).name == "example-2"
        registry.unregister(other / "example.py")
    finally:
        registry.unregister(path)
    registry.unregister(path)
    with pytest.raises(ValueError, match="not loaded from a file"):
        registry.register(solvers.get("backtracking"))
