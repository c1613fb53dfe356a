"""Tests that the commands in the READMEs run and print what is shown, and that the tables match the code.

``python tests/test_readme.py`` rewrites the tables.
"""

import doctest
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from socketserver import BaseServer

import pytest

import solvers
from puzzles.bounds import LARGEST_LECTURE, LARGEST_PICTURE
from puzzles.corpus import named
from puzzles.figures import grouped
from solvers.core.registry import as_text
from solvers.techniques.registry import ladder
from visualizer import keymap
from visualizer.cli.arguments import read_options
from visualizer.cli.commands import found as found_commands
from visualizer.cli.commands.find import SAMPLE
from visualizer.cli.main import load, main, parser_of
from visualizer.export import notebook
from visualizer.files import saved_view
from visualizer.files.saved_view import View
from visualizer.film import film, lecture_page
from visualizer.lecture.lecture import LARGEST_DRAWING
from visualizer.lecture.reader import LONGEST_SLIDE
from visualizer.lecture.scene import MOST_STOPS
from visualizer.play.saved_games import MOST_GAMES
from visualizer.play.state import EDIT, PLAY
from visualizer.present.mode import PRESENT
from visualizer.quiz.mode import QUIZ
from visualizer.race.mode import RACE
from visualizer.window.app import App
from visualizer.window.race import screen as screen  # declares a key

ROOT = Path(__file__).parent.parent
FILES = [ROOT / folder / "README.md" for folder in ("", "visualizer", "solvers", "puzzles")]
LARGEST = 4 * 1024
"""The maximum number of bytes in the first README: one screen."""
FIG1 = named.find("fig1")


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the code blocks in this language from all READMEs, in order."""
    whole = "\n".join(map(text_of, FILES))
    return re.findall(rf"^```{language}\n(.*?)^```$", whole, re.MULTILINE | re.DOTALL)


def shown() -> list[tuple[str, str]]:
    """Return each command in the READMEs that is shown with its output, and that output."""
    sessions = [re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] for block in blocks("console")]
    return [
        (command, output) for session in sessions for command, _, output in (one.partition("\n") for one in session)
    ]


def matches(output: str, expected: str) -> bool:
    """Compare two texts, where a line ``...`` in the expected one stands for any number of lines."""
    parts = re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE)
    return re.fullmatch(".*".join(map(re.escape, parts)), output, re.DOTALL) is not None


def test_the_first_readme_is_one_screen() -> None:
    assert FILES[0].stat().st_size <= LARGEST


def test_the_comparison_can_fail() -> None:
    assert matches("a\nb\nc\n", "a\n...\n")
    assert not matches("a\nb\n", "a\n")
    assert not matches("a\nb\n", "b\n...\n")


def test_the_commands_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(shown()) >= 10
    monkeypatch.chdir(tmp_path)
    for command, expected in shown():
        program, *arguments = shlex.split(command)
        assert program == "solvescope"
        code = main(arguments)
        output, errors = capsys.readouterr()
        assert code in (0, 1), errors
        assert matches(output, expected), f"$ {command}\n{output}"


# Commands whose output is not shown


OTHERS = ("minisat", "cadical")
"""Other SAT solvers that a block may need."""


def without_output() -> Iterator[tuple[str, list[list[str]]]]:
    """Yield each block with its commands, split into words and without their comments."""
    for block in blocks("sh"):
        yield block, [shlex.split(line, comments=True) for line in block.splitlines()]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with the files that the READMEs mention, a window that closes after its first frame, and a server
    that ends at once.
    """
    (tmp_path / "puzzles.txt").write_text(
        "\n".join(str(named.find(name)) for name in ("fig1", "lab", "minimal-9-1")), "utf-8"
    )
    (tmp_path / "solvers").mkdir()
    shutil.copy(ROOT / "solvers" / "example.py", tmp_path / "solvers")
    saved_view.save(View(puzzle=str(FIG1), solver="backtracking", position=7), tmp_path / "lecture.json")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(App, "_loop", lambda app: app.frame([], 0.0))
    monkeypatch.setattr(BaseServer, "serve_forever", lambda server: None)
    return tmp_path


def test_the_commands_are_understood(desk: Path) -> None:
    for _, commands in without_output():
        for program, *arguments in commands:
            if program == "solvescope" and (asked := load(arguments)):
                read_options(parser_of(asked).parse_args(arguments[bool(asked.ABOUT.name) :]))


@pytest.mark.slow
def test_the_commands_run(desk: Path, capfd: pytest.CaptureFixture[str]) -> None:
    missing = [program for program in OTHERS if shutil.which(program) is None]
    missing += [] if find_spec("av") else [".mp4"]
    ran = 0
    for block, commands in without_output():
        if any(program in block for program in missing):
            continue
        for program, *arguments in commands:
            if program == "solvescope":
                code = main(arguments)
                assert code == 0, f"solvescope {shlex.join(arguments)}: {code}\n{capfd.readouterr().err}"
                ran += 1
            elif program != "pip":  # which the checks of a change try in new environments
                subprocess.run([program, *arguments], check=False)
    assert ran >= 25
    if missing:
        pytest.skip(f"{' and '.join(missing)} not found: the commands with them were left out")


def test_the_commands_named_in_passing_exist() -> None:
    found = {name for path in FILES for name in re.findall(r"`solvescope ([\w-]+)[^`]*`", text_of(path))}
    assert found
    assert found <= set(found_commands())


def test_the_examples_in_python_run() -> None:
    results = [doctest.testfile(str(path), module_relative=False, encoding="utf-8") for path in FILES]
    assert sum(result.attempted for result in results) >= 5
    assert not any(result.failed for result in results)


