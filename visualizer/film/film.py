"""Makes the film of a run: its frames, the frame number of each step, and anything else a player needs to know."""

import base64
import gzip
import json
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import accumulate
from math import inf
from operator import attrgetter
from pathlib import Path
from time import perf_counter, sleep
from types import MappingProxyType
from typing import Any, NamedTuple

import solvers
from puzzles.discovery import Declaration
from puzzles.figures import counted
from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.core import pseudocode
from solvers.core.frame_trace import CodeLine
from solvers.core.registry import Solver
from solvers.core.step import Kind, Why
from solvers.external import registry
from solvers.external.file import NO_SUMMARY
from visualizer.analysis.bookmarks import Bookmark
from visualizer.film.frames import Frames, Marks, Numbers, StepFrame
from visualizer.narration.director import reading_time
from visualizer.narration.outcome import in_words
from visualizer.panes.code.listing import CodeView, code_view, colours_of, declared, indentation
from visualizer.panes.formula.view import BlackBox, box_of, reason_title, settled_cells, whole_formula
from visualizer.questions.asker import questions
from visualizer.scene.board import Boards
from visualizer.scene.composer import Composer
from visualizer.session.pane import Panes
from visualizer.session.pane_layout import known
from visualizer.session.run_history import WatchedRun
from visualizer.style.pictures import data_url
from visualizer.style.theme import Point, Symbols, colour, contrast, shape
from visualizer.text.spans import Caption, Span, in_words_of
from visualizer.timeline.chunk import CHUNK
from visualizer.timeline.condition import CONDITIONS, grains_for, technique_words, usual_grain
from visualizer.timeline.player import Cut, Player
from visualizer.timeline.timeline import Timeline, traced
from visualizer.views.board import Link
from visualizer.views.plan import plan_of

FORMAT, VERSION = "solvescope film", 1
MOST_STEPS = 10_000_000
"""The number of steps of a run after which a film ends, unless another is requested."""
Reason = tuple[str, tuple[int, ...]]
"""What a clause was used for, and its literals."""
Looks = dict[tuple[tuple[str, Any], ...], int]
"""What marks add to a cell, with its number in a table: a run marks thousands of boards, but with a few looks only."""
VOICES = ("", "deduced", "guessed", "conflict", "solved", "learnt", "restart")
"""The voices of spans. In a packed sentence, ``chr(i)`` before a span's words stands for ``VOICES[i]``."""
_NO_DETAIL = -1
"""The value that stands for a detail that is not a number. This value minus one stands for a clause."""
_END_OF_VOICE = "\x0f"
_SLICE = 0.02
"""The number of seconds to search before filming what has been found."""
_AHEAD, _PAUSE = 1.0, 0.005
"""How long to look for a step beyond the end of the film, and the pause between two attempts, in seconds."""


class Made(NamedTuple):
    numbers: Sequence[Numbers]
    """The frame number of each step in this part, block by block."""
    steps: int = 0
    """The number of steps of the run up to the end of this part."""
    frames: int = 0


Tell = Callable[[Made], object]
"""Called with what has been made so far."""


class Film(NamedTuple):
    header: dict[str, Any]
    """The tables of frames, sentences and marks, and the puzzle, as data for JSON."""
    frames: Numbers
    """For each step of the run, the number of its frame."""
    failure: str = ""
    """A description of the error that stopped the solver, or ""."""

    @property
    def data(self) -> str:
        """The header as JSON."""
        return json.dumps(self.header, separators=(",", ":"), ensure_ascii=False, default=attrgetter("value"))

    def packed(self) -> tuple[bytes, bytes]:
        """Return the header and the frames' numbers, each compressed."""
        return gzip.compress(self.data.encode(), 9, mtime=0), gzip.compress(in_bytes(self.frames), 9, mtime=0)

    def encoded(self) -> tuple[str, str]:
        """Return :meth:`packed` as base 64 text, the form in which a page contains it."""
        header, numbers = (base64.b64encode(part).decode() for part in self.packed())
        return header, numbers


