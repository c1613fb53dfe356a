"""Tests of a lecture that is presented slide by slide with the keyboard, and edited while it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from app_driver import Clock, Driver
from lecture_window import until_read
from pictures import compare
from slow import slow_but

from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.files.lectures import find, shipped
from visualizer.files.loader import Preview, preview_of
from visualizer.lecture.lecture import MOST_CODE, MOST_CODE_BESIDE, Lecture, Slide, blocks_of, long_lines
from visualizer.lecture.reader import load, read
from visualizer.lecture.stops import begun, positions
from visualizer.narration.explanations import VerdictView
from visualizer.present.lecture import LONGEST_PLAY, PresentedLecture
from visualizer.present.mode import LectureFile, PresentMode
from visualizer.session.settings import Options
from visualizer.style.theme import names as themes
from visualizer.text.spans import Span
from visualizer.timeline.condition import Grain
from visualizer.timeline.transport import LONGEST_TICK
from visualizer.toolkit.canvas import SMALL, Canvas, Fonts
from visualizer.views.board import Outline
from visualizer.window.present.picture import LEAST_ALONE, LEAST_BESIDE, MARGIN, PresentLayout
from visualizer.window.present.screen import PresentScreen
from visualizer.window.present.speaker import NO_NOTES, SIZE, SpeakerView, paint_speaker
from visualizer.window.present.text import fitted

EXPECTED = Path(__file__).parent / "expected"

TEXT = """\
# Why guessing needs care

Fifteen minutes

<!-- Welcome. -->

---

# Backtracking is blind

It tries the digits **in order**, and looks at *nothing* but the `rules`.

- It fills the first blank cell.
  1. A list in a list

> A conflict is information.

```solvescope
puzzle = "fig1"
solver = "backtracking"
stops = ["guess", "conflict", { at = "conflict", name = "Whose fault is it?" }, 1200, "end"]
panes = ["tree"]
```

---

# The same run, later

```solvescope
puzzle = "fig1"
solver = "backtracking"
at = 2000
panes = []
```

---

| | steps | guesses |
| --- | ---: | ---: |
| first blank | 5,633 | 569 |
| fewest candidates, which is what people would do | 54 | 0 |

