"""Tests that the implication graph is the solver's own, and that its cut gives the clause before it is shortened."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pygame
import pytest
from app_driver import add_solver
from runs import of_solver, run_out, tiny_chunks
from slow import few_of, slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.algorithms import cdcl
from solvers.core import literals
from solvers.core.board import Candidates
from solvers.core.step import Clause, Kind, Step, Why, backtrack
from visualizer.analysis.implication_graph import CONFLICT, Graph, Side, graph_at, jump_after, lay_out
from visualizer.narration.caption_facts import in_words
from visualizer.narration.captions import caption
from visualizer.panes.conflict.paint import GraphPicture, PaintedGraph, Scrolled
from visualizer.panes.conflict.pane import LEARN_THIS, Implications, back_to
from visualizer.panes.formula.view import formula_view, truth
from visualizer.panes.trail.paint import TrailRows
from visualizer.panes.trail.pane import reason_text, trail_view
from visualizer.style import theme as themes
from visualizer.text.spans import plain
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.trail import Trail
from visualizer.toolkit.canvas import Canvas, Fonts

pytestmark = pytest.mark.usefixtures("fast_keeper")

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
PUZZLES = {"hard": HARD, **{name: named.find(name) for name in ("blank", "deep-1", "deep-3", "minimal-9-1", "bad21")}}
SIZES = [(200, 90), (560, 128), (560, 270), (1000, 600)]
LARGE = [(560, 127), (560, 270), (949, 420), (1200, 700)]
MOST = 4000
FEW = slow_but(["hard", "deep-1", "bad21"], PUZZLES)


@cache
def timeline_of(name: str) -> Timeline:
    timeline = of_solver(PUZZLES[name], "cdcl")
    run_out(timeline, MOST)
    return timeline


def learnt_at(timeline: Timeline) -> list[int]:
    return [at for at in range(1, timeline.length + 1) if timeline.step(at).kind is Kind.LEARN]


@cache
def graphs(name: str) -> list[tuple[int, Graph]]:
    timeline = timeline_of(name)
    found = [(at, graph_at(timeline, at)) for at in learnt_at(timeline)]
    assert found and all(graph is not None for _, graph in found), "every clause has its graph"
    return [(at, graph) for at, graph in found if graph is not None]


def cut_of(graph: Graph) -> Clause:
    """Return the clause given by the cut."""
    return graph.clause(graph.to_cut)


def learnt_by(graph: Graph) -> Clause:
    """Return the clause at the end of the derivation."""
    return graph.clause(len(graph.resolutions))


def conflict_before(timeline: Timeline, at: int) -> Clause:
    """Return the clause that was false when a clause was learnt; after a solution, the one that excludes its digits."""
    if (before := timeline.step(at - 1)).kind is Kind.CONFLICT:
        return tuple(before.detail)
    return tuple(-(9 * cell + digit) for cell, digit in enumerate(timeline.board_at(at).values))


def cuts_of(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return, for each conflict, the clause that the solver found before shortening it."""
    found: list[tuple[int, ...]] = []

    class Watched(cdcl.Search):
        def _follows(self, literal: int, seen: set[int]) -> bool:
            found[-1] = (*found[-1], literal)
            return super()._follows(literal, seen)

        def analyse(self, conflict):  # type: ignore[no-untyped-def]
            found.append(())
            learnt, level = super().analyse(conflict)
            found[-1] = (learnt[0], *found[-1])
            return learnt, level

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cdcl, "Search", Watched)
        timeline = of_solver(puzzle, "cdcl")
        run_out(timeline, MOST)
    return found


@pytest.mark.parametrize("name", FEW)
def test_the_cut_is_the_solvers_own_clause_before_it_is_shortened(name: str) -> None:
    told, own = [graph for _, graph in graphs(name)], cuts_of(PUZZLES[name])
    assert len(own) - len(told) in (0, 1), "at most one conflict lies beyond the last step"
    for graph, clause in zip(told, own, strict=False):
        cut = cut_of(graph)
        assert cut[0] == clause[0] and set(cut) == set(clause) and len(cut) == len(clause)
        assert learnt_by(graph)[0] == cut[0] and set(learnt_by(graph)) <= set(cut)


@pytest.mark.parametrize("name", FEW)
def test_the_cut_separates_the_guess_from_the_conflict(name: str) -> None:
    for _, graph in graphs(name):
        left = {i for i, node in enumerate(graph.nodes) if node.side is not Side.FOLLOWS}
        across = {one for one, other in graph.edges if one in left and other not in left}
        assert {-graph.nodes[i].literal for i in across} == set(cut_of(graph))
        (uip,) = (i for i, node in enumerate(graph.nodes) if node.side is Side.UIP)
        assert [i for i in across if graph.nodes[i].level == graph.level] == [uip]
        assert _reaches(graph, set(), CONFLICT) and not _reaches(graph, across, CONFLICT), "every way is cut"
        decision = next(i for i, node in enumerate(graph.nodes) if node.decision and node.level == graph.level)
        assert decision == uip or not _leads(graph, decision, {uip}), "every way from the guess leads through the UIP"