_NEW, _LATE = b"\xff", b"\xfe"
"""What stands before a number, and before a rank that does not fit into a byte, in :func:`in_bytes`."""


def in_bytes(numbers: Numbers) -> bytes:
    """Return each number as its rank among those that have followed the number before it, which is mostly small. One
    that has not followed it yet is written out.
    """
    found, followers, before = bytearray(), defaultdict[int, dict[int, int]](dict), -1
    for number in numbers:
        ranks = followers[before]
        rank = ranks.get(number)
        if rank is None:
            ranks[number] = len(ranks)
            found += _NEW + number.to_bytes(4, "little")
        elif rank < _LATE[0]:
            found.append(rank)
        else:
            found += _LATE + rank.to_bytes(4, "little")
        before = number
    return bytes(found)


def joined(parts: Sequence[Numbers], most: int = 2**62) -> Numbers:
    """Return the last numbers of several parts, at least so many if there are."""
    first = sum(1 for so_far in accumulate(map(len, reversed(parts))) if so_far < most) + 1
    numbers = array(parts[-1].typecode if parts else "H")  # that of the last part has room for all of them
    for part in parts[-first:]:
        numbers += array(numbers.typecode, part)
    return numbers


class PastEnd(ValueError):
    """Raised if a film would begin after the end of its run."""

    def __init__(self, steps: int, first: int) -> None:
        super().__init__(
            f"the run has only {counted(steps, 'step')}; step {first} is past its end: give an earlier --from"
        )
        self.steps = steps


class Excerpt(NamedTuple):
    """The part of a run that a film shows, and what the film contains."""

    first: int = 0
    last: int = MOST_STEPS
    through: int = 0
    """Solutions before this position do not end the film."""
    chapters: Sequence[Bookmark] = ()
    source: bool = True
    """Whether to include the lines that ran and, for a user's own solver, its docstring and pseudocode."""
    ask: int = 0
    """The number of questions to ask about the run."""
    symbols: Symbols = Symbols.DIGITS
    """What the boards show for digits, if they are drawn. Letters are part of the puzzle."""
    tell: Tell = lambda made: None


WHOLE = Excerpt()


def film_of(
    puzzle: Puzzle, solver: str, options: Mapping[str, Any] = MappingProxyType({}), cut: Excerpt = WHOLE
) -> Film:
    """Run a solver on a puzzle and return the film up to the first solution or the end of the cut.

    Raises what :func:`solvers.trace` raises, and :class:`PastEnd` if the run ends before the cut begins.
    """
    composer = composer_of(puzzle, solver, options)
    try:
        return film_from(composer, cut)
    finally:
        composer.timeline.close()


def composer_of(puzzle: Puzzle, solver: str, options: Mapping[str, Any]) -> Composer:
    """Return the composer of a run that is about to start. Raises what :func:`solvers.trace` raises."""
    its, chosen = solvers.get(solver), dict(options)
    return Composer(puzzle, its, Player(Timeline(traced(puzzle, its, chosen))), chosen)


def film_from(composer: Composer, cut: Excerpt) -> Film:
    """Return the film of a run that has not been recorded yet. Raises :class:`PastEnd` if the run ends before it."""
    filming = Filming(composer, cut)
    while filming.goes_on():
        pass
    filming.look_ahead()
    return filming.film()


