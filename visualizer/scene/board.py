"""The board at one position of a run, as data to draw."""

from collections import defaultdict
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any, NamedTuple

from puzzles.figures import counted
from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.core.board import Board, Candidates, clause_of
from solvers.core.finding import BASE, COVER, EXTRA, FIN, FLOOR, HELD, ONE, OTHER, PINCER, PIVOT, Candidate
from solvers.core.step import Clause, Kind, Step, Why
from solvers.techniques import Finding
from visualizer.analysis.implication_graph import learnt_before
from visualizer.narration.caption_facts import culprit, culprits, forcing, involved
from visualizer.narration.explanations import VerdictView
from visualizer.text.spans import Caption, Span, capitalised, listed
from visualizer.timeline.condition import Grain, technique_words
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import BoardView, CellView, HeatMap, Link, MarkRole, NamingClause, Role, Wash, role_at_start

# Shows a technique's finding on the board: the role of each candidate, the links and the units. Every step of a
# finding shows the same picture: first the pattern, then each candidate it strikes.


PARTS = {
    BASE: MarkRole.ONE,
    ONE: MarkRole.ONE,
    PIVOT: MarkRole.ONE,
    FLOOR: MarkRole.ONE,
    OTHER: MarkRole.OTHER,
    PINCER: MarkRole.OTHER,
    COVER: MarkRole.OTHER,
    EXTRA: MarkRole.FIN,
    FIN: MarkRole.FIN,
}
"""The mark for each role in a finding."""
MEANINGS = {
    MarkRole.ONE: "part of the pattern",
    MarkRole.OTHER: "second colour, or pincers",
    MarkRole.FIN: "fin, extra candidate or pivot set",
    MarkRole.TARGET: "removed by the pattern",
}
MOST_UNITS = 4
"""The maximum number of units to colour. With more, most of the board would be coloured and nothing would stand out."""
Parts = dict[Cell, tuple[tuple[Digit, MarkRole], ...]]


def finding_of(step: Step | None) -> Finding | None:
    """Return the finding that the step applies, if any. Singles are drawn the same way as for any other solver."""
    if step is None or not isinstance(step.detail, Finding) or step.why <= Why.HIDDEN_SINGLE:
        return None
    return step.detail


def parts_of(finding: Finding) -> Parts:
    """Return the marked candidates of each cell. A candidate with several roles gets the most important mark."""
    found: dict[Candidate, MarkRole] = {}
    for true, candidates, _ in chain.from_iterable(finding.chains):
        found |= dict.fromkeys(candidates, MarkRole.ONE if true else MarkRole.OTHER)
    for role, candidates in finding.marks:
        if role == HELD:
            continue
        role = BASE if role == COVER and not finding.marked(BASE) else role  # what is left over or sticks out alone
        # The pivot of two sets has its own mark; that of a chain is the start of the chain and is drawn as true.
        pivot = role == PIVOT and finding.marked(ONE) and not finding.chains
        found |= dict.fromkeys(candidates, MarkRole.FIN if pivot else PARTS.get(role, MarkRole.ONE))
    found |= dict.fromkeys(finding.strikes, MarkRole.TARGET)
    cells: Parts = {}
    for (cell, digit), part in sorted(found.items(), key=lambda one: one[0]):
        cells[cell] = (*cells.get(cell, ()), (digit, part))
    return cells


def links_of(finding: Finding) -> tuple[Link, ...]:
    """Return a finding's links in reading order, from each node of a chain to the next."""
    if finding.links:
        return tuple(Link((a, b), (c, d), strong) for a, b, c, d, strong in finding.links)
    steps = (step for one in finding.chains for step in pairwise(one))
    return tuple(dict.fromkeys(Link(before[-1], after[0], true) for (_, before, _), (true, after, _) in steps))


