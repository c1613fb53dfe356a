"""Tests that the search tree matches a simple scan of the run, and that its layout moves little as it grows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import Ticking, get_to, of_solver, of_walk, run_out, tiny_chunks
from strategies import examples, walk, walks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, guess, look
from visualizer.analysis.icicle import GuessNode, path_at
from visualizer.analysis.search_tree import NEVER, Folding, NodeState, SearchTree, TreeDrawing, TreeLayout, TreeView
from visualizer.timeline.timeline import Timeline

EMPTY = Puzzle.parse("." * 16)
Walk = tuple[Puzzle, Candidates, int]


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


@dataclass
class Plain:
    """A guess of a plain run, with references to its parent and children. The first one is the root."""

    step: Step | None
    position: int
    parent: Plain | None
    level: int
    end: int = NEVER
    restarted: bool = False
    children: list[Plain] = field(default_factory=list)
    conflicts: int = 0
    solved: list[int] = field(default_factory=list)

    def all(self) -> list[Plain]:
        return [self, *(below for child in self.children for below in child.all())]


def plainly(steps: list[Step]) -> list[Plain]:
    """Return the tree of a run as a list of nodes, in the order of the guesses."""
    root = here = Plain(None, 0, None, 0)
    for position, step in enumerate(steps, 1):
        if step.kind is Kind.GUESS:
            here.children.append(Plain(step, position, here, here.level + 1))
            here = here.children[-1]
        elif step.kind is Kind.BACKTRACK:
            while here.parent and here.level > max(step.level, 0):
                here.end, here.restarted = position, step.why is Why.RESTART
                here = here.parent
        elif step.kind is Kind.CONFLICT:
            here.conflicts += 1
        elif step.kind is Kind.SOLVED:
            here.solved.append(position)
    return root.all()


def of_steps(steps: list[Step], cap: int = 2**40) -> Timeline:
    timeline = of_walk(lambda: iter(steps), EMPTY, Candidates.NONE, cap)
    run_out(timeline)
    return timeline


def grown(timeline: Timeline, most: int = 4000) -> SearchTree:
    tree = SearchTree(timeline, most)
    assert tree.grow(Ticking(), 1) != tree.too_large
    return tree


def node_of(tree: SearchTree, number: int) -> GuessNode:
    """Return a guess of the tree in the same form as :func:`path_at`."""
    end = int(tree.ends[number])
    level, position, steps, cell, digit = (
        int(column[number]) for column in (tree.levels, tree.positions, tree.steps, tree.cells, tree.digits)
    )
    return GuessNode(level, position, None if end == NEVER else end, steps, cell, digit, bool(tree.signs[number]))


def tree_of(steps: list[Step]) -> SearchTree:
    return grown(of_steps(steps))


SMALL = [
    guess(0, 1),  # 1
    guess(1, 2),
    conflict(2),
    backtrack(1),
    guess(1, 3),  # 5
    conflict(2),
    conflict(3),
    backtrack(0),
    guess(0, 2),  # 9
    guess(5, 4),
    SOLVED,  # 11
    backtrack(0, Why.ENUMERATE),
    look(1),
]
A, O, F, S = NodeState.AHEAD, NodeState.OPEN, NodeState.FAILED, NodeState.SOLVED  # noqa: E741


def test_a_small_tree() -> None:
    tree = tree_of(SMALL)
    assert tree.size == 6 and tree.grown == 13
    assert tree.parents.tolist() == [-1, 0, 1, 1, 0, 4]
    assert tree.levels.tolist() == [0, 1, 2, 2, 1, 2]
    assert tree.positions.tolist() == [0, 1, 2, 5, 9, 10]
    assert tree.ends.tolist() == [NEVER, 8, 4, 8, 12, 12]
    assert tree.cells.tolist() == [-1, 0, 1, 1, 0, 5] and tree.digits.tolist() == [0, 1, 2, 3, 2, 4]
    assert tree.sizes.tolist() == [6, 3, 1, 1, 2, 1] and tree.steps.tolist() == [13, 6, 1, 2, 2, 1]
    assert tree.conflicts.tolist() == [0, 0, 1, 2, 0, 0]
    assert tree.solved_at.tolist() == [11, NEVER, NEVER, NEVER, 11, 11]
    assert tree.below(1) == (3, 6, 3, 0) and tree.below(0) == (5, 13, 3, 1) and tree.below(2, 3) == (2, 3, 3, 0)
    assert tree.jumps.tolist() == [[8, 3, 0, 0], [12, 5, 0, 0]]


def test_what_a_node_is_depends_on_the_playhead() -> None:
    tree = tree_of(SMALL)
    assert tree.states(0).tolist() == [O, A, A, A, A, A]
    assert tree.states(6).tolist() == [O, O, F, O, A, A]
    assert tree.states(10).tolist() == [O, F, F, F, O, O]
    assert tree.states(13).tolist() == [O, F, F, F, S, S]
    assert tree.path(6) == [1, 3] and tree.path(0) == tree.path(8) == [] and tree.path(11) == [4, 5]


def test_a_restart_leaves_its_guesses_undecided() -> None:
    tree = tree_of([guess(0, 1), guess(1, 2), backtrack(0, Why.RESTART), guess(2, 3), backtrack(0, Why.RESTART)])
    assert tree.states(5).tolist() == [O, NodeState.LEFT, NodeState.LEFT, NodeState.LEFT]
    assert tree.jumps.tolist() == [[3, 2, 0, 1], [5, 3, 0, 1]]


def test_a_tree_of_too_many_guesses_stops_growing() -> None:
    steps = [step for number in range(30) for step in (guess(0, number % 4 + 1), backtrack(0))]
    assert not grown(of_steps(steps), most=30).too_large
    tree = SearchTree(of_steps(steps), most=29)
    assert not tree.grow(Ticking(), 1) and tree.too_large and tree.size <= 30


@given(walks, st.integers(1, 90))
def test_it_grows_as_the_plain_tree_does(case: Walk, portion: int) -> None:
    puzzle, mode, seed = case
    steps = list(walk(puzzle, mode, seed, 250))
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 250), puzzle, mode)
    tree = SearchTree(timeline)
    while not timeline.finished:
        timeline.resume()
        timeline.reach(timeline.length + portion, Ticking(), 1)
        while not tree.grow(Ticking(0.001), 0):
            assert tree.grown <= timeline.length
        agrees(tree, steps[: timeline.length])


def agrees(tree: SearchTree, steps: list[Step]) -> None:
    nodes = plainly(steps)
    number = {id(node): index for index, node in enumerate(nodes)}
    assert tree.positions.tolist() == [node.position for node in nodes]
    assert tree.parents.tolist() == [number[id(node.parent)] if node.parent else -1 for node in nodes]
    assert tree.levels.tolist() == [node.level for node in nodes]
    assert tree.ends.tolist() == [node.end for node in nodes]
    assert tree.sizes.tolist() == [len(node.all()) for node in nodes]
    assert tree.conflicts.tolist() == [node.conflicts for node in nodes]
    assert tree.solutions.tolist() == [len(node.solved) for node in nodes]
    told = [(node.step.cell, node.step.digit, node.step.sign) for node in nodes if node.step]
    assert list(zip(tree.cells.tolist()[1:], tree.digits.tolist()[1:], tree.signs.tolist()[1:], strict=True)) == told
    for index, node in enumerate(nodes):
        assert tree.below(index)[2:] == (
            sum(each.conflicts for each in node.all()),
            sum(len(each.solved) for each in node.all()),
        )


@given(walks, st.integers(0, 250))
def test_states_and_path_are_those_of_a_plain_look(case: Walk, position: int) -> None:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 250), puzzle, mode)
    run_out(timeline)
    tree = grown(timeline)
    then, now = plainly(list(timeline.run.steps())[:position]), plainly(list(timeline.run.steps()))
    expected = [NodeState.AHEAD] * len(now)
    for index, node in enumerate(then):
        solved = any(each.solved for each in node.all())
        undone = NodeState.SOLVED if solved else NodeState.LEFT if node.restarted else NodeState.FAILED
        expected[index] = NodeState.OPEN if node.end == NEVER else undone
    assert tree.states(position).tolist() == expected
    assert [node_of(tree, number) for number in tree.path(position)] == list(path_at(timeline, position))


@examples(40)
@given(walks, st.sampled_from([2, 4096]))
def test_what_was_forgotten_before_it_was_seen_is_waited_for(case: Walk, landmarks: int) -> None:
    puzzle, mode, seed = case
    with tiny_chunks(landmarks):
        timeline = of_walk(lambda: walk(puzzle, mode, seed, 500), puzzle, mode, 0)
        run_out(timeline)
        tree = SearchTree(timeline)
        for _ in range(100):
            if tree.grow(Ticking(), 1):
                break
            assert tree.lost and tree.grown < timeline.length
            get_to(timeline, tree.grown + 1)
        agrees(tree, list(walk(puzzle, mode, seed, 500)))


def test_forgotten_steps_that_tell_nothing_are_passed_over() -> None:
    timeline = of_steps([guess(0, 1), *[look(1)] * 2000, guess(1, 2), look(1)], cap=0)
    get_to(timeline, 1)
    tree = SearchTree(timeline)
    assert tree.grow(Ticking(), 1) and tree.size == 3 and not timeline.known(500)


@pytest.mark.parametrize("name", ["elimination", "backtracking", "cdcl", "exact-cover"])
def test_real_runs(name: str) -> None:
    puzzle = named.find("bad21")
    timeline = of_solver(puzzle, name)
    run_out(timeline, 6000)
    steps = [step for step, _ in zip(solvers.trace(puzzle, name), range(timeline.length), strict=False)]
    tree = grown(timeline)
    agrees(tree, steps)
    for position in range(0, timeline.length, 211):
        assert [node_of(tree, number) for number in tree.path(position)] == list(path_at(timeline, position))
        drawing = TreeView(tree).drawing(position, 40)
        assert leaves(drawing.layout) <= 40 and drawing.path[1:] == tuple(tree.path(position))


def test_clause_learning_jumps_and_restarts() -> None:
    timeline = of_solver(named.find("hundreds"), "cdcl")
    run_out(timeline, 15_000)
    tree = grown(timeline)
    expected, depth = [], 0
    for position, step in enumerate((timeline.step(p) for p in range(1, timeline.length + 1)), 1):
        depth += step.kind is Kind.GUESS
        if step.kind is Kind.BACKTRACK:
            if depth - step.level > 1 or step.why is Why.RESTART:
                expected.append((position, depth, step.level, step.why is Why.RESTART))
            depth = step.level
    told = [
        (position, int(tree.levels[source]), int(tree.levels[target]), bool(restart))
        for position, source, target, restart in tree.jumps.tolist()
    ]
    assert told == expected
    assert 0 < tree.jumps[:, 3].sum() < len(tree.jumps)


# Layout


def leaves(layout: TreeLayout) -> int:
    """Count the items with nothing below them."""
    return len(set(range(len(layout.nodes))) - set(layout.parents.tolist()))


def drawn(tree: SearchTree, position: int, capacity: int = 100) -> TreeDrawing:
    return TreeView(tree).drawing(position, capacity)


def test_a_small_tree_is_laid_out_with_leaves_side_by_side() -> None:
    drawing = drawn(tree_of(SMALL), 6)
    layout = drawing.layout
    assert layout.nodes.tolist() == layout.last.tolist() == [0, 1, 2, 3, 4, 5]
    assert layout.x.tolist() == [1.5, 1.0, 0.5, 1.5, 2.5, 2.5]
    assert layout.y.tolist() == layout.bottom.tolist() == [0, 1, 2, 2, 1, 2]
    assert layout.parents.tolist() == [-1, 0, 1, 1, 0, 4]
    assert (leaves(layout), layout.span, layout.deepest) == (3, 8, 2)
    assert drawing.states.tolist() == [O, O, F, O, A, A]
    assert drawing.path == (0, 1, 3) and drawing.path_x.tolist() == [1.5, 1.0, 1.5]
    assert drawing.jumps.tolist() == []
    assert drawn(tree_of(SMALL), 13).jumps.tolist() == [[8, 3, 0, 0], [12, 5, 0, 0]]


def test_the_smallest_that_failed_fold_first_and_neighbours_share_a_triangle() -> None:
    layout = drawn(tree_of(SMALL), 13, capacity=2).layout
    assert leaves(layout) == 2
    assert layout.nodes.tolist() == [0, 1, 2, 4, 5] and layout.guesses.tolist() == [0, 1, 2, 1, 1]
    assert layout.x.tolist() == [1.0, 0.5, 0.5, 1.5, 1.5] and layout.items.tolist() == [0, 1, 2, 2, 3, 4]
    layout = drawn(tree_of(SMALL), 13, capacity=1).layout
    assert leaves(layout) == 2  # the solution cannot fold
    assert layout.nodes.tolist() == [0, 1, 4, 5] and layout.guesses.tolist() == [0, 3, 1, 1]
    assert layout.bottom.tolist() == [0, 2, 1, 2]


def test_the_path_leads_straight_down_through_a_triangle() -> None:
    view = TreeView(tree_of(SMALL))
    drawing = view.drawing(6, 1)
    assert drawing.path == (0, 1, 3) and drawing.path_x.tolist() == [1.0, 0.5, 0.5]
    assert drawing.path_y.tolist() == [0, 1, 2] and drawing.states.tolist() == [O, O, A, A]
    assert view.below(1) == (3, 6, 3, 0) and view.below(0) == (5, 13, 3, 1)
    assert view.drawing(3, 1).layout is drawing.layout


def test_what_is_nearest_to_the_mouse() -> None:
    layout = drawn(tree_of(SMALL), 13, capacity=1).layout
    assert layout.nearest(0.5, 1.5, 20, 30) == (1, 0.0)  # within the triangle
    assert layout.nearest(1.6, 2.0, 20, 30) == (3, pytest.approx(2.0))
    assert layout.nearest(1.0, -1.0, 20, 30) == (0, 30.0)


def test_solutions_fold_last_but_not_the_first_one() -> None:
    steps = [step for digit in (1, 2, 3, 4) for step in (guess(0, digit), SOLVED, backtrack(0, Why.ENUMERATE))]
    assert drawn(tree_of(steps), 12, capacity=4).layout.guesses.max() == 1, "nothing folds"
    layout = drawn(tree_of(steps), 12, capacity=2).layout
    assert layout.nodes.tolist() == [0, 1, 2] and layout.guesses.tolist() == [0, 1, 3]
    assert layout.solved_at.tolist() == [2, 2, 5]
    assert drawn(tree_of(steps), 4, capacity=2).states.tolist() == [O, S, O]
    assert drawn(tree_of(steps), 5, capacity=2).states.tolist() == [O, S, O]
    assert drawn(tree_of(steps), 9, capacity=2).states.tolist() == [O, S, S]


def walked(case: Walk, length: int = 250) -> SearchTree:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, length), puzzle, mode)
    run_out(timeline)
    return grown(timeline)


@given(walks, st.integers(1, 30), st.integers(0, 250))
def test_a_layout_shows_every_guess_once(case: Walk, capacity: int, position: int) -> None:
    tree = walked(case)
    drawing = drawn(tree, position, capacity)
    layout = drawing.layout
    shown = [list(range(a, b + 1)) for a, b in zip(layout.nodes, layout.last, strict=True)]
    assert sum(shown, []) == list(range(tree.size))
    assert [layout.nodes[item] for item in layout.items] == [numbers[0] for numbers in shown for _ in numbers]
    for item, numbers in enumerate(shown):
        tops = {int(tree.parents[number]) for number in numbers} - set(numbers)
        assert len(tops) == 1 and layout.parents[item] == (layout.items[tops.pop()] if item else -1)
        assert layout.y[item] == min(tree.levels[number] for number in numbers)
        assert layout.bottom[item] == max(tree.levels[number] for number in numbers)
        if len(numbers) > 1:
            assert all(tree.ends[number] < NEVER for number in numbers)
            assert not any(tree.solved_at[number] == tree.solved_at[0] < NEVER for number in numbers)
        states = tree.states(position)[numbers]
        assert drawing.states[item] in states or len(numbers) > 1
        assert (drawing.states[item] == NodeState.OPEN) == (NodeState.OPEN in states)
        assert (drawing.states[item] == NodeState.AHEAD) == (set(states) == {NodeState.AHEAD})
    assert layout.bottom.max() == layout.deepest
    assert max(leaves(layout), min(capacity, 8)) <= layout.span <= max(capacity, leaves(layout))


@given(walks, st.integers(1, 30))
def test_a_node_stands_above_the_middle_of_its_leaves(case: Walk, capacity: int) -> None:
    layout = drawn(walked(case), 0, capacity).layout
    children: dict[int, list[int]] = {}
    for item, parent in enumerate(layout.parents.tolist()):
        children.setdefault(parent, []).append(item)

    def tips(item: int) -> list[int]:
        return sum((tips(child) for child in children[item]), []) if item in children else [item]

    in_order = tips(0)
    assert [layout.x[item] for item in in_order] == [number + 0.5 for number in range(leaves(layout))]
    for item in range(len(layout.nodes)):
        below = tips(item)
        assert layout.x[item] == (layout.x[below[0]] + layout.x[below[-1]]) / 2


@given(walks, st.integers(1, 30))
def test_no_more_is_folded_than_there_is_need_for(case: Walk, capacity: int) -> None:
    tree = walked(case)
    layout = drawn(tree, 0, capacity).layout
    fits = [Folding.of(tree, fold).leaves for fold in range(27)]
    assert leaves(layout) == next((fit for fit in fits if fit <= capacity), fits[-1])
    assert fits[:14] == sorted(fits[:14], reverse=True)


@given(walks, st.integers(1, 12), st.integers(5, 60))
def test_while_it_grows_nothing_opens_again(case: Walk, capacity: int, portion: int) -> None:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 250), puzzle, mode)
    tree, fold = SearchTree(timeline), 0
    view = TreeView(tree)
    while not timeline.finished:
        timeline.resume()
        timeline.reach(timeline.length + portion, Ticking(), 1)
        tree.grow(Ticking(), 1)
        layout = view.drawing(timeline.length, capacity).layout
        assert view._fold >= fold
        assert leaves(layout) <= capacity or leaves(layout) == Folding.of(tree, 26).leaves
        fold = view._fold


@given(walks, st.integers(1, 20), st.lists(st.integers(0, 250), min_size=2, max_size=5))
def test_nothing_moves_while_scrubbing(case: Walk, capacity: int, positions: list[int]) -> None:
    tree = walked(case)
    view = TreeView(tree)
    layouts = {id(view.drawing(position, capacity).layout) for position in positions}
    assert len(layouts) == 1
    for position in positions:
        drawing = view.drawing(position, capacity)
        assert list(drawing.path[1:]) == tree.path(position)
        assert np.array_equal(drawing.path_x, drawing.layout.x[drawing.layout.items[list(drawing.path)]])