class Filming:
    """A run that is being filmed, a little at a time. Its film can be had at any time, up to what has been filmed."""

    def __init__(self, composer: Composer, cut: Excerpt) -> None:
        self.composer, self.cut = composer, cut
        composer.timeline.shown = 0
        self._opening = composer.filmed_caption()
        self.frames = Frames(composer.timeline, composer.solver, skip=max(0, cut.first - 1))
        self.parts: list[Numbers] = []
        """The frame numbers of each part, collected before any steps are forgotten."""
        self.done = 0
        """The number of steps filmed."""

    def goes_on(self) -> bool:
        """Film a little more of the run. Return False at the end of the run or of the cut."""
        timeline, last = self.composer.timeline, self.cut.last
        if self.done >= last:
            return False
        there = timeline.reach(min(last, self.done + CHUNK), perf_counter, _SLICE)
        timeline.shown = self.done
        for chunk, start, end in timeline.between(self.done, min(timeline.length, last)):
            self.parts.append(self.frames.follow(chunk.window(start, end)))
            self.done = end
            if end % CHUNK == 0:  # before its steps may be forgotten
                self.composer.player.directors[Cut.WHOLE].reach(end, perf_counter, inf)
        self.cut.tell(Made(self.parts, self.done, len(self.frames.numbers)))
        if not there and timeline.resting and self.done < self.cut.through:
            timeline.resume()
            return True
        return there or not timeline.over

    def look_ahead(self) -> None:
        """Find out whether the run ends here, unless the next step takes too long."""
        timeline, until = self.composer.timeline, perf_counter() + _AHEAD
        while not timeline.reach(self.done + 1, perf_counter, _SLICE):
            if timeline.over or perf_counter() > until:
                break
            sleep(_PAUSE)

    def film(self) -> Film:
        """Return the film so far. Raises :class:`PastEnd` if the cut has not begun."""
        composer, cut, frames = self.composer, self.cut, self.frames
        timeline = composer.timeline
        if frames.position < cut.first:
            raise PastEnd(frames.position, cut.first)
        numbers = joined(self.parts)
        header = _header(composer, cut, frames, self._opening)
        header |= _panes(composer, header)
        if cut.ask:
            found = questions(timeline, composer.solver, cut.ask, options=composer.options)
            asked = [one.data() for one in found if cut.first < one.position and one.shown <= frames.position]
            header |= {"questions": asked} if asked else {}
        return Film(header, numbers, str(timeline.failure or ""))


def _header(composer: Composer, cut: Excerpt, frames: Frames, opening: Caption) -> dict[str, Any]:
    """Return the tables and facts of a film, and the puzzle, as data for JSON."""
    timeline, solver, options, last = composer.timeline, composer.solver, composer.options, frames.position
    puzzle, dials, start = timeline.head.puzzle, frames.dials, frames.start
    geometry, board = puzzle.geometry, ("values", "candidates", "trail", "marks")
    shown = cut.source or registry.file_of(solver) is None  # a user's own docstring counts as source
    clash, looks = bool(puzzle.clashes()) and not solver.black_box, Looks()
    words = pseudocode.lines_for(declared(solver), options, geometry, clash=clash) if shown else ()
    return {
        **board_data(puzzle, cut.symbols),
        "placed": sorted(puzzle.placed),
        "units": [list(unit.cells) for unit in geometry.units],
        "title": solver.title,
        "summary": geometry.told(solver.summary) if shown else NO_SUMMARY,
        "source": solver.source if shown else "",
        "options": in_words(options) if options else "",
        "blackBox": solver.black_box,
        "guesses": solver.guesses,
        "formula": solver.formula,
        "words": [[geometry.told(line.text), line.depth] for line in words],
        "whole": whole_formula(composer.puzzle) if solver.formula == "clauses" else [],
        "format": FORMAT,
        "version": VERSION,
        "candidates": start.mode.name,
        "start": {name: getattr(start, name) for name in board} | {"counts": frames.counts_at_start},
        "skipped": frames.skipped,
        "dials": [dials.data(name) for name in solver.dials],
        "profile": dials.data(solver.profile),
        "beats": _beats(composer, frames.skipped, last),
        "grains": _grains(composer, frames),
        "grain": usual_grain(solver, options).unit,
        "ended": timeline.over,
        "steps": last - frames.skipped,
        "introduction": packed_caption(opening),
        "end": _end_data(composer, last, looks),
        "answer": _answer_data(composer, last),
        **_tables(timeline, frames, words, looks),
        "looks": [dict(look) for look in looks],
        "files": [_file(timeline, solver, name, cut.source) for name in _files(timeline)],
        "chapters": [list(one) for one in cut.chapters if cut.first <= one.position <= last],
    }


