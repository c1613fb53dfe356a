"""The implication graph is the solver's own: its cut is the clause before it is shortened; it parts the two sides."""

from __future__ import annotations

from functools import cache

import pygame
import pytest
from runs import of_solver, run_out, tiny_chunks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.algorithms import cdcl
from solvers.core import literals
from solvers.core.step import Kind, Why
from visualizer.analysis.implication_graph import CONFLICT, Graph, Side, graph_at
from visualizer.analysis.implication_layout import lay_out
from visualizer.panes.conflict.paint import paint_implication
from visualizer.panes.conflict.view import Implications
from visualizer.panes.formula.view import formula_view, truth
from visualizer.panes.trail.paint import paint_trail
from visualizer.panes.trail.view import trail_view
from visualizer.scene.board import Boards
from visualizer.style import theme as themes
from visualizer.timeline.timeline import Timeline
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import ELLIPSIS, Fonts, Paragraph

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
PUZZLES = {"hard": HARD, **{name: named.find(name) for name in ("blank", "deep-1", "deep-3", "minimal-9-1", "bad21")}}
MOST = 4000


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


def cuts_of(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Of each conflict, the clause that the solver itself comes to before it shortens it."""
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


@pytest.mark.parametrize("name", PUZZLES)
def test_the_cut_is_the_solvers_own_clause_before_it_is_shortened(name: str) -> None:
    told, own = [graph for _, graph in graphs(name)], cuts_of(PUZZLES[name])
    assert len(own) - len(told) in (0, 1), "at most one conflict lies beyond the last step"
    for graph, clause in zip(told, own, strict=False):
        assert graph.cut[0] == clause[0] and set(graph.cut) == set(clause) and len(graph.cut) == len(clause)
        assert graph.learnt[0] == graph.cut[0] and set(graph.learnt) <= set(graph.cut)
        assert {-node.literal for node in graph.nodes if node.dropped} == set(graph.cut) - set(graph.learnt)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_cut_separates_the_guess_from_the_conflict(name: str) -> None:
    for _, graph in graphs(name):
        left = {i for i, node in enumerate(graph.nodes) if node.side is not Side.FOLLOWS}
        across = {one for one, other in graph.edges if one in left and other not in left}
        assert {-graph.nodes[i].literal for i in across} == set(graph.cut)
        (uip,) = (i for i, node in enumerate(graph.nodes) if node.side is Side.UIP)
        assert [i for i in across if graph.nodes[i].level == graph.level] == [uip]
        assert _reaches(graph, set(), CONFLICT) and not _reaches(graph, across, CONFLICT), "every way is cut"
        decision = next(i for i, node in enumerate(graph.nodes) if node.decision and node.level == graph.level)
        assert decision == uip or not _leads(graph, decision, {uip}), "every way from the guess leads through the UIP"


def _reaches(graph: Graph, cut: set[int], goal: int) -> bool:
    """Is there a way to the conflict from what stands on the left, but for these?"""
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


@pytest.mark.parametrize("name", PUZZLES)
def test_every_literal_holds_at_the_conflict_and_its_reasons_come_before_it(name: str) -> None:
    timeline = timeline_of(name)
    for at, graph in graphs(name)[:40]:
        board = timeline.board_at(at)
        assert graph.level == board.level
        assert all(truth(board, node.literal) for node in graph.nodes)
        assert all(truth(board, literal) is False for literal in graph.conflict)
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
            assert (conflict.edges, conflict.cut, conflict.learnt) == (graph.edges, graph.cut, ())
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


# The layout and the picture


@pytest.mark.parametrize("columns", [1, 6, 9, 40])
@pytest.mark.parametrize("rows", [1, 4, 12, 40])
def test_the_layout_keeps_to_its_room_and_counts_what_it_leaves_out(columns: int, rows: int) -> None:
    for name in ("hard", "blank", "deep-3"):
        for _, graph in graphs(name)[::7]:
            drawing = lay_out(graph, columns, rows)
            assert drawing.columns <= max(columns, 5)
            for column in range(drawing.columns):
                inside = [item for item in drawing.items if item.column == column]
                assert len(inside) <= max(rows, 2) and len({item.y for item in inside}) == len(inside)
                assert all(0 <= item.y <= 1 for item in inside)
            drawn = [item.node for item in drawing.items if item.node is not None]
            assert len(set(drawn)) == len(drawn)
            assert len(drawn) + sum(item.more for item in drawing.items) + drawing.folded == len(graph.nodes)
            (uip,) = (item for item in drawing.items if item.node and item.node.side is Side.UIP)
            (end,) = (item for item in drawing.items if item.node is None and not item.more)
            assert uip.column == 1 and end.column == drawing.columns - 1
            assert all(
                (item.node.side is Side.FOLLOWS) == (item.column > 1) for item in drawing.items if item.node is not None
            )
            for one, other in drawing.edges:
                left, right = drawing.items[one], drawing.items[other]
                assert left.column < right.column or left.column == right.column == 0 or left.more > 0 or right.more > 0


def test_with_room_for_all_nothing_is_left_out_but_what_lies_behind_the_uip() -> None:
    graph = max((graph for _, graph in graphs("deep-3")), key=lambda graph: len(graph.nodes))
    drawing = lay_out(graph, 100, 100)
    assert drawing.folded == 0
    behind = sum(node.side is Side.BEHIND and not node.decision for node in graph.nodes)
    assert sum(item.more for item in drawing.items) == behind


def test_a_clause_that_is_not_said_whole_stands_whole_in_the_formula() -> None:
    timeline, seen = timeline_of("hard"), 0
    for at in range(1, timeline.length + 1):
        view = Implications(timeline).at(at) if timeline.step(at).kind in (Kind.LEARN, Kind.BACKTRACK) else None
        if view is None or view.graph is None or not view.here or len(view.graph.learnt) < 8:
            continue
        seen += 1
        back = timeline.step(at).kind is Kind.BACKTRACK
        assert f" more (all in the formula{f' at step {at - 1:,}' if back else ''}, F)" in view.clause
        boards = Boards(timeline, at - back)
        formula = formula_view(solvers.get("cdcl"), boards.step, boards.before, boards.after, HARD)
        assert formula is not None
        learnt = {literals.write(literal, HARD) for literal in view.graph.learnt}
        assert any(learnt == {s.text for s in line.text if s.voice != "operator"} for line in formula.lines), at
    assert seen > 5
    short = [view for view in map(Implications(timeline).at, learnt_at(timeline)) if len(view.graph.learnt) < 5]
    assert short and not any("formula" in view.clause for view in short)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(560, 127), (560, 270), (949, 189)])
def test_no_sentence_of_the_pane_is_cut(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """At the sizes that it has in windows of 1280x800 and 1920x1080."""
    colors, fonts, timeline = themes.load("light"), Fonts(), timeline_of("hard")
    written: list[str] = []
    draw = Fonts.draw_paragraph

    def watched(self: Fonts, surface: pygame.Surface, at: tuple[int, int], paragraph: Paragraph, ink: object) -> None:
        written.append("".join(span.text for line in paragraph.lines for span in line))
        draw(self, surface, at, paragraph, ink)  # type: ignore[arg-type]

    monkeypatch.setattr(Fonts, "draw_paragraph", watched)
    surface, folded = pygame.Surface(size), 0
    places = [at + later for at in learnt_at(timeline) for later in (0, 1, 3) if at + later <= timeline.length]
    for at in places:
        paint_implication(Canvas(surface, colors, fonts), surface.get_rect(), Implications(timeline).at(at))
        folded += "folded into arrows" in written[-1]
    assert len(written) == 2 * len(places) and folded
    assert not any(ELLIPSIS in text for text in written)
    assert all(text.rstrip().endswith(".") for text in written)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(200, 90), (560, 128), (560, 270), (1000, 600)])
def test_the_panes_are_painted_within_their_rectangles(theme: str, size: tuple[int, int]) -> None:
    colors, fonts, timeline = themes.load(theme), Fonts(), timeline_of("hard")
    surface = pygame.Surface((size[0] + 40, size[1] + 40))
    rect = pygame.Rect(20, 20, *size)
    for at in learnt_at(timeline)[:12:3]:
        view, board = Implications(timeline).at(at), timeline.board_at(at)
        for paint in (
            lambda view=view: paint_implication(Canvas(surface, colors, fonts), rect, view),
            lambda board=board: paint_trail(Canvas(surface, colors, fonts), rect, trail_view(None, board, board)),
        ):
            surface.fill((255, 0, 255))
            paint()
            inside = surface.subsurface(rect).copy()
            surface.fill((255, 0, 255), rect)
            assert pygame.transform.average_color(surface)[:3] == (255, 0, 255), "nothing outside"
            grounds = {tuple(inside.get_at((x, y))) for x in range(0, size[0], 3) for y in range(0, size[1], 3)}
            assert len(grounds) > 5, "something is to be seen"
