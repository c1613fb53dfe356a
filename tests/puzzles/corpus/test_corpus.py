"""Tests that every puzzle of a corpus is equally likely to be drawn, at a cost that does not grow with the file."""

from __future__ import annotations

import builtins
import os
import random
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st
from strategies import examples

from puzzles import Corpus, CorpusError, Problem, Puzzle, PuzzleError, one_line
from puzzles.bounds import LONGEST_LINE
from puzzles.corpus import corpus as module
from puzzles.corpus.record import LineContent, holds, parse
from puzzles.corpus.scan import STRIDE, lines


def numbered(number: int, side: int = 9) -> str:
    """Return a different puzzle for each number."""
    digits = [0] * (side * side)
    for place in range(20):
        digits[-1 - place] = number % 3
        number //= 3
    return "".join(str(digit or ".") for digit in digits)


def write(folder: Path, text: str | bytes, name: str = "corpus.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


class Every:
    """A stand-in for a random generator that returns each number of a range in turn."""

    def __init__(self, seed: object = None) -> None:
        self.turn = -1

    def randrange(self, stop: int) -> int:
        self.turn += 1
        return self.turn % stop

    def choice(self, values: Any) -> Any:
        return values[self.randrange(len(values))]


fillers = st.sampled_from(["", "# a comment", "broken", "." * 80, "." * 82, "x" * 300, " ", "1" * 17, ":", "?" * 81])
pieces = st.lists(st.tuples(fillers, st.sampled_from(["", " 7", ":1  # name", " " * 40, " " + "f" * 700])), max_size=30)


@examples(100, unchecked=[HealthCheck.function_scoped_fixture])
@given(pieces, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.sampled_from([17, 40, 64, 333, 4096]), st.randoms())
def test_each_puzzle_has_exactly_one_slot_whatever_the_lengths(
    tmp_path: Path, pieces: list[tuple[str, str]], end: str, ended: bool, block: int, chance: random.Random
) -> None:
    texts, wanted = [], []
    for number, (filler, tail) in enumerate([*pieces, ("", "")]):
        texts += [filler] * chance.randrange(2)
        wanted.append(numbered(number, chance.choice([9, 16])))
        texts.append(wanted[-1] + tail)
    path = write(tmp_path, end.join(texts) + end * ended)
    with pytest.MonkeyPatch.context() as patch, Corpus(path) as corpus:
        patch.setattr(module, "BLOCK", block)
        patch.setattr(corpus, "_random", Every())
        for _ in range(2):
            assert sorted(str(corpus.draw()) for _ in wanted) == sorted(wanted)


@pytest.mark.slow
def test_draws_from_lines_of_wildly_different_lengths_are_uniform(tmp_path: Path) -> None:
    tails = ["", " 1", "  # name", " " + "y" * 3000, " " + "z" * 500, ":2+"]
    puzzles = [numbered(number, 16 if number % 5 == 0 else 9) for number in range(24)]
    texts = [puzzle + tails[number % len(tails)] for number, puzzle in enumerate(puzzles)]
    for place in (20, 11, 3):
        texts[place:place] = ["", "# comment", "broken" * 30, "." * 80]
    with Corpus(write(tmp_path, "\n".join(texts)), seed=1) as corpus:
        draws = 2400
        drawn = Counter(str(corpus.draw()) for _ in range(draws))
    assert set(drawn) == set(puzzles), "the first and the last line are drawn, and nothing broken"
    expected = draws / len(puzzles)
    chi_square = sum((drawn[puzzle] - expected) ** 2 / expected for puzzle in puzzles)
    assert chi_square < 59.6, "more than chance allows once in 20,000 (23 degrees of freedom)"


@pytest.mark.parametrize("text", ["{}", "{}\n", "\n\n{}", "# c\n{}\n# d", "\ufeff{}\r\n", "x\n{} 3 hard\ny"])
def test_a_single_puzzle_is_always_drawn(tmp_path: Path, text: str) -> None:
    with Corpus(write(tmp_path, text.format(numbered(5)))) as corpus:
        assert {str(corpus.draw()) for _ in range(5)} == {numbered(5)}


def test_the_same_seed_draws_the_same_whatever_the_scan_has_seen(tmp_path: Path) -> None:
    path = write(tmp_path, "\n".join(numbered(number) for number in range(5000)))
    with Corpus(path, seed=42) as plain, Corpus(path, seed=42) as scanned, Corpus(path, seed=43) as other:
        assert scanned.wait()
        first = [plain.draw() for _ in range(30)]
        assert first == [scanned.draw() for _ in range(30)]
        assert first != [other.draw() for _ in range(30)]


def test_a_seed_is_the_same_on_every_machine(tmp_path: Path) -> None:
    with Corpus(write(tmp_path, "".join(numbered(number) + "\n" for number in range(1000))), seed=7) as corpus:
        assert [corpus.draw().source.rpartition(" ")[2] for _ in range(4)] == ["552", "281", "199", "444"]


class Counting:
    """A file that counts the bytes read from it."""

    total = 0

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self, size: int) -> bytes:
        data: bytes = self._file.read(size)
        Counting.total += len(data)
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def test_a_draw_from_a_million_lines_reads_no_more_than_from_a_thousand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counting_open(*args: Any, **named: Any) -> Counting:
        return Counting(builtins.open(*args, **named))  # noqa: SIM115  the corpus closes it

    monkeypatch.setattr(module, "open", counting_open, raising=False)
    cost = {}
    thousand = "".join(numbered(number) + "\n" for number in range(1000)).encode()
    for times in (1, 1000):
        path = write(tmp_path, thousand * times)
        Counting.total = 0
        with Corpus(path, seed=1) as corpus:
            for _ in range(50):
                assert corpus.draw().clues >= 0
        cost[times] = Counting.total
    assert cost[1000] <= 2 * cost[1]
    assert cost[1000] < 50 * 400_000