def board_data(puzzle: Puzzle, symbols: Symbols = Symbols.DIGITS) -> dict[str, Any]:
    """Return what the page's board is drawn from, apart from what its cells show, as data for JSON."""
    geometry, plan = puzzle.geometry, plan_of(puzzle.geometry)
    return {
        "puzzle": puzzle.name,
        "givens": list(puzzle.givens),
        "places": geometry.places,
        "size": plan.size,
        "thick": plan.thick,
        "thin": plan.thin,
        **({"tinted": sorted(plan.tinted)} if plan.tinted else {}),
        **({"squares": geometry.squares} if len(geometry.covered) > len(geometry.cells) else {}),
        **({"pitch": plan.pitch} if plan.pitch else {}),
        **({"across": plan.across} if plan.across else {}),
        **({} if _by_place(geometry) else {"names": geometry.names}),
        **({"called": geometry.kind.called} if geometry.kind.called else {}),
        **({"tallies": plan.tallies} if plan.tallies else {}),
        **({"strokes": (plan.below, plan.above)} if plan.below or plan.above else {}),
        **({"hues": geometry.kind.hues} if geometry.kind.hues else {}),
        "columns": plan.mark_columns,
        "room": plan.room,
        "symbols": geometry.symbols,
        "alphabet": list(alphabet_of(puzzle)),
        "pictures": _pictures(symbols, geometry.symbols),
    }


def _by_place(geometry: Geometry) -> bool:
    """Return whether each cell is named after its row and column."""
    return [*geometry.names] == [f"r{row + 1}c{column + 1}" for row, column in geometry.places]


def _panes(composer: Composer, header: Mapping[str, Any]) -> dict[str, Any]:
    """Return the panes that a page of the film has, each with its name, title, data and key, and the name of the one
    that says the most.
    """
    panes = Panes(WatchedRun(composer.solver, composer.options, composer.player, composer))
    found = [(entry, panes[entry.name].film(header)) for entry in known() if page_of(entry).is_file()]
    shown = [[entry.name, entry.title, data, entry.fact("keys")] for entry, data in found if data is not None]
    return {"panes": shown, "telling": panes.telling}


def page_of(pane: Declaration, name: str = "page.js") -> Traversable:
    """Return a file of a pane's folder: the module that shows it on pages, or its style. Not every pane has them."""
    return resources.files(pane.module.rpartition(".")[0]) / name


def _beats(composer: Composer, first: int, last: int) -> list[tuple[int, float, str, int]]:
    """Return the end of each beat between two positions, its seconds, what is said, and whether it is a wave."""
    director = composer.player.directors[Cut.WHOLE]
    beats, at = list[tuple[int, float, str, int]](), first
    while at < last and (beat := director.reach(at, perf_counter, inf)) is not None:
        said = packed_caption(in_words_of(composer.puzzle.geometry.kind, beat.said))
        beats.append((min(beat.end, last), round(beat.seconds, 2), said, int(beat.wave)))
        at = beat.end
    if at < last:  # the film ends before the beat is known
        said = f"{counted(last - at, 'more step')}."
        beats.append((last, round(reading_time(said), 2), said, 0))
    return beats


def _grains(composer: Composer, frames: Frames) -> list[dict[str, Any]]:
    """Return the units of steps that make sense for the run, finest first, and which steps count in each.

    Those are all steps of some kinds. Where more than the kind matters, the frames that count are listed instead.
    """
    grains, says = list[dict[str, Any]](), composer.puzzle.geometry.kind.says
    for grain in grains_for(composer.solver, composer.options):
        its = CONDITIONS[grain]
        facts = {"unit": grain.unit, "said": grain.said, "speed": grain.usual_speed, "kinds": sorted(its.kinds)}
        if (word := says(grain.unit)) != grain.unit:
            facts["word"] = word
        if its.test:
            steps = [composer.timeline.book.steps[frame.code] for frame in frames.numbers]
            facts["frames"] = [number for number, step in enumerate(steps) if its.matches(step)]
        if its.followed_by:
            facts |= {"then": sorted(its.followed_by), "alone": sorted(its.standing_alone)}
        grains.append(facts)
    return grains


