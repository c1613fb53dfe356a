"""Tests of presenting a race: the lecturer's keys, and what the audience sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from app_driver import Driver
from pictures import compare
from race_driver import race_of, racing, settle, view
from slow import slow_but
from type_reader import Reader

from puzzles.corpus import named
from visualizer.cli import launch
from visualizer.cli.main import main
from visualizer.present.mode import PresentMode
from visualizer.race.mode import SavedRace
from visualizer.session.settings import Options
from visualizer.style.theme import load
from visualizer.style.theme import names as themes
from visualizer.toolkit.canvas import Canvas, Face, Fonts
from visualizer.toolkit.messages import paint_toast
from visualizer.window.presented import StopsView, paint_stops
from visualizer.window.race.presented import WORDS, PresentedRaceLayout, PresentedRacePicture

HALLS = ((1280, 720), (1366, 768), (1920, 1080), (1024, 768))
OTHERS = ((800, 600), (3840, 2160), (800, 1200))
EXPECTED = Path(__file__).parent / "expected"
PUZZLE = named.find("minimal-9-1")


@pytest.fixture
def hall() -> Iterator[Driver]:
    with Driver(racing("human,annealing:rounds=1,mrv", PUZZLE, size=HALLS[0], seed=1)) as driver:
        driver.press("F5")
        yield driver


def go(driver: Driver, *keys: str) -> None:
    for key in keys:
        driver.press(key)
        settle(driver)


def on(driver: Driver) -> None:
    """Go on to the next finish, at once."""
    driver.press("PageDown", 2)
    settle(driver)


def is_presenting(driver: Driver) -> bool:
    return driver.app.screen is driver.app.screens["present"]


def finishes(driver: Driver) -> list[int]:
    """Run the race to its end, and return the times at which its lanes finish."""
    for _ in range(4):
        on(driver)
    assert "last stop" in driver.session.toast and race_of(driver).at_end
    found = sorted({lane.position for lane in race_of(driver).lanes})
    go(driver, "Home")
    return found


def test_a_clicker_goes_from_finish_to_finish_and_digits_to_one_of_them(hall: Driver) -> None:
    times = finishes(hall)
    assert len(times) == 3
    for t in times:
        on(hall)
        assert race_of(hall).t == t
    for t in (*times[1::-1], 0, 0):
        go(hall, "PageUp")
        assert race_of(hall).t == t
    for number, t in ((3, times[2]), (1, times[0])):
        go(hall, str(number))
        assert race_of(hall).t == t
    go(hall, "9")
    assert race_of(hall).t == times[0] and "There is no stop 9. The race has 3 stops." in hall.session.toast
    assert is_presenting(hall)


def test_a_stop_is_found_that_no_lane_has_reached_yet(hall: Driver) -> None:
    go(hall, "2", "Return")
    hall.frames(3)
    settle(hall)
    assert race_of(hall).t == finishes(hall)[1]


def test_on_the_way_to_a_far_finish_the_foot_says_what_is_looked_for() -> None:
    with Driver(racing("backtracking,fewest-blanks", named.find("uphill-1"), size=HALLS[0])) as driver:
        reader = Reader(driver)
        for key, said in (("F5", "step 0"), ("PageDown", "Looking for the next finish: "), ("Escape", "step ")):
            driver.press(key, 2 if key == "PageDown" else 1)
            reader.found.clear()
            reader.read(key)
            assert race_of(driver).looking is (key == "PageDown")
            assert any(words.startswith(said) for words in reader.found), (said, list(reader.found))


def test_keys_step_play_and_seek_in_the_race_and_esc_keeps_its_place(hall: Driver) -> None:
    go(hall, "Down", "Down", "Shift+Right")
    t = race_of(hall).t
    assert t > 2 and hall.position == 0, "the run beneath stays"
    hall.press("Shift+Space")
    hall.frames(20)
    hall.press("Shift+Space")
    t = race_of(hall).t
    for key in ("Y", "K", "Shift+E"):
        hall.press(key)
        assert is_presenting(hall) and "without panes" in hall.session.toast and race_of(hall).t == t
    hall.press("Escape")
    assert hall.racing and race_of(hall).t == t
    hall.press("F5")
    go(hall, "End")
    go(hall, "End", "End", "End", "Shift+Space")
    assert hall.session.toast == "The race ends here."
    hall.press("F5")
    assert hall.racing


def test_the_screen_goes_black_and_the_pen_is_wiped_by_the_next_step(hall: Driver) -> None:
    def look() -> bytes:
        hall.rest()
        return pygame.image.tobytes(hall.surface, "RGB")

    before = look()
    hall.press(".")
    assert not any(look())
    hall.press("Space")
    assert look() == before and not race_of(hall).running
    for kind, at in ((pygame.MOUSEBUTTONDOWN, (300, 300)), (pygame.MOUSEMOTION, (500, 320))):
        facts = {"buttons": (1, 0, 0), "rel": (0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        pygame.event.post(pygame.Event(kind, pos=at, touch=False, **facts))
    assert look() != before
    go(hall, "Down", "Up")
    assert look() == before


def test_an_algorithm_that_is_chosen_is_presented_alone_and_a_view_remembers_a_presented_race(hall: Driver) -> None:
    go(hall, "Down")
    saved = hall.session.capture().modes
    assert saved["race"]["at"] == 1 and saved["present"]["on"]
    hall.press("Ctrl+K")
    for letter in "backtracking":
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
    hall.press("Return")
    assert is_presenting(hall) and hall.race.race is None and hall.session.solver.name == "backtracking"
    assert hall.session.modes[PresentMode].beneath is None and hall.session.panes.shown


def test_a_dropped_file_is_opened(hall: Driver, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(str(named.find("fig23")))
    pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
    hall.frame()
    assert hall.app.screen is hall.app.usual and hall.race.race is None
    while hall.app.usual.working:
        hall.frame()
    assert hall.session.puzzle == named.find("fig23")


@pytest.mark.parametrize("theme", slow_but(["light"], themes()))
def test_what_an_audience_sees_of_a_race(theme: str, tmp_path: Path) -> None:
    with Driver(racing("human,annealing:seed=3,mrv", PUZZLE, size=HALLS[0], theme=theme)) as driver:
        driver.press("F5")
        on(driver)
        driver.rest()
        compare(driver.surface, EXPECTED / f"race-{theme}.png", tmp_path)


QUICK = ["human,mrv", "mrv,human,bitboard,elimination"]


@pytest.mark.parametrize("lanes", slow_but(QUICK[:1], [*QUICK, "backtracking,mrv,fewest-blanks"]))
def test_the_verdict_is_the_largest_type_at_the_end(lanes: str) -> None:
    with Driver(racing(lanes, PUZZLE, size=HALLS[0])) as driver:
        driver.press("F5")
        for size in HALLS:
            driver.resize(size)  # the race is run once for all sizes
            for _ in lanes.split(","):
                on(driver)
            reader = Reader(driver)
            reader.read(str(size))
            (verdict,) = (text for text in reader.found if re.search(r" (wins|tie): \d+ steps", text))
            largest = max(reader.found, key=lambda text: reader.found[text][0])
            assert view(driver).verdict.startswith(verdict) and largest == verdict and not reader.cut, reader.found
            go(driver, "PageUp")
            reader = Reader(driver)
            reader.read(str(size))
            assert verdict not in reader.found
            assert driver.surface.get_size() == size


def test_the_hall_reads_every_name_dial_and_sentence_and_no_key() -> None:
    for size, lanes in zip(
        HALLS, ("human,cdcl", "human,cdcl,mrv", "annealing,human,cdcl,mrv", "mrv,cdcl"), strict=True
    ):
        with Driver(racing(lanes, PUZZLE, size=size, seed=1)) as driver:
            driver.press("F5")
            go(driver, "Down", "Down")
            reader = Reader(driver)
            reader.read(str(size))
            assert not reader.too_small(size[1] // 30), reader.found
            words = " ".join(reader.found)
            for lane in view(driver).lanes:
                main = next(counter for counter in lane.counters if counter.main)
                assert main.value in words and main.label in words, words
                assert lane.title.split()[0] in words and lane.caption.split()[0] in words, words
                said = [em for text, (em, _) in reader.found.items() if len(text) > 3 and text.strip() in lane.caption]
                assert said and (len(view(driver).lanes) > 3 or min(said) >= size[1] // 18), (lane.caption, said)
            assert not {"Space", "F1", "Leave", "Pace"} & set(words.split())
            driver.app.picture.zoom = 2.0
            large = Reader(driver, Face.STRONG)
            large.read(str(size))
            names = {word for lane in view(driver).lanes for word in lane.title.split()}
            painted = {word: em for text, (em, _) in large.found.items() for word in text.split()}
            assert names <= set(painted) and len({painted[name] for name in names}) == 1, painted
            driver.app.picture.zoom = 1.0


@pytest.mark.parametrize("sizes", slow_but([HALLS[:1]], [HALLS[:1], (*HALLS[1:], *OTHERS)], values=False))
def test_lanes_lie_apart_and_their_boards_are_as_large_as_the_least_type_allows(
    sizes: tuple[tuple[int, int], ...],
) -> None:
    fonts = Fonts()
    for size in sizes:
        surface = pygame.Surface(size)
        for count in range(2, 7):
            boards, sizes_of_type = [], []
            for zoom in (1.0, 1.5, 2.0):
                at = PresentedRaceLayout.of(size, count, PUZZLE.geometry, zoom)
                parts = [part for lane in at.lanes for part in (lane.heading, lane.board, lane.facts)]
                assert at.type_scale * 20 >= min(size[1], size[0] * 3 / 4) / 30
                assert all(pygame.Rect((0, 0), size).contains(part) for part in parts), (size, count, zoom)
                assert not any(one.collidelistall([other for other in (*parts, at.foot) if other is not one])
                               for one in parts), (size, count, zoom)  # fmt: skip
                assert count < 5 or size not in HALLS[:3] or at.said >= 40 * at.scale - 1, (size, count, at.said)
                boards.append(at.lanes[0].board.width)
                sizes_of_type.append((at.type_scale, at.said))
                view, ground = (
                    StopsView(2, 2, True, "step 430"),
                    Canvas(surface, load("light"), fonts, WORDS * at.scale * zoom),
                )
                _, words = paint_stops(ground, at.foot, view, at.scale)
                plate = paint_toast(replace(ground, scale=1.2 * at.scale), at.foot, "Type size: 200%.", words)
                assert not plate.colliderect(words), (size, count, zoom)
            assert all(larger >= smaller for larger, smaller in pairwise(boards)) and boards[0] >= min(size) / 6
            assert boards[-1] >= 0.9 * boards[0] and sizes_of_type == sorted(sizes_of_type), (size, count, boards)


def test_the_command_line_presents_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Options] = []
    monkeypatch.setattr(launch, "start", lambda options, *rest: started.append(options) or 0)
    monkeypatch.setattr(launch, "has_display", lambda: True)
    assert main(["race", "fig1", "--solvers", "mrv,cdcl", "--present"]) == 0
    with Driver(started[0]) as driver:
        assert isinstance(driver.app.options.modes["race"], SavedRace) and is_presenting(driver)
        assert isinstance(driver.app.screen.picture, PresentedRacePicture)  # type: ignore[attr-defined]
