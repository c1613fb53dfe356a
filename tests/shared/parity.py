"""Compares films with the window: what a page shows of a run at many positions, and what the window shows there."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import solvers
from puzzles.puzzle import Puzzle
from solvers.core.frame_trace import NOWHERE
from solvers.core.step import Kind, Step
from visualizer.analysis.dials import Dials
from visualizer.analysis.implication_graph import lay_out
from visualizer.analysis.run_analysis import Analysis
from visualizer.analysis.search_tree import Folding, TreeDrawing
from visualizer.film.film import Excerpt, Film, film_from, packed_caption
from visualizer.panes.conflict.pane import Implications, ImplicationView, part_of
from visualizer.panes.cover.pane import cover_view
from visualizer.panes.formula.view import box_of, formula_view
from visualizer.panes.trail.pane import trail_view
from visualizer.scene.board import Boards, board_view, struck_since, with_clause, words_of_struck
from visualizer.scene.composer import Composer, counters
from visualizer.text.spans import plain
from visualizer.timeline.condition import Grain, grains_for, with_unit
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Run, Timeline
from visualizer.timeline.transport import Motion
from visualizer.views.board import CellView

FILM = Path(__file__).parents[1] / "visualizer" / "film"
PLAYER = FILM.parents[2] / "visualizer" / "film" / "player" / "run.js"
MARKED = (Kind.GUESS, Kind.CONFLICT, Kind.LEARN, Kind.SOLVED)
"""The kinds of step that a timeline marks."""


class Looks(NamedTuple):
    """How many of the first positions of a film are compared, of the marked ones and of all."""

    first: int
    marked: int
    others: int


@dataclass
class Filmed:
    """A film, and the window's view of the same run."""

    composer: Composer
    film: Film
    first: int

    @property
    def end(self) -> int:
        return int(self.film.header["skipped"]) + len(self.film.frames)

    def positions(self, looks: Looks) -> list[int]:
        """Return positions to compare, which include the end."""
        first, end, kinds = self.first, self.end, self.film.header["frames"]["kind"]
        begin = int(self.film.header["skipped"]) + 1
        marks = [at for at, number in enumerate(self.film.frames, begin) if kinds[number] in MARKED and at >= first]
        places, some = range(first, end + 1), random.Random(1)
        marked, others = min(looks.marked, len(marks)), min(looks.others, len(places))
        return sorted({*places[: looks.first], *some.sample(marks, marked), *some.sample(places, others), end})


@dataclass
class Law:
    """The positions at which films are compared: what the board, the caption and the tree show at many, and what
    every pane shows at some of them.
    """

    many: Looks
    some: Looks

    def positions(self, one: Filmed) -> tuple[list[int], set[int]]:
        some = one.positions(self.some)
        return sorted({*one.positions(self.many), *some}), set(some)


def filmed(puzzle: Puzzle, solver: str, last: int, first: int = 0, through: int = 0) -> Filmed:
    its = solvers.get(solver)
    timeline = Timeline(Run(lambda: solvers.trace(puzzle, solver), lambda: its.board(puzzle, {})))
    composer = Composer(puzzle, its, Player(timeline))
    return Filmed(composer, film_from(composer, Excerpt(first, last, through)), first)