def _end_data(composer: Composer, last: int, looks: Looks) -> dict[str, Any]:
    """Return what the last position of a film shows, where that differs from what its step alone would show.

    If the run ends there, this is the sentence about its end, the marks of an illegal step, which replace those of the
    last step, and the file and the line where the solver failed, if it did.
    """
    timeline = composer.timeline
    timeline.shown = last
    caption: Caption = ()
    marks: dict[str, Any] | None = None
    if composer.player.at_end:
        boards, caption = Boards.at(timeline, last), composer.filmed_caption()
        if boards.illegal is not None:
            marks = _marks_data(Marks.of(boards), looks)
    place = timeline.failure.place if caption and timeline.failure else None
    return {
        "caption": packed_caption(caption),
        "marks": marks,
        "failed": [_files(timeline).index(place.file) if place.file else -1, place.line] if place else None,
    }


def _places(timeline: Timeline) -> list[CodeLine]:
    """Return the lines that made steps and the one where the solver failed, if it did."""
    return [*timeline.book.places, *([timeline.failure.place] if timeline.failure else [])]


def _files(timeline: Timeline) -> list[str]:
    return list(dict.fromkeys(place.file for place in _places(timeline) if place.file))


def _file(timeline: Timeline, solver: Solver, name: str, source: bool) -> dict[str, Any]:
    """Return the source of a file with lines to highlight: only the solver's function, if no other line was run."""
    run = {place.line for place in _places(timeline) if place.file == name}
    view = code_view(solver, CodeLine(name, 0)) if source else None
    if view and not run <= set(range(view.first, view.last + 1)):
        view = view._replace(first=1, last=len(view.lines))
    lines = [_coloured(view, number) for number in range(view.first, view.last + 1)] if view else []
    return {"name": Path(name).name, "first": view.first if view else 1, "lines": lines}


def _coloured(view: CodeView, number: int) -> list[str | list[str]]:
    """Split a line of source into parts, each either plain text or a pair [colour name, text]."""
    line, at = view.lines[number - 1], min(view.spare, indentation(view.lines[number - 1]))
    parts: list[str | list[str]] = []
    for start, end, voice in colours_of(view.lines).get(number, ()):
        parts += [line[at:start], [voice, line[start:end]]]
        at = end
    return [part for part in (*parts, line[at:]) if part]


# A page has to be small: a run of a million steps has a few thousand distinct frames, and a frame shares its sentence,
# its marks and its reason with others. So frames are columns of numbers that point into tables without repetitions.


def _tables(timeline: Timeline, frames: Frames, words: pseudocode.Pseudocode, looks: Looks) -> dict[str, Any]:
    """Return the frames, column by column, and the tables of their sentences, marks and reasons."""
    captions: dict[Caption, int] = {}
    marks: dict[Marks, int] = {Marks(): 0}
    reasons: dict[Reason, int] = {}
    book, files = timeline.book, _files(timeline)

    def row(frame: StepFrame) -> tuple[int, ...]:
        step, place = book.steps[frame.code], book.places[frame.code]
        lit = pseudocode.lit_by(words, step)
        return (
            step.kind,
            step.cell,
            step.digit,
            step.level,
            step.sign,
            step.detail if isinstance(step.detail, int) else _NO_DETAIL - isinstance(step.detail, tuple),
            step.why,
            step.unit,
            files.index(place.file) if place.file else -1,
            place.line,
            lit[0] + 1 if lit else 0,
            captions.setdefault(frame.caption, len(captions)),
            marks.setdefault(frame.marks, len(marks)),
            reasons.setdefault((reason_title(step), frame.reason), len(reasons)) if frame.reason else -1,
        )

    names = (
        "kind", "cell", "digit", "level", "sign", "other", "why", "unit", "file", "line", "word", "caption", "marks",
        "reason",
    )  # fmt: skip
    rows = [row(frame) for frame in frames.numbers]
    striking = sorted({Why(one[6]) for one in rows if one[0] == Kind.ELIMINATE})
    return {
        "frames": {name: [int(one[i]) for one in rows] for i, name in enumerate(names)},
        "captions": [packed_caption(caption) for caption in captions],
        "marks": [_marks_data(one, looks) for one in marks],
        "reasons": list(reasons),
        "techniques": {why: technique_words(why)[0] for why in striking if why.is_technique},
    }


