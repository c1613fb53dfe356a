"""Tests that a saved view looks the same when it is opened, and that an invalid one changes nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import Geometry
from solvers.external import registry
from visualizer.analysis.bookmarks import Bookmark
from visualizer.files.saved_view import View, ViewError, from_json, to_json
from visualizer.panes.code.pane import CodePane
from visualizer.session import pane_layout
from visualizer.session.checked_view import CheckedView, check, program_of, shown_things
from visualizer.session.session import Session
from visualizer.session.settings import FASTEST
from visualizer.timeline.player import TEMPOS, Cut, Grain
from visualizer.timeline.transport import Motion
from visualizer.views.board import HeatedEvent

FIG1 = named.find("fig1")
VIEW = View(str(FIG1), "mrv")
OWN = "from solvers.step import SOLVED, fix\n\ndef mine(puzzle):\n    yield fix(0, 3)\n    yield SOLVED\n"


def settle(session: Session) -> None:
    for _ in range(20_000):
        if session.player.mode is Motion.PAUSED:
            return
        session.tick(0.02, lambda: 0.0, 0.01)
    raise AssertionError("it does not come to rest")


def looks_of(session: Session) -> tuple[Any, ...]:
    """Return everything that a view saves, as the session knows it."""
    player, analysis = session.player, session.analysis
    return (
        (session.puzzle, session.puzzle.name, session.solver.name, session.options),
        (player.position, player.speed, player.grain, player.cut, player.tempo),
        (analysis.bookmarks.all, analysis.zoom.to_data(), session.heated, session.panes.switched, session.digits_only),
        session.panes.data(),
    )


def there_and_back(view: View) -> View:
    return from_json(to_json(view))


@examples(25)
@given(
    name=st.sampled_from(["fig1", "lab", "side-16"]),
    solver=st.sampled_from(["backtracking", "mrv", "elimination"]),
    position=st.integers(0, 300),
    speed=st.sampled_from([0.5, 20.0, 33.3, float(FASTEST)]),
    grain=st.sampled_from(list(Grain)),
    marks=st.lists(st.tuples(st.integers(0, 300), st.text("abc é7=", min_size=1, max_size=9)), max_size=4),
    zoom=st.none() | st.tuples(st.integers(0, 50), st.integers(60, 90)),
    panes=st.lists(st.sampled_from(pane_layout.names()), unique=True),
    heated=st.sampled_from(list(HeatedEvent)),
    cut=st.sampled_from(list(Cut)),
    tempo=st.sampled_from(TEMPOS),
    switches=st.tuples(st.booleans(), st.booleans()),
    digits_only=st.booleans(),
)
def test_what_was_watched_is_seen_again(
    name, solver, position, speed, grain, marks, zoom, panes, heated, cut, tempo, switches, digits_only
) -> None:
    session, other = Session(named.find(name), solver=solver), Session(FIG1)
    session.player.to(position)
    settle(session)
    session.player.speed, session.player.grain = speed, grain
    code = session.panes.one(CodePane)
    session.player.cut, session.player.tempo = cut, tempo
    code.variables, code.python = switches
    session.digits_only = digits_only
    session.heated, session.panes.shown, session.panes.board = heated, panes, 0.75
    for mark in marks:
        session.analysis.bookmarks.add(*mark)
    if zoom:
        session.analysis.zoom.show(*zoom, session.timeline.length)
        session.analysis.strip(session.player.position, 100)
    view = there_and_back(session.capture("dark", beside=True))
    checked = check(view, Path())
    assert (checked.view.theme, "start" in checked.view.shown) == ("dark", True)
    checked.restore(other)
    settle(other)
    assert looks_of(other) == looks_of(session)
    for one in (session, other):
        one.close()


def test_a_part_of_a_long_run_is_shown_once_the_run_is_there() -> None:
    session, other = Session(FIG1, solver="backtracking"), Session(FIG1)
    session.player.to(4000)
    settle(session)
    session.analysis.zoom.show(3900, 4100, session.timeline.length)
    check(session.capture("dark", beside=True), Path()).restore(other)
    other.analysis.strip(other.player.position, 100)  # a frame is drawn on the way
    settle(other)
    assert other.player.position == 4000
    assert other.analysis.zoom.to_data() == session.analysis.zoom.to_data() != None  # noqa: E711


def test_a_position_beyond_the_end_goes_to_the_end_and_says_so() -> None:
    session = Session(FIG1)
    steps = sum(step.kind is not solvers.Kind.PENDING for step in solvers.trace(FIG1, "mrv"))
    check(replace(VIEW, position=10**9), Path()).restore(session)
    settle(session)
    session.say_if_missed()
    length = session.timeline.length
    assert session.player.position == length <= steps
    assert session.toast == f"The run has only {length:,} steps: there is no step 1,000,000,000."


def test_options_are_those_of_the_run() -> None:
    seeds = []
    for seed in (1, 2):
        session = Session(FIG1)
        check(View(str(FIG1), "annealing", options={"seed": seed}, position=200), Path()).restore(session)
        settle(session)
        assert session.capture("dark", beside=True).options == {"seed": seed}
        seeds.append([session.timeline.step(at) for at in range(1, 201)])
        expected = [step for step, _ in zip(solvers.trace(FIG1, "annealing", seed=seed), range(200), strict=False)]
        assert seeds[-1] == expected
    assert seeds[0] != seeds[1]


def test_boxes_of_another_shape_are_saved_too() -> None:
    for geometry in (Geometry.boxes(3, 2), Geometry.boxes(2, 3)):
        session = Session(Puzzle.empty(geometry), solver="backtracking")
        assert check(there_and_back(session.capture("dark", beside=True)), Path()).puzzle.geometry == geometry


@pytest.mark.parametrize(
    "change, message",
    [
        ({"puzzle": "12\n34"}, "its puzzle cannot be read"),
        ({"puzzle": str(FIG1)[:-1] + "x"}, r"line 1, column 81"),
        ({"solver": "mvr"}, "did you mean mrv"),
        ({"solver": "solver.py"}, "belongs in 'file'"),
        ({"file": "none.py"}, "its solver's file cannot be used"),
        ({"options": {"seed": 1}}, "mrv has no options"),
        ({"solver": "annealing", "options": {"sed": 1}}, "annealing has no option 'sed'; annealing has: seed=0"),
        ({"solver": "annealing", "options": {"seed": "one"}}, "the option seed of annealing must be a whole number"),
        ({"solver": "annealing", "options": {"seed": True}}, "the option seed of annealing must be a whole number"),
        ({"speed": 1e12}, "speed must be 0.5 to 20,000,000"),
        ({"grain": "gueses only"}, "did you mean guesses only"),
        ({"bookmarks": ({"position": -1},)}, "a bookmark needs a position"),
        ({"zoom": (5, 6)}, "cannot show steps 5 to 6"),
        ({"panes": {"shown": ["cod"]}}, "there is no pane 'cod'"),
        ({"shown": ("varables",)}, "did you mean variables"),
        ({"theme": "drak"}, "did you mean dark"),
        ({"modes": {"race": {"lanes": [{"solver": "mrv"}] * 2, "pace": "stepz"}}}, "did you mean steps"),
        (
            {"modes": {"race": {"lanes": [{"solver": "mrv"}, {"solver": "her", "file": "her.py"}]}}},
            "open its file, her.py",
        ),
        ({"modes": {"race": {"lanes": [{"solver": "mrv"}, {"solver": "rwos"}]}}}, "no solver is called 'rwos'"),
        ({"modes": {"race": {"lanes": [{"solver": "mrv"}]}}}, "2 to 6 lanes"),
        ({"modes": {"race": {"lanes": [{"solver": "mrv"}] * 7}}}, "at most 6"),
        ({"modes": {"race": {}}}, "the list of lanes must be a list"),
        ({"modes": {"race": {"lanes": [{"solver": "mrv"}] * 2, "differences": 1}}}, "differences must be"),
        ({"modes": {"race": {"lanes": [{}, {}]}}}, "a lane's solver must be text"),
        ({"modes": {"watch": {}}}, "a view has no field 'watch'"),
        ({"puzzle": "." * 36 * 36, "solver": "rows-x"}, "no solver is called"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_changed(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(ViewError, match=message):
        check(replace(VIEW, **change), tmp_path)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(ViewError) as caught:
        check(replace(VIEW, solver="mvr", theme="drak", grain="x", speed=0.1), Path())
    assert all(word in str(caught.value) for word in ("mrv", "dark", "grain", "speed"))


def test_a_solver_that_cannot_take_the_puzzle_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    solvers.register("nines", title="Nines", summary="", source="", sizes=lambda geometry: geometry.side == 9)(
        lambda puzzle: solvers.trace(puzzle, "mrv")
    )
    solvers.register("lacking", title="Lacking", summary="", source="", needs="no_such_package")(
        lambda puzzle: solvers.trace(puzzle, "mrv")
    )
    with pytest.raises(ViewError, match="does not support 4x4 grids"):
        check(View("1" + "." * 15, "nines"), Path())
    with pytest.raises(ViewError, match="pip install"):
        check(replace(VIEW, solver="lacking"), Path())


def test_a_file_of_ones_own_is_read_from_the_views_folder_and_not_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("open('trace', 'w')\n" + OWN)
    checked = check(replace(VIEW, file="mine.py"), tmp_path)
    assert file_of(checked) == path.resolve() and not (tmp_path / "trace").exists() and not Path("trace").exists()
    assert "mine" not in solvers.names()


def file_of(checked: CheckedView) -> Path | None:
    own = registry.file_of(checked.solver)
    return own.path if own else None


@pytest.mark.parametrize("text", ["# -*- coding: zlib_codec -*-\n" + OWN, "a;" * (2 << 20), "def mine(puzzle", "\0"])
def test_nothing_of_a_file_is_read_before_it_is_agreed_to(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, view = tmp_path / "mine.py", replace(VIEW, file="mine.py", options={"depth": 3})
    path.write_text(text)
    monkeypatch.setattr(registry, "load", None)
    assert program_of(view, tmp_path) == path
    monkeypatch.undo()
    with pytest.raises(ViewError, match="mine.py"):
        check(view, tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [({"file": "none.py"}, "no such file"), ({"file": "."}, "a folder"), ({"file": "~nobody-there/x.py"}, "home")]
    + [({"file": "a\0b.py"}, "no such file"), ({"file": "mine.py", "theme": "drak"}, "did you mean dark")],
)
def test_what_is_wrong_besides_is_told_before_anything_is_asked(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    with pytest.raises(ViewError, match=message):
        program_of(replace(VIEW, **change), tmp_path)


def test_a_file_of_ones_own_is_named_from_the_views_folder_where_it_lies_in_it(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    path = tmp_path / "sub" / "mine.py"
    path.write_text(OWN)
    session = Session(FIG1)
    assert session.load_solver(path)
    try:
        assert session.capture(folder=tmp_path).file == "sub/mine.py"
        assert session.capture(folder=tmp_path / "other").file == str(path.resolve())
        assert file_of(check(session.capture(folder=tmp_path), tmp_path)) == path.resolve()
    finally:
        session.close()
        registry.unregister(path)


def test_the_name_that_is_offered_can_be_the_name_of_a_file() -> None:
    session = Session(replace(FIG1, name="a/b: c?"), solver="mrv")
    assert session.file_name == "a-b-c-mrv.json"
    assert Session(FIG1, solver="mrv").file_name == "fig1-mrv.json"
    assert Session(FIG1, solver="person").file_name == "fig1-game.json"
    nameless = replace(FIG1, name="", source="")
    assert Session(nameless, solver="mrv").file_name == "puzzle-mrv.json"
    assert Session(replace(nameless, source="my/set.txt"), solver="mrv").file_name == "set-mrv.json"


def test_a_view_says_no_more_than_it_must() -> None:
    said = json.loads(to_json(Session(FIG1, solver="backtracking").capture()))
    assert set(said) == {"format", "version", "puzzle", "solver", "name", "panes", "cut"}
    by_digits = json.loads(to_json(Session(FIG1, solver="elimination").capture()))
    assert (by_digits["grain"], by_digits["speed"]) == ("digits", Grain.DIGITS.usual_speed)
    assert set(by_digits) == {*said, "grain", "speed"}, "a view that is silent on it counts every step"
    assert set(shown_things()) == {
        "variables",
        "python",
        "renumbered",
        "start",
        "slowing",
        "digits only",
        "tried",
        "in conflict",
    }


def test_bookmarks_are_kept_in_the_view() -> None:
    session = Session(FIG1)
    session.analysis.bookmarks.add(3, "here")
    assert check(session.capture("dark", beside=True), Path()).bookmarks.all == (Bookmark(3, "here"),)


def test_no_message_repeats_a_long_text(tmp_path: Path) -> None:
    long = "9" * 5000
    for name, value in {
        "options": {"fork": f"{long}:r1c2=4"},
        "grain": long,
        "theme": long,
        "shown": [long],
        "panes": {"shown": [long], long: 1},
        "bookmarks": [{"position": 1, "name": [long]}],
        "race": {"lanes": [{"solver": "mrv", "options": {long: 1}}, {"solver": "mrv"}]},
        long: 1,
    }.items():
        with pytest.raises(ViewError) as caught:
            check(from_json(json.dumps(json.loads(to_json(VIEW)) | {name: value})), tmp_path)
        assert 10 < len(str(caught.value)) < 500 and "characters)" in str(caught.value), name