def _reaches(graph: Graph, cut: set[int], goal: int) -> bool:
    """Return whether a path leads from the left side to the conflict without passing these nodes."""
    left = [i for i, node in enumerate(graph.nodes) if node.side is not Side.FOLLOWS and i not in cut]
    return any(_leads(graph, i, cut, goal) for i in left)


def _leads(graph: Graph, start: int, without: set[int], goal: int = CONFLICT) -> bool:
    waiting, seen = [start], {start, *without}
    while waiting:
        at = waiting.pop()
        for one, other in graph.edges:
            if one == at and other == goal:
                return True
            if one == at and other not in seen:
                seen.add(other)
                waiting.append(other)
    return False


@pytest.mark.parametrize("name", FEW)
def test_every_literal_holds_at_the_conflict_and_its_reasons_come_before_it(name: str) -> None:
    timeline = timeline_of(name)
    for at, graph in graphs(name)[:40]:
        board = timeline.board_at(at)
        assert graph.level == board.level
        assert all(truth(board, node.literal) for node in graph.nodes)
        assert all(truth(board, literal) is False for literal in conflict_before(timeline, at))
        assert set(graph.start) <= set(conflict_before(timeline, at))
        assert all(one < other or other == CONFLICT for one, other in graph.edges)
        formula = {frozenset(clause) for clause in cdcl.long_clauses(board.geometry)}
        for i, node in enumerate(graph.nodes):
            if node.side in (Side.FOLLOWS, Side.UIP) and not node.decision:
                causes = [graph.nodes[one].literal for one, other in graph.edges if other == i]
                assert causes or node.side is Side.UIP
                rule = any({-cause for cause in causes} <= clause and node.literal in clause for clause in formula)
                binary = len(causes) == 1 and node.literal < 0 < causes[0]
                assert rule or binary or _learnt(timeline, at, node.literal, causes) or node.side is Side.UIP


def _learnt(timeline: Timeline, at: int, literal: int, causes: list[int]) -> bool:
    known = (timeline.step(p).detail for p in learnt_at(timeline) if p < at)
    return any(literal in clause and {-cause for cause in causes} <= set(clause) for clause in known)


def test_the_graph_is_the_same_at_the_conflict_at_what_is_learnt_and_at_the_jump() -> None:
    timeline = timeline_of("deep-3")
    for at, graph in graphs("deep-3"):
        if timeline.step(at).why is Why.LEARNT_CLAUSE:
            conflict, jump = graph_at(timeline, at - 1), graph_at(timeline, at + 1)
            assert jump == graph and conflict is not None
            assert (conflict.edges, conflict.resolutions) == (graph.edges, graph.resolutions)
            assert graph_at(timeline, at + 2) is None
            shown = Implications(timeline).at(at + 2)
            assert shown.graph == graph and not shown.here and f"at step {at:,}" in shown.heading
    assert graph_at(timeline, 1) is None


def test_it_is_the_same_wherever_the_chunks_end() -> None:
    usual = graphs("deep-3")
    with tiny_chunks():
        timeline = of_solver(PUZZLES["deep-3"], "cdcl")
        run_out(timeline, MOST)
        assert [(at, graph_at(timeline, at)) for at in learnt_at(timeline)] == usual


def test_a_conflict_without_a_guess_has_none_and_that_is_said() -> None:
    timeline = of_solver(named.find("cell-hidden"), "cdcl")
    run_out(timeline)
    assert timeline.step(timeline.length).kind is Kind.CONFLICT
    view = Implications(timeline).at(timeline.length)
    assert view.graph is None and "does not depend on any guess" in view.heading
    assert "No clause has been learnt yet" in Implications(timeline).at(3).heading


def test_a_solver_that_tells_no_reasons_has_none() -> None:
    timeline = of_solver(PUZZLES["deep-1"], "mrv")
    run_out(timeline, 2000)
    assert all(graph_at(timeline, at) is None for at in range(1, timeline.length + 1))


# The resolutions