def units_of(finding: Finding, geometry: Geometry) -> frozenset[Cell]:
    """Return the cells of the pattern's units, or nothing if there are too many units. Of a rule of 45, return those
    of the cages that are added up.
    """
    if cages := [geometry.groups[cage] for cage in finding.covers if cage in geometry.numbered_rules]:
        return frozenset(cell for cage in cages for cell in cage.cells)
    if finding.chains or len(finding.units) > MOST_UNITS:
        return frozenset()
    return frozenset(cell for unit in finding.units for cell in geometry.groups[unit].cells)


class Boards(NamedTuple):
    """The board before and after the step at the playhead."""

    step: Step | None
    before: Board
    after: Board
    illegal: Step | None = None
    """The next step, if it was illegal."""
    struck: "StruckCandidates | None" = None
    """The candidates struck on the way to the step, if they are shown with the step."""
    learnt: Clause | None = None
    """The clause learnt just before, if the step is the jump back that it asks for."""

    @classmethod
    def at(cls, timeline: Timeline, position: int, struck: "StruckCandidates | None" = None) -> "Boards":
        """Return the boards of a run at a position. The ``after`` board belongs to the timeline."""
        step = timeline.step(position) if position else None
        failure = timeline.failure if position == timeline.length else None
        changes = step is not None and step.kind <= Kind.SWAP
        # Make the earlier board first, so that the timeline's board can advance from it instead of starting over.
        before = timeline.fresh_board() if changes else None
        if before is not None:
            before.restore(timeline.board_at(position - 1).snapshot())
        after = timeline.board_at(position)
        learnt = learnt_before(timeline, position) if step is not None and step.kind is Kind.BACKTRACK else None
        return cls(step, before or after, after, failure.step if failure else None, struck, learnt)


def start_view(puzzle: Puzzle) -> BoardView:
    cells = tuple(CellView(digit, role_at_start(puzzle, cell)) for cell, digit in enumerate(puzzle.givens))
    return BoardView(puzzle.geometry, cells, alphabet_of(puzzle))


def outlined(view: BoardView, verdict: VerdictView) -> BoardView:
    """Return the board with the verdict's cells marked. Where two solutions differ, both digits are shown."""
    if not verdict.outlined:
        return view
    cells = list(view.cells)
    for cell in verdict.outlined:
        if not cells[cell].culprit:  # a culprit already has a mark
            cells[cell] = cells[cell]._replace(outline=verdict.outline)
    for cell, (one, other) in zip(verdict.outlined, verdict.digits, strict=False):
        cells[cell] = cells[cell]._replace(parts=((one, MarkRole.ONE), (other, MarkRole.OTHER)))
    return replace(view, cells=tuple(cells))


_WRITTEN = (Role.FIXED, Role.MODEL)
"""The roles of digits that are not guessed, by whether the solver is a black box."""


def board_view(
    boards: Boards, black_box: bool = False, heat: HeatMap | None = None, *, clauses: bool = False
) -> BoardView:
    """Return the board after the step with the step's marks, over the heat map if there is one.

    ``clauses`` means the solver works with clauses, so their literals are marked too.
    """
    board, marks = boards.after, marks_of(boards, clauses=clauses)
    placed = board.placements()
    since = boards.struck.since if boards.struck else boards.before.candidates
    since = board.candidates if boards.illegal else since  # earlier strikes are not to blame
    just = boards.before.candidates if boards.struck and boards.struck.source < 0 else since
    cells = []
    shows_candidates, givens, written = board.mode is not Candidates.NONE, board.puzzle.givens, _WRITTEN[black_box]
    for cell, digit in enumerate(board.values):  # cells are built in one pass, because this runs in every frame
        role, level, left, struck, earlier = Role.BLANK, 0, 0, 0, 0
        if digit:
            level, guessed = placed.get(cell, (0, False))
            level = level if guessed else 0
            role = role_at_start(board.puzzle, cell) if givens[cell] else Role.GUESSED if guessed else written
        elif shows_candidates:
            left = board.candidates[cell]
            struck = since[cell] & ~left
            earlier = struck & ~just[cell]
        view = CellView(digit, role, level, left, struck, earlier, **marks.get(cell, _UNMARKED))
        cells.append(view._replace(warmth=heat.warmth[cell], heat=heat.voice) if heat else view)
    solved = not boards.illegal and boards.step is not None and boards.step.kind is Kind.SOLVED
    return BoardView(board.geometry, tuple(cells), alphabet_of(board.puzzle), solved, links_at(boards))


