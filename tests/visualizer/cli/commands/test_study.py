"""Tests that ``solvescope study`` makes every run once, whatever stops it, and a page that holds what its rows say."""

from __future__ import annotations

import csv
import json
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest
from slow import few_of, slow_but

import assets
import solvers
from solvers.study import cost
from solvers.study.cost import RunCost, StudyTask
from visualizer.cli.main import load, main, parser_of
from visualizer.study import plan, plots
from visualizer.study.folder import COLUMNS, row_of

TIMES = ("start_seconds", "encode_seconds", "solve_seconds", "wall_seconds", "peak_mib")
STUDY = """\
algorithms = ["backtracking", "mrv", "cdcl"]
copies = 2
seed = 3
[limits]
steps = 2000
seconds = 60
[[puzzles]]
from = ["fig1", "4x4", "6x6"]
sample = 3
"""
RUNS = 3 * 7 * 3
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(STUDY)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*words: object) -> tuple[int, str, str]:
        return main(["study", *map(str, words)]), *capsys.readouterr()

    return run


@pytest.fixture
def no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out matplotlib, which takes long and is not what the test is about."""
    monkeypatch.setattr(plots, "find_spec", lambda name: None)


def rows(folder: str = "mine", keep: tuple[str, ...] = ()) -> list[dict[str, str]]:
    """Return the rows but for their times, in an order of their own."""
    with open(f"{folder}/runs.csv", newline="", encoding="utf-8") as stream:
        found = list(csv.DictReader(stream))
    assert all(list(row) == list(COLUMNS) for row in found)
    return sorted(({name: its for name, its in row.items() if name not in TIMES} for row in found), key=str)


@pytest.mark.usefixtures("no_plots")
def test_every_run_is_a_row_of_numbers(call: Call) -> None:
    code, out, err = call("mine.toml")
    assert (code, len(rows())) == (0, RUNS)
    assert re.split(r"  +", out.splitlines()[0])[:4] == ["algorithm", "size", "puzzles and copies", "solved"]
    assert "pip install matplotlib" in err and "open mine/report.html" in err
    lines = Path("mine/runs.csv").read_text("utf-8").splitlines()[1:]
    assert all(row_of(next(csv.reader([line]))).cost.steps for line in lines)
    cut = [row for row in rows() if row["limit"]]
    assert {(row["status"], row["limit"], row["steps"]) for row in cut} == {("timeout", "steps", "2000")}
    assert {row["status"] for row in rows() if not row["limit"]} == {"ok"}
    [machine] = json.loads(Path("mine/machine.json").read_text("utf-8"))
    assert machine["solvescope"] and machine["numpy"] and machine["processor"] and machine["cores"]


@pytest.mark.usefixtures("no_plots")
def test_two_processes_make_the_same_rows(call: Call) -> None:
    call("mine.toml")
    assert call("mine.toml", "--jobs", 2, "-o", "two")[0] == 0
    assert rows() == rows("two")


@pytest.mark.usefixtures("no_plots")
@pytest.mark.parametrize("after", slow_but([0, 20], [0, 1, 20, RUNS - 1]))
def test_a_stopped_study_goes_on_where_it_was(call: Call, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    call("mine.toml", "-o", "whole")
    made = list[StudyTask]()

    def stopping(task: StudyTask) -> RunCost:
        made.append(task)
        if len(made) > after:
            raise KeyboardInterrupt
        return real(task)

    real = cost.measured
    monkeypatch.setattr(cost, "measured", stopping)
    code, _, err = call("mine.toml")
    assert code == 3 and "the runs so far are in mine; go on with --resume" in err
    assert len(rows()) == after
    monkeypatch.setattr(cost, "measured", real)
    code, _, err = call("mine.toml")
    assert code == 2 and "mine has the runs of a study already: go on with --resume" in err
    assert call("mine.toml", "--resume")[0] == 0
    assert rows() == rows("whole")
    assert len(json.loads(Path("mine/machine.json").read_text("utf-8"))) == 2


@pytest.mark.usefixtures("no_plots")
def test_a_half_written_row_is_made_again(call: Call) -> None:
    call("mine.toml")
    whole, path = rows(), Path("mine/runs.csv")
    data = path.read_bytes()
    path.write_bytes(data[: data.rstrip().rfind(b"\n") + 30])
    assert len(path.read_text("utf-8").splitlines()) == RUNS + 1
    assert call("mine.toml", "--resume")[0] == 0
    assert rows() == whole
    path.write_bytes(b"puzzle,na")  # killed before its first row
    assert call("mine.toml", "--resume")[0] == 0
    assert rows() == whole


@pytest.mark.usefixtures("no_plots")
def test_a_study_may_grow_but_its_limits_stay(call: Call) -> None:
    call("mine.toml")
    Path("mine.toml").write_text(STUDY.replace('"mrv"', '"mrv", "bitboard"'))
    assert call("mine.toml", "--resume")[0] == 0
    assert len(rows()) == RUNS // 3 * 4
    Path("mine.toml").write_text(STUDY.replace("2000", "3000"))
    code, _, err = call("mine.toml", "--resume")
    assert code == 2 and "was begun with limits {'steps': 2000" in err and "name another folder with -o" in err


CORRUPT = [
    (",ok,", ",fine,", "status is 'fine', which is not one of ok, timeout"),
    (",ok,,solved,", ",ok,,solved,20000+", "steps is '20000+"),
    (",ok,,solved,", ",ok,,solved,nan,", "it has 24 fields instead of 23"),
    (",ok,,solved,", ",ok,,solved,-", "which is not a number from 0 up"),
    ("puzzle,name", "puzzle,label", "line 1: the heading is not that of a study's runs"),
    ("\n.", "\n@", "is not allowed in a puzzle"),
    (",ok,", ',"ok,', "runs.csv, line"),
    (",ok,", ",\xff\xfe,", "runs.csv, line 2: this is not UTF-8"),
]


@pytest.mark.usefixtures("no_plots")
def test_a_corrupt_row_is_named_and_nothing_is_changed(call: Call, subtests: pytest.Subtests) -> None:
    Path("mine.toml").write_text(STUDY.replace("copies = 2", "copies = 1"))
    call("mine.toml")
    path = Path("mine/runs.csv")
    whole = path.read_bytes()
    for old, new, said in CORRUPT:
        with subtests.test(new):
            before = whole.replace(old.encode(), new.encode("latin-1"), 1)
            path.write_bytes(before)
            for words in (["mine.toml", "--resume"], ["report", "mine"]):
                code, _, err = call(*words)
                assert code == 2 and said in err
                assert "remove the line, or start again in another folder with -o" in err
                assert len(err.splitlines()) == 1
            assert path.read_bytes() == before != whole


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none.toml"], "cannot be read: No such file or directory; name a study's TOML file"),
        (["report", "none"], "No such file or directory"),
        (["mine.toml", "other.toml"], "name one study: 'solvescope study NAME.toml'"),
        (["mine.txt"], "mine.txt is not a study: end its name in .toml, or name one of empty, hidden-singles, luck,"),
        (["--new", "mine.toml"], "mine.toml already exists: give another name"),
        (["mine.toml", "-o", "mine.toml"], "cannot write mine.toml"),
        (["mine.toml", "-o", "/proc/none"], "cannot write /proc/none"),
    ],
)
def test_a_wrong_command_says_what_to_do(call: Call, words: list[str], said: str) -> None:
    code, _, err = call(*words)
    assert code == 2 and said in err
    assert len(err.splitlines()) == 1


@pytest.mark.usefixtures("no_plots")
def test_a_full_disk_keeps_the_rows_and_says_so(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    from visualizer.study import folder

    wrote = list[object]()

    def full(stream: object, row: object) -> None:
        wrote.append(row)
        if len(wrote) > 5:
            raise OSError(28, "No space left on device")
        real(stream, row)  # type: ignore[arg-type]

    real = folder.append
    monkeypatch.setattr(folder, "append", full)
    code, _, err = call("mine.toml")
    assert code == 2 and "No space left on device" in err and "go on with --resume" in err
    assert len(rows()) == 5


@pytest.mark.usefixtures("no_plots")
def test_the_study_to_start_from_runs(call: Call) -> None:
    code, _, err = call("--new", "first.toml")
    assert code == 0 and "solvescope study first.toml" in err
    text = Path("first.toml").read_text("utf-8")
    assert text.startswith("# A study for: solvescope study first.toml")
    everything = re.sub(r"^# (?=\[options|encoding = |seed = \[|givens)", "", text, flags=re.MULTILINE)
    assert everything.count("\n# ") == text.count("\n# ") - 4
    small = everything.replace("sample = 12", "sample = 1").replace("200_000", "2000")
    Path("first.toml").write_text(small.replace('"cdcl"', '"sat", "annealing"'))
    assert call("first.toml")[0] == 0
    encodings = {row["encoding"] for row in rows("first") if row["algorithm"] == "sat"}
    assert encodings == {"extended", "simplified"}


@pytest.mark.slow
def test_ctrl_c_in_a_terminal_loses_nothing_that_had_ended() -> None:
    Path("mine.toml").write_text(STUDY.replace("2000", "200000").replace("copies = 2", "copies = 200"))
    command = [sys.executable, "-m", "visualizer", "study", "mine.toml", "--jobs", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        path = Path("mine/runs.csv")
        while (seen := path.read_bytes().count(b"\n") if path.exists() else 0) < 30:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 3 and "go on with --resume" in err and "Traceback" not in err
    text = path.read_text("utf-8")
    assert text.endswith("\n") and len(text.splitlines()) >= seen
    assert all(row_of(line) for line in list(csv.reader(text.splitlines()))[1:])


# The program's own studies


SHIPPED = sorted((Path(assets.__file__).parent / "studies").glob("*.toml"))


@pytest.mark.parametrize("path", slow_but([one for one in SHIPPED if one.stem in ("empty", "rows")], SHIPPED))
def test_a_study_of_the_programs_own_can_be_run(path: Path) -> None:
    """Make its runs on a tenth of its puzzles with few steps: each algorithm takes part, and nothing crashes."""
    study = plan.load(path)
    assert 100 <= len(study.runs) <= 2500 and path.read_text("utf-8").startswith("# ")
    few = study.limits._replace(steps=300)
    puzzles = list(dict.fromkeys(info.puzzle for info, _ in study.runs if info.size <= 16))[::20]
    tasks = [(info, work) for info, work in study.runs if info.puzzle in puzzles and isinstance(work, StudyTask)]
    costs = [cost.measured(work._replace(limits=few)) for _, work in tasks]
    assert {found.status for found in costs} <= {"ok", "timeout"}
    assert {info.algorithm for info, _ in tasks} == {info.algorithm for info, _ in study.runs}


def test_it_is_run_by_name_into_a_folder_here(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[Path]()

    def load(path: Path, programs: bool) -> plan.Study:
        read.append(path)
        raise plan.StudyError("seen")

    monkeypatch.setattr(plan, "load", load)
    for name in ("luck", "luck.toml"):
        assert call(name)[0] == 2
    assert [path.resolve() == SHIPPED[2].resolve() for path in read] == [True, False]
    assert call("--new", "luck")[0] == 2


# The page


needs_matplotlib = pytest.mark.skipif(not find_spec("matplotlib"), reason="matplotlib is not installed")


class Page(HTMLParser):
    """The elements of a page, with the commands and the links in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.ids, self.links, self.titles, self.commands = set[str](), list[str](), list[str](), [], []
        self.attributes = set[str]()
        self._into: list[str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        its = dict(attrs)
        self.tags.add(tag)
        self.attributes |= set(its)
        self.ids += [its["id"]] if its.get("id") else []
        self.links += [its.get("href") or ""] if tag == "a" else []
        self._into = {"title": self.titles, "code": self.commands}.get(tag)
        if self._into is not None:
            self._into.append("")

    def handle_endtag(self, tag: str) -> None:
        self._into = None

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into[-1] += data


@pytest.mark.slow
@needs_matplotlib
def test_each_point_leads_to_its_run_and_the_command_that_watches_it(call: Call) -> None:
    text = STUDY.replace('"backtracking", "mrv", "cdcl"', '"annealing:seed=3", "sat:encoding=compact"')
    Path("mine.toml").write_text(text.replace("sample = 3", "sample = 1"))
    assert call("mine.toml")[0] == 0
    page = Page(Path("mine/report.html").read_text("utf-8"))
    found = rows()
    assert len(page.commands) == len(found) == 2 * 3 * 3
    assert len(page.links) > len(found) and {link[1:] for link in page.links} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert set(page.titles[1:]) <= set(page.commands)
    for command in few_of(page.commands[::3], page.commands):
        program, *arguments = shlex.split(command)
        asked = load(arguments)
        assert program == "solvescope" and asked is not None
        args = parser_of(asked).parse_args(arguments)
        options = solvers.get(args.solver).read_options(args.options)
        assert {"annealing": {"seed": 3}}.get(args.solver, {}).items() <= options.items()
        assert args.solver != "sat" or options["encoding"] == "compact"


@pytest.mark.slow
@needs_matplotlib
def test_the_page_needs_nothing_from_elsewhere_and_can_be_made_again_byte_for_byte(call: Call) -> None:
    call("mine.toml")
    text = Path("mine/report.html").read_text("utf-8")
    page = Page(text)
    assert not {"link", "img", "iframe", "object"} & page.tags and not {"style", "src", "onclick"} & page.attributes
    assert not re.search(r'(?:src|href)="(?!#)', text)
    assert "prefers-color-scheme: dark" in text and "@media print" in text
    names = {path.stem for path in Path("mine/plots").iterdir()}
    assert {"cactus", "survival", "scaling", "pairs-1", "pairs-2", "pairs-3"} <= names
    for path in Path("mine/plots").iterdir():
        svg = path.read_text("utf-8")
        assert svg.startswith("<?xml") and "--plot-ink" in svg and "#00000" not in svg and ' style="' not in svg
        assert 'href="#run-' not in svg
    files = [path for path in Path("mine").rglob("*") if path.is_file()]
    before = {path: path.read_bytes() for path in files}
    Path("mine/report.html").unlink()
    Path("mine/plots/old.svg").write_text("")
    assert call("report", "mine")[0] == 0
    assert {path: path.read_bytes() for path in Path("mine").rglob("*") if path.is_file()} == before


@pytest.fixture
def run(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the study's runs, without plots."""
    with monkeypatch.context() as patch:
        patch.setattr(plots, "find_spec", lambda name: None)
        assert call("mine.toml")[0] == 0


@pytest.mark.slow
@needs_matplotlib
@pytest.mark.usefixtures("run")
def test_labels_of_many_places_do_not_cover_each_other(call: Call) -> None:
    path, places = Path("mine/runs.csv"), 20
    with path.open() as file:
        row = next(row for row in csv.DictReader(file) if row["algorithm"] == "mrv")
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(row | {"givens": copy // 3 / places, "copy": copy} for copy in range(3 * places))
    assert call("report", "mine")[0] == 0
    labels = re.findall(r">(\d+) %<", Path("mine/plots/scaling.svg").read_text("utf-8"))
    assert labels[0] == "95" and places / 3 < len(labels) / 2 <= plots.MOST_LABELS


@pytest.mark.slow
@needs_matplotlib
@pytest.mark.usefixtures("run")
def test_any_ending_can_be_plotted(call: Call) -> None:
    """Check a study with nothing solved, everything solved, one run, and every other status."""
    path = Path("mine/runs.csv")
    heading, *lines = path.read_text("utf-8").splitlines()
    endings = ("timeout,seconds,", "memout,memory,", "crash,,", "other,,", "not_applicable,,")
    for status in few_of(endings[1:2], endings):
        ended = [re.sub(r",(ok|timeout),[a-z]*,[a-z]*", f",{status}", line) for line in lines]
        for some in few_of([ended[:1]], [ended, [*ended[:30], *lines[30:]], ended[:1]]):
            path.write_text("\n".join([heading, *some]) + "\n")
            code, _, err = call("report", "mine")
            assert code == 0 and "open mine/report.html" in err