@pytest.mark.parametrize("name", FEW)
def test_each_resolvent_follows_from_the_two_and_the_last_is_the_clause_that_the_run_learns(name: str) -> None:
    timeline = timeline_of(name)
    known = {frozenset(clause) for clause in cdcl.long_clauses(timeline.head.geometry)}
    for at, graph in graphs(name):
        trail = Trail(timeline.board_at(at))
        conflict = conflict_before(timeline, at)
        named = {*conflict, *(literal for one in graph.resolutions for literal in one.reason)}
        by_givens = {literal for literal in named if trail.level_of(-literal) == 0}
        assert set(graph.start) == set(conflict) - by_givens
        clause = set(graph.start)
        for resolution in graph.resolutions:
            reason, pivot = set(resolution.reason), resolution.pivot
            assert -pivot in clause and pivot in reason
            assert set(resolution.clause) == (clause | reason) - {pivot, -pivot} - by_givens
            assert set(resolution.came) == set(resolution.clause) - clause
            assert reason in known or _two_exclude(timeline, reason), f"{at}: {pivot} has no such reason"
            clause = set(resolution.clause)
        assert set(learnt_by(graph)) == set(timeline.step(at).detail)
        known.add(frozenset(learnt_by(graph)))


def _two_exclude(timeline: Timeline, reason: set[int]) -> bool:
    """Return whether the clause says that a cell holds one digit, or that two peers differ."""
    if len(reason) != 2 or max(reason) > 0:
        return False
    (one, digit), (other, same) = (divmod(-literal - 1, 9) for literal in sorted(reason))
    return one == other or (digit == same and other in timeline.head.geometry.peers[one])


@pytest.mark.parametrize("name", FEW)
def test_before_the_clause_is_known_it_is_derived_and_the_level_of_the_jump_is_named(name: str) -> None:
    timeline, jumps = timeline_of(name), 0
    for at, learnt in graphs(name):
        if timeline.step(at).why is not Why.LEARNT_CLAUSE or at == timeline.length:
            continue
        graph = graph_at(timeline, at - 1)
        assert graph is not None and learnt_by(graph) == learnt_by(learnt)
        view = Implications(timeline).at(at - 1, len(graph.resolutions))
        level = timeline.step(at + 1).level
        assert view.heading == LEARN_THIS and f"Back to level {level}" in view.words and back_to(graph) == level
        jumps += 1
    assert jumps or name == "bad21"  # which has no conflict


def test_the_level_named_is_the_one_the_run_goes_back_to_even_if_it_is_not_the_usual_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def cautious(puzzle: Puzzle) -> Iterator[Step]:
        level = 0
        for step in solvers.trace(puzzle, "cdcl"):
            level += step.kind is Kind.GUESS
            if step.kind is Kind.BACKTRACK and step.level < level - 1:
                yield backtrack(level - 1, step.why)
                return
            level = step.level if step.kind is Kind.BACKTRACK else level
            yield step

    facts = {"candidates": Candidates.SAID, "formula": "clauses"}
    timeline = of_solver(HARD, add_solver(monkeypatch, cautious, **facts))
    run_out(timeline, MOST)
    jump, learnt = timeline.length, timeline.step(timeline.length - 1)
    graph, level = graph_at(timeline, jump - 2), timeline.step(jump).level
    assert graph is not None and back_to(graph) < level
    told = Implications(timeline).at(jump - 2, len(graph.resolutions)).words
    board = timeline.board_at(jump - 1)
    said = plain(caption(learnt, board, board, back_to=jump_after(timeline, jump - 1)))
    assert told.endswith(said[said.index("Back to level") :]) and f"level {level}," in told


def test_a_clause_is_written_in_one_order_everywhere() -> None:
    timeline, ground, seen = timeline_of("hard"), canvas(), 0
    for at, graph in graphs("hard"):
        step, board, learnt = timeline.step(at), timeline.board_at(at), learnt_by(graph)
        levels = [Trail(board).level_of(-literal) or 0 for literal in learnt]
        assert levels[0] == board.level > max(levels[1:], default=0), "the literal to assert comes first"
        ordered = [(-level, abs(literal)) for level, literal in zip(levels, learnt, strict=True)]
        assert ordered == sorted(ordered), "then the latest level, then the cell and the digit"
        written = [literals.write(literal, HARD) for literal in learnt]
        formula = formula_view(solvers.get("cdcl"), step, board, board, HARD)
        assert formula is not None
        assert [span.text for span in formula.lines[1].text if span.voice != "operator"] == written
        assert in_words(learnt, HARD) in plain(caption(step, board, board))
        cut = [literal for literal in cut_of(graph) if literal in learnt]
        assert tuple(cut) == learnt == Implications(timeline).at(at).clause
        picture = PaintedGraph(ground, ground.surface.get_rect(), Implications(timeline).at(at))
        assert picture.clause is not None and picture.clause.literals[-len(written) :] == learnt
        seen += len(written) > 8
        asserted = at + 2
        if asserted <= timeline.length and timeline.step(asserted).detail == step.detail:
            trail = Trail(timeline.board_at(asserted))
            reason = reason_text(trail, HARD, len(trail.entries) - 1, timeline.step(asserted))
            assert reason == f"learnt: {in_words(learnt, HARD)}"
    assert seen > 5


