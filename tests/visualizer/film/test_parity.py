"""Tests that a film shows what the window shows at every position and for every solver."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from slow import few_of

import solvers
from puzzles.corpus import named
from puzzles.puzzle import Puzzle
from solvers.core.frame_trace import NOWHERE
from solvers.core.step import Kind, Step
from solvers.external import registry
from visualizer.analysis.dials import Dials
from visualizer.analysis.implication_graph import lay_out
from visualizer.analysis.run_analysis import Analysis
from visualizer.analysis.search_tree import Folding, TreeDrawing
from visualizer.film.film import Excerpt, Film, film_from, packed_caption
from visualizer.film.page import player
from visualizer.keymap import WATCH
from visualizer.panes.conflict.pane import Implications
from visualizer.panes.cover.pane import cover_view
from visualizer.panes.formula.view import box_of, formula_view
from visualizer.panes.trail.pane import trail_view
from visualizer.scene.board import Boards, struck_since, words_of_struck
from visualizer.scene.composer import Composer, counters
from visualizer.text.spans import plain
from visualizer.timeline.condition import Grain, grains_for, with_unit
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Run, Timeline
from visualizer.timeline.transport import Motion
from visualizer.views.board import CellView

HERE = Path(__file__).parent
PLAYER = HERE.parents[2] / "visualizer" / "film" / "player" / "run.js"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node, to run the player")

QUICK = ("mrv", "cdcl")
EACH = 60 if os.environ.get("SOLVESCOPE_CI") else 20
"""How many of the first positions, of the marked ones and of all are compared."""
MARKED = (Kind.GUESS, Kind.CONFLICT, Kind.LEARN, Kind.SOLVED)


def with_slow(names: list[str]) -> list[Any]:
    return [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in names]


def played(filmed: list[Filmed], folder: Path) -> list[dict[str, Any]]:
    """Return what the player shows at each position of the films, and where its units of steps stop, using a single
    process.
    """
    films = []
    for one in filmed:
        header, numbers = one.film.encoded()
        films.append({"header": header, "numbers": numbers, "positions": one.positions})
    jobs = folder / "jobs.json"
    jobs.write_text(json.dumps({"films": films, "player": str(PLAYER)}))
    done = subprocess.run(["node", HERE / "read_film.mjs", jobs], capture_output=True, text=True, timeout=120)
    assert not done.stderr, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    assert [answer["last"] for answer in answers] == [one.end for one in filmed]
    return answers


def digits(mask: int) -> list[int]:
    return [digit for digit in range(1, mask.bit_length()) if mask >> digit & 1]


@dataclass
class Filmed:
    """A film, and the window's view of the same run."""

    composer: Composer
    film: Film
    first: int

    @property
    def end(self) -> int:
        return int(self.film.header["skipped"]) + len(self.film.frames)

    @property
    def positions(self) -> list[int]:
        """Return the positions to compare: the first ones, some that a timeline marks, some others, the end."""
        first, end, kinds = self.first, self.end, self.film.header["frames"]["kind"]
        begin = int(self.film.header["skipped"]) + 1
        marks = [at for at, number in enumerate(self.film.frames, begin) if kinds[number] in MARKED and at >= first]
        places, some = range(first, end + 1), random.Random(1)
        chosen = [*some.sample(marks, min(EACH, len(marks))), *some.sample(places, min(EACH, len(places)))]
        return sorted({*places[:EACH], *chosen, end})


def cell_data(cell: CellView) -> dict[str, Any]:
    always = {
        "digit": cell.digit,
        "role": cell.role.value,
        "level": cell.level,
        "candidates": digits(cell.candidates),
        "struck": digits(cell.struck),
    }
    marks = {
        "wash": cell.wash.value if cell.wash.value != "none" else "",
        "refused": cell.refused,
        "dead": cell.dead,
        "culprit": cell.culprit,
        "clause": cell.clause.value if cell.clause.value != "none" else "",
        "asserted": cell.asserted,
        "denied": cell.denied,
        "parts": [[digit, part.value] for digit, part in cell.parts],
    }
    return always | {name: value for name, value in marks.items() if value}