_UNMARKED: dict[str, Any] = {}
_OF_FULL_GRIDS = (Kind.SWAP, Kind.LOOK, Kind.GAVE_UP)
"""The kinds of step of a local search."""
Marks = dict[Cell, dict[str, Any]]
"""The marks of each marked cell, by the names of :class:`CellView`."""


def marks_of(boards: Boards, *, clauses: bool = False, clashing: bool = True) -> Marks:
    """Return what the step, or the illegal one, adds to the picture of each cell that it marks. ``clashing`` says
    whether to mark every clash in a local search, which moves between full grids.
    """
    if boards.illegal:
        return _marks_of_illegal(boards.illegal, boards.after)
    step, board, marks = boards.step, boards.after, defaultdict[Cell, dict[str, Any]](dict)
    source = boards.struck.source if boards.struck else -1
    washes = washes_of(step, boards.before)
    if source >= 0 and not finding_of(step):  # a finding's strikes come from its pattern
        washes = dict.fromkeys(board.geometry.peers[source], Wash.UNIT) | {source: Wash.STEP}
    for cell, wash in washes.items():
        marks[cell]["wash"] = wash
    if step is None:
        return marks
    if step.kind is Kind.REJECT:
        marks[step.cell]["refused"] = step.digit
    if step.kind is Kind.CONFLICT and step.why is Why.NO_CANDIDATE:
        marks[step.cell]["dead"] = True
    full = clashing and step.kind in _OF_FULL_GRIDS and 0 not in board.values
    for cell in clashes(board) if full else culprits(step, board):
        marks[cell]["culprit"] = True
    for cell, named in _named(step, board, boards.learnt).items() if clauses else ():
        marks[cell] |= named
    for cell, parts in parts_of(finding).items() if (finding := finding_of(step)) else ():
        if not board.values[cell]:
            marks[cell]["parts"] = parts
    return marks


def links_at(boards: Boards) -> tuple[Link, ...]:
    """Return the step's links, or an arrow from each digit that leads to a dead end, or literal of a learnt clause that
    forces another.
    """
    if boards.illegal or boards.step is None:
        return ()
    if finding := finding_of(boards.step):
        return links_of(finding)
    return tuple(Link(start, end, strong=True) for start, end in forcing(boards.step, boards.after))


def clashes(board: Board) -> frozenset[Cell]:
    """Return the cells whose digit also appears in a peer, and those that leave no way to keep a rule."""
    geometry, values, peers = board.geometry, board.values, board.geometry.peers
    blamed = set[Cell]()
    for number, rule in geometry.numbered_rules.items():
        masks = geometry.masks(number, values)
        blamed |= set() if rule.can_be_kept(masks) else geometry.because(number, masks)
    held = ((cell, digit) for cell, digit in enumerate(values) if digit)
    clashing = {cell for cell, digit in held if any(values[peer] == digit for peer in peers[cell])}
    return frozenset(blamed | clashing)


def with_clause(view: BoardView, clause: Clause, cell: Cell) -> BoardView:
    """Return the board with a clause and a cell marked in place of the step."""
    literals = _literals(clause, NamingClause.REASON, view.geometry)
    plain: dict[str, Any] = {"wash": Wash.NONE, "culprit": False, "dead": False, "struck": 0, "earlier": 0}
    lit = {at: {"wash": Wash.UNIT} | named for at, named in literals.items()}
    cells = [one._replace(**(plain | lit.get(at, {}))) for at, one in enumerate(view.cells)]
    if cell >= 0:
        cells[cell] = cells[cell]._replace(wash=Wash.STEP)
    return replace(view, cells=tuple(cells), links=())