def test_the_scan_counts_and_indexes(tmp_path: Path) -> None:
    texts = [numbered(number) for number in range(3 * STRIDE + 5)]
    texts[1000:1000] = ["", "# comment", "broken", "." * 80, "x" * (LONGEST_LINE + 1)]
    path = write(tmp_path, "\n".join(texts))
    with Corpus(path) as corpus:
        assert corpus.wait()
        assert corpus.complete
        assert (len(corpus), corpus.broken) == (3 * STRIDE + 5, 3)
        assert corpus.summary() == "3,077 puzzles, 3 broken lines"
        for index in (0, 1, 999, 1000, STRIDE - 1, STRIDE, STRIDE + 1, 3 * STRIDE, 3 * STRIDE + 4):
            assert str(corpus[index]) == numbered(index)
            assert corpus[index].source == f"corpus.txt, line {index + 1 + 5 * (index >= 1000)}"
            assert corpus[index - len(corpus)] == corpus[index]
        for index in (len(corpus), -len(corpus) - 1):
            with pytest.raises(IndexError, match="which has 3077"):
                corpus[index]


def test_before_the_scan_ends_its_numbers_are_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paused, gate = threading.Event(), threading.Event()

    def pause(seconds: float) -> None:
        paused.set()
        gate.wait(20)

    monkeypatch.setattr("puzzles.corpus.scan.time.sleep", pause)
    path = write(tmp_path, "".join(numbered(number) + "\n" for number in range(10_000)))
    with Corpus(path) as corpus:
        corpus.start_scan()
        assert paused.wait(20) and not corpus.complete
        seen = len(corpus)
        assert 0 < seen < 10_000
        assert corpus.summary().endswith("puzzles so far")
        assert str(corpus[seen - 1]) == numbered(seen - 1)
        with pytest.raises(IndexError, match="so far"):
            corpus[seen]
        gate.set()
        assert corpus.wait(20)
        assert corpus.summary() == "10,000 puzzles"


def test_closing_ends_the_thread_and_can_be_repeated(tmp_path: Path) -> None:
    path = write(tmp_path, (numbered(1) + "\n").encode() * 200_000)
    before = threading.active_count()
    corpus = Corpus(path)
    assert corpus, "a corpus is there before anything has been counted"
    corpus.start_scan()
    corpus.close()
    corpus.close()
    assert threading.active_count() == before
    assert not corpus.wait(1) or corpus.complete


@pytest.mark.slow
def test_a_scan_leaves_the_main_thread_time(tmp_path: Path) -> None:
    path = write(tmp_path, (numbered(1) + "\n").encode() * 300_000)
    with Corpus(path) as corpus:
        corpus.start_scan()
        turns = 0
        while not corpus.complete:
            time.sleep(0.001)
            turns += 1
        assert turns >= 5
        assert len(corpus) == 300_000


