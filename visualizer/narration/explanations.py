"""Puts explanations into words: how many solutions there are, which givens contradict each other, and why."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzles.figures import counted, grouped
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of
from puzzles.writing import boxes
from solvers.explain.core import repeats
from solvers.explain.records import Argument, DeadEnd, Explanation, Repeat, Single, SolutionCount, Trial, WhatIf
from visualizer.text.spans import Caption, Span, capitalised, listed, shortened
from visualizer.views.board import Outline

MOST_NAMED = 12
"""The maximum number of cells listed in a caption. Longer lists end with "and 9 more", for example."""


def verdict(known: Explanation, most: int = MOST_NAMED) -> Caption:
    """Summarise what is known in a sentence or two, naming up to ``most`` cells."""
    words = _ExplanationWords(known.puzzle, most)
    tell = {
        SolutionCount.NONE: words.none,
        SolutionCount.ONE: words.one,
        SolutionCount.SEVERAL: words.several,
        SolutionCount.UNKNOWN: words.unknown,
    }
    return tell[known.answer](known)


def reasons(known: Explanation, most: int = MOST_NAMED) -> tuple[Caption, ...]:
    """Explain line by line why there is no solution. Return nothing if the reason is unknown or there is a solution.

    Lines that would repeat the verdict are left out. ``most`` is the maximum number of starting givens to name.
    """
    words = _ExplanationWords(known.puzzle, most)
    if known.repeats:
        named = set() if known.puzzle.is_full() else set(known.puzzle.clashes()[0][:2])  # the verdict names these
        return tuple(words.repeat(repeat) for repeat in known.repeats if set(repeat.cells) != named)
    if known.answer is not SolutionCount.NONE:
        return ()
    if known.argument is not None:
        return (*words.opening(known.argument, known), *words.argument(known.argument))
    if known.guesses is None:
        return ((Span("The reason is not known."),),)
    searched = counted(known.guesses, "guess", "guesses")
    return ((Span(f"There is no short proof: trying single digits is not enough, and a search takes {searched}."),),)


def repeated(puzzle: Puzzle, most: int = MOST_NAMED) -> str:
    """Say which digits are repeated in which units, as in "3 appears twice in row 1"; "" if there are none."""
    return _ExplanationWords(puzzle, most).repeated(repeats(puzzle))


def clash(puzzle: Puzzle) -> str:
    """Describe the digits given twice in a single sentence; "" if there are none."""
    found = puzzle.problems() if not puzzle.is_valid() else []
    clashes = [problem.message for problem in found if not problem.remark]
    if not clashes:
        return ""
    what = "digits" if puzzle.placed else "givens"
    if len(clashes) == 1:
        return clashes[0]
    verb = "clashes" if len(clashes) == 2 else "clash"
    return f"{clashes[0]}, and {counted(len(clashes) - 1, 'more pair')} of {what} {verb}"


def hint(puzzle: Puzzle) -> str:
    """Explain a puzzle known to have no solution: describe the clash, or say how to find out the reason."""
    if puzzle.is_full() and (found := repeats(puzzle)):
        return f"this grid is not a solution: {_ExplanationWords(puzzle).repeated(found)}"
    return clash(puzzle) or "to see why: solvescope explain"


def what_if(found: WhatIf, puzzle: Puzzle) -> list[Caption]:
    """Tell a what-if part by part: what follows from the assumption, then each case. The last part has the result."""
    words, (first, *rest), dead = _ExplanationWords(puzzle), found.parts, found.argument.dead
    name, symbol = words.name(found.cell), puzzle.symbol(found.digit)
    follows = Span(f".{words.then('Then', first)}")
    told: list[Caption] = [(Span(f"Suppose {name} is "), Span(symbol, "guessed"), follows)]
    told += [words.told(part) for part in rest]
    if found.argument.trials and len(found.options) == found.argument.trials:
        told[0] = (*told[0], Span(f" Now {words.cases(dead, found.options)}."))
    else:
        told[-1] = (*told[-1], Span(" But "), words.therefore(dead))
    told[-1] = (*told[-1], Span(" So "), Span(f"{symbol} is struck from {name}", "deduced"), Span("."))
    return told


class _ExplanationWords:
    """Describes explanations, using the puzzle's own names for cells and digits."""

    def __init__(self, puzzle: Puzzle, most: int = MOST_NAMED) -> None:
        self.puzzle = puzzle
        self.most = most
        self.name, self.symbol = puzzle.geometry.name, puzzle.symbol
        self._digits = "digits" if puzzle.placed else "givens"
        self._under = " with your digits" if puzzle.placed else ""

    # How many -------------------------------------------------------------------------------------------------------

    def one(self, known: Explanation) -> Caption:
        if self.puzzle.is_full():
            return Span("This grid is solved: ", "solved"), Span(f"{self.puzzle.geometry.rule}.")
        return (Span(f"Exactly one solution{self._under}.", "solved"),)

    def several(self, known: Explanation) -> Caption:
        if not known.more:
            number = f"{grouped(known.count)} solutions"
        elif known.finished:
            number = f"More than {grouped(known.count)} solutions"
        else:
            number = f"At least {grouped(known.count)} solutions"
        cells = shortened([self.name(cell) for cell in known.differ], self.most)
        which = "They" if known.count == 2 and not known.more else "Two of them"
        differ = counted(len(known.differ), "cell")
        return Span(f"{number}{self._under}. ", "conflict"), Span(f"{which} differ in {differ}: {listed(cells)}.")

    def unknown(self, known: Explanation) -> Caption:
        if known.count:
            return Span("At least one solution; "), Span("it is not known whether there are more.", "conflict")
        return (Span(f"It is not known whether there is a solution{self._under}.", "conflict"),)

    # None -----------------------------------------------------------------------------------------------------------

    def none(self, known: Explanation) -> Caption:
        if self.puzzle.is_full():
            return Span("This grid is not a solution: ", "conflict"), Span(f"{self.repeated(known.repeats)}.")
        start = Span(f"No solution{self._under}: ", "conflict")
        if known.repeats:
            return start, Span(f"{clash(self.puzzle)}.")
        if not known.guilty and self.puzzle.geometry.rules and (known.finished or not self.puzzle.clues):
            return start, Span("the puzzle's own rules contradict each other, whatever is given.")
        if not known.guilty or (len(known.guilty) == self.puzzle.clues and known.unsure == known.guilty):
            return start, Span(f"the {self._digits} contradict each other; it is not known which ones.")
        names = shortened(self._puts(known.guilty), self.most)
        and_rules = " and the puzzle's rules" if self.puzzle.geometry.rules else ""
        if and_rules and len(known.guilty) == 1:
            return start, Span(f"{names[0]}{and_rules} contradict each other.")
        these = f"these {len(known.guilty)} {self._digits}{and_rules} contradict each other: {listed(names)}."
        return start, Span(f"{these} {self.needed(known)}")

    def needed(self, known: Explanation) -> str:
        """Say how many of the givens are known to be needed."""
        if not known.unsure:
            return "Each of them is needed: remove any one, and the others have a solution."
        if len(known.unsure) == len(known.guilty):
            return "It is not known whether each of them is needed."
        return f"{len(known.unsure)} of them may not be needed."

    def repeated(self, repeats: Sequence[Repeat]) -> str:
        groups: dict[tuple[int, str], list[str]] = {}
        for one in repeats:
            groups.setdefault((one.unit, _times(one)), []).append(self.symbol(one.digit))
        words, said = [], ""
        for (unit, times), digits in groups.items():
            verb = f" appear{'s' * (len(digits) == 1)} {times}" if times != said else ""
            words.append(f"{listed(digits)}{verb} in {self.unit(unit)}")
            said = times
        return "; ".join(shortened(words, self.most))

    def repeat(self, repeat: Repeat) -> Caption:
        times = _times(repeat)
        cells = listed([self.name(cell) for cell in repeat.cells])
        digit = Span(self.symbol(repeat.digit), "conflict")
        return digit, Span(f" appears {times} in {self.unit(repeat.unit)}: {cells}.")

    # Why ------------------------------------------------------------------------------------------------------------

    def opening(self, argument: Argument, known: Explanation) -> tuple[Caption, ...]:
        """Say what the argument starts from, and whether it needs trials."""
        start = f"these {self._digits} alone"
        if argument.givens != known.guilty:
            names = listed(shortened(self._puts(argument.givens), self.most))
            start = f"{len(argument.givens)} of the {self._digits}, which make a shorter argument ({names})"
        tried = (
            f", trying {counted(argument.trials, 'digit')} because singles are not enough" if argument.trials else ""
        )
        return ((Span(f"Why, from {start}{tried}:"),),)

    def argument(self, argument: Argument) -> tuple[Caption, ...]:
        """Return a line for each single and each trial, then one for the dead end."""
        dead, found = argument.dead, []
        split = argument.trials and argument.trials == len(dead.refuted)
        for line in argument.lines:
            if isinstance(line, Single):
                found.append(self.single(line))
                continue
            if split:
                found.append(self.choice(dead))
                split = False
            found.append(self.trial(line))
        why = self.excluded(dead.cell, dead) if dead.unit < 0 else self.blocked(dead.unit, dead.digit, dead)
        return (*found, (Span(self.dead_words(dead), "conflict"), Span(f": {why}.")))

    def single(self, single: Single) -> Caption:
        name, digit = self.name(single.cell), Span(self.symbol(single.digit), "deduced")
        if single.unit < 0:
            why = f", the only digit left there: {self.excluded(single.cell, single)}."
        else:
            why = f", its only place in {self.unit(single.unit)}: {self.blocked(single.unit, single.digit, single)}."
        return Span(f"{name} must be "), digit, Span(why)

    def choice(self, dead: DeadEnd) -> Caption:
        """Say that one of several cases must hold, and why."""
        if dead.unit < 0:
            others = self.taken(dead.cell, dead)
        else:
            others = self.blocked(dead.unit, dead.digit, dead._replace(refuted=()))
        return (Span(f"{capitalised(self.cases(dead, dead.refuted))}{f': {others}' if others else ''}."),)

    def cases(self, dead: DeadEnd, options: Sequence[tuple[Cell, Digit]]) -> str:
        """Say that one of several cases must hold."""
        if dead.unit < 0:
            return f"{self.name(dead.cell)} can only be {listed([self.symbol(digit) for _, digit in options], 'or')}"
        cells = listed([self.name(cell) for cell, _ in options], "or")
        return f"in {self.unit(dead.unit)}, {self.symbol(dead.digit)} can only be in {cells}"

    def trial(self, trial: Trial) -> Caption:
        supposed = Span(f"If {self.name(trial.cell)} is "), Span(self.symbol(trial.digit), "guessed")
        follows = self.follows(trial.singles)
        then = f", then {follows}; and " if follows else ", "
        return *supposed, Span(then), self.therefore(trial.dead)

    def told(self, part: Sequence[Single | Trial]) -> Caption:
        return self.trial(part[0]) if isinstance(part[0], Trial) else (Span(self.then("So", part).lstrip()),)

    def then(self, word: str, lines: Sequence[Single | Trial]) -> str:
        follows = self.follows(lines)
        return f" {word} {follows}." if follows else ""

    def follows(self, lines: Iterable[Single | Trial]) -> str:
        return "; ".join(self.briefly(line) for line in lines if isinstance(line, Single))

    def briefly(self, single: Single) -> str:
        where = f"only place in {self.unit(single.unit)}" if single.unit >= 0 else "only digit left"
        return f"{self.put(single.cell, single.digit)} ({where})"

    def therefore(self, dead: DeadEnd) -> Span:
        words = self.dead_words(dead)
        return Span(f"{words[0].lower()}{words[1:]}.", "conflict")

    def dead_words(self, dead: DeadEnd) -> str:
        if dead.unit < 0:
            return f"No digit fits {self.name(dead.cell)}"
        unit = self.unit(dead.unit)
        return f"{capitalised(unit)} has no place for {self.symbol(dead.digit)}"

    def excluded(self, cell: Cell, why: Single | DeadEnd) -> str:
        """Say what rules out the digits in a cell."""
        refuted = self._refuted([self.symbol(digit) for _, digit in sorted(why.refuted)])
        return "; ".join([*filter(None, [self.taken(cell, why)]), *refuted])

    def taken(self, cell: Cell, why: Single | DeadEnd) -> str:
        """Say where the digits that a cell cannot hold are. Each cell in ``because`` holds one of them, in order."""
        left = {why.digit, *(digit for _, digit in why.refuted)}
        taken = [digit for digit in self.puzzle.geometry.digits if digit not in left]
        pairs = zip(taken, why.because, strict=True)
        return ", ".join(f"{self.symbol(digit)} is in {self.name(at)}" for digit, at in pairs)

    def blocked(self, unit: int, digit: Digit, why: Single | DeadEnd) -> str:
        """Say what rules out a digit's places in a unit."""
        cells = self.puzzle.geometry.units[unit].cells
        filled = [self.name(cell) for cell in why.because if cell in cells]
        seen = [self.name(cell) for cell in why.because if cell not in cells]
        words = []
        if seen:
            words.append(f"{self.symbol(digit)} is in {listed(seen)}")
        if filled:
            words.append(f"{listed(filled)} {'is' if len(filled) == 1 else 'are'} filled")
        return "; ".join([*words, *self._refuted([self.name(cell) for cell, _ in why.refuted])])

    def _refuted(self, names: Sequence[str]) -> list[str]:
        return [f"{listed(names)} {'has' if len(names) == 1 else 'have'} been refuted"] if names else []

    # Names ----------------------------------------------------------------------------------------------------------

    def put(self, cell: Cell, digit: Digit) -> str:
        return f"{self.name(cell)}={self.symbol(digit)}"

    def _puts(self, cells: Iterable[Cell]) -> list[str]:
        return [self.put(cell, self.puzzle.givens[cell]) for cell in cells]

    def unit(self, index: int) -> str:
        return str(self.puzzle.geometry.units[index])


