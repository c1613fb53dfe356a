"""Tests of naming bookmarks and saved views in a window, with keys and mouse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from app_driver import SIZE, Driver, events, key_event
from race_driver import settle

from puzzles.corpus import named
from solvers.external import registry
from visualizer.cli.main import main
from visualizer.dialogs.file_dialog import SaveDialog
from visualizer.dialogs.open import OpenDialog
from visualizer.dialogs.small_cards import TextPrompt
from visualizer.files import resolve
from visualizer.files.saved_view import View, load, save
from visualizer.painting.time_line import lay_out_flags
from visualizer.race.mode import RaceMode
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Canvas
from visualizer.views.board import Flag

FIG1 = named.find("fig1")
OWN = "from solvers.step import SOLVED, fix\n\ndef mine(puzzle):\n    yield fix(0, 3)\n    yield SOLVED\n"


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """Open a window that saves files to its own folder."""
    monkeypatch.chdir(tmp_path)
    with Driver(Options(FIG1, solver="backtracking", size=SIZE, event_log=tmp_path / "log")) as driver:
        yield driver


def write(driver: Driver, text: str) -> None:
    """Type as SDL does, sending each key and its text."""
    for letter in text:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter, scancode=0))
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
        pygame.event.post(pygame.Event(pygame.KEYUP, key=ord(letter.lower()), mod=0, unicode="", scancode=0))
    driver.frame()


def naming(driver: Driver) -> TextPrompt:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, TextPrompt)
    return over.card


def files(driver: Driver) -> SaveDialog:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, SaveDialog)
    return over.card


def opening(driver: Driver) -> OpenDialog:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, OpenDialog)
    return over.card


def picture(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


def drop(driver: Driver, path: Path) -> None:
    pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
    driver.frame()


# Bookmarks


def test_a_bookmark_is_set_and_named_and_named_again(driver: Driver) -> None:
    driver.press("Right", 5)
    marks = driver.session.analysis.bookmarks
    driver.press("Ctrl+B")
    assert naming(driver).edit.selected == "Guess r1c2 = 3" and not marks.all
    write(driver, "rat run")
    driver.press("Return")
    assert [tuple(mark) for mark in marks.all] == [(5, "rat run")] and driver.app.picture.over is None
    assert driver.position == 5 and driver.session.puzzle is FIG1, "what was typed was no key"
    driver.press("Ctrl+B")
    assert naming(driver).edit.text == "rat run"
    driver.press("End")
    write(driver, "s")
    driver.press("Escape")
    assert [mark.name for mark in marks.all] == ["rat run"] and driver.app.open, "Esc leaves it"


def test_a_name_is_kept_by_the_mouse_too_and_clicks_elsewhere_do_nothing(driver: Driver) -> None:
    driver.press("Ctrl+B")
    over = driver.app.picture.over
    assert over is not None
    write(driver, "mouse")
    driver.click((5, 5))
    driver.click(driver.rect("random").center)
    assert driver.app.picture.over is over and driver.session.puzzle is FIG1
    driver.click(over.places["keep", 0].center)
    assert [mark.name for mark in driver.session.analysis.bookmarks.all] == ["mouse"]


def test_names_are_copied_and_pasted(driver: Driver) -> None:
    pygame.scrap.put_text("pasted\ntwice")
    driver.press("Ctrl+B")
    driver.press("Ctrl+V")
    assert naming(driver).edit.text == "pasted twice"
    driver.press("Ctrl+A")
    driver.press("Ctrl+X")
    assert not naming(driver).edit.text and pygame.scrap.get_text() == "pasted twice"


def test_a_flag_says_its_name_and_is_gone_to_by_a_click(driver: Driver) -> None:
    driver.press("End")
    driver.until_paused()
    driver.press("Home")
    for position, name in ((1000, "first"), (3000, "second")):
        driver.session.analysis.bookmarks.add(position, name)
    driver.app.dirty = True
    driver.frame()
    flags = [placed for placed in driver.app.picture.flags if not placed.flag.moment]
    assert [(placed.flag.position, placed.text) for placed in flags] == [(1000, "first"), (3000, "second")]
    without = picture(driver)
    driver.move(flags[1].rect.center)
    assert driver.app.picture.tooltip.text and picture(driver) != without
    assert driver.app.picture.words_at(flags[1].rect.center, driver.session).startswith("second (step 3")
    driver.click(flags[1].rect.center)
    assert (driver.position, driver.mode) == (3000, Motion.PAUSED)
    driver.click(driver.on_strip(0.5))
    assert driver.position not in (1000, 3000), "beside the flags it is the timeline"


@pytest.mark.parametrize("width", [300, 1200])
def test_names_of_flags_never_overlap_nor_leave_the_time_line(driver: Driver, width: int) -> None:
    along = pygame.Rect(20, 10, width, 40)
    picture = driver.app.picture
    canvas = Canvas(driver.surface, picture.theme, picture.fonts)
    for count in (1, 2, 7, 40, 300):
        flags = tuple(Flag(i / max(1, count - 1), f"bookmark number {i}", i) for i in range(count))
        placed = lay_out_flags(along, flags, canvas)
        tags = [one.rect for one in placed if one.text]
        assert not any(tag.colliderect(other) for i, tag in enumerate(tags) for other in tags[:i])
        assert all(along.left <= tag.left and tag.right <= along.right for tag in tags)
        assert [one.flag for one in placed] == list(flags)
    assert not lay_out_flags(along, (Flag(-0.1, "before"), Flag(1.1, "after")), canvas)


def test_a_moment_names_all_that_it_is_if_there_is_room_and_else_what_matters_most(driver: Driver) -> None:
    picture = driver.app.picture
    canvas = Canvas(driver.surface, picture.theme, picture.fonts)
    shorter = "first guess, costliest guess", "first guess"
    flag = Flag(0.0, "first guess, costliest guess: 47 steps", 32, True, shorter)
    shown = [lay_out_flags(pygame.Rect(20, 10, width, 40), (flag,), canvas)[0].text for width in range(900, 0, -20)]
    assert list(dict.fromkeys(shown)) == [flag.name, *shorter, ""]


# Saved views


def saved(driver: Driver, name: str) -> Path:
    driver.press("Ctrl+S")
    return save_as(driver, name)


def save_as(driver: Driver, name: str) -> Path:
    """Save under a name, using the card that is open."""
    files(driver).edit.key("Ctrl+A")
    write(driver, name)
    driver.press("Return")
    return Path.cwd() / f"{name}.json"


def test_a_view_is_saved_and_opened_again_in_the_window(driver: Driver) -> None:
    for key in ("Right", "Right", "Right", "Y", "M", "V", "T", "B", "+"):
        driver.press(key)
    before = picture(driver)
    driver.press("Ctrl+S")
    assert files(driver).edit.text == "fig1-backtracking.json"
    driver.press("Escape")
    assert not list(Path.cwd().glob("*.json"))
    path = saved(driver, "mine")
    assert path.is_file() and "mine.json" in driver.session.toast
    for key in ("T", "V", "M", "R", "Tab", "Home"):
        driver.press(key)
    driver.press("Ctrl+O")
    chosen = opening(driver).row
    assert chosen is not None and chosen.path == path, "what was saved last is the first that is offered"
    driver.press("Return")
    driver.until_paused()
    driver.session.toast = ""
    for _ in range(30):
        driver.app.dirty = True
        driver.frame()
    assert driver.session.puzzle.name == "fig1" and driver.position == 3
    assert picture(driver) == before
    assert driver.app.picture.theme.name == "dark" and driver.app.picture.show_start


def test_before_a_file_is_replaced_it_is_asked(driver: Driver) -> None:
    path = saved(driver, "once")
    first = path.read_bytes()
    driver.press("Right", 9)
    saved(driver, "once")
    assert "Replace it?" in driver.session.notice and path.read_bytes() == first
    driver.press("T")
    driver.press("Return")
    assert path.read_bytes() == first, "another key was the answer no"
    saved(driver, "once")
    driver.press("Return")
    assert load(path).position == 9


def test_a_view_of_a_newer_version_is_never_replaced(driver: Driver) -> None:
    path = saved(driver, "once")
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "version": data["version"] + 1}))
    newer = path.read_bytes()
    saved(driver, "once")
    assert "newer version" in driver.session.notice and "different name" in driver.session.notice
    driver.press("Return")
    assert path.read_bytes() == newer


def test_enter_held_in_the_list_does_not_agree_to_replace(driver: Driver) -> None:
    path = saved(driver, "once")
    first = path.read_bytes()
    driver.press("Right", 9)
    driver.press("Ctrl+S")
    files(driver).edit.key("Ctrl+A")
    write(driver, "once")
    driver.hold("Return", repeats=5)
    assert path.read_bytes() == first and "Replace it?" in driver.session.notice


def test_a_click_on_the_question_is_no_answer(driver: Driver) -> None:
    done: list[str] = []
    driver.session.ask("Shall it?", lambda: done.append("done"))
    driver.click((300, 300))
    driver.press("Return")
    assert not done


def test_what_cannot_be_written_is_said(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.press("Ctrl+S")
    files(driver).edit.key("Ctrl+A")
    write(driver, "x" * 300)
    driver.press("Return")
    assert "not a valid file name" in files(driver).trouble
    driver.press("Escape")

    def full(view: View, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("visualizer.files.saved_view.save", full)
    saved(driver, "much")
    assert "cannot be saved" in driver.session.notice and "No space left" in driver.session.notice


def test_a_view_that_is_dropped_is_opened_and_a_broken_one_changes_nothing(driver: Driver, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    save(View(str(named.find("lab")), "mrv", name="lab", position=7), good)
    save(View(str(named.find("lab")), "mvr", theme="drak", name="lab", position=7), bad)
    driver.press("Right", 2)
    drop(driver, bad)
    assert "did you mean mrv" in driver.session.notice and "did you mean dark" in driver.session.notice
    assert (driver.session.puzzle, driver.session.solver.name, driver.position) == (FIG1, "backtracking", 2)
    driver.press("Ctrl+O")
    drop(driver, good)
    driver.until_paused()
    assert driver.app.picture.over is None, "the list is put away"
    assert (driver.session.puzzle.name, driver.session.solver.name, driver.position) == ("lab", "mrv", 7)
    assert driver.shown() == driver.replayed()


@pytest.mark.parametrize("text", ['{"format": "solvescope view", ', '{"format": "solvescope view", "version": 7}'])
def test_a_file_that_is_no_view_after_all_says_where_it_goes_wrong(driver: Driver, tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    drop(driver, path)
    assert "broken.json cannot be opened" in driver.session.notice
    assert "line 1, column" in driver.session.notice or "version 7" in driver.session.notice


def test_a_position_beyond_the_end_is_told(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "far.json"
    save(View(str(FIG1), "mrv", position=10**9), path)
    drop(driver, path)
    driver.until_paused()
    assert driver.position == driver.length and "there is no step 1,000,000,000" in driver.session.toast


def test_a_file_of_ones_own_is_run_only_after_a_yes(driver: Driver, tmp_path: Path) -> None:
    own, path = tmp_path / "mine.py", tmp_path / "view.json"
    own.write_text(OWN)
    save(View(str(FIG1), "mine", file="mine.py", position=1, theme="dark"), path)
    try:
        for answer, solver, theme in (("Right", "backtracking", "light"), ("Return", "mine", "dark")):
            drop(driver, path)
            assert "mine.py" in driver.session.notice and driver.session.solver.name == "backtracking"
            driver.press(answer)
            assert driver.session.solver.name == solver and driver.app.picture.theme.name == theme
    finally:
        registry.unregister(own.resolve())


@pytest.mark.parametrize("unmarked", [False, True])
def test_a_race_is_saved_with_a_view_and_entered_again(driver: Driver, tmp_path: Path, unmarked: bool) -> None:
    lanes = [{"solver": "mrv", "options": {}}, {"solver": "annealing", "options": {"seed": 3}}]
    race: dict[str, Any] = {"race": {"lanes": lanes, "pace": "steps", "at": 40}}
    if unmarked:
        race["race"]["differences"] = False
    driver.session.modes.go_on({"race": RaceMode.check(race["race"])})
    settle(driver)
    driver.press("Ctrl+S")
    assert driver.racing
    path = save_as(driver, "race")
    assert load(path).modes == race
    drop(driver, path)
    settle(driver)
    assert driver.racing and driver.session.modes.saved() == race and driver.session.puzzle.givens == FIG1.givens


def test_the_list_opens_where_the_last_view_was(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    driver.press("Ctrl+S")
    files(driver).edit.key("Home")
    write(driver, "sub")
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="/"))
    driver.press("Return")
    assert (tmp_path / "sub" / "fig1-backtracking.json").is_file()
    driver.press("Ctrl+O")
    assert opening(driver).folder == tmp_path / "sub"


@pytest.mark.parametrize("size", [(800, 600), (1024, 700), (1920, 1080)], ids=str)
@pytest.mark.parametrize("key", ["Ctrl+S", "Ctrl+B"])
def test_the_cards_lie_in_the_window_and_survive_its_change_of_size(driver: Driver, size, key: str) -> None:
    driver.press(key)
    write(driver, "kept")
    driver.resize(size)
    over = driver.app.picture.over
    assert over is not None and over.card.field is not None and over.card.field.text.startswith("kept")
    card = over.places["card", 0]
    assert driver.surface.get_rect().contains(card) and all(card.contains(rect) for rect in over.places.values())


# On the command line


def test_a_view_is_a_puzzle_to_every_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "v.json"
    save(View(str(FIG1), "mrv", name="fig1"), path)
    assert resolve.one(str(path)).givens == FIG1.givens
    assert main(["solve", str(path)]) == 0
    assert capsys.readouterr().out.replace("\n", "").startswith("358479621")
    path.write_text('{"format": "solvescope view"}')
    assert main(["solve", str(path)]) == 2 and "does not say" not in capsys.readouterr().out


def test_it_is_opened_by_its_name_with_what_else_is_asked_for(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "v.json"
    save(View(str(FIG1), "mrv", name="fig1", position=5, theme="dark", speed=50.0), path)
    asked: list[Options] = []
    monkeypatch.setattr("visualizer.cli.launch.start", lambda options: asked.append(options) or 0)
    assert main([str(path), "--at", "7"]) == 0
    (options,) = asked
    assert options.view is not None and (options.view.position, options.solver, options.speed) == (7, "mrv", 50.0)
    with Driver(options) as driver:
        driver.until_paused()
        assert driver.position == 7 and driver.app.picture.theme.name == "dark"
        assert (driver.session.puzzle.name, driver.session.player.speed) == ("fig1", 50.0)


@pytest.mark.parametrize(
    "view, arguments, message",
    [
        (View(str(FIG1), "mvr"), [], "did you mean mrv"),
        (View(str(FIG1), "mrv"), ["--solver", "rows"], "open it without --solver"),
        (View(str(FIG1), "mine", file="mine.py"), [], "name it as --solver"),
    ],
)
def test_on_the_command_line_trouble_is_told_there(
    tmp_path: Path, capsys, monkeypatch, view: View, arguments, message: str
) -> None:
    monkeypatch.setattr("visualizer.cli.launch.has_display", lambda: False)
    (tmp_path / "mine.py").write_text(OWN)
    path = tmp_path / "v.json"
    save(view, path)
    assert main([str(path), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_the_button_says_the_tempo_of_a_directed_run_and_else_its_speed(driver: Driver) -> None:
    said = []
    for id in ("faster", "cut", "cut", "faster"):
        driver.session.do(id)
        buttons = driver.app.picture.controls.buttons(driver.session)[0]
        said += [(one.label, one.value) for one in buttons if one.id == "speed"]
    assert said == [("Tempo", "2×"), ("Tempo", "2×"), ("Speed", "20 steps/s"), ("Speed", "50 steps/s")]


def test_what_was_done_is_in_the_event_log(driver: Driver, tmp_path: Path) -> None:
    path = saved(driver, "logged")
    drop(driver, path)
    driver.press("U")
    driver.press("Return")
    written = [line["event"] for line in events(tmp_path / "log")]
    assert [event for event in written if event in ("saved", "view opened", "run until")] == [
        "saved",
        "view opened",
        "run until",
    ]
    assert json.loads(path.read_text())["format"] == "solvescope view"


def test_the_other_keys_of_the_window_rest_while_something_is_written(driver: Driver) -> None:
    driver.press("Ctrl+B")
    for key in ("Space", "Tab", "F1", "Ctrl+O", "Ctrl+Right"):
        pygame.event.post(key_event(key))
        pygame.event.post(key_event(key, down=False))
    driver.frame()
    assert naming(driver) and driver.mode is Motion.PAUSED and driver.position == 0
    assert not driver.session.show_help and driver.session.solver.name == "backtracking"
