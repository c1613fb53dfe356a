"""Tests that the playhead stays within the run, keeps its speed, rests at solutions, and arrives where it is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from runs import Ticking, get_to, of_solver, of_walk, run_out, settle, tiny_chunks, whole
from slow import slow_but
from strategies import sees_the_end, walk

import solvers
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import Kind, Step, Why, backtrack, conflict, fix, guess, look
from visualizer.timeline.condition import CONDITIONS, Condition, Grain
from visualizer.timeline.player import DEAD_ENDS, LINGER, MOVING, PATIENCE, READABLE, SPEEDS, TEMPOS, Beat, Cut, Player
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import LONGEST_TICK, Motion, Travel

pytestmark = pytest.mark.usefixtures("fast_keeper")

FIG1 = named.find("fig1")
FRAME = 1 / 60
# Speed


def long_run() -> Player:
    return Player(of_walk(lambda: iter([look(1)] * 100_000), FIG1, Candidates.NONE))


def played(player: Player, seconds: float, dt: float = FRAME) -> int:
    """Return the position that a playhead reaches."""
    clock, before = Ticking(), player.position
    for _ in range(round(seconds / dt)):
        player.tick(dt, clock, 1.0)
    return player.position - before


def test_what_is_coming_is_recorded_while_a_playhead_moves() -> None:
    player = long_run()
    player.ahead = 500
    player.play()
    played(player, 1.0)
    assert player.timeline.length == player.position + player.ahead


def test_speeds_are_a_scale_of_1_2_5_from_half_a_step_to_millions() -> None:
    assert SPEEDS[:6] == (0.5, 1, 2, 5, 10, 20) and SPEEDS[-1] == 2e7
    assert all(grain.usual_speed in SPEEDS for grain in Grain)
    player = long_run()
    player.speed = SPEEDS[0]
    for speed in SPEEDS[1:]:
        player.faster()
        assert player.speed == speed
    player.faster()
    assert player.speed == SPEEDS[-1]
    for speed in reversed(SPEEDS[:-1]):
        player.faster(-1)
        assert player.speed == speed


def test_the_tempo_of_a_directed_run_has_a_scale_of_its_own() -> None:
    player = long_run()
    player.directors, player.cut, player.tempo = {Cut.WHOLE: Waltz()}, Cut.WHOLE, TEMPOS[0]
    for notches, scale in ((1, [*TEMPOS[1:], TEMPOS[-1]]), (-1, [*TEMPOS[-2::-1], TEMPOS[0]])):
        for tempo in scale:
            player.faster(notches)
            assert player.tempo == tempo and player.cut is Cut.WHOLE


@pytest.mark.parametrize("speed", slow_but([0.5, 50, 20_000], [0.5, 1, 20, 50, 1000, 20_000]))
@pytest.mark.parametrize("dt", slow_but([FRAME, 0.09], [FRAME, 1 / 144, 0.09]))
def test_the_speed_is_kept_whatever_the_frame_rate(speed: float, dt: float) -> None:
    player = long_run()
    player.speed = speed
    player.play()
    assert abs(played(player, 4, dt) - 4 * speed) <= 1 + speed * dt


@pytest.mark.parametrize("speed", [2000, 20e6])
def test_what_is_reached_is_known_where_it_is_less_than_was_asked(speed: float) -> None:
    player, clock = long_run(), Ticking(0.0001)
    player.speed = speed
    player.play()
    player.tick(FRAME, clock, 0.002)
    assert not player.reached, "one frame tells nothing"
    for _ in range(39):
        player.tick(FRAME, clock, 0.002)
    assert player.mode is Motion.PLAYING
    actual = player.position / (40 * FRAME)
    if speed == 2000:
        assert not player.reached and actual > 0.9 * speed
    else:
        assert 0.5 < player.reached / actual < 2 and actual < speed / 2
    player.pause()
    player.tick(FRAME, clock, 0.002)
    assert not player.reached, "while paused, nothing is reached"


def test_the_speed_may_change_while_it_runs() -> None:
    player = long_run()
    player.speed = 100
    player.play()
    assert abs(played(player, 1) - 100) <= 2
    player.faster()
    assert player.speed == 200 and abs(played(player, 1) - 200) <= 4
    player.faster(-1)
    assert abs(played(player, 1) - 100) <= 2


@pytest.mark.parametrize("dt", [1.0, 3600.0, 1e9])
def test_hours_asleep_are_not_a_leap(dt: float) -> None:
    player = long_run()
    player.speed = 100
    player.play()
    player.tick(dt, Ticking(), 1.0)
    assert player.position == 100 * LONGEST_TICK


def test_what_could_not_be_made_in_time_is_not_owed() -> None:
    player = long_run()
    player.speed = SPEEDS[-1]
    player.play()
    clock = Ticking(0.001)
    for _ in range(20):
        player.tick(FRAME, clock, 0.002)
    assert 0 < player.position < 2000
    player.speed = 100
    assert abs(played(player, 1) - 100) <= 3


def test_a_dead_end_is_held_for_a_moment_where_steps_can_be_read() -> None:
    steps = [look(1)] * 3 + [conflict(1)] + [look(1)] * 50
    for speed, held in ((READABLE, True), (50.0, False)):
        player = Player(of_walk(lambda: iter(steps), FIG1, Candidates.NONE), speed)
        player.play()
        seen = 0
        for _ in range(120):
            player.tick(FRAME, Ticking(), 1.0)
            seen += player.position == 4
        assert abs(seen * FRAME - ((LINGER if held else 0) + 1 / speed)) <= 2 * FRAME


def test_the_first_digit_is_held_for_a_moment_and_no_later_one() -> None:
    solved = solvers.solve(FIG1, "mrv")
    assert solved is not None
    steps = [fix(cell, solved.givens[cell], Why.NAKED_SINGLE) for cell, digit in enumerate(FIG1.givens) if not digit]
    for grain, held in ((Grain.DIGITS, True), (Grain.EVERY, False)):
        player, seen = Player(of_walk(lambda: iter(steps), FIG1, Candidates.NONE), READABLE), Counter[int]()
        player.grain = grain
        player.play()
        for _ in range(60):
            player.tick(FRAME, Ticking(), 1.0)
            seen[player.position] += 1
        lasting = [seen[position] * FRAME - 1 / READABLE for position in range(1, 8)]
        assert abs(lasting[0] - (LINGER if held else 0)) <= 2 * FRAME and max(map(abs, lasting[1:])) <= 2 * FRAME


def seconds_to(player: Player, position: int, dt: float = 0.01) -> float:
    """Return how long a playhead takes to a position, in seconds."""
    for tick in range(10_000):
        if player.position >= position:
            return tick * dt
        player.tick(dt, Ticking(), 1.0)
    raise AssertionError("it does not arrive")


@pytest.mark.parametrize("grain", [Grain.EVERY, Grain.DIGITS])
@pytest.mark.parametrize(("start", "seconds"), [(0, 3.0), (0, 5.0), (12, 4.0)])
def test_it_arrives_in_time_pauses_included_and_is_no_faster_than_it_must_be(
    grain: Grain, start: int, seconds: float
) -> None:
    digits = [fix(cell, digit, Why.NONE) for cell, digit in zip(range(0, 81, 9), range(1, 10), strict=True)]
    steps = [*digits, conflict(1), *(guess(cell, digit) for cell, digit in ((10, 2), (20, 4))), conflict(1), look(1)]
    steps += [backtrack(0), guess(10, 3), guess(30, 4), guess(50, 1), conflict(1), guess(70, 5), look(1), guess(71, 1)]
    player = Player(of_walk(lambda: iter(steps), FIG1, Candidates.NONE), 1.0)
    run_out(player.timeline)
    player.grain = grain
    player.to(start)
    player.play_to(len(steps), seconds)
    takes = seconds_to(player, len(steps))
    assert seconds - LINGER - 0.2 <= takes <= seconds + 0.02
    assert player.mode is Motion.PAUSED


@pytest.mark.parametrize("conflicts", range(5))
def test_every_pause_on_the_way_is_made_up_for(conflicts: int) -> None:
    steps = [look(1)] + [step for _ in range(conflicts) for step in (guess(1, 2), conflict(3), backtrack(0), look(1))]
    steps += [look(1)] * 12
    for seconds in (LINGER * (1 + conflicts) + 3.0, LINGER * (1 + conflicts), 1.0):
        player = Player(of_walk(lambda: iter(steps), FIG1, Candidates.NONE), 1.0)
        run_out(player.timeline)
        player.play_to(len(steps), seconds)
        assert seconds_to(player, len(steps)) <= seconds + 0.02


class Silent:
    """A director that does not know any beat."""

    def reach(self, position: int, clock: Clock, seconds: float) -> Beat | None:
        return None

    def time(self, position: int) -> float:
        return 0.0


def test_steps_that_come_while_no_time_passes_have_no_rate() -> None:
    player, clock = long_run(), Ticking()
    player.directors, player.cut, player.ahead = {Cut.WHOLE: Silent()}, Cut.WHOLE, 100
    player.play()
    while player.waited <= PATIENCE:
        player.tick(LONGEST_TICK, clock, 1.0)
    before = player.timeline.length
    assert player.position == 0 and player.mode is Motion.PLAYING
    player.tick(0.0, clock, 1.0)
    assert player.position == before > 0 and player.mode is Motion.PLAYING and not player.reached


class Waltz:
    """A director of a long run whose beats have three steps and last half a second."""

    def reach(self, position: int, clock: Clock, seconds: float) -> Beat | None:
        start = position // 3 * 3
        return Beat(start, range(start + 1, start + 4), 0.5)

    def time(self, position: int) -> float:
        return position / 6


@pytest.mark.parametrize("tempo", TEMPOS)
def test_a_directed_run_takes_its_time_at_each_tempo_and_may_be_hurried(tempo: float) -> None:
    player = long_run()
    player.ahead = 500
    player.timeline.reach(100, Ticking(), 1.0)
    player.directors, player.cut, player.tempo = {Cut.WHOLE: Waltz()}, Cut.WHOLE, tempo
    player.play()
    assert abs(seconds_to(player, 30) - (4.5 + 0.5 * MOVING * 2 / 3) / tempo) <= 0.02
    assert player.beat is not None and player.pace == pytest.approx(3 / 0.5 / MOVING * tempo)
    assert player.timeline.length == player.position + player.ahead
    for further, seconds in ((60, 2.0), (6, 10.0)):
        there, most = player.position + further, min(seconds, further / 6 / tempo)
        player.play_to(there, seconds)
        assert most * (1 - 1.5 / further) - 0.02 <= seconds_to(player, there) <= most + 0.02
        assert player.mode is Motion.PAUSED


@pytest.mark.parametrize("grain", [Grain.CHANGES, Grain.GUESSES, Grain.CONFLICTS])
def test_at_any_grain_a_run_is_recorded_as_it_is_played(grain: Grain) -> None:
    player = Player(of_solver(FIG1, "elimination"), 50.0)
    player.grain, player.ahead = grain, 10
    player.play()
    kinds, made = CONDITIONS[grain].kinds, list[int]()
    for _ in range(200):
        before = player.position
        player.tick(0.02, Ticking(), 1.0)
        passed = range(before + 1, player.position + 1)
        made.append(sum(player.timeline.step(position).kind in kinds for position in passed))
    whole = of_solver(FIG1, "elimination")
    whole.reach(10**6, Ticking(), 1.0)
    assert whole.resting and sum(made) == min(200, sum(map(whole.counts(whole.length).__getitem__, kinds)))
    assert max(made) == 1


@pytest.mark.parametrize("grain", Grain)
def test_an_answer_is_counted_only_where_every_step_or_change_is(grain: Grain) -> None:
    player = Player(of_solver(FIG1, "human"))
    run_out(player.timeline)
    player.grain, end = grain, player.timeline.length
    assert player.timeline.step(end).kind is Kind.SOLVED
    counted = player.made(end) - player.made(end - 1)
    assert counted == (grain in (Grain.EVERY, Grain.CHANGES, Grain.PROPAGATIONS))
    if grain is Grain.DIGITS:
        assert player.made(end) == len(FIG1.blanks)


def test_a_gate_is_asked_about_steps_ahead_and_about_nothing_else() -> None:
    player, asked = long_run(), list[tuple[int, int]]()

    def gate(start: int, target: int, travel: Travel, clock: Clock | None) -> tuple[int, bool]:
        asked.append((start, target))
        return target, False

    player.gate = gate
    for position in (50, 50, 20, 0, 0, 70):
        player.to(position)
        settle(player)
        assert player.position == position
    player.play()
    played(player, 0.5)
    assert asked[:2] == [(0, 50), (0, 70)] and len(asked) > 2
    assert all(start < target for start, target in asked)


# Answers and ends


@pytest.mark.parametrize("speed", [20, 1000, SPEEDS[-1]])
@pytest.mark.parametrize("cap", [0, 2**40])
def test_playing_stops_at_each_solution_the_first_time_and_again(speed: float, cap: int) -> None:
    with tiny_chunks():
        timeline = of_solver(named.find("bad21"), "elimination", cap)
        solved = whole(timeline).positions(Kind.SOLVED)
        assert len(solved) == 4
        player = Player(timeline, speed)
        for _ in range(2):
            for position in solved:
                player.play()
                for _ in range(20_000):
                    player.tick(0.1, Ticking(0.0001), 0.01)
                    if player.mode is Motion.PAUSED:
                        break
                assert (player.position, player.mode) == (position, Motion.PAUSED)
                timeline.resume()
            run_out(timeline)
            player.home()


def test_at_a_solution_nothing_plays_on_until_another_is_asked_for() -> None:
    player = Player(of_solver(FIG1, "elimination"))
    player.end()
    settle(player)
    assert player.at_end and player.timeline.resting and player.mode is Motion.PAUSED
    found = player.position
    for ask in (player.play, player.toggle, lambda: player.step(1), player.end):
        ask()
        assert (player.position, player.mode) == (found, Motion.PAUSED)
    assert not player.timeline.resumed
    player.another()
    settle(player)
    assert player.timeline.resumed
    assert player.at_end and player.timeline.finished and player.position > found


ENDED = ["small-4", "clash-row", "complete", "one-blank", "minimal-6"]


ENDING = [(name, puzzle) for name in solvers.names() for puzzle in ENDED if sees_the_end(name, named.find(puzzle))]
LONG = ("annealing", "small-4")
SOON = [case for case in ENDING if case != LONG][::3]


@pytest.mark.parametrize(("name", "puzzle"), slow_but(SOON, ENDING))
def test_the_end_is_reached_whatever_there_is_to_find(name: str, puzzle: str) -> None:
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)
    entry = next(entry for entry in named.all() if entry.name == puzzle)
    player = Player(of_solver(entry.puzzle, name))
    player.end()
    settle(player)
    player.timeline.close()
    assert player.mode is Motion.PAUSED and player.at_end
    assert (player.timeline.last_kind() is Kind.SOLVED) == bool(entry.count)


def test_going_to_the_end_is_interrupted_where_it_stands() -> None:
    player = Player(of_solver(named.find("minimal-9-1"), "backtracking"))
    player.end()
    for _ in range(5):
        assert player.tick(FRAME, Ticking(0.001), 0.005) and player.mode is Motion.SEEKING
    player.toggle()
    assert (player.mode, player.position) == (Motion.PAUSED, 0) and player.timeline.length > 0


def test_a_search_goes_on_from_chunk_to_chunk_until_its_time_is_up() -> None:
    with tiny_chunks():
        timeline = of_walk(lambda: iter([*[guess(1, 1), backtrack(0)] * 500, guess(1, 2)]), FIG1, Candidates.NONE)
        run_out(timeline)
        for by, ticks in ((0.0, 1), (0.01, 3)):
            player = Player(timeline)
            player.to(0)
            player.seek(Condition(digits=frozenset({2}), depth_at_least=1))
            taken = 0
            while player.position == 0:
                player.tick(FRAME, Ticking(by), 0.1)
                taken += 1
                assert taken < 100
            assert player.position == 1001 and taken == ticks


def test_a_seek_back_that_is_interrupted_leaves_the_playhead_on_what_can_be_shown() -> None:
    with tiny_chunks(landmarks=2):
        timeline = of_walk(lambda: walk(FIG1, Candidates.SAID, 5, 4000), FIG1, Candidates.SAID, cap=0)
        run_out(timeline)
        player = Player(timeline)
        player.to(4000)
        player.to(1000)
        settle(player)
        player.seek((Kind.LEARN,), forward=False)
        player.seek((Kind.CONFLICT,), forward=False)
        for _ in range(3):
            player.tick(FRAME, Ticking(0.001), 0.003)
            assert timeline.known(player.position)
        player.pause()
        assert player.position == 1000 and timeline.step(1000) is not None


def test_while_the_search_goes_on_past_the_cap_the_step_shown_stays() -> None:
    """Press End on a search longer than the memory, and check that the window keeps showing the same position."""
    with tiny_chunks():
        timeline = of_solver(named.find("minimal-9-1"), "backtracking", cap=0)
        player = Player(timeline)
        player.to(50)
        settle(player)
        player.end()
        for _ in range(30):
            player.tick(FRAME, Ticking(0.0001), 0.02)
            assert player.position == 50 and timeline.step(50) and timeline.board_at(49)
        assert timeline.length > 1000 and not timeline.known(200)


# Solvers that fail, or that do not repeat themselves


def test_a_solver_that_fails_is_the_end_of_the_run() -> None:
    def run() -> Iterator[Step]:
        yield look(1)
        raise ValueError("no more")

    for ask in (Player.end, Player.play, lambda player: player.to(99)):
        player = Player(of_walk(run, FIG1, Candidates.NONE))
        ask(player)
        for _ in range(30):
            player.tick(0.1, Ticking(), 1)
        assert (player.position, player.mode, player.at_end) == (1, Motion.PAUSED, True)
        assert player.timeline.failure is not None


def fickle(at: int) -> Timeline:
    """Make 900 steps with one conflict in the first run, and only 50 in the next."""
    generators = [[conflict(1) if number == at else look(1) for number in range(1, 901)], [look(1)] * 50]
    return of_walk(lambda: iter(generators.pop(0) if generators else []), FIG1, Candidates.NONE, cap=0)


@pytest.mark.parametrize("ask", [lambda player: player.to(300), lambda player: player.seek(DEAD_ENDS, False)])
def test_where_forgotten_steps_cannot_be_made_again_the_playhead_stays_and_says_why(
    ask: Callable[[Player], None],
) -> None:
    with tiny_chunks():
        player = Player(fickle(at=300))
        run_out(player.timeline)
        player.to(900)
        ask(player)
        settle(player)
        assert (player.position, player.mode) == (900, Motion.PAUSED)
        assert "cannot be recreated" in player.trouble
        player.step(-1)
        assert (player.position, player.trouble) == (899, "")


def test_playing_stops_before_forgotten_steps_that_cannot_be_made_again() -> None:
    with tiny_chunks():
        player = Player(fickle(at=300), 1000.0)
        run_out(player.timeline)
        player.play()
        for _ in range(200):
            player.tick(FRAME, Ticking(0.001), 0.01)
        assert 0 < player.position <= 64 and player.mode is Motion.PAUSED
        assert "cannot be recreated" in player.trouble


def test_playing_on_into_forgotten_steps_works_no_longer_than_it_may() -> None:
    with tiny_chunks():
        timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, 1, 3000), FIG1, Candidates.NONE, cap=0)
        run_out(timeline)
        player, most = Player(timeline, 50_000.0), 0.0
        player.play()
        for _ in range(400):
            clock = Ticking(0.001, 50.0)
            player.tick(FRAME, clock, 0.004)
            most = max(most, clock.now - 50.0)
        assert player.at_end and most <= 0.004 + 0.006


def test_dragging_while_it_plays_goes_on_playing() -> None:
    with tiny_chunks():
        timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, 1, 900), FIG1, Candidates.NONE, cap=0)
        run_out(timeline)
        timeline.shown = 900
        player = Player(timeline)
        player.to(800)
        settle(player)
        player.play()
        for position in (500, 400, 300):  # faster than the steps there can be made again
            player.to(position)
        assert player.mode is Motion.SEEKING
        settle(player)
        assert (player.position, player.mode) == (300, Motion.PLAYING)


def test_progress_is_told_while_forgotten_steps_are_made_again() -> None:
    with tiny_chunks():
        timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, 1, 3000), FIG1, Candidates.NONE, cap=0)
        run_out(timeline)
        player = Player(timeline)
        assert player.progress is None
        player.to(2000)
        told = []
        while player.mode is Motion.SEEKING:
            player.tick(FRAME, Ticking(0.001), 0.002)
            told.append(player.progress)
        assert told[-1] is None and None not in told[:-1] and len(told) > 3
        assert told[:-1] == sorted(told[:-1])  # type: ignore[type-var]
        get_to(timeline, 2000)
        assert player.position == 2000


def test_a_board_without_blanks_is_at_its_end_after_one_step() -> None:
    player = Player(of_solver(named.find("complete"), "elimination"))
    player.play()
    for _ in range(20):
        player.tick(0.1, Ticking(), 1)
    assert (player.position, player.at_end, player.mode) == (1, True, Motion.PAUSED)