def of_the_window(composer: Composer, position: int) -> dict[str, Any]:
    """Return what a film of the window shows while paused at a position."""
    composer.timeline.shown = position
    scene = composer.filmed(composer.scene(100))
    cells, links = [cell_data(cell) for cell in scene.board.cells], scene.board.links
    return {
        "caption": packed_caption(scene.caption),
        "links": [[*a, *b, int(strong)] for a, b, strong in links],
        "cells": cells,
        "place": place_of(composer, position),
    }


def place_of(composer: Composer, position: int) -> list[Any]:
    """Return the name of the file, the highlighted line, and whether the solver failed there."""
    timeline = composer.timeline
    failure = timeline.failure if composer.player.at_end else None
    place = failure.place if failure else timeline.place(position) if position else NOWHERE
    return [Path(place.file).name, place.line, failure is not None]


def counters_of(timeline: Timeline, dials: Dials, position: int) -> list[list[str]]:
    return [[value, label] for value, label, *_ in counters(position, timeline.board_at(position), dials)[1:]]


def formula_of(composer: Composer, position: int) -> list[dict[str, Any]]:
    """Return the formula's lines in the form that a page shows, without open guesses or a rule's name."""
    timeline, solver, puzzle = composer.timeline, composer.solver, composer.puzzle
    if not solver.formula:
        return []
    boards = Boards.at(timeline, position)
    box = box_of(solver, composer.options, puzzle, timeline.pending, composer.explains)
    view = formula_view(solver, boards.step, boards.before, boards.after, puzzle, box)
    assert view
    lines: list[dict[str, Any]] = []
    for line in view.lines:
        if line.note in ("Taken back", "Undone", "Decisions, latest first"):
            break
        note = "" if line.text and solver.formula == "clauses" else line.note
        text = [[span.text.strip(), span.voice, cell_of(puzzle, span.literal)] for span in line.text]
        lines.append({"mark": line.mark, "text": [part for part in text if part[0]], "note": note, "here": line.here})
    return lines


def trail_of(timeline: Timeline, position: int) -> list[dict[str, Any]]:
    board = timeline.board_at(position)
    bands = trail_view(None, board, board).bands
    texts = [[chip.text for chip in band.chips] for band in bands]
    return [
        {"heading": band.heading, "earlier": band.earlier, "chips": its} for band, its in zip(bands, texts, strict=True)
    ]


def cell_of(puzzle: Puzzle, literal: int) -> int:
    """Return the cell of a literal, or -1 if the text is not a literal."""
    return (abs(literal) - 1) // puzzle.geometry.symbols if literal else -1


def path_of(timeline: Timeline, position: int) -> list[dict[str, Any]]:
    """Return the open guesses and the digits refuted in each one's cell, using the steps alone."""
    guesses: list[tuple[int, tuple[int, int, bool]]] = []
    refuted: list[list[tuple[int, int, bool]]] = [[]]
    for at in range(1, position + 1):
        step = timeline.step(at)
        if step.kind is Kind.GUESS:
            guesses.append((at, (step.cell, step.digit, step.sign)))
            refuted.append([])
        elif step.kind is Kind.BACKTRACK:
            level = max(step.level, 0)
            if step.level >= 0:
                refuted[level].append(guesses[level][1])
            else:
                refuted[0].clear()
            del guesses[level:], refuted[level + 1 :]
    return [
        {
            "cell": cell, "digit": digit, "sign": int(sign), "at": at,
            "refuted": [other for where, other, its in refuted[level] if (where, its) == (cell, sign)],
        }
        for level, (at, (cell, digit, sign)) in enumerate(guesses)
    ]  # fmt: skip


LEAVES, ICICLE, ROWS, SAMPLES = 24, 90, 4, 256
"""For how many leaves and columns ``read_film.mjs`` draws the search, in how many rows a graph, and how many values a
plot has.
"""


def analysed(one: Filmed) -> Analysis:
    """Return the window's analysis of exactly the steps that a film holds."""
    puzzle, solver = one.composer.puzzle, one.composer.solver

    def steps() -> Iterator[Step]:
        made = 0
        for step in solvers.trace(puzzle, solver.name):
            if made == one.end:
                return
            made += step.kind is not Kind.PENDING
            yield step

    timeline = Timeline(Run(steps, lambda: solver.board(puzzle, {})))
    while not timeline.reach(one.end, perf_counter, 60):
        assert not timeline.over
    analysis = Analysis(timeline, Dials(timeline, solver))
    while analysis.follow(perf_counter, 60):
        pass
    return analysis


