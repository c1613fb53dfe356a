"""Tests that a step forward with the conflict pane open makes one resolution, and a step back undoes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pygame
import pytest
from app_driver import Driver
from sessions import settle
from slow import slow_but

from puzzles import Puzzle
from solvers.core.literals import parse_all
from solvers.core.step import Kind
from visualizer.analysis.implication_graph import GraphCut, lay_out
from visualizer.keymap import key_of
from visualizer.panes.conflict.paint import Painter
from visualizer.panes.conflict.pane import (
    LEARN_THIS,
    ConflictPane,
    Implications,
    ImplicationView,
    back_to,
    demand,
    resolved,
)
from visualizer.scene.scene import Scene
from visualizer.session.pane_layout import BOARD, PaneLayout
from visualizer.session.settings import Options
from visualizer.text.spans import plain
from visualizer.views.board import NamingClause, Wash

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(HARD, solver="cdcl", size=(1366, 768))) as driver:
        driver.press("Shift+Y")
        driver.session.player.seek([Kind.CONFLICT])
        settle(driver.session)
        yield driver


def scene(driver: Driver) -> Scene:
    return driver.session.composer.scene(100, panes=driver.session.panes.open)


def view(driver: Driver) -> ImplicationView:
    found = scene(driver).panes["implications"]
    assert isinstance(found, ImplicationView)
    return found


def marked(driver: Driver) -> set[int]:
    """Return the marked literals on the board."""
    cells = enumerate(scene(driver).board.cells)
    return {
        sign * (cell * 9 + digit)
        for cell, one in cells
        if one.clause is NamingClause.REASON
        for sign, mask in ((1, one.asserted), (-1, one.denied))
        for digit in range(1, 10)
        if mask >> digit & 1
    }


def test_each_press_makes_one_resolution_until_the_clause_is_learnt(driver: Driver) -> None:
    position, graph = driver.session.player.position, view(driver).graph
    assert graph is not None and len(graph.resolutions) > 3
    for made, resolution in enumerate(graph.resolutions, 1):
        driver.press("Right")
        shown = view(driver)
        assert (driver.session.player.position, shown.made, shown.clause) == (position, made, resolution.clause)
        assert marked(driver) == set(resolution.clause), "its literals are marked on the board"
        assert shown.words in plain(scene(driver).caption)
    assert view(driver).heading == LEARN_THIS and "Back to level" in view(driver).words
    driver.press("Right")
    assert driver.session.player.position == position + 1
    step = driver.session.timeline.step(position + 1)
    assert step.kind is Kind.LEARN and set(step.detail) == set(view(driver).clause)


@pytest.mark.parametrize(
    ("literals", "said"),
    [
        ((-3, -5), "r1c1 cannot be 3 and 5 at once"),
        ((-5, -3), "r1c1 cannot be 3 and 5 at once"),
        ((-3, -12), "row 1 cannot hold 3 twice"),
        (tuple(range(1, 10)), "r1c1 holds a digit"),
        (tuple(9 * cell + 7 for cell in range(9)), "row 1 holds a 7"),
        ((-3, 5), "a clause learnt earlier says so"),
        ((-3, -500), "a clause learnt earlier says so"),
        ((4,), "a clause learnt earlier says so"),
    ],
)
def test_what_a_clause_demands_is_said_as_a_student_would(literals: tuple[int, ...], said: str) -> None:
    assert demand(literals, HARD) == said


def test_every_resolution_says_why_a_literal_leaves_and_what_comes_instead(driver: Driver) -> None:
    """Read each sentence again: its reason must be the clause, and the literals named must have left and come."""
    graph = view(driver).graph
    assert graph is not None
    for resolution in graph.resolutions:
        reason, _, change = resolved(resolution, HARD).rstrip(".").partition(": ")
        assert reason.lower() == demand(resolution.reason, HARD).lower()
        if both := re.fullmatch(r"(r\dc\d) cannot be (\d) and (\d) at once", reason):
            cell, one, other = both.groups()
            assert {*resolution.reason} == {*parse_all(f"{cell}≠{one} {cell}≠{other}", HARD)}
        elif twice := re.fullmatch(r"(\w+ \d) cannot hold (\d) twice", reason):
            unit = next(unit for unit in HARD.geometry.units if str(unit) == twice[1].lower())
            cells = {divmod(-literal - 1, 9) for literal in resolution.reason}
            assert {cell for cell, _ in cells} <= {*unit.cells} and {digit + 1 for _, digit in cells} == {int(twice[2])}
        verb = "replaces" if len(resolution.came) == 1 else "replace"
        came, _, gone = change.removesuffix(" drops out").rpartition(f" {verb} ")
        assert bool(came) == bool(resolution.came) == (" drops out" not in change)
        assert parse_all(gone.replace(" ", ""), HARD) == (-resolution.pivot,)
        named = re.split(", | and ", came) if came else []
        assert tuple(literal for one in named for literal in parse_all(one.replace(" ", ""), HARD)) == resolution.came


def test_each_press_back_takes_one_back(driver: Driver) -> None:
    position, graph = driver.session.player.position, view(driver).graph
    assert graph is not None
    many = len(graph.resolutions)
    driver.press("Right", many + 2)
    assert driver.session.player.position == position + 2
    driver.press("Left", 2)
    for made in range(many, -1, -1):
        assert (driver.session.player.position, view(driver).made) == (position, made)
        driver.press("Left")
    assert driver.session.player.position == position - 1
    driver.press("Right")
    assert (driver.session.player.position, view(driver).made) == (position, 0)


def test_what_stays_in_the_clause_stays_in_place_and_what_leaves_is_struck_there(driver: Driver) -> None:
    before = view(driver).clause
    graph = view(driver).graph
    assert graph is not None
    for resolution in graph.resolutions:
        driver.press("Right")
        written = view(driver).written
        assert tuple(one for one in written if one not in resolution.came) == before, "the last clause is all there"
        before = view(driver).clause
        assert tuple(one for one in written if one != -resolution.pivot) == before
    driver.press("Right")
    assert view(driver).written == before


def test_the_graph_keeps_its_height_while_the_clause_grows_and_shrinks(driver: Driver) -> None:
    driver.press("Shift+Y")
    heights, graph = set(), view(driver).graph
    assert graph is not None
    for _ in graph.resolutions:
        driver.press("Right")
        driver.frames(2)
        painter = driver.app.picture.column.painters["implications"]
        assert isinstance(painter, Painter) and painter.picture and painter.picture.graph
        heights.add(painter.picture.graph.rect.height)
    assert len(heights) == 1


@pytest.mark.parametrize("size", slow_but([(800, 600)], [(1280, 720), (1366, 768), (800, 600)], values=False))
def test_in_type_of_any_size_the_graph_and_the_clause_fit_their_pane(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(size)
    driver.press("Right", 3)
    faults = []
    for pressed in range(10):
        for large in (True, False):
            driver.session.panes.maximise("implications")
            driver.app.invalidate()
            driver.frames(2)
            column = driver.app.picture.column
            painter = column.painters.get("implications")
            if not isinstance(painter, Painter) or not painter.picture or not painter.picture.graph:
                continue
            graph, clause = painter.picture.graph, painter.picture.clause
            assert clause is not None
            bar = graph.rect.bottom - 4 if graph.last else graph.rect.bottom
            places = [
                *((one, bar) for _, one in graph.places),
                *((one, painter.picture.rect.bottom) for _, one in clause.places),
            ]
            faults += [
                (pressed, large, one, end) for one, end in places if one.bottom > end or one.top < graph.rect.top
            ]
        driver.press("Ctrl++")
    assert not faults, faults


def test_without_the_pane_or_with_other_keys_the_run_goes_on(driver: Driver) -> None:
    position = driver.session.player.position
    driver.press("Right", 2)
    driver.press("Ctrl+Right")
    settle(driver.session)
    assert driver.session.player.position > position + 1, "the next conflict"
    driver.press("Ctrl+Left")
    settle(driver.session)
    assert driver.session.player.position == position
    driver.press("Shift+Y", 2)
    assert "implications" not in driver.session.panes
    driver.press("Right")
    assert driver.session.player.position == position + 1


def test_made_large_it_has_most_of_the_window_and_then_all_is_as_before(driver: Driver) -> None:
    panes = driver.session.panes
    before = panes.data()
    driver.press("Shift+Y")
    driver.frames(2)
    rect = driver.app.picture.column.rects["implications"]
    assert rect.width >= 0.6 * 1366 and list(driver.app.picture.column.rects) == ["implications"]
    driver.press("Shift+Y")
    assert "implications" not in panes
    driver.press("Shift+Y")
    assert panes.data() == before  # as it was when it was opened first
    assert isinstance(panes["implications"], ConflictPane)


def test_the_wheel_scrolls_the_graph_until_the_next_resolution(driver: Driver) -> None:
    driver.press("Shift+Y")
    driver.press("Right")
    driver.frames(2)
    column = driver.app.picture.column
    painter, rect = column.painters["implications"], column.rects["implications"]
    before = painter.look
    assert painter.scroll((rect.centerx, rect.top + 20), -1) and painter.look != before
    driver.frames(1)
    driver.press("Right")
    driver.frames(2)
    assert painter.look == before


def pixels(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


def test_the_cut_slides_past_a_literal_and_ends_where_it_is_painted_without_motion(driver: Driver) -> None:
    driver.press("Shift+Y")
    driver.press("Shift+F11")  # without motion
    seen = [pixels(driver)]
    for _ in range(3):
        driver.press("Right")
        assert not driver.app.picture.column.moving
        driver.session.toast = ""
        driver.rest()
        seen.append(pixels(driver))
    driver.press("Left", 3)
    driver.press("Shift+F11")
    painter = driver.app.picture.column.painters["implications"]
    for after in seen[1:]:
        driver.press("Right")
        assert painter.moving and driver.app.busy
        cuts = {pixels(driver)}
        for _ in range(5):
            driver.frame()
            cuts.add(pixels(driver))
        assert len(cuts) == 6
        driver.session.toast = ""
        driver.rest()
        assert not painter.moving and pixels(driver) == after
    driver.press("Left")
    assert painter.moving
    driver.press("T")
    assert not painter.moving, "a key ends it"
    driver.press("Home")
    assert not painter.moving, "a leap has no motion"


def test_every_cut_is_on_the_way_of_the_next(driver: Driver) -> None:
    graph = view(driver).graph
    assert graph is not None
    for rows in (1, 3, 8):
        cuts = [lay_out(graph, rows).cut(made) for made in range(graph.to_cut + 1)]
        alongs = [cut.along for cut in cuts]
        assert alongs == sorted(alongs, reverse=True)
        assert all(GraphCut.at(cut.along).along == pytest.approx(cut.along) for cut in cuts)


def test_a_literal_pointed_at_lights_its_cell_and_a_cell_its_literals(driver: Driver) -> None:
    driver.frames(2)
    column, board = driver.app.picture.column, driver.app.picture.board
    painter = column.painters["implications"]
    rect = column.rects["implications"]
    points = [(x, y) for x in range(rect.left, rect.right, 12) for y in range(rect.top, rect.bottom, 6)]
    literals = {literal: point for point in points if (literal := painter.literal_at(point))}
    assert len(literals) > 3
    for literal, point in literals.items():
        driver.move(point)
        cell = (abs(literal) - 1) // 9
        assert scene(driver).board.cells[cell].wash in (Wash.LIT, Wash.STEP)
        assert view(driver).pointed == cell and view(driver).points_at(literal)
        where = board.rect_of(cell)
        assert where is not None
        driver.move(where.center)
        assert view(driver).pointed == cell
    elsewhere = next(cell for cell in range(81) if cell not in map(view(driver).cell_of, view(driver).levels))
    where = board.rect_of(elsewhere)
    assert where is not None
    driver.move(where.center)
    assert view(driver).pointed == -1 and driver.session.panes["implications"].lit is None


def test_escape_gives_the_board_its_size_back(driver: Driver) -> None:
    before = driver.session.panes.data()
    driver.press("Shift+Y")
    assert driver.session.panes.board < BOARD.most
    again = PaneLayout.of(driver.session.panes.data())
    driver.press("Escape")
    again.shrink()
    assert driver.session.panes.data() == again.data() == before
    driver.press("Shift+X")
    assert driver.session.panes.board == BOARD.most


def test_the_level_is_named_exactly_before_the_jump(driver: Driver) -> None:
    timeline = driver.session.timeline
    timeline.reach(2000, lambda: 0.0, 1.0)
    graphs, found = Implications(timeline), 0
    conflicts = [at for at in range(1, timeline.length - 3) if timeline.step(at).kind is Kind.CONFLICT]
    for at in conflicts[:30]:
        if graph := graphs.resolved_at(at):
            back = next(step for i in range(at + 1, at + 4) if (step := timeline.step(i)).kind is Kind.BACKTRACK)
            assert back_to(graph) == back.level
            found += 1
    assert found > 10


def test_before_any_conflict_the_pane_says_what_it_will_show_and_which_key_leads_there(driver: Driver) -> None:
    driver.press("Home")
    driver.press("Shift+Y")
    column = driver.app.picture.column
    for filmed in (False, True):
        column.filmed = filmed
        driver.app.picture.forget()
        driver.app.invalidate()
        driver.frames(2)
        painter = column.painters["implications"]
        assert isinstance(painter, Painter) and painter.picture and painter.picture.graph is None
        invites = painter.picture.view.invites
        assert (key_of("next conflict") in invites) is not filmed, "nobody has keys in a film"
