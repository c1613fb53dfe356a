"""Conflict-driven clause learning in the style of MiniSat: a search that learns from its dead ends.

A variable stands for a digit in a cell (``cell * symbols + digit``, from 1), and a literal is a variable or its
negative. The formula is the extended encoding from :mod:`solvers.sat.cnf`. A puzzle's rules write their clauses as they
are needed (lazy clause generation: Ohrimenko, Stuckey and Codish 2009).
"""

from collections.abc import Generator, Iterator, Sequence

from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.board import Candidates
from solvers.core.literals import Literal
from solvers.core.registry import Option, register
from solvers.core.step import (
    SOLVED,
    Kind,
    Step,
    Why,
    backtrack,
    dead_clause,
    eliminate,
    forced,
    forget,
    guess,
    learn,
    look,
    pass_over,
)
from solvers.sat import cnf
from solvers.sat.interface import Formula

RESTART_UNIT = 50
"""The number of conflicts before the first restart."""
MOST_LEARNT = 400
"""The number of learnt clauses above which a restart drops the longer half of them."""
DECAY = 0.95
"""The factor by which a variable's activity decays after each conflict."""

PSEUDOCODE = (
    ("write the rules as clauses", "LOOK/MODEL"),
    ("while a clause has one open literal: make it true", "FIX ELIMINATE"),
    ("if a clause is false: a conflict", "CONFLICT"),
    ("    learn a clause from what led to it", "LEARN"),
    ("    jump back until one of its literals is open", "BACKTRACK"),
    ("if no literal is open: solved", "SOLVED"),
    ("after many conflicts: restart, forget long clauses", "BACKTRACK/RESTART FORGET"),
    ("else take an assumed literal; if it is false: stop", "GUESS/ASSUMED CONFLICT/ASSUMED", "assume"),
    ("else what was decided by hand", "GUESS/BY_HAND LOOK/BY_HAND", "decisions"),
    ("else guess the literal most active in conflicts", "GUESS"),
)
VARIABLES = {
    "cell": "Cell", "digit": "Digit", "peer": "Cell", "other": "Literal", "literal": "Literal", "false": "Literal",
    "first": "Literal", "conflict": "list[Literal]", "learnt": "list[Literal]", "clause": "list[Literal]",
    "given": "list[Literal]", "reason": "list[Literal]", "search.trail": "list[Literal]", "search.depth": "int",
    "self.trail": "list[Literal]", "self.depth": "int", "value": "hidden", "watches": "hidden", "watching": "hidden",
    "kept": "hidden", "trail": "hidden",
}  # fmt: skip