def search_of(analysis: Analysis, position: int) -> dict[str, Any]:
    """Return the window's tree and icicle, and what it says about them."""
    drawing, icicle = analysis.drawing(position, LEAVES), analysis.icicle_so_far(position, ICICLE)
    level = analysis.timeline.board_at(position).level
    return {
        "tree": drawing and tree_data(analysis, drawing),
        "icicle": vars(icicle.icicle) | {"standing": icicle.standing} if icicle and position else None,
        "level": analysis.words_at_level(position, level),
    }


def tree_data(analysis: Analysis, drawing: TreeDrawing) -> dict[str, Any]:
    layout = dict(vars(drawing.layout))
    leaves = Folding.of(analysis.tree, analysis.tree_view._fold).leaves
    guesses = drawing.layout.guesses.tolist()
    return {
        "layout": layout | {"key": 0, "leaves": leaves, "solvedAt": layout.pop("solved_at")},
        "states": drawing.states,
        "path": drawing.path,
        "pathX": drawing.path_x,
        "pathY": drawing.path_y,
        "jumps": drawing.jumps,
        "words": [analysis.words_of_item(drawing, item) if its else "" for item, its in enumerate(guesses)],
    }


def matrix_of(timeline: Timeline, position: int) -> dict[str, Any]:
    view = cover_view(timeline, position, Boards.at(timeline, position))
    heads, rows = ([part._asdict() for part in parts] for parts in (view.heads, view.rows))
    return view._asdict() | {"heads": heads, "rows": rows}


def implications_of(graphs: Implications, position: int) -> dict[str, Any]:
    """Return the graph at a position, and what the window says after its first resolutions and after all of them."""
    view = graphs.at(position)
    graph, laid = view.graph, view.graph and lay_out(view.graph, ROWS)
    last = len(graph.resolutions) if graph else 0
    said = []
    for made in [*range(min(5, last)), last] if view.stepping else [0]:
        view = graphs.at(position, made)
        cut = laid.cut(view.made)._asdict() if laid else None
        said.append([view.heading, view.words, view.invites, view.written, cut])
    if graph is None or laid is None:
        return {"said": said, "graph": None, "places": None}
    return {
        "said": said,
        "graph": {
            "nodes": [node._asdict() | {"side": node.side.value} for node in graph.nodes],
            "edges": sorted(graph.edges),
            "level": graph.level,
            "start": graph.start,
            "resolutions": [resolution._asdict() for resolution in graph.resolutions],
            "toCut": graph.to_cut,
        },
        "places": [[i, *slot] for i, slot in laid.slots.items()],
    }


def plots_of(analysis: Analysis, position: int) -> list[dict[str, Any]]:
    plots = analysis.plots(position, SAMPLES)
    while not analysis.statistics.settled:
        plots = analysis.plots(position, SAMPLES)
    return [vars(plot) for plot in plots]


def as_json(value: Any) -> Any:
    """Return data with arrays as lists, and what never happens at the position that stands for it on a page."""
    return json.loads(json.dumps(value, default=lambda array: np.minimum(array.astype(float), 2**31 - 1).tolist()))


def lines_without_source(film: Film) -> list[str]:
    """Return the lines that made steps but are missing from the film's source."""
    files, frames = film.header["files"], film.header["frames"]
    faults = []
    for file, line in sorted(set(zip(frames["file"], frames["line"], strict=True))):
        if file >= 0 and not 0 <= line - files[file]["first"] < len(files[file]["lines"]):
            faults.append(f"{files[file]['name']}: line {line} is not in the film")
    return faults


def filmed(puzzle: Puzzle, solver: str, last: int, first: int = 0, through: int = 0) -> Filmed:
    its = solvers.get(solver)
    timeline = Timeline(Run(lambda: solvers.trace(puzzle, solver), lambda: its.board(puzzle, {})))
    composer = Composer(puzzle, its, Player(timeline))
    return Filmed(composer, film_from(composer, Excerpt(first, last, through)), first)