def board(puzzle: Puzzle, marked: Iterable[Cell] = ()) -> str:
    """Return the grid as text, with boxes drawn and the marked cells in brackets."""
    marks, symbols = set(marked), "." + alphabet_of(puzzle)
    signs = [("[{}]" if cell in marks else " {} ").format(symbols[digit]) for cell, digit in enumerate(puzzle.givens)]
    return "\n".join(line.rstrip() for line in boxes(puzzle.geometry, puzzle.geometry.rows_of(signs)))


def _times(repeat: Repeat) -> str:
    return "twice" if len(repeat.cells) == 2 else f"{len(repeat.cells)} times"


# The verdict on a puzzle, as data to draw.


class VerdictView(NamedTuple):
    answer: SolutionCount = SolutionCount.UNKNOWN
    caption: Caption = ()
    """One or two sentences; empty until something is known."""
    outlined: tuple[Cell, ...] = ()
    """The givens that contradict each other, or the cells in which two solutions differ."""
    outline: Outline = Outline.NONE
    """The mark around the outlined cells."""
    reasons: tuple[Caption, ...] = ()
    """Why there is no solution, line by line."""
    digits: tuple[tuple[Digit, Digit], ...] = ()
    """The two possible digits of each cell in which two solutions differ."""
    finished: bool = False
    """Whether the verdict is final."""


# Turns the verdict on a puzzle into words and outlined cells.


NAMED_IN_CAPTION = 7
"""The maximum number of cells named in the caption. The others are only marked on the board."""
STILL_LOOKING: Caption = (Span("Looking for an argument that people can follow …"),)


def view_of(known: Explanation, finished: bool = True) -> VerdictView:
    """Return the view of a verdict, without the answer if it may still change."""
    if known.answer is SolutionCount.UNKNOWN and not finished:
        return VerdictView()
    if known.answer is SolutionCount.NONE:
        repeated = tuple(sorted({cell for repeat in known.repeats for cell in repeat.cells}))
        outlined, outline = repeated or known.guilty, Outline.GUILTY
    else:
        outlined, outline = known.differ, Outline.DIFFERS if known.differ else Outline.NONE
    grids = [grid.givens for grid in known.solutions[:2]]
    digits = tuple((grids[0][cell], grids[1][cell]) for cell in known.differ)
    said = reasons(known) if finished or known.argument or known.repeats else (STILL_LOOKING,) * bool(known.guilty)
    return VerdictView(known.answer, verdict(known, NAMED_IN_CAPTION), outlined, outline, said, digits, finished)