@register(
    "cdcl",
    rank=150,
    title="Clause learning",
    family="SAT",
    summary="Guess, propagate, and from each conflict learn a clause that leads straight back to its cause.",
    source="MiniSat (Eén and Sörensson, 2003), after GRASP and Chaff; the extended encoding",
    cost="Exponential at worst. Each conflict costs a walk back along the trail, but rules out every search "
    "that would fail in the same way.",
    watch_for="The jumps: a learnt clause skips back over guesses that had no part in the conflict, "
    "then immediately strikes or places something.",
    idea=Kind.LEARN,
    shows="cdcl.learnt >= 2 and cdcl.jump >= 3 and cdcl < 550",
    seen_on=("jump-1", "jump-2", "jump-3"),
    words="dpll cdcl conflict driven backjumping nonchronological unit propagation watched literals",
    options=(
        Option(
            "assume",
            "",
            "Literals to decide first, such as r1c2=4 r3c3≠7. All results depend on them.",
            of_puzzle=True,
            narrows=True,
            check=literals.check_all,
        ),
        Option(
            "decisions",
            "",
            "Decisions by hand: 812:r1c2=4 makes this literal the first decision after 812 steps.",
            of_puzzle=True,
            check=literals.check_timed,
        ),
    ),
    candidates=Candidates.SAID,
    formula="clauses",
    by_hand="decisions",
    dials=("learnt", "restarts", "trail", "depth"),
    profile="trail",
    told=("learnt", "restarts", "depth"),
    restarts=True,
    rules=True,
)
def cdcl(puzzle: Puzzle, assume: str = "", decisions: str = "") -> Iterator[Step]:
    search = Search(puzzle)
    search.assumptions = literals.parse_all(assume, puzzle)
    search.by_hand = list(literals.parse_timed(decisions, puzzle))
    yield search.say(look(why=Why.MODEL, detail=Formula(*cnf.EXTENDED.size(puzzle, rules=False))))
    yield from search.assert_givens()
    conflicts, restarts = 0, 0
    while True:
        conflict = yield from search.propagate()
        why = Why.LEARNT_CLAUSE
        if conflict is not None:
            yield search.say(conflict.dead())
        elif core := search.core():
            yield dead_clause(tuple(-literal for literal in core), Why.ASSUMED)
            return
        elif search.is_complete():
            yield search.say(SOLVED)
            conflict, why = search.not_again(), Why.ENUMERATE
        if conflict is not None:
            if search.depth == 0:
                return
            learnt, level = search.analyse(conflict)
            yield search.say(learn(learnt.text, why))
            search.cancel_until(level)
            yield search.say(backtrack(level, why))
            search.add(learnt, forgettable=why is Why.LEARNT_CLAUSE)
            yield from search.assign(learnt[0], learnt, learnt.step(learnt[0]))
            conflicts += 1
        elif conflicts >= RESTART_UNIT * luby(restarts) and search.depth:
            conflicts, restarts = 0, restarts + 1
            search.cancel_until(0)
            yield search.say(backtrack(0, Why.RESTART))
            for clause in search.reduce():
                yield search.say(forget(clause.text))
        else:
            literal, why = yield from search.decide()
            search.marks.append(len(search.trail))
            cell, digit = search.place_of(literal)
            yield from search.assign(literal, (), guess(cell, digit, literal > 0, why))


def cdcl_core(puzzle: Puzzle, assumptions: Sequence[Literal]) -> list[Literal] | None:
    """Return a core: assumptions that cannot all be true, though not necessarily as few as possible.

    Return ``None`` if there is a solution under all of them, or an empty core if there is none even without them.
    """
    if not puzzle.is_valid():
        return []
    step = SOLVED
    for step in cdcl(puzzle, literals.write_all(assumptions, puzzle)):
        if step.kind is Kind.SOLVED:
            return None
    return [-literal for literal in step.detail] if step.why is Why.ASSUMED else []


class Clause(list[Literal]):
    """A clause: literals, at least one of which must be true. The first two are watched. Its methods make its steps."""

    __slots__ = ("text", "why", "unit", "symbols", "steps")

    def __init__(self, literals: Sequence[Literal], symbols: int, why: Why, unit: int = -1) -> None:
        super().__init__(literals)
        self.text = tuple(literals)
        self.symbols = symbols
        self.why = why
        self.unit = unit
        self.steps: dict[Literal, Step] = {}

    def step(self, literal: Literal) -> Step:
        """Return the step for a clause that forces its last open literal."""
        step = self.steps.get(literal)
        if step is None:
            cell, digit = divmod(abs(literal) - 1, self.symbols)
            step = self.steps[literal] = forced(cell, digit + 1, literal > 0, self.text, self.why, self.unit)
        return step

    def dead(self) -> Step:
        """Return the step for a clause whose literals are all false: a dead cell, a dead unit, or a learnt clause."""
        cell, digit = divmod(self[0] - 1, self.symbols)
        if self.why is Why.NAKED_SINGLE:
            return dead_clause(self.text, Why.NO_CANDIDATE, cell)
        if self.why is Why.HIDDEN_SINGLE:
            return dead_clause(self.text, Why.NO_PLACE, digit=digit + 1, unit=self.unit)
        return dead_clause(self.text, self.why, unit=self.unit)