def stepped(player: Player, by: int, end: int) -> list[int]:
    """Return where single steps lead, from the playhead to an end."""
    found = [player.position]
    while found[-1] != end:
        player.step(by)
        while player.mode is not Motion.PAUSED:
            player.tick(0.1, lambda: 0.0, 1.0)
        found.append(min(end, player.position) if by > 0 else max(end, player.position))
    return found


def units_compared(one: Filmed, by_page: list[dict[str, Any]]) -> list[str]:
    """Return how the units of a film differ from those of the window, and where they stop at other steps."""
    composer, end = one.composer, one.end
    player, first = composer.player, int(one.film.header["skipped"]) + 1 if one.first else 0
    units = [grain.unit for grain in grains_for(composer.solver)]
    faults = [] if units == [its["unit"] for its in by_page] else [f"{composer.solver.name}: {by_page}, not {units}"]
    for its in by_page:
        player.grain = with_unit(its["unit"])
        composer.timeline.shown = first
        forward = stepped(player, 1, end)
        composer.timeline.shown = end
        wanted = {"forward": forward, "back": stepped(player, -1, first)}
        wanted["leaps"] = [forward[min(count, len(forward) - 1)] for count in (2, 3, 7)]
        faults += [f"{composer.solver.name} by {its['unit']}, {way}" for way in wanted if its[way] != wanted[way]]
    player.chosen = None
    return faults


def by_digits(composer: Composer, position: int) -> dict[str, Any]:
    """Return what the window adds to a step if digits count."""
    composer.timeline.shown, composer.player.grain = position, Grain.DIGITS
    boards = Boards.at(composer.timeline, position, struck_since(composer.player))
    struck = [digits(cell.struck) for cell in composer.scene(100).board.cells]
    composer.player.chosen = None
    if boards.struck is None or boards.step is None:
        return {"words": "", "struck": struck}
    said = words_of_struck(boards.struck, boards.step, boards.before, boards.after)
    return {"words": plain(said), "struck": struck}


def differences(films: list[Filmed], folder: Path) -> list[str]:
    """Return how each film differs from the window, and close the window's run."""
    faults = []
    for one, its in zip(films, played(films, folder), strict=True):
        faults += lines_without_source(one.film) + compared(one, its["shown"]) + units_compared(one, its["stops"])
        one.composer.timeline.close()
    return faults


def compared(one: Filmed, by_player: list[dict[str, Any]]) -> list[str]:
    composer, first, faults = one.composer, one.first, []
    timeline, its = composer.timeline, composer.solver
    solver = its.name
    dials = Dials(timeline, its)
    dials.grow()
    analysis = analysed(one)
    graphs, panes = Implications(analysis.timeline), {name for name, *_ in one.film.header["panes"]}
    for position, shown in zip(one.positions, by_player, strict=True):
        wanted = of_the_window(composer, position)
        wanted["counters"] = counters_of(timeline, dials, position)
        wanted["path"] = path_of(timeline, position) if not first else shown["path"]
        wanted["digits"] = by_digits(composer, position) if not first else shown["digits"]
        wanted["search"] = as_json(search_of(analysis, position)) if not first else shown["search"]
        if not first:
            wanted["matrix"] = as_json(matrix_of(analysis.timeline, position)) if "cover" in panes else None
            wanted["implications"] = as_json(implications_of(graphs, position)) if "implications" in panes else None
            wanted["plots"] = as_json(plots_of(analysis, position))
        wanted["formula"] = formula_of(composer, position)
        wanted["trail"] = trail_of(timeline, position) if "trail" in panes else shown["trail"]
        further = () if first else ("matrix", "implications", "plots")
        for part in (*further, "caption", "links", "counters", "path", "formula", "trail", "search", "place", "digits"):
            if shown[part] != wanted[part]:
                faults.append(f"{solver} at {position}, {part}: {shown[part]!r}, not {wanted[part]!r}")
        for cell, (seen, known) in enumerate(zip(shown["cells"], wanted["cells"], strict=True)):
            if seen != known:
                faults.append(f"{solver} at {position}, cell {cell}: {seen}, not {known}")
    return faults


@needs_node
@pytest.mark.parametrize("solver", with_slow(solvers.names()))
def test_the_player_shows_what_the_window_shows(solver: str, tmp_path: Path) -> None:
    assert differences([filmed(named.find("fig1"), solver, 1500)], tmp_path) == []