def played(films: list[Filmed], law: Law, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield, for each film, its end and where its units of steps stop, and then what the player shows at each of its
    positions, using a single process.
    """
    jobs = []
    for one in films:
        (header, numbers), (many, some) = one.film.encoded(), law.positions(one)
        jobs.append({"header": header, "numbers": numbers, "positions": many, "closely": sorted(some)})
    file, shown = folder / "jobs.json", folder / "shown.jsonl"
    file.write_text(json.dumps({"films": jobs, "player": str(PLAYER)}))
    with shown.open("wb") as out:
        done = subprocess.run(["node", FILM / "read_film.mjs", file], stdout=out, stderr=subprocess.PIPE, timeout=1200)
    assert not done.stderr, done.stderr.decode()
    with shown.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@cache
def digits(mask: int) -> list[int]:
    return [digit for digit in range(1, mask.bit_length()) if mask >> digit & 1]


@cache
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


class OpenGuesses:
    """The open guesses at increasing positions, and the digits refuted in each one's cell, using the steps alone."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline, self._followed = timeline, 0
        self._guesses: list[tuple[int, tuple[int, int, bool]]] = []
        self._refuted: list[list[tuple[int, int, bool]]] = [[]]

    def at(self, position: int) -> list[dict[str, Any]]:
        for at in range(self._followed + 1, position + 1):
            self._follow(at, self._timeline.step(at))
        self._followed = position
        return [
            {
                "cell": cell, "digit": digit, "sign": int(sign), "at": at,
                "refuted": [other for where, other, its in self._refuted[level] if (where, its) == (cell, sign)],
            }
            for level, (at, (cell, digit, sign)) in enumerate(self._guesses)
        ]  # fmt: skip

    def _follow(self, at: int, step: Step) -> None:
        guesses, refuted = self._guesses, self._refuted
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
        assert timeline.resting or not timeline.over
        if timeline.resting:
            timeline.resume()
    analysis = Analysis(timeline, Dials(timeline, solver))
    while analysis.follow(perf_counter, 60):
        pass
    return analysis


class Tree:
    """The window's tree, with its layout where that differs from the one before."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis, self._layout = analysis, None

    def at(self, position: int) -> dict[str, Any] | None:
        drawing = self._analysis.drawing(position, LEAVES)
        if drawing is None:
            return None
        data = {
            "states": drawing.states,
            "path": drawing.path,
            "pathX": drawing.path_x,
            "pathY": drawing.path_y,
            "jumps": drawing.jumps,
        }
        if drawing.layout is self._layout:
            return data
        self._layout = drawing.layout
        return data | self._layout_data(drawing)

    def _layout_data(self, drawing: TreeDrawing) -> dict[str, Any]:
        """Return the layout, and what is said about its items."""
        analysis, layout = self._analysis, dict(vars(drawing.layout))
        leaves = Folding.of(analysis.tree, analysis.tree_view._fold).leaves
        guesses = drawing.layout.guesses.tolist()
        return {
            "layout": layout | {"key": 0, "leaves": leaves, "solvedAt": layout.pop("solved_at")},
            "words": [analysis.words_of_item(drawing, item) if its else "" for item, its in enumerate(guesses)],
        }


def icicle_of(analysis: Analysis, position: int) -> dict[str, Any]:
    """Return the window's icicle, and what it says about the innermost open guess."""
    icicle, level = analysis.icicle_so_far(position, ICICLE), analysis.timeline.board_at(position).level
    return {
        "picture": vars(icicle.icicle) | {"standing": icicle.standing} if icicle and position else None,
        "level": analysis.words_at_level(position, level),
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
        said.append([view.heading, view.words, view.invites, view.written, cut, told_of(graphs, position, view)])
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


def told_of(graphs: Implications, position: int, view: ImplicationView) -> list[Any] | None:
    """Return the caption and the cells of the board at a resolution."""
    part = part_of(view)
    if part is None:
        return None
    board = with_clause(board_view(Boards.at(graphs.timeline, position)), part.clause, part.cell)
    return [packed_caption(part.caption), [cell_data(cell) for cell in board.cells]]


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
    struck = [[digits(cell.struck), digits(cell.earlier)] for cell in composer.scene(100).board.cells]
    composer.player.chosen = None
    if boards.struck is None or boards.step is None:
        return {"words": "", "struck": struck}
    said = words_of_struck(boards.struck, boards.step, boards.before, boards.after)
    return {"words": plain(said), "struck": struck}


def differences(films: list[Filmed], law: Law, folder: Path) -> list[str]:
    """Return how each film differs from the window, and close the window's run."""
    faults, lines = [], played(films, law, folder)
    for one in films:
        ends = next(lines)
        assert ends["last"] == one.end
        faults += lines_without_source(one.film) + compared(one, law, lines) + units_compared(one, ends["stops"])
        one.composer.timeline.close()
    return faults


class Window:
    """What the window shows of a film's run at increasing positions."""

    def __init__(self, one: Filmed) -> None:
        self.composer, self.whole = one.composer, not one.first
        self.timeline = one.composer.timeline
        self.dials, self.analysis = Dials(self.timeline, one.composer.solver), analysed(one)
        self.dials.grow()
        self.tree, self.guesses = Tree(self.analysis), OpenGuesses(self.timeline)
        self.graphs, self.panes = Implications(self.analysis.timeline), {name for name, *_ in one.film.header["panes"]}

    def at(self, position: int) -> dict[str, Any]:
        """Return what is compared at every position."""
        shown = of_the_window(self.composer, position) | {
            "position": position,
            "counters": counters_of(self.timeline, self.dials, position),
        }
        if self.whole:
            shown |= {"path": self.guesses.at(position), "tree": as_json(self.tree.at(position))}
        return shown

    def panes_at(self, position: int) -> dict[str, Any]:
        """Return what is compared besides at some positions."""
        shown = {"formula": formula_of(self.composer, position)}
        if "trail" in self.panes:
            shown["trail"] = trail_of(self.timeline, position)
        if not self.whole:
            return shown
        its = self.analysis.timeline
        matrix = matrix_of(its, position) if "cover" in self.panes else None
        implications = implications_of(self.graphs, position) if "implications" in self.panes else None
        further = {"matrix": matrix, "implications": implications, "plots": plots_of(self.analysis, position)}
        further["icicle"] = icicle_of(self.analysis, position)
        return shown | as_json(further) | {"digits": by_digits(self.composer, position)}


def compared(one: Filmed, law: Law, lines: Iterator[dict[str, Any]]) -> list[str]:
    """Return how the lines, one for each position, differ from what the window shows there."""
    solver, window, faults = one.composer.solver.name, Window(one), []
    many, some = law.positions(one)
    for position, shown in zip(many, lines, strict=False):
        wanted = window.at(position) | (window.panes_at(position) if position in some else {})
        for cell, (seen, known) in enumerate(zip(shown["cells"], wanted.pop("cells"), strict=True)):
            if seen != known:
                faults.append(f"{solver} at {position}, cell {cell}: {seen}, not {known}")
        for part, its in wanted.items():
            if shown[part] != its:
                faults.append(f"{solver} at {position}, {part}: {shown[part]!r}, not {its!r}")
    window.analysis.timeline.close()
    return faults