class Search:
    """The state of a search. The value of a literal is True, False or None (open)."""

    def __init__(self, puzzle: Puzzle) -> None:
        geometry = puzzle.geometry
        self.puzzle = puzzle
        self.symbols = geometry.symbols
        self.peers = geometry.peers
        self.variables = range(1, len(geometry.cells) * self.symbols + 1)
        # Lists by literal: a negative literal counts from the list's end.
        self.value: list[bool | None] = [None] * (2 * len(self.variables) + 1)
        self.watches: list[list[Clause]] = [[] for _ in self.value]
        # Lists by variable.
        self.level = [0] * (len(self.variables) + 1)
        self.reason: list[Sequence[Literal]] = [()] * (len(self.variables) + 1)
        self.phase = [True] * (len(self.variables) + 1)
        self.activity = [0.0] * (len(self.variables) + 1)
        self.bump = 1.0
        self.trail: list[Literal] = []
        self.marks: list[int] = []
        self.head = 0
        self.pending = {*geometry.numbered_rules}
        """The rules with a cell that has changed since they were last found to be kept."""
        self.seen = 0
        """The length of the trail when the rules were last looked at."""
        self.learnts: list[Clause] = []
        self.assumptions: Sequence[Literal] = ()
        self.by_hand: list[literals.Timed] = []
        self.made = 0
        """The number of steps yielded so far, used to tell when decisions by hand are due."""
        for clause in long_clauses(geometry):
            self._watch(clause)

    @property
    def depth(self) -> int:
        return len(self.marks)

    def say(self, step: Step) -> Step:
        """Count a step that is about to be yielded. Return the step."""
        self.made += 1
        return step

    def place_of(self, literal: Literal) -> tuple[int, int]:
        """Return a literal's cell and digit."""
        cell, digit = divmod(abs(literal) - 1, self.symbols)
        return cell, digit + 1

    def _watch(self, clause: Clause) -> None:
        self.watches[clause[0]].append(clause)
        self.watches[clause[1]].append(clause)

    def _set(self, literal: Literal, reason: Sequence[Literal]) -> None:
        variable = abs(literal)
        self.value[literal] = True
        self.value[-literal] = False
        self.level[variable] = len(self.marks)
        self.reason[variable] = reason
        self.trail.append(literal)

    def assert_givens(self) -> Iterator[Step]:
        """Assert the unit clauses for the givens, which are already on the board."""
        given = [cell * self.symbols + digit for cell, digit in enumerate(self.puzzle.givens) if digit]
        for literal in given:
            self._set(literal, ())
            self._close_cell(literal)
        for literal in given:
            yield from self._strike(literal)

    def assign(self, literal: Literal, reason: Sequence[Literal], step: Step) -> Iterator[Step]:
        """Make a literal true. Binary clauses are propagated first, so a digit immediately rules out its rivals."""
        self._set(literal, reason)
        yield self.say(step)
        if literal > 0:
            self._close_cell(literal)
            yield from self._strike(literal)

    def _close_cell(self, literal: Literal) -> None:
        """Make a cell's other digits false. No steps are needed, since the cell is filled on the board."""
        first = literal - (literal - 1) % self.symbols
        for other in range(first, first + self.symbols):
            if self.value[other] is None:
                self._set(-other, (-literal, -other))

    def _strike(self, literal: Literal) -> Iterator[Step]:
        """Strike a digit from its cell's peers."""
        cell, digit = self.place_of(literal)
        for peer in self.peers[cell]:
            other = peer * self.symbols + digit
            if self.value[other] is None:
                self._set(-other, (-literal, -other))
                yield self.say(eliminate(peer, digit))

    def propagate(self) -> Generator[Step, None, Clause | None]:
        """Propagate literals on the trail through the clauses that watch their negations, and through the puzzle's
        rules. Return any dead clause.
        """
        value, watches, trail = self.value, self.watches, self.trail
        while True:
            if self.head == len(trail):
                ruled = self.ruled()
                if ruled is None or value[ruled[0]] is False:
                    return ruled
                yield from self.assign(ruled[0], ruled, ruled.step(ruled[0]))
                continue
            false = -trail[self.head]
            self.head += 1
            watching = watches[false]
            watches[false] = kept = []
            for position, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first]:
                    kept.append(clause)
                    continue
                for i in range(2, len(clause)):
                    if value[clause[i]] is not False:
                        clause[1], clause[i] = clause[i], false
                        watches[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value[first] is False:
                        kept.extend(watching[position + 1 :])
                        return clause
                    yield from self.assign(first, clause, clause.step(first))

    def ruled(self) -> Clause | None:
        """Return a clause that follows from one of the puzzle's rules: all its literals are false, but for the first
        one if that is open. Such a clause is written only when it is needed, since a rule may stand for very many.
        """
        geometry, symbols, value = self.puzzle.geometry, self.symbols, self.value
        for literal in self.trail[self.seen :] if geometry.rules else ():
            self.pending.update(geometry.rules_of[(abs(literal) - 1) // symbols])
        self.seen = len(self.trail)
        for number in sorted(self.pending):
            rule = geometry.numbered_rules[number]
            masks = [
                sum(1 << digit for digit in geometry.digits if value[cell * symbols + digit] is not False)
                for cell in rule.cells
            ]
            left = rule.filter(masks)
            gone = {cell: mask & ~its for cell, mask, its in zip(rule.cells, masks, left, strict=True) if mask != its}
            if not gone:
                self.pending.remove(number)
                continue
            cell = next(iter(gone)) if any(left) else -1
            digit = gone[cell].bit_length() - 1 if cell >= 0 else 0
            denied = [-(cell * symbols + digit)] if cell >= 0 else []
            because: list[Literal] = []
            for other in sorted(geometry.because(number, masks, cell, digit)):
                its = [other * symbols + digit for digit in geometry.digits]
                held = [-literal for literal in its if value[literal]]
                because += held or [literal for literal in its if value[literal] is False]
            return Clause([*denied, *because], symbols, Why.CONSTRAINT, number)
        return None

    def analyse(self, conflict: Sequence[Literal]) -> tuple[Clause, int]:
        """Return the clause to learn, which starts with the literal to assert, and the level to go back to.

        Literals of the conflict level are replaced by their reasons until one is left: the first unique implication
        point, which is on every path from the guess to the conflict.
        """
        seen = set[int]()
        lower: list[Literal] = []
        clause, open_, position = conflict, 0, len(self.trail)
        while True:
            for literal in clause:
                variable = abs(literal)
                if variable not in seen and self.level[variable]:
                    seen.add(variable)
                    self.activity[variable] += self.bump
                    if self.level[variable] == self.depth:
                        open_ += 1
                    else:
                        lower.append(literal)
            position -= 1
            while abs(self.trail[position]) not in seen:
                position -= 1
            open_ -= 1
            if not open_:
                break
            clause = self.reason[abs(self.trail[position])]
        self._decay()
        lower = [literal for literal in lower if not self._follows(literal, seen)]
        lower.sort(key=lambda literal: -self.level[abs(literal)])
        learnt = Clause([-self.trail[position], *lower], self.symbols, Why.LEARNT_CLAUSE)
        return learnt, self.level[abs(lower[0])] if lower else 0

    def _follows(self, literal: Literal, seen: set[int]) -> bool:
        """Return whether the learnt clause can omit a literal because every literal of its reason is already in the
        clause or was false from the start.
        """
        reason = self.reason[abs(literal)]
        return bool(reason) and all(abs(other) in seen or not self.level[abs(other)] for other in reason)

    def _decay(self) -> None:
        self.bump /= DECAY
        if self.bump > 1e100:
            self.activity = [activity * 1e-100 for activity in self.activity]
            self.bump *= 1e-100

    def cancel_until(self, level: int) -> None:
        """Undo every level above the given one. Variables remember their last value."""
        for literal in self.trail[self.marks[level] :]:
            self.value[literal] = self.value[-literal] = None
            self.phase[abs(literal)] = literal > 0
        del self.trail[self.marks[level] :], self.marks[level:]
        self.head = len(self.trail)
        self.seen = min(self.seen, self.head)

    def add(self, learnt: Clause, forgettable: bool) -> None:
        """Watch a learnt clause. A clause that excludes a solution must never be forgotten."""
        if len(learnt) > 1:
            self._watch(learnt)
            if forgettable:
                self.learnts.append(learnt)

    def reduce(self) -> list[Clause]:
        """Drop the longer half of the learnt clauses if there are too many. Must be called at level 0, where no clause
        is a reason.
        """
        if len(self.learnts) <= MOST_LEARNT:
            return []
        self.learnts.sort(key=len)
        half = len(self.learnts) // 2
        dropped = self.learnts[half:]
        del self.learnts[half:]
        for clause in dropped:
            self.watches[clause[0]].remove(clause)
            self.watches[clause[1]].remove(clause)
        return dropped

    def is_complete(self) -> bool:
        return len(self.trail) == len(self.variables)

    def not_again(self) -> Clause:
        """Return a clause over all cells that excludes the current solution, so it is currently false."""
        return Clause([-v for v in self.variables if self.value[v]], self.symbols, Why.LEARNT_CLAUSE)

    def decide(self) -> Generator[Step, None, tuple[Literal, Why]]:
        """Choose the literal to guess, and say why: an assumption, a decision by hand, or the heuristic."""
        for literal in self.assumptions:
            if self.value[literal] is None:
                return literal, Why.ASSUMED
        while self.by_hand and self.by_hand[0][0] <= self.made:
            _, literal = self.by_hand.pop(0)
            if self.value[literal] is None:
                return literal, Why.BY_HAND
            cell, digit = self.place_of(literal)
            yield self.say(pass_over(cell, digit, literal > 0))
        return self.pick_branch(), Why.GUESS

    def core(self) -> list[Literal]:
        """Return a false assumption and the ones that made it false. Nothing else may have been guessed yet."""
        broken = next((literal for literal in self.assumptions if self.value[literal] is False), None)
        if broken is None:
            return []
        seen, found = {abs(broken)}, {broken}
        for literal in reversed(self.trail[self.marks[0] :] if self.marks else []):
            if abs(literal) in seen:
                reason = self.reason[abs(literal)]
                found |= set() if reason else {literal}
                seen.update(abs(other) for other in reason if self.level[abs(other)])
        return [literal for literal in dict.fromkeys(self.assumptions) if literal in found]

    def pick_branch(self) -> Literal:
        """Pick the open variable most active in recent conflicts (the first if tied), with its last value."""
        open_ = (variable for variable in self.variables if self.value[variable] is None)
        variable = max(open_, key=self.activity.__getitem__)
        return variable if self.phase[variable] else -variable


def long_clauses(geometry: Geometry) -> Iterator[Clause]:
    """Yield the long clauses: at least one digit for each cell, and at least one cell for each digit of a unit."""
    symbols = geometry.symbols
    for cell in geometry.cells:
        yield Clause([cell * symbols + digit for digit in geometry.digits], symbols, Why.NAKED_SINGLE)
    for number, unit in enumerate(geometry.units):
        for digit in geometry.digits if unit.complete else ():
            literals = [cell * symbols + digit for cell in unit.cells]
            yield Clause(literals, symbols, Why.HIDDEN_SINGLE, number)


def luby(index: int) -> int:
    """Return the element of the Luby sequence with the given index, starting from 0: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …"""
    index += 1
    while index & (index + 1):  # each part but its last element repeats what comes before it
        index -= (1 << index.bit_length() - 1) - 1
    return (index + 1) // 2
