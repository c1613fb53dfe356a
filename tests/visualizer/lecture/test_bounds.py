"""Tests that no lecture, whatever is in it, makes the program wait forever, fill the memory or fail unexpectedly."""

from __future__ import annotations

import os
import resource
import struct
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lecture_inputs import some_lecture, try_lecture
from slow import few_of

from puzzles.bounds import BoundsError
from visualizer.film.lecture_page import lecture_page
from visualizer.lecture import scene as scene_reader
from visualizer.lecture.lecture import MOST_MISTAKES, BlockKind, blocks_of
from visualizer.lecture.reader import LONGEST_SLIDE, MOST_LINES, MOST_MARKS, load, read
from visualizer.lecture.scene import MOST_STOPS

GOOD = '# Here\n\n```solvescope\npuzzle = "fig1"\n```\n'
PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 3, 2, 8, 2, 0, 0, 0) + b"\0" * 4


@given(st.integers(0, 1 << 64))
def test_any_bytes_are_a_lecture_or_say_where_they_are_wrong(seed: int) -> None:
    try_lecture(some_lecture(Random(seed)))


HOSTILE = {
    f"at = {'9' * 5000}": (3, "more than 400 characters"),
    f"at = 0x{'f' * 5000}": (3, "more than 400 characters"),
    f"stops = {'[' * 2000}": (3, "more than 100 deep"),
    f"options = {'{a=' * 2000}": (3, "more than 100 deep"),
    f"\n{'a.' * 20_000}a = 1": (4, "more than 100 deep"),
    f"[{'a . ' * 200}a]": (3, "more than 100 deep"),
    f"speed = 1\n'{'x' * 70_000}' = 1": (2, "larger than 64 KiB"),
    f"stops = [{'1,' * (MOST_STOPS + 1)}]": (3, "at most"),
    "at = 1979-05-27T07:32:00Z": (3, "is not a stop"),
    "speed = nan": (3, "speed must be"),
    "speed = inf": (3, "speed must be"),
    "options = { seed = nan }": (3, "seed"),
    f"panes = {'[' * 90}{']' * 90}": (3, "list of names"),
}


def test_hostile_toml_is_a_mistake_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    loads = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: (parsed.append(text), loads(text))[1])
    for field, (line, words) in HOSTILE.items():
        told = read(f'```solvescope\npuzzle = "fig1"\nsolver = "annealing"\n{field}\n```\n').mistakes
        assert (told[0].line, words in told[0].message) == (line + (line > 2), True), (field[:40], told)
        assert all(len(message) < 1000 for _, message in told)
    assert not any("[" * 101 in text or "a.a.a." in text for text in parsed), "tomllib never gets what it cannot handle"


def test_ordinary_toml_is_not_taken_for_hostile() -> None:
    dots = ".".join("123456789" * 30)
    rows = "\n".join("1.3.5.7.9" * 20 for _ in range(3))
    floats = ", ".join(["1.5"] * 300)
    for field in (f'note = "{dots}"', f'note = """\n{rows}"""', f"note = [{floats}]", f"# {'[' * 300} {'9' * 500}"):
        told = read(f'```solvescope\npuzzle = "fig1"\n{field}\n```\n').mistakes
        assert [line for line, message in told if "has no 'note'" not in message] == [], told


def test_thousands_of_mistakes_are_not_all_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(scene_reader, "did_you_mean", lambda word, known: (asked.append(word), "")[1])
    stops = '"gess",\n' * (MOST_STOPS - 1)
    scene = f'```solvescope\npuzzle = "fig1"\nstops = [\n{stops}]\n```\n'
    mistakes = read("\n---\n".join([scene] * 5)).mistakes
    assert len(asked) == MOST_MISTAKES and len(mistakes) == MOST_MISTAKES + 1
    assert mistakes[0].line == 4 and mistakes[MOST_MISTAKES - 1].line == MOST_MISTAKES + 3
    assert "may be more mistakes" in mistakes[-1].message
    monkeypatch.setattr(scene_reader, "_lane", lambda text: asked.append(text))
    asked.clear()
    (mistake,) = read(f'```solvescope\npuzzle = "fig1"\nsolvers = {["x"] * 2000}\n```\n').mistakes
    assert "2 to 4 lanes" in mistake.message and asked == []
    many = "".join(f"solvr{number} = 1\n" for number in range(4000))
    assert len(read(f'```solvescope\npuzzle = "fig1"\n{many}```\n').mistakes) <= 102 and len(asked) <= MOST_MISTAKES