def with_lit(view: BoardView, candidate: Candidate | None) -> BoardView:
    """Return the board with the candidate under the pointer highlighted: its digit on a disc, or a ring in its slot."""
    if candidate is None:
        return view
    cell, digit = candidate
    cells, one = list(view.cells), view.cells[cell]
    ringed = {"clause": NamingClause.REASON, "asserted": 1 << digit, "denied": 0}
    lit = one._replace(wash=Wash.LIT, **({} if one.digit == digit else ringed))  # type: ignore[arg-type]
    cells[cell] = lit if one.digit else lit._replace(wash=Wash.STEP)
    return replace(view, cells=tuple(cells))


def _named(step: Step | None, board: Board, learnt: Clause | None) -> dict[Cell, dict[str, Any]]:
    """Return the literals of the step's clause to show in each cell, or nothing if the clause forbids a whole grid."""
    if step is None or step.why is Why.ENUMERATE:
        return {}
    as_what = NamingClause.CONFLICT if step.kind is Kind.CONFLICT else NamingClause.REASON
    return _literals(learnt or clause_of(step, board.geometry), as_what, board.geometry)


def _literals(clause: Clause, as_what: NamingClause, geometry: Geometry) -> dict[Cell, dict[str, Any]]:
    named: dict[Cell, dict[str, Any]] = {}
    for literal in clause:
        cell, digit = divmod(abs(literal) - 1, geometry.symbols)
        view = named.setdefault(cell, {"clause": as_what, "asserted": 0, "denied": 0})
        view["asserted" if literal > 0 else "denied"] |= 2 << digit
    return named


def washes_of(step: Step | None, board: Board) -> dict[Cell, Wash]:
    """Return the background of each cell to colour: the step's own cell, and the unit that explains the step."""
    if step is None:
        return {}
    if step.kind is Kind.BACKTRACK and 0 <= step.level < board.level:
        kept = {board.guess_at(step.level)[0]: Wash.UNIT} if step.level and step.why is Why.LEARNT_CLAUSE else {}
        return {**kept, board.guess_at(step.level + 1)[0]: Wash.STEP}
    if finding := finding_of(step):
        struck = (cell for cell, _ in (*finding.places, *finding.strikes))
        return {**dict.fromkeys(units_of(finding, board.geometry), Wash.UNIT), **dict.fromkeys(struck, Wash.STEP)}
    if step.cell < 0:
        return dict.fromkeys(involved(step, board), Wash.UNIT)
    washes = dict.fromkeys(involved(step, board), Wash.UNIT)
    if step.unit < 0 and step.why is Why.RULE:
        unit = board.geometry.shared_unit(step.cell, culprit(step, board))
        washes = dict.fromkeys(board.geometry.units[unit].cells if unit is not None else (), Wash.UNIT)
    elif step.unit < 0 and step.why in (Why.NAKED_SINGLE, Why.NO_CANDIDATE):
        washes |= dict.fromkeys(board.geometry.peers[step.cell], Wash.UNIT)
    washes[step.cell] = Wash.STEP
    if step.kind is Kind.SWAP or step.why is Why.RANDOM and step.detail is not None:
        washes[step.detail] = Wash.STEP
    return washes


_WRITES = (Kind.GUESS, Kind.FIX, Kind.ELIMINATE, Kind.REJECT)
"""The kinds of step that name a digit and its cell."""


def _marks_of_illegal(step: Step, board: Board) -> Marks:
    """Mark the cell of an illegal step, its refused digit, and a peer that already holds that digit."""
    geometry, marks = board.geometry, Marks()
    if step.cell not in geometry.cells:
        return marks
    other = step.detail if step.kind is Kind.SWAP and step.detail in geometry.cells else step.cell
    for cell in {step.cell, other}:  # a digit is framed, a blank cell shows the refused digit
        marks[cell] = {"wash": Wash.STEP, "culprit": bool(board.values[cell])}
    if step.kind in _WRITES and step.digit in geometry.digits and not board.values[step.cell]:
        marks[step.cell]["refused"] = step.digit
        writes = step.kind in (Kind.GUESS, Kind.FIX) and step.sign  # striking a digit causes no clash
        for holder in board.holders(step.cell, step.digit)[:1] if writes and not board.clashes else ():
            marks[holder] = {"culprit": True}
    return marks


