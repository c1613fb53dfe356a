"""Presents a hint or check as a sentence and highlighted cells."""

from __future__ import annotations

from puzzles.geometry import Cell, Digit, Geometry
from solvers.explain.hint import Advice, Hint
from solvers.explain.records import Single, SolutionCount, WhatIf
from visualizer.narration.explanations import repeated
from visualizer.narration.hints import UNTOLD, around, band, in_strengths, step_of, wrong_mark
from visualizer.play.state import HintView, moves_up_to, standing, struck
from visualizer.play.view import key_of
from visualizer.scene.board import finding_of, links_of, parts_of, units_of, washes_of
from visualizer.scene.composer import Composer
from visualizer.text.phrases import capitalised
from visualizer.text.spans import Caption, Span
from visualizer.views.board import MarkRole, Outline, Wash

WRONG = (Advice.WRONG_DIGIT, Advice.WRONG_MARK)
MOST_REPEATED = 4
"""How many repeated digits to name on a full grid. The rest are only marked on the board."""


def mistake(found: Hint, composer: Composer) -> int:
    """Return the position just after the mistaken move, or 0 if no move was mistaken."""
    assert found.wrong is not None
    (cell, digit), position = found.wrong, composer.player.position
    if digit:
        return standing(composer.timeline, position).get(cell, 0)
    return struck(composer.timeline, position, cell, found.missing)


def _move(found: Hint, composer: Composer) -> str:
    """Name the mistaken move, as in "your last move" or "your move 12 of 20". Return "" if there is none."""
    at = mistake(found, composer)
    number, of = (moves_up_to(composer.timeline, there) for there in (at, composer.player.position))
    return "" if not at else "your last move" if number == of else f"your move {number} of {of}"


def _offer(found: Hint, composer: Composer) -> str:
    """Return an offer to go back to before the mistake, or ""."""
    key = key_of("agree", composer.puzzle)
    return f" {key} goes back to just before it." if mistake(found, composer) else ""


# Hints --------------------------------------------------------------------------------------------------------------


def hinted(found: Hint, strength: int, composer: Composer) -> HintView:
    """Present a hint. The first stage says only where to look, and the last says everything."""
    sentences, puzzle = in_strengths(found), composer.puzzle
    caption, last = sentences[strength - 1], strength == len(sentences)
    if found.advice is Advice.NO_SOLUTION:
        return unsolvable(composer)
    if not last:
        more = "the technique" if found.finding and strength == 1 else "the whole step" if found.finding else "more"
        caption = (*caption, Span(f" Press {key_of('hint', puzzle)} again for {more}."))
    if found.what_if is not None and strength > 1:
        caption = caption if not last else (*caption, Span(f" {key_of('agree', puzzle)} applies it."))
        return _what_if(found.what_if, strength - 2, puzzle.geometry, caption)
    if not last:
        return _pointing(found, strength, caption)
    if found.wrong is not None:
        move = _move(found, composer)
        which = f" It is {move}." if move else ""
        caption = (Span(caption[0].text, "conflict"), Span(f"{which}{_offer(found, composer)}"))
        return HintView(caption, outlined=(found.wrong[0],), outline=Outline.GUILTY)
    if found.finding is not None:
        return _step(found, (*caption, Span(f" {key_of('agree', puzzle)} applies it.")))
    return _pointing(found, 1, caption)


def _pointing(found: Hint, strength: int, caption: Caption) -> HintView:
    """Highlight where to look and, once the technique is named, its pattern, unless that would cover the board."""
    geometry = found.position.geometry
    if found.wrong is not None:
        near = around(geometry, found.wrong[0]).cells if strength > 1 else band(geometry, found.wrong[0])
        return HintView(caption, dict.fromkeys(near, Wash.UNIT))
    units, cells = found.where
    washes = {cell: Wash.UNIT for unit in units for cell in geometry.units[unit].cells}
    washes |= dict.fromkeys(cells, Wash.STEP)
    technique, finding = found.technique, found.finding
    if strength > 1 and technique and finding and "cells" not in UNTOLD.get(technique.why, ""):
        washes |= dict.fromkeys(finding.cells, Wash.STEP)
    return HintView(caption, washes)


def _step(found: Hint, caption: Caption) -> HintView:
    """Show the whole step as a solver would. A step that removes several candidates does not belong to any one cell."""
    step, board = step_of(found)
    finding = finding_of(step)
    if finding is None:
        washes = washes_of(step, board) | dict.fromkeys(found.because, Wash.LIT)
        return HintView(caption, washes, {step.cell: ((step.digit, MarkRole.RING),)})
    washes = dict.fromkeys(units_of(finding, board.geometry), Wash.UNIT)
    washes |= {cell: Wash.STEP for cell, _ in finding.places}
    return HintView(caption, washes, parts_of(finding), links_of(finding))