```solvescope
puzzle = "minimal-9-1"
solver = "cdcl"
stops = ["guess", "learn", "end"]
speed = 300
granularity = "changes"
```
"""


@pytest.fixture
def driver(path: Path) -> Iterator[Driver]:
    lecture = load(path)
    assert lecture.slides[1].scene is not None
    modes = {"present": LectureFile(lecture, path, False)}
    options = Options(lecture.slides[1].scene.puzzle, size=(1280, 720), seed=1, modes=modes)
    with Driver(options, Clock()) as driver:
        yield driver


def screen_of(driver: Driver) -> PresentScreen:
    screen = driver.app.screens["present"]
    assert isinstance(screen, PresentScreen)
    return screen


def lecture_of(driver: Driver) -> PresentedLecture:
    lecture = driver.session.modes[PresentMode].lecture
    assert lecture is not None
    return lecture


def arrive(driver: Driver) -> int:
    """Run frames until nothing moves any more, and return how many it took."""
    frames = 0
    while lecture_of(driver).busy:
        driver.frame(LONGEST_TICK)
        frames += 1
        assert frames < 100
    return frames


def places_of(slide: Slide) -> list[int]:
    if slide.scene is None:
        return []
    timeline = begun(slide.scene)
    try:
        return [there for there in positions(timeline, slide.scene) if isinstance(there, int)]
    finally:
        timeline.close()


def here(driver: Driver) -> tuple[int, int | None]:
    """Return the number of the slide, and the position if it shows a run."""
    mode = driver.session.modes[PresentMode]
    return mode.stops.number(mode.presented.position), driver.position if lecture_of(driver).slide.scene else None


def expected(lecture: Lecture) -> list[tuple[int, int | None]]:
    """Return where each press of the clicker leads."""
    return [(n, there) for n, slide in enumerate(lecture.slides, 1) for there in places_of(slide) or [None]]


def test_a_lecture_is_played_through_by_the_clicker_and_back(driver: Driver) -> None:
    stops = expected(lecture_of(driver).lecture)
    assert len(stops) == 1 + 6 + 1 + 4 and here(driver) == stops[0]
    for slide, there in stops[1:]:
        before = here(driver)
        driver.press("PageDown")
        frames = arrive(driver)
        assert here(driver) == (slide, there)
        assert frames <= LONGEST_PLAY / LONGEST_TICK + 3
        assert before[0] != slide or frames > 1, "the run plays up to a stop of its own slide"
    driver.press("PageDown")
    assert here(driver) == stops[-1] and "last slide" in driver.session.toast
    for where in reversed(stops[:-1]):
        driver.press("PageUp")
        assert arrive(driver) <= 3, "back at once"
        assert here(driver) == where
    driver.press("PageUp")
    assert here(driver) == stops[0]


def test_a_scene_sets_what_counts_as_a_step_on_its_own_slide(driver: Driver) -> None:
    usual = driver.session.player.grain
    for slide, grain in ((4, Grain.CHANGES), (2, usual)):
        driver.press(str(slide))
        driver.press("Return")
        arrive(driver)
        assert driver.session.player.grain is grain
    assert usual is not Grain.CHANGES


def test_a_second_press_is_there_at_once_and_other_keys_work_meanwhile(driver: Driver) -> None:
    driver.press("2")
    driver.press("Return")
    stops = places_of(lecture_of(driver).slide)
    assert here(driver) == (2, 0) and driver.session.panes.shown == ["tree"]
    for there in stops[1:3]:
        driver.press("PageDown", 2)
        assert here(driver) == (2, there) and not lecture_of(driver).busy
    driver.press("PageDown")
    driver.frames(40)
    driver.press("Shift+Space")
    assert stops[2] < driver.position < stops[3] and not driver.session.running
    driver.press("PageUp")
    assert driver.position == stops[2]
    driver.press(".")
    assert driver.session.modes[PresentMode].black
    driver.press("PageDown")
    assert here(driver) == (2, stops[2]), "any key only ends the black screen"
    driver.press("9")
    assert "There is no slide 9. The lecture has 4 slides." in driver.session.toast and here(driver) == (2, stops[2])


def test_each_slide_shows_its_own_pane_even_if_its_run_is_the_one_before(driver: Driver) -> None:
    run, panes = None, []
    for slide in "234":
        driver.press(slide)
        panes.append(list(driver.session.panes.shown))
        assert (driver.session.timeline is run) is (slide == "3")
        run = driver.session.timeline
    assert panes == [["tree"], [], [driver.session.panes.telling]]
    driver.press("Shift+F")
    assert driver.session.panes.shown == ["trail"]


def test_a_stop_far_away_is_looked_for_until_escape_is_pressed(tmp_path: Path) -> None:
    path = tmp_path / "far.md"
    path.write_text('```solvescope\npuzzle = "uphill-1"\nsolver = "backtracking"\nstops = ["end"]\n```\n')
    lecture = load(path)
    with Driver(Options(named.find("uphill-1"), modes={"present": LectureFile(lecture, path, False)})) as driver:
        driver.press("PageDown")
        driver.frames(2)
        assert lecture_of(driver).clock_text == "looking for the end …" and driver.position == 0
        driver.press("Escape")
        assert not lecture_of(driver).busy and isinstance(driver.app.screen, PresentScreen)
        assert lecture_of(driver).clock_text == "1 stop  ·  step 0"


RACE = """\
# A race

Who is first?

```solvescope
puzzle = "fig1"
solvers = ["backtracking", "mrv"]
stops = ["guess", 20, "solved"]
```
---
# Then one alone