# The candidates struck between counted steps, mentioned with the next digit if only digits count as steps.


_TOLD = (Kind.GUESS, Kind.FIX, Kind.CONFLICT)
"""The kinds of step whose captions mention candidates struck before them."""
_MOST_ASKED = 1000
"""The maximum number of steps searched for techniques."""
_MOST_CELLS = 4
"""The maximum number of cells struck on the way to name, each with its technique. With more, none is named."""


class StruckCandidates(NamedTuple):
    """The candidates struck since the last counted step before the playhead."""

    since: tuple[int, ...]
    """The candidates left in each cell after the last counted step."""
    number: int
    """The number of candidates struck by ELIMINATE steps, apart from those struck by the digit at the playhead."""
    by: tuple[tuple[Why, tuple[Cell, ...]], ...] = ()
    """The techniques that struck the candidates, easiest first, and where, unless these are too many cells to name."""
    source: Cell = -1
    """The cell that a wave of strikes goes out from, if the candidates are those of a wave."""


def struck_since(player: Player) -> StruckCandidates | None:
    """Return the candidates struck since the last counted step, or ``None`` if they are forgotten or not shown."""
    timeline, position = player.timeline, player.position
    beat = player.beat
    if beat is not None and beat.wave and timeline.head.mode is not Candidates.NONE:
        return StruckCandidates(tuple(timeline.board_at(beat.start).candidates), len(beat.positions), (), beat.source)
    counts = player.grain is Grain.DIGITS and beat is None
    if not counts or not position or timeline.head.mode is Candidates.NONE:
        return None
    before = player.counted_before(position)
    try:
        since = tuple(timeline.board_at(before).candidates)
        number = int(timeline.counts(position - 1)[Kind.ELIMINATE] - timeline.counts(before)[Kind.ELIMINATE])
        return StruckCandidates(since, number, _techniques(timeline, before, position) if number else ())
    except LookupError:
        return None


def _techniques(timeline: Timeline, start: int, end: int) -> tuple[tuple[Why, tuple[Cell, ...]], ...]:
    if end - start > _MOST_ASKED:
        return ()
    steps = (timeline.step(at) for at in range(start + 1, end))
    struck = {(step.why, step.cell) for step in steps if step.kind is Kind.ELIMINATE and step.why.is_technique}
    whys = sorted({why for why, _ in struck}) if len(struck) <= _MOST_CELLS else ()
    return tuple((why, tuple(sorted(cell for its, cell in struck if its is why))) for why in whys)


def words_of_struck(struck: StruckCandidates, step: Step, before: Board, after: Board) -> Caption:
    """Say how many candidates were struck on the way to a digit and, of a few, by which techniques; how many the digit
    strikes; and how both look.
    """
    if step.kind not in _TOLD:
        return ()
    said, name = [], before.geometry.name
    if struck.number:
        by = listed([f"from {listed(list(map(name, its)))} by {technique_words(why)[0]}" for why, its in struck.by])
        verb = "was" if struck.number == 1 else "were"
        way = f"on the way, {counted(struck.number, 'candidate')} {verb} struck (level strokes)"
        said.append(f"{way}{f', {by}' * bool(by)}")
    cells = enumerate(zip(before.candidates, after.candidates, strict=True))
    others = ((was, now) for cell, (was, now) in cells if cell != step.cell and not after.values[cell])
    if own := sum((was & ~now).bit_count() for was, now in others):
        said.append(f"it strikes {counted(own, 'candidate')} (slanted strokes)")
    return (Span(f" {capitalised('; '.join(said))}."),) if said else ()