def _what_if(found: WhatIf, told: int, geometry: Geometry, caption: Caption) -> HintView:
    """Mark the assumed digit and, in the parts told so far, what follows. Earlier cases do not hold any more."""
    parts: dict[Cell, tuple[tuple[Digit, MarkRole], ...]] = {found.cell: ((found.digit, MarkRole.TARGET),)}
    dead = found.argument.dead if told == len(found.parts) and not found.options else None
    for number, part in enumerate(found.parts[:told], 1):
        for line in part:
            if isinstance(line, Single):
                parts[line.cell] = ((line.digit, MarkRole.ONE),)
            elif number == told:
                parts[line.cell] = ((line.digit, MarkRole.OTHER),)
                parts |= {single.cell: ((single.digit, MarkRole.ONE),) for single in line.singles}
                dead = line.dead
    if told == 1:
        for cell, digit in found.options:
            parts[cell] = (*parts.get(cell, ()), (digit, MarkRole.OTHER))
    washes = {found.cell: Wash.STEP}
    if dead is not None:
        washes |= dict.fromkeys(geometry.units[dead.unit].cells if dead.unit >= 0 else (dead.cell,), Wash.UNIT)
    return HintView(caption, washes, parts)


# Checks -------------------------------------------------------------------------------------------------------------


def checked(found: Hint, composer: Composer) -> HintView:
    """Say what is wrong with the player's digits and marks, or that nothing is."""
    if found.advice is Advice.NO_SOLUTION:
        return unsolvable(composer)
    if found.wrong is None:
        return HintView((Span(right(found, composer), "solved" if found.sure else ""), *_of_puzzle(composer)))
    wrong = _first_digit(found, composer) if found.advice is Advice.WRONG_DIGIT else _first_mark(found, composer)
    return HintView((*wrong, Span(_offer(found, composer))), outlined=(found.wrong[0],), outline=Outline.GUILTY)


def _first_digit(found: Hint, composer: Composer) -> Caption:
    assert found.wrong is not None
    cell, digit = found.wrong
    puzzle, move = composer.puzzle, _move(found, composer)
    full = f"{capitalised(repeated(found.position, MOST_REPEATED))}. " if found.position.is_full() else ""
    why = "" if found.unique else " It leaves no solution."
    wrong = Span(f"{puzzle.geometry.name(cell)} = {puzzle.symbol(digit)}", "conflict")
    return Span(f"{full}The first mistake is "), wrong, Span(f"{f', {move}' if move else ''}.{why}")


def _first_mark(found: Hint, composer: Composer) -> Caption:
    assert found.wrong is not None
    wrong, digits = wrong_mark(found, found.wrong[0]), bool(_digits(composer))
    move = _move(found, composer)
    return (
        Span("Your digits are right, but " if digits else ""),
        Span(wrong if digits else capitalised(wrong), "conflict"),
        Span(f": {move}." if move else "."),
    )


def _digits(composer: Composer) -> list[Cell]:
    """Return the cells with digits written by the player, oldest first."""
    return list(standing(composer.timeline, composer.player.position))


def right(found: Hint, composer: Composer) -> str:
    """Say that all is well, or that no mistake is known, as in "All 20 digits are right; 33 to go." """
    if found.advice is Advice.FULL:
        return in_strengths(found)[0][0].text
    cells, puzzle, to_go = _digits(composer), found.position, f"{len(found.position.blanks)} to go"
    if not cells:
        return f"No digits written yet; {to_go}."
    one = f"{puzzle.geometry.name(cells[0])} = {puzzle.symbol(puzzle.givens[cells[0]])}"
    many = len(cells) > 1
    if not found.sure:
        which = f"your {len(cells)} digits" if many else one
        return f"No mistake found in {which}, but it is not certain that a solution remains."
    if not found.unique:
        return f"{f'All {len(cells)} digits' if many else one} can stay: a solution is still possible; {to_go}."
    return f"All {len(cells)} digits are right; {to_go}." if many else f"{one} is right; {to_go}."


def _of_puzzle(composer: Composer) -> Caption:
    """Say what is known about the puzzle if nothing has been written yet."""
    board, known = composer.timeline.board_at(composer.player.position), composer.verdict.caption
    return (Span(" "), *known) if known and not _digits(composer) and 0 in board.values else ()


def unsolvable(composer: Composer) -> HintView:
    """Explain why the puzzle has no solution, and offer to edit it."""
    offer, verdict = Span(f" {key_of('edit', composer.puzzle)} edits the givens."), composer.verdict
    if verdict.answer is SolutionCount.NONE:
        return HintView((*verdict.caption, offer), outlined=verdict.outlined, outline=verdict.outline)
    return HintView((Span("This puzzle has no solution.", "conflict"), offer))