```solvescope
puzzle = "fig1"
solver = "mrv"
stops = [20]
```
"""


def test_a_slide_shows_a_race_between_its_text_and_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "race.md"
    path.write_text(RACE)
    options = Options(named.find("lab"), seed=1, modes={"present": LectureFile(load(path), path, True)})
    with Driver(options) as driver, driver.patient():
        screen, lecture, session = screen_of(driver), lecture_of(driver), driver.session

        def positions() -> list[int]:
            driver.until_drawn()
            arrive(driver)
            return [timeline.shown for timeline in lecture.timelines]

        assert positions() == [0, 0] and lecture.race and screen.picture is screen.of_lecture
        for there in ([2, 2], [20, 20], [54, 54]):
            driver.press("PageDown", 2)
            assert positions() == there and screen.picture not in (screen.of_lecture, screen.of_run)
        driver.press("PageUp")
        assert positions() == [20, 20] and lecture.stop_text == "stop 2 of 3"
        driver.press("Shift+Space")
        driver.frames(60)
        driver.press("Shift+Space")
        assert min(positions()) > 20
        driver.press("Escape")
        driver.frame()
        assert driver.racing and "goes on with the lecture" in session.toast
        driver.press("Escape")
        driver.press("Escape")
        assert driver.app.screen is driver.app.usual
        driver.press("F5")
        assert lecture.race and len(positions()) == 2
        driver.press("2")
        assert positions() == [0] and lecture.race is None and screen.picture is screen.of_lecture
        driver.press("PageUp")
        assert positions() == [54, 54] and lecture.race


def test_leaving_keeps_the_run_and_presenting_again_goes_on_with_the_lecture(driver: Driver) -> None:
    for key in ("2", "Return", "PageDown", "PageDown", "PageDown", "PageDown"):
        driver.press(key)
    arrive(driver)
    where = here(driver)
    driver.press("Escape")
    assert driver.app.screen is driver.app.usual and driver.app.open and driver.position == where[1]
    assert "goes on with the lecture" in driver.session.toast
    driver.press("R")
    driver.until_drawn()
    driver.press("F5")
    driver.frames(5)
    assert isinstance(driver.app.screen, PresentScreen) and here(driver) == where
    assert driver.session.solver.name == "backtracking"
    driver.press("Escape")
    driver.press("Shift+F5")
    mode = driver.session.modes[PresentMode]
    assert mode.on and mode.lecture is None and mode.presented is mode.run, "the run alone"


def test_what_is_saved_while_it_is_shown_is_shown_unless_it_has_mistakes(driver: Driver, path: Path) -> None:
    def save(text: str) -> None:
        path.write_text(text)
        until_read(driver)

    for key in ("2", "Return", "PageDown", "PageDown"):
        driver.press(key)
    where, run = here(driver), driver.session.timeline
    save(TEXT.replace("solver = ", "slover = "))
    assert not driver.session.notice and "3 mistakes" in driver.session.toast
    assert "Line 20: a scene has no 'slover'" in driver.session.toast
    driver.session.modes[PresentMode].has_speaker = True
    save(TEXT.replace("solver = ", "slover = ") + " ")
    view = SpeakerView.of(lecture_of(driver), (), "", 0, False)
    assert "line 20: a scene has no 'slover'" in view.mistakes[0] and "Line" not in driver.session.toast
    assert here(driver) == where and driver.session.timeline is run
    save(TEXT.replace("nothing", "not a thing"))
    assert not driver.session.toast and here(driver) == where and driver.session.timeline is run
    assert not SpeakerView.of(lecture_of(driver), (), "", 0, False).mistakes
    assert "not a thing" in str(lecture_of(driver).slide.tokens)
    save(TEXT.replace('"guess", "conflict", {', "50, 60, {"))
    assert here(driver) == (2, 50) and driver.session.timeline is run
    save(TEXT.replace('"backtracking"', '"mrv"').replace("at = 2000", "at = 20"))
    assert driver.session.solver.name == "mrv" and here(driver) == (2, 54), "of its stops, only the end exists"
    assert "Line 21: stop 1,200 is past the end" in driver.session.toast
    shown = lecture_of(driver).lecture
    path.unlink()
    until_read(driver)
    assert "lecture.md can no longer be read" in driver.session.toast and lecture_of(driver).lecture is shown
    save(TEXT)
    assert driver.session.solver.name == "backtracking" and lecture_of(driver).lecture is not shown


def test_the_speaker_has_a_window_with_notes_the_time_and_what_comes_next(driver: Driver) -> None:
    screen, hall = screen_of(driver), driver.surface
    assert screen.speaker.surface is None
    driver.press("Shift+S")
    surface, clock = screen.speaker.surface, driver.app.clock
    assert surface is not None and surface is not hall and isinstance(clock, Clock)
    its = object()
    before = pygame.image.tobytes(surface, "RGB")
    driver.press("PageDown")
    driver.press("PageDown", 2)
    clock.now += 3725
    driver.frame()
    assert pygame.image.tobytes(surface, "RGB") != before
    view = SpeakerView.of(lecture_of(driver), (), "14:05", 3725, False)
    assert view.place == "slide 2 of 4  ·  stop 1 of 5" and view.elapsed == "1:02:05" and view.now == "a guess"
    assert (view.next_stop, view.next_slide, view.notes) == ("a conflict", "The same run, later", NO_NOTES)
    where, ink = here(driver), screen.ink
    for event in (
        pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(300, 300), button=1, touch=False, window=its),
        pygame.Event(pygame.WINDOWHIDDEN, window=its),
        pygame.Event(pygame.WINDOWHIDDEN, window=None),
        pygame.Event(pygame.WINDOWEXPOSED, window=its),
    ):
        pygame.event.post(event)
        driver.frame()
    assert here(driver) == where and driver.app.display.seen and not ink
    pygame.event.post(pygame.Event(pygame.WINDOWCLOSE, window=its))
    driver.frame()
    assert screen.speaker.surface is None and driver.app.open
    driver.press("Shift+S")
    assert screen.speaker.surface is not None
    driver.press("Escape")
    driver.frame()
    assert screen.speaker.surface is None and driver.app.open
    pygame.event.post(pygame.Event(pygame.WINDOWCLOSE))
    driver.frame()
    assert not driver.app.open


@pytest.mark.parametrize("name", slow_but(["light"], themes()))
def test_what_an_audience_and_the_speaker_see(path: Path, name: str, tmp_path: Path) -> None:
    lecture = load(path)
    first = lecture.slides[1].scene
    assert first is not None
    modes = {"present": LectureFile(lecture, path, False)}
    with Driver(Options(first.puzzle, size=(1280, 720), theme=name, seed=1, modes=modes), Clock()) as driver:
        driver.press("2")
        driver.rest()
        compare(driver.surface, EXPECTED / f"slide-{name}.png", tmp_path)
        view = SpeakerView.of(lecture_of(driver), (Span("28 givens."),), "14:05", 65, False)
        surface = pygame.Surface(SIZE)
        paint_speaker(
            Canvas(surface, driver.app.picture.theme, Fonts()), view._replace(notes="Ask first.\n\n" + 40 * "Wait. ")
        )
        compare(surface, EXPECTED / f"speaker-{name}.png", tmp_path)


def test_the_speaker_reads_what_the_clicker_does_next() -> None:
    path = find("conflicts")
    lecture = load(path)
    number = 1 + next(
        i for i, slide in enumerate(lecture.slides) if slide.scene and "implications" in (slide.scene.panes or ())
    )
    first = lecture.slides[number - 1].scene
    assert first is not None
    options = Options(first.puzzle, size=(1280, 720), modes={"present": LectureFile(lecture, path, False)})
    with Driver(options, Clock()) as driver:
        said = []
        driver.press(str(number))
        while arrive(driver) >= 0 and here(driver)[0] == number:
            driver.frame()
            said.append(lecture_of(driver).next_stop_name)
            driver.press("PageDown")
        names = [str(stop) for stop in first.stops[1:]]
        assert said == [names[0], "the clause that this conflict leads to", *names[1:], ""]


def test_a_slide_has_no_marks_that_nothing_explains(driver: Driver) -> None:
    """Check that the verdict on the puzzle, which may come at any time, adds no marks to a slide."""
    for key, marked in (("2", 0), ("Escape", 1), ("F5", 0), ("PageDown", 0)):
        driver.press(key)
        driver.session.composer.verdict = VerdictView(finished=True, outline=Outline.GUILTY, outlined=(0,))
        cells = driver.app.screen.picture.scene(driver.session).board.cells
        assert sum(cell.outline is Outline.GUILTY for cell in cells) == marked, key


def test_a_lecture_with_many_scenes_opens_without_running_them(tmp_path: Path) -> None:
    path = tmp_path / "many.md"
    scene = '```solvescope\npuzzle = "fig1"\nsolver = "annealing"\noptions = { seed = %d }\nstops = ["end"]\n```\n'
    path.write_text("\n---\n".join(f"# {n}\n{scene % n}" for n in range(30)))
    lecture = load(path)
    assert lecture.mistakes == () and len({slide.scene.run for slide in lecture.slides if slide.scene}) == 30
    scene_of_first = lecture.slides[0].scene
    assert scene_of_first
    with Driver(
        Options(scene_of_first.puzzle, modes={"present": LectureFile(lecture, path, False)}), Clock()
    ) as driver:
        assert driver.length < 100_000 and here(driver) == (1, 0)


def test_slides_fit_every_size_and_their_type_can_be_read() -> None:
    lecture, fonts = read(TEXT), Fonts()
    for slide in lecture.slides:
        for room, least in (((600, 400), 20), ((900, 500), 22), ((380, 300), SMALL)):
            text = fitted(fonts, blocks_of(slide, lecture.folder), room, 42, least)
            assert text.height <= room[1] and text.em >= least
            for one in text.placed:
                widths = [fonts.line_width(line, one.lines.size) for line in one.lines.lines] if one.lines else []
                widths.append(sum(one.columns))
                assert one.left + max(widths) <= room[0], (slide.title, room)


def test_the_name_of_an_algorithm_is_not_repeated_beside_a_title_that_is_the_same(path: Path) -> None:
    scene, shown = '```solvescope\npuzzle = "fig1"\nsolver = "backtracking"\nstops = [0, 9]\n```', []
    path.write_text(f"# Backtracking\n\n{scene}\n\n---\n\n# Trying\n\n{scene}\n")
    modes = {"present": LectureFile(load(path), path, False)}
    with Driver(Options(named.find("fig1"), modes=modes), Clock()) as driver:
        for number in ("1", "2"):
            driver.press(number)
            driver.frames(5)
            at = PresentLayout.of(driver.surface.get_size()).heading
            right = pygame.Rect(at.right - at.width // 4, at.top, at.width // 4, at.height)
            shown.append(len(set(pygame.image.tobytes(driver.surface.subsurface(right), "RGB"))) > 3)
    assert shown == [False, True]


def test_code_that_a_check_lets_pass_is_not_broken_and_longer_code_is() -> None:
    fonts, run = Fonts(), '```solvescope\npuzzle = "fig1"\n```\n'
    alone, beside = PresentLayout.of((1280, 720)).foot.width - 2 * MARGIN, PresentLayout.of((1280, 720)).column.width
    for most, width, least, scene in (
        (MOST_CODE, alone, LEAST_ALONE, ""),
        (MOST_CODE_BESIDE, beside, LEAST_BESIDE, run),
    ):
        for length in (most, most + 20):
            lecture = read(f"# Code\n```\n  {'x' * (length - 2)}\ny\n```\n{scene}")
            (code,) = fitted(fonts, blocks_of(lecture.slides[0], Path()), (width, 500), 36, least).placed
            assert code.lines and all(fonts.line_width(line, code.lines.size) <= width for line in code.lines.lines)
            assert (len(code.lines.lines) > 2) == (length > most) == bool(long_lines(lecture))
            assert [mistake.line for mistake in long_lines(lecture)] == [3] * (length > most)


def test_a_lecture_is_opened_by_dropping_its_file_and_found_in_the_menu(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "notes.md"
    other.write_text("# Notes\n\nNo scene here.\n")
    assert preview_of(path) == Preview("Lecture: Why guessing needs care") and preview_of(other).bad
    started: list[Options] = []
    monkeypatch.setattr("visualizer.cli.launch.start", lambda options: started.append(options) or 0)
    monkeypatch.setattr("visualizer.cli.launch.has_display", lambda: True)
    assert main([str(path)]) == 0 and started[0].modes["present"].path == path
    with Driver(Options(named.find("fig1"), seed=1)) as driver:
        driver.drop(other)
        assert driver.app.screen is driver.app.usual and driver.session.notice
        driver.press("Escape")
        driver.drop(path)
        assert isinstance(driver.app.screen, PresentScreen) and here(driver) == (1, None)
        driver.press("PageDown")
        assert here(driver) == (2, 0)
        driver.press("Shift+F5")
        driver.press("Home")
        assert driver.caption().endswith("Or press Ctrl+L for a lecture.")
        driver.press("Ctrl+L")
        driver.press("Return")
        driver.until_opened()
        assert lecture_of(driver).lecture.title == shipped()[0].title
        for lecture in shipped():
            driver.press("Ctrl+K")
            for letter in lecture.title:
                pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
            driver.press("Return")
            driver.until_opened()
            assert lecture_of(driver).lecture.title == lecture.title and here(driver)[0] == 1
            assert not driver.session.notice
        assert len(shipped()) >= 3
        driver.press("Escape")
        assert driver.app.screen is driver.app.usual