def packed_caption(words: Iterable[Span]) -> str:
    """Return a sentence as text, with control characters around words that have a voice."""
    return "".join(
        f"{chr(VOICES.index(span.voice))}{span.text}{_END_OF_VOICE}" if span.voice else span.text for span in words
    )


def _marks_data(marks: Marks, looks: Looks) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if marks.cells:
        alike = defaultdict[int, list[int]](list)
        for cell, added in marks.cells:
            alike[looks.setdefault(added, len(looks))].append(cell)
        data["cells"] = [[look, *cells] for look, cells in alike.items()]
    if marks.links:
        data["links"] = links_data(marks.links)
    return data


def links_data(links: Iterable[Link]) -> list[list[int]]:
    """Return arrows as data for JSON: the candidates at both ends, and whether the link is strong."""
    return [[*link.start, *link.end, int(link.strong)] for link in links]


def _answer_data(composer: Composer, last: int) -> dict[str, Any] | None:
    """Return the list shown beside the board when a film ends at the position ``last``.

    Return ``None`` if the search can be seen.
    """
    timeline = composer.timeline
    timeline.shown = last
    box = box_of(composer.solver, composer.options, composer.puzzle, timeline.pending, composer.explains)
    if box is None:
        return None
    return {
        "facts": [[line.mark, line.note] for line in box.facts],
        "givens": box.givens,
        "known": box.known,
        "noModel": box.no_model and last,
        "model": _model_data(box, timeline),
    }


def _model_data(box: BlackBox, timeline: Timeline) -> dict[str, Any]:
    """Return the numbers of all variables that ever appear on the board, and facts about the formula's variables."""
    variables, puzzle = box.variables, timeline.head.puzzle
    shown = {(cell, digit) for cell, digit in enumerate(puzzle.givens) if digit}
    shown |= {(step.cell, step.digit) for step in timeline.book.steps if step.cell >= 0 and step.digit}
    numbers = {
        cell * puzzle.geometry.symbols + digit: variables.numbers[cell, digit]
        for cell, digit in sorted(shown)
        if (cell, digit) in variables.numbers
    }
    return {
        "numbers": numbers,
        "variables": len(variables.candidates),
        "true": len({cell for cell, _ in variables.candidates.values()}),
        "settled": settled_cells(variables) if box.known else "",
        "renumbered": box.renumbered,
    }


def _pictures(symbols: Symbols, count: int) -> list[dict[str, Any] | None]:
    """Return a picture of each digit for a player; nothing if digits are text.

    A shape consists of paths to fill and to stroke, in coordinates from -1 to 1. A patch consists of its colour and
    whether the text on it is black. A picture consists of its address; ``None`` stands for text.
    """
    if not symbols.drawn:
        return []
    digits = range(1, count + 1)
    if symbols == Symbols.SHAPES:
        return [{"filled": _path(filled), "stroked": _path(stroked)} for filled, stroked in map(shape, digits)]
    if symbols.pictures:
        return [{"href": data_url(png, "image/png")} if png else None for png in map(symbols.picture, digits)]
    fills = [colour(digit) for digit in digits]
    black = [contrast((0, 0, 0), fill) >= contrast((255, 255, 255), fill) for fill in fills]
    return [{"colour": f"rgb{fill}", "black": is_black} for fill, is_black in zip(fills, black, strict=True)]


def _path(corners: Iterable[Point]) -> str:
    points = [f"{x:.3g} {y:.3g}" for x, y in corners]
    return f"M{'L'.join(points)}Z" if points else ""