# Tables, pictures, links


def key_table(table: keymap.Keymap) -> str:
    rows = ["| | keys | what they do |", "| --- | --- | --- |"]
    rows += [f"| {'' if i else 'Type'} | `{cap}` | {help} |" for i, (cap, help) in enumerate(table.typed)]
    groups: dict[str, list[keymap.KeyRow]] = {}
    for row in table.rows():
        groups.setdefault(row.actions[0].group, []).append(row)
    for group, its in groups.items():
        for i, row in enumerate(its):
            card = [f"{keycaps(keymap.caps(one))} {one.help}" for one in table.on_card(row.actions[0].id)]
            help = "<br>".join([row.help, *card]) if card else row.help
            rows.append(f"| {'' if i else group} | {keycaps(row.caps)} | {help} |")
    return "\n".join(["", *rows, "", ""])


def keycaps(names: Iterable[str]) -> str:
    return " ".join(f"`{cap}`" for cap in names)


def options(solver: solvers.Solver) -> str:
    listed = ", ".join(f"`{one.name}={as_text(one.default)}`" for one in solver.options)
    return f" Options: {listed}." if listed else ""


def solver_table() -> str:
    rows = ["| `--solver` | what it does | from |", "| --- | --- | --- |"]
    found = map(solvers.get, solvers.names())
    rows += [f"| `{one.name}` | **{one.title}.** {one.summary}{options(one)} | {one.source} |" for one in found]
    return "\n".join(["", *rows, "", ""])


def tables() -> dict[str, str]:
    return {
        "keys": key_table(keymap.WATCH),
        "keys of play": key_table(PLAY),
        "keys of editing": key_table(EDIT),
        "keys of a race": key_table(RACE),
        "keys of presenting": key_table(PRESENT),
        "keys of a question": key_table(QUIZ),
        "solvers": solver_table(),
    }


def numbers() -> dict[str, int]:
    """Return the pattern of each sentence with a number that is counted here, and the number."""
    puzzles = (ROOT / "puzzles" / "sudoku.txt").read_text("utf-8").splitlines()
    return {
        r"(climbs a ladder of )([\d,]+)( techniques)": len(ladder()),
        r"(`sudoku.txt` holds )([\d,]+)( puzzles)": sum(line[:1] not in ("", "#") for line in puzzles),
        r"(lists the last )([\d,]+)( unfinished games)": MOST_GAMES,
        r"(It has at most )([\d,]+)( MiB, a slide)": LARGEST_LECTURE >> 20,
        r"(MiB, a slide )([\d,]+)( characters)": LONGEST_SLIDE,
        r"(a scene )([\d,]+)( stops, and a picture)": MOST_STOPS,
        r"(a picture )([\d,]+)( MiB)": LARGEST_PICTURE >> 20,
        r"(an SVG )([\d,]+)( MiB)": LARGEST_DRAWING >> 20,
        r"(but at most to step )([\d,]+)( or its last stop)": lecture_page.MOST_STEPS,
        r"(or after )([\d,]+)( steps unless `--to`)": film.MOST_STEPS,
        r"(A run of more than\s+)([\d,]+)( steps is cut off)": notebook.MOST,
        r"(collection, )([\d,]+)( puzzles are then drawn)": SAMPLE,
    }


def with_numbers(text: str) -> tuple[str, set[str]]:
    """Return the text with up-to-date numbers, and the patterns of those in it."""
    found = set()
    for pattern, number in numbers().items():
        text, count = re.subn(pattern, lambda part, number=number: f"{part[1]}{grouped(number)}{part[3]}", text)
        found |= {pattern} if count else set()
    return text, found


def with_tables(text: str) -> tuple[str, set[str]]:
    """Return the text with up-to-date tables, and the names of its tables."""
    found = set()
    for name, table in tables().items():
        pattern = rf"(<!-- {name}: [^\n]*-->\n).*?(<!-- end -->)"
        text, count = re.subn(pattern, lambda part, table=table: part[1] + table + part[2], text, flags=re.DOTALL)
        found |= {name} if count else set()
    return text, found


def test_the_tables_are_those_of_the_code() -> None:
    found = set()
    for path in FILES:
        text, names = with_tables(text_of(path))
        assert text_of(path) == text, f"python {Path(__file__).name} writes the tables of {path} anew"
        found |= names
    assert found == set(tables())


def test_the_numbers_in_sentences_are_counted() -> None:
    found = set()
    for path in FILES:
        text, patterns = with_numbers(text_of(path))
        assert text_of(path) == text, f"python {Path(__file__).name} writes the numbers of {path} anew"
        found |= patterns
    assert found == set(numbers())


def test_nothing_is_counted_by_hand_in_the_first_readme() -> None:
    prose = re.sub(r"```.*?```|\(.*?\)|Python \d\.\d+|PowerShell \d", "", text_of(FILES[0]), flags=re.DOTALL)
    assert re.findall(r"\d+ \w+", prose) == []


def test_pictures_and_linked_files_are_there() -> None:
    for path in [*FILES, ROOT / "CONTRIBUTING.md"]:
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text_of(path)):
            assert (path.parent / link).exists(), f"{path}: {link}"


def test_links_to_a_section_lead_to_one() -> None:
    for path in FILES:
        for link, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", text_of(path)):
            target = (path.parent / link) if link else path
            titles = re.findall(r"^#+ (.*)$", text_of(target), re.MULTILINE)
            assert anchor in [re.sub(r"[^\w-]+", "", title.lower().replace(" ", "-")) for title in titles]


if __name__ == "__main__":
    for file in FILES:
        file.write_text(with_numbers(with_tables(text_of(file))[0])[0], "utf-8")