OUTCOMES = {
    "cell-bare": "sat",
    "small-4": "backtracking",
    "two-nearly-full": "sat",
    "clash-row": "mrv",
    "complete": "mrv",
    "uphill-small": "annealing",
    "minimal-9-1": "human",
}
"""Puzzles without a solution, with several, with clashing givens, already solved or in need of techniques, each with a
solver to end on it.
"""


@needs_node
def test_the_start_and_the_end_of_a_film_say_what_the_window_says(tmp_path: Path) -> None:
    outcomes = few_of([*OUTCOMES.items()][::2], OUTCOMES.items())
    films = [filmed(named.find(name), solver, 3000) for name, solver in outcomes]
    assert differences(films, tmp_path) == []


FAILING = {
    "at_once": """raise KeyError("at once")\n    yield""",
    "later": """yield guess(puzzle.blanks[0], 3)\n    raise KeyError("later")""",
    "illegal": """yield guess(puzzle.blanks[0], 3)\n    yield guess(puzzle.blanks[0], 4)""",
}


@pytest.mark.slow
@needs_node
def test_a_film_of_a_solver_that_fails_shows_where(tmp_path: Path) -> None:
    films = []
    for name, body in FAILING.items():
        path = tmp_path / f"{name}.py"
        path.write_text(f"from solvers.step import guess\n\n\ndef {name}(puzzle):\n    {body}\n")
        solver = registry.register(registry.load(path)).name
        films += [filmed(named.find("fig1"), solver, last) for last in (1, 10)]
    assert differences(films, tmp_path) == []


@needs_node
def test_the_keys_of_a_page_do_what_they_do_in_the_window() -> None:
    keys = (PLAYER.parent / "keys.js").as_uri()
    script = f"import('{keys}').then(({{ DEEDS }}) => console.log(JSON.stringify(DEEDS)))"
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, timeout=120, check=True)
    deeds = {deed["id"]: set(deed["keys"].split()) for deed in json.loads(done.stdout)}
    shared = {id: keys for id, keys in deeds.items() if id in WATCH}
    assert {id: keys for id, keys in shared.items() if keys != set(WATCH[id].keys)} == {} and len(shared) >= 14
    taken = [key for keys in deeds.values() for key in keys]
    assert len(taken) == len(set(taken)), "no key means two things"


@needs_node
def test_the_modules_of_the_player_join_into_one(tmp_path: Path) -> None:
    """Check that the joined script is valid, so that no two modules define the same name."""
    joined = tmp_path / "player.mjs"
    joined.write_text(player(asks=False), encoding="utf-8")
    done = subprocess.run(["node", "--check", joined], capture_output=True, text=True, timeout=120)
    assert not done.returncode, done.stderr


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("solver", solvers.names())
def test_boards_of_every_size_show_the_same(solver: str, tmp_path: Path) -> None:
    large = ("side-25", "side-36") if solver in ("mrv", "annealing", "cdcl", "formula") else ()
    sizes = map(named.find, ("small-4", "minimal-6", "jump-1", "minimal-10", "side-16", *large))
    films = [filmed(puzzle, solver, 400) for puzzle in sizes if not solvers.get(solver).fits(puzzle)]
    assert differences(films, tmp_path) == []


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("solver", ["mrv", "annealing", "cdcl", "backtracking"])
def test_a_span_shows_the_same(solver: str, tmp_path: Path) -> None:
    assert differences([filmed(named.find("minimal-9-1"), solver, 150, first=60)], tmp_path) == []


@needs_node
def test_a_run_is_gone_through_by_restarts(tmp_path: Path) -> None:
    one = filmed(named.find("one-given"), "cdcl", 3000, through=3000)
    kinds, (restarts,) = (
        one.film.header["frames"]["kind"],
        [its for its in one.film.header["grains"] if "frames" in its],
    )
    assert sum(kinds[number] == Kind.BACKTRACK for number in restarts["frames"]) < kinds.count(Kind.BACKTRACK)
    assert any(kinds[number] == Kind.BACKTRACK for number in restarts["frames"]), "it restarts"
    ((its,), timeline) = played([one], tmp_path), one.composer.timeline
    assert units_compared(one, its["stops"]) == []
    timeline.close()