def test_the_sparse_index_stays_small(tmp_path: Path) -> None:
    path = write(tmp_path, (numbered(1) + "\n").encode() * 100_000)
    with Corpus(path) as corpus:
        assert corpus.wait()
        index = corpus._scan
        assert 16 * len(index._offsets) < 2000


def test_iterate_streams_puzzles_and_problems_in_order(tmp_path: Path) -> None:
    path = write(
        tmp_path, f"# top\n{numbered(1)}\n\n?{'.' * 80}\n{numbered(2)} 5\n{'.' * 70}\n" + "1" * (3 * LONGEST_LINE)
    )
    with Corpus(path) as corpus:
        found = list(corpus.iterate())
    assert [number for number, _ in found] == [2, 4, 5, 6, 7]
    puzzles = [one for _, one in found if isinstance(one, Puzzle)]
    problems = [one for _, one in found if isinstance(one, Problem)]
    assert [str(one) for one in puzzles] == [numbered(1), numbered(2)]
    assert puzzles[1].source == "corpus.txt, line 5"
    assert str(problems[0]).startswith("line 4, column 1: '?' is not allowed in a puzzle")
    assert str(problems[1]).startswith("line 6, column 1: 70 cells; the nearest puzzles have 64 or 81")
    assert str(problems[2]).startswith("line 7, column 1: a line of more than 65536 bytes")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is empty"),
        (b"\n\n\n", "no line holds a puzzle"),
        (b"hello\nworld\n", "no line holds a puzzle; a corpus has one puzzle per line"),
        (bytes(range(256)) * 500, "no line holds a puzzle"),
        (b"x" * 300_000, "no line holds a puzzle"),
        (b"123456789\n" * 9, "no line holds a puzzle"),
        ((b"?" * 81 + b"\n") * 20_000, "no line holds a puzzle"),
    ],
    ids=["empty", "blank lines", "prose", "binary", "one long line", "one grid", "all broken"],
)
def test_a_file_without_a_puzzle_is_refused_and_told_why(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(CorpusError, match=f"corpus.txt: {said}"), Corpus(write(tmp_path, content), seed=1) as corpus:
        corpus.draw()


def test_paths_that_are_no_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="nothing.txt: there is no such file; check the path"):
        Corpus(tmp_path / "nothing.txt")
    with pytest.raises(CorpusError, match="it is a folder; give a text file"):
        Corpus(tmp_path)
    with pytest.raises(CorpusError, match="is not a valid file name"):
        Corpus("a\0b")
    with pytest.raises(CorpusError):
        Corpus("x" * 5000)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(CorpusError, match="it is not a regular file; give a text file"):
            Corpus(tmp_path / "pipe")


def test_the_few_puzzles_of_a_broken_file_are_all_found(tmp_path: Path) -> None:
    junk = ("?" * 81 + "\n") * 5_000
    text = numbered(1) + "\n" + junk + numbered(2) + "\n" + junk + numbered(3)
    with Corpus(write(tmp_path, text), seed=3) as corpus:
        assert Counter(str(corpus.draw()) for _ in range(60)).keys() == {numbered(1), numbered(2), numbered(3)}


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let an open file be cut")
def test_a_file_that_changes_while_it_is_read_does_no_harm(tmp_path: Path) -> None:
    path = write(tmp_path, "".join(numbered(number) + "\n" for number in range(3000)))
    with Corpus(path, seed=1) as corpus:
        assert corpus.wait()
        os.truncate(path, 500)
        assert str(corpus.draw()) in [numbered(number) for number in range(6)]
        with pytest.raises(IndexError, match="the file has changed"):
            corpus[2999]
        os.truncate(path, 0)
        with pytest.raises(CorpusError, match="no line holds a puzzle"):
            corpus.draw()
        write(tmp_path, numbered(9))
        assert str(corpus.draw()) == numbered(9)
        path.unlink()
        with pytest.raises(CorpusError, match="there is no such file"):
            list(corpus.iterate())


# Records ------------------------------------------------------------------------------------------------------------