# The layout and the picture


FONTS = Fonts()


def canvas(size: tuple[int, int] = (900, 500)) -> Canvas:
    return Canvas(pygame.Surface(size), themes.load("light"), FONTS)


@pytest.mark.parametrize("rows", slow_but([3, 40], [1, 3, 7, 40]))
def test_the_layout_has_a_place_for_every_literal_and_the_cut_parts_them(rows: int) -> None:
    for name in few_of(["hard", "deep-1"], ["hard", "deep-1", "blank", "deep-3"]):
        for _, graph in graphs(name)[::7]:
            layout = lay_out(graph, rows)
            shown = {i for i, node in enumerate(graph.nodes) if node.side is not Side.LOWER}
            assert set(layout.slots) == shown | {CONFLICT} and layout.slots[CONFLICT].column == layout.columns - 1
            assert len({(slot.column, slot.row) for slot in layout.slots.values()}) == len(layout.slots)
            assert all(0 <= slot.row < slot.rows <= rows for slot in layout.slots.values())
            for one, other in graph.edges:
                assert one not in shown or layout.slots[one].column < layout.slots[other].column
            for made in range(len(graph.resolutions) + 1):
                column, y = layout.cut(made)
                gone = {resolution.pivot for resolution in graph.resolutions[:made]}
                for i in shown:
                    slot = layout.slots[i]
                    right = slot.column > column or (slot.column == column and slot.y > y)
                    assert right == (graph.nodes[i].literal in gone)


@pytest.mark.parametrize("size", slow_but(LARGE[::2], LARGE, False))
def test_nothing_overlaps_and_every_literal_of_the_clause_can_be_reached(size: tuple[int, int]) -> None:
    timeline, ground = timeline_of("hard"), canvas(size)
    rect, views = ground.surface.get_rect(), Implications(timeline)
    longest = max(graphs("hard"), key=lambda one: len(one[1].resolutions))
    for at, graph in (graphs("hard")[5], graphs("hard")[20], longest):
        for made in range(0, len(graph.resolutions) + 1, 1 + len(graph.resolutions) // 4):
            view = views.at(at - 1, made)
            picture = PaintedGraph(ground, rect, view)
            assert picture.clause is not None and picture.clause.size >= 13
            shown = {literal for literal, _ in picture.clause.places}
            for row in range(picture.clause.last):
                below = PaintedGraph(ground, rect, view, Scrolled(rows=row + 1)).clause
                shown |= {literal for literal, _ in (below.places if below else ())}
            assert shown >= set(view.clause)
            if picture.graph is None:  # the clause comes first
                assert picture.clause.height_now() > rect.height - 60
                continue
            assert not picture.clause.last, "no literal is out of sight beside a graph"
            frames = list(picture.graph.frames.values())
            assert all(frame.collidelist(frames[i + 1 :]) < 0 for i, frame in enumerate(frames))
            assert picture.graph.size >= 13 and picture.graph.small >= 13
            columns = range(0, picture.graph.last + 1, picture.graph.fitting)
            reached = set(GraphPicture(ground, picture.graph.rect, view, Scrolled(picture.graph.last)).frames)
            scrolled = (GraphPicture(ground, picture.graph.rect, view, Scrolled(column)) for column in columns)
            reached |= {i for one in scrolled for i in one.frames}
            assert reached >= set(lay_out(graph, picture.graph.rows).slots)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", slow_but(SIZES[::2], SIZES, False))
def test_the_panes_are_painted_within_their_rectangles(theme: str, size: tuple[int, int]) -> None:
    colors, fonts, timeline = themes.load(theme), Fonts(), timeline_of("hard")
    surface = pygame.Surface((size[0] + 40, size[1] + 40))
    rect = pygame.Rect(20, 20, *size)
    for at in learnt_at(timeline)[:12:3]:
        view, board = Implications(timeline).at(at), timeline.board_at(at)
        for paint in (
            lambda view=view: PaintedGraph(Canvas(surface, colors, fonts), rect, view),
            lambda board=board: TrailRows(Canvas(surface, colors, fonts), rect).paint(trail_view(None, board, board)),
        ):
            surface.fill((255, 0, 255))
            paint()
            inside = surface.subsurface(rect).copy()
            surface.fill((255, 0, 255), rect)
            assert pygame.transform.average_color(surface)[:3] == (255, 0, 255), "nothing outside"
            grounds = {tuple(inside.get_at((x, y))) for x in range(0, size[0], 3) for y in range(0, size[1], 3)}
            assert len(grounds) > 5, "something is to be seen"