def test_text_that_would_take_too_long_is_refused() -> None:
    for text, words in (("a\n" * MOST_LINES, "20,000 lines"), ("[" * (MOST_MARKS + 1), "characters")):
        with pytest.raises(BoundsError, match=words.replace(",", ".")):
            read(GOOD + text)
    long = read(f"# Here\n\n{'word ' * LONGEST_SLIDE}\n\n<!-- {'note ' * LONGEST_SLIDE} -->\n\n---\n\n# Next\n")
    assert [line for line, _ in long.mistakes] == [1, 1] and long.slides[1].title == "Next"
    assert long.slides[0].notes == ()
    assert sum(len(token.content) for token in long.slides[0].tokens) < 100
    assert len(read(f"---\ntitle: {'x' * 100_000}\n---\n{GOOD}").title) == 200


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a lecture, with files in it that cannot be read as usual."""
    inside = tmp_path / "inside"
    (inside / "below").mkdir(parents=True)
    (tmp_path / "outside.png").write_bytes(PNG)
    (inside / "below" / "fine.png").write_bytes(PNG)
    (inside / "huge.png").write_bytes(PNG[:16] + struct.pack(">II", 60_000, 60_000) + PNG[24:])
    size = struct.pack(">HH", 60_000, 60_000)
    (inside / "huge.jpg").write_bytes(b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08" + size)
    (inside / "fake.png").write_bytes(b"BM" + b"\0" * 100)
    (inside / "link.png").symlink_to(tmp_path / "outside.png")
    (inside / "device.png").symlink_to("/dev/zero")
    (inside / "circle.png").symlink_to(inside / "circle.png")
    (inside / "folder.png").mkdir()
    os.mkfifo(inside / "pipe.png")
    for name, size in (("giant.png", 1 << 30), ("giant.svg", 1 << 30)):
        (inside / name).touch()
        os.truncate(inside / name, size)
    return inside


PICTURES = {
    "huge.png": "pixels",
    "huge.jpg": "pixels",
    "fake.png": "neither a PNG nor a JPEG",
    "link.png": "outside the lecture's folder",
    "device.png": "outside the lecture's folder",
    "circle.png": "no such picture",
    "folder.png": "not a regular file",
    "pipe.png": "not a regular file",
    "giant.png": "larger than 32 MiB",
    "giant.svg": "larger than 1 MiB",
    "../outside.png": "outside the lecture's folder",
    "below/../../outside.png": "outside the lecture's folder",
    "/dev/zero": "beside the lecture",
    f"{'n' * 300}.png": "no such picture",
    "%00.png": "no such picture",
}


def test_a_picture_is_an_ordinary_file_within_the_folder_and_the_bounds(folder: Path) -> None:
    for name, words in PICTURES.items():
        lecture = read(f"# Here\n\n![shown instead]({name})\n", folder)
        (mistake,) = lecture.mistakes
        assert mistake.line == 3 and words in mistake.message, mistake
        (block,) = blocks_of(lecture.slides[0], folder)
        assert block.kind is BlockKind.TEXT and block.words[0].text == "shown instead"
        assert "<img" not in lecture_page(lecture).text
    fine = read("# Here\n\n![shown](below/fine.png)\n", folder)
    (block,) = blocks_of(fine.slides[0], folder)
    assert fine.mistakes == () and block.path == folder / "below" / "fine.png" and "<img" in lecture_page(fine).text
    (folder / "below" / "fine.png").unlink()
    os.mkfifo(folder / "below" / "fine.png")
    assert "<img" not in lecture_page(fine).text, "it has changed since the lecture was read"


def test_all_pictures_together_are_within_the_bounds_too(folder: Path) -> None:
    for name in ("a", "b"):
        (folder / f"{name}.png").write_bytes(PNG)
        os.truncate(folder / f"{name}.png", 20 << 20)
    (mistake,) = read("![](a.png)\n\n![](b.png)\n\n![](below/fine.png)\n", folder).mistakes
    assert mistake.line == 3 and "32 MiB in total" in mistake.message


PUZZLES = {
    "/proc/self/mem": "outside the lecture's folder",
    "/dev/zero": "outside the lecture's folder",
    "device.png": "outside the lecture's folder",
    "pipe.png": "not a regular file",
    "giant.png": "larger than 16 MiB",
    "..": "outside the lecture's folder",
    "../outside.png": "outside the lecture's folder",
    ".": "not a regular file",
    "brackets.txt": "is not allowed in a grid",
    "n" * 300: "not a file",
    "\\u0000": "no puzzle",
}


def test_a_puzzle_is_an_ordinary_file_within_the_folder_and_the_bounds(folder: Path) -> None:
    (folder / "brackets.txt").write_text("[" * 2000)
    for name, words in PUZZLES.items():
        (mistake,) = read(f'```solvescope\npuzzle = "{name}"\n```\n', folder).mistakes
        assert mistake.line == 2 and words in mistake.message, mistake


def test_the_command_tells_what_it_cannot_read(folder: Path, tmp_path: Path) -> None:
    (folder / "lecture.md").write_text(GOOD)
    (folder / "large.md").touch()
    os.truncate(folder / "large.md", 1 << 30)
    command = "import sys; from visualizer.cli.main import main; sys.exit(main())"
    limit = 2 << 30

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    refused = [
        ("/dev/zero", "not a regular file"),
        ("pipe.png", "not a regular file"),
        ("large.md", "larger than 1 MiB"),
    ]
    for name, words in few_of(refused[:1], refused):
        asked = [sys.executable, "-c", command, "lecture", str(folder / name)]
        done = subprocess.run(asked, preexec_fn=limited, capture_output=True, text=True)
        assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr, done.stderr
    with pytest.raises(BoundsError):
        load(Path("/dev/zero"))
    assert load(folder / "lecture.md").mistakes == ()


def test_a_puzzle_that_is_none_is_told_in_one_line_with_its_first_fault(folder: Path) -> None:
    for text in ("minimal-4minimal-4", "f" + "[" * 300 + "g", "[1, " * 80 + "]" * 80):
        found = read(f'```solvescope\npuzzle = "{text}"\n```\n', folder).mistakes
        assert len(found) == 1 and "\n" not in found[0].message
        assert len(found[0].message) < 500 and "is not a file, a puzzle" in found[0].message, found