@examples(300)
@given(
    st.binary(max_size=120)
    | st.text(alphabet="ABCDIJPQYZ.0", min_size=81, max_size=81).map(str.encode)
    | st.text(alphabet="ABCDIJPQYaz.0", min_size=100, max_size=100).map(str.encode)
    | st.text(alphabet="019AFGHZa.*_ |:#,", min_size=15, max_size=17).map(str.encode)
)
@example(b"ABCDEFGHI" * 9)
@example(b"ABCDEFGHY" * 9)
@example(b"abcdefghijklmnopqrstuvwxy" * 25)
@example(b"ABCDEFGHIJKLMNOPQRSTUVW0." * 25)
@example(b"ABCDEFGHIJKLMNOPQRSTUVWX1" * 25)
@example(b"A" + b"." * LONGEST_LINE)
@example(b"." * 81 + b" hard 1200 7")
@example(b"." * 81 + b"\x00 hard")
@example(b"." * 81 + b"1 hard")
@example(b"." * 80 + b" hard")
@example(b"." * 81 + b" " * (LONGEST_LINE - 81))
@example(b"." * 81 + b" " * (LONGEST_LINE - 80))
def test_a_line_holds_a_puzzle_if_and_only_if_it_can_be_parsed(line: bytes) -> None:
    line = line.replace(b"\n", b"")
    try:
        parse(line)
        parsed = True
    except PuzzleError as error:
        parsed = False
        assert all(problem.line == 1 <= problem.column <= max(1, len(line)) for problem in error.problems)
    assert (holds(line) is LineContent.PUZZLE) == parsed


def test_the_fields_and_the_name_of_a_record() -> None:
    record = parse(f"{numbered(7)}:1:{'1' * 81}, hard  # the seventh ".encode(), "here")
    assert one_line(record.puzzle) == numbered(7)
    assert record.fields == ("1", "1" * 81, "hard")
    assert (record.puzzle.name, record.puzzle.source) == ("the seventh", "here")
    assert parse(numbered(7).encode()).fields == ()


@examples(50)
@given(st.lists(st.binary(max_size=50).map(lambda line: line.replace(b"\n", b"")) | st.integers(1, 3), max_size=9))
def test_lines_are_those_of_the_file(parts: list[bytes | int]) -> None:
    content = [part if isinstance(part, bytes) else b"y" * (LONGEST_LINE * part - part) for part in parts]
    text = b"\n".join(content)
    found = list(lines(_Bytes(text)))  # type: ignore[arg-type]
    expected = content[:-1] if content and not content[-1] else content
    assert [line for _, line in found] == [line[: LONGEST_LINE + 1] for line in expected]
    assert all(text.startswith(line, at) for at, line in found)


class _Bytes:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def seek(self, at: int) -> None:
        self.at = at

    def read(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]


def graded(tmp_path: Path) -> Path:
    levels = ("easy 300", "hard 1200", "easy", "extreme 9000 17", "harder 1", "")
    return write(tmp_path, "".join(f"{numbered(number)} {levels[number % 6]}\n" for number in range(60)))


def test_a_level_draws_each_puzzle_that_is_called_so_and_no_other(tmp_path: Path) -> None:
    with Corpus(graded(tmp_path), seed=7) as corpus:
        for level, kinds in (("easy", {0, 2}), ("hard", {1}), ("extreme", {3})):
            numbers = {number for number in range(60) if number % 6 in kinds}
            drawn = Counter(str(corpus.draw(level)) for _ in range(10 * len(numbers)))
            assert set(drawn) == {str(Puzzle.parse(numbered(number))) for number in numbers}
            assert max(drawn.values()) < 30


def test_a_level_that_hardly_any_line_has_is_found(tmp_path: Path) -> None:
    lines = [numbered(number) for number in range(3000)]
    lines[1234] += ":fiendish 1700"
    with Corpus(write(tmp_path, "\n".join(lines)), seed=1) as corpus:
        assert {str(corpus.draw("fiendish")) for _ in range(3)} == {str(Puzzle.parse(numbered(1234)))}


def test_a_level_that_no_line_has_is_said_to_be_missing(tmp_path: Path) -> None:
    with Corpus(write(tmp_path, numbered(1)), seed=1) as corpus:
        for _ in range(2):
            with pytest.raises(CorpusError, match="no line is graded hard; choose another level, or a file with"):
                corpus.draw("hard")
        assert corpus.draw()
