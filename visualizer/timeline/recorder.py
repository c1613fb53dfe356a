"""Records steps from a generator into a timeline's chunks, with the source line that yielded each step."""

import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PureWindowsPath
from types import GeneratorType
from typing import Any

from solvers.core.board import Board
from solvers.core.errors import IllegalStep, RunError
from solvers.core.frame_trace import NOWHERE, CodeLine, innermost
from solvers.core.step import Kind, Step
from visualizer.text.shell import plain
from visualizer.timeline.chunk import Chunk
from visualizer.timeline.codebook import Codebook

CHANGING_KINDS = int(Kind.LOOK)
"""Kinds of step below this one change the board."""


@dataclass(frozen=True)
class Failure:
    """An error raised by a solver. Control characters in its texts are escaped."""

    message: str
    place: CodeLine
    trace: str
    step: Step | None = None
    """The step at fault, if the error was an illegal step."""

    def __str__(self) -> str:
        name = PureWindowsPath(self.place.file).name  # a Windows path splits at both kinds of slash
        where = f" (line {self.place.line} of {name})" if self.place.line else ""
        return f"The solver stopped with an error: {self.message}{where}"


def place_of(generator: Any) -> CodeLine:
    frame = innermost(generator)
    return CodeLine(frame.f_code.co_filename, frame.f_lineno) if frame else NOWHERE


class Recorder:
    """One pass over a generator's steps. ``made`` counts them; PENDING steps are neither counted nor recorded."""

    def __init__(self, book: Codebook, steps: Iterator[Step]) -> None:
        self.book = book
        self.iterator = steps
        self.generator = steps if isinstance(steps, GeneratorType) else None
        self._yielded: dict[int, dict[Step, int]] = {}
        """For each instruction that yields steps itself, their codes."""
        self.made = 0
        self.ended = False
        self.waiting = False
        """Whether the last step received was PENDING."""
        self.pending: Step | None = None
        self.failure: Failure | None = None

    def close(self) -> None:
        """Stop the generator and everything it started."""
        self.ended = True
        if hasattr(self.iterator, "close"):
            self.iterator.close()

    def record(self, chunk: Chunk, board: Board, most: int) -> int:
        """Record up to ``most`` steps and apply them to the board, stopping at an answer. Return their number."""
        try:
            return self._through_generator(chunk, board, most) if self.generator else self._plain(chunk, board, most)
        except Exception as error:  # a solver may raise anything, which is shown and ends only this run
            self._fail(error)
            return 0

    # A generator's frame tells which line it stopped at. So the codes known at each instruction are one dictionary, and
    # a step that has been seen there before costs a single look-up. An instruction either yields or passes steps on.

    def _through_generator(self, chunk: Chunk, board: Board, most: int) -> int:
        # The innermost loop of the program: about a million iterations per second.
        generator, found = self.generator, list[int]()
        assert generator is not None
        frame: Any = generator.gi_frame
        yielded, append, acts, solved = self._yielded, found.append, board.acts, Kind.SOLVED
        self.waiting = False
        try:
            for step in generator:
                try:
                    code = yielded[frame.f_lasti][step]
                except KeyError:
                    code = self._code_of(step, generator, board)
                    if self.waiting:
                        return len(found)
                kind = step.kind
                if kind < CHANGING_KINDS:
                    acts[kind](step)
                append(code)
                most -= 1
                if not most or kind is solved:
                    return len(found)
            self.ended = True
        finally:
            chunk.append_codes(found)
            self.made += len(found)
        return len(found)

    def _code_of(self, step: Step, generator: Any, board: Board) -> int:
        """Return the code of a step that is new where it was yielded, or that came through ``yield from``."""
        if generator.gi_yieldfrom is not None:
            codes = self.book.below(generator)
        else:
            offset = generator.gi_frame.f_lasti
            codes = self._yielded[offset] = self.book.by_offset[offset]
        code = codes.get(step)
        if code is None and not self._is_pending(step, board):
            code = self.book.add(codes, step, place_of(generator))
        return -1 if code is None else code

    def _plain(self, chunk: Chunk, board: Board, most: int) -> int:
        """Record steps from an iterator that is not a generator. If it has a ``place``, that is the source line."""
        self.waiting = False
        for made in range(most):
            step = next(self.iterator, None)
            if step is None:
                self.ended = True
                return made
            place = getattr(self.iterator, "place", NOWHERE)
            codes = self.book.by_place[place]
            code = codes.get(step)
            if code is None:
                if self._is_pending(step, board):
                    return made
                code = self.book.add(codes, step, place)
            board.apply(step)
            chunk.append_codes([code])
            self.made += 1
            if step.kind is Kind.SOLVED:
                return made + 1
        return most

    def _is_pending(self, step: Step, board: Board) -> bool:
        """Return whether a new step is PENDING, and note it if so. Raises if it is not a step or does not fit the
        grid.
        """
        if not isinstance(step, Step):
            raise TypeError(f"a solver must yield steps, but this one yielded {step!r}")
        cells, digits = board.geometry.cells, board.geometry.digits
        if step.kind < Kind.BACKTRACK and not (step.cell in cells and step.digit in digits):
            raise ValueError(board.objection(step))
        if step.kind is not Kind.PENDING:
            return False
        self.waiting, self.pending = True, step
        return True

    def replay(self, board: Board | None, opened: list[int], most: int) -> list[int]:
        """Run through up to ``most`` steps without storing them, applying them to the board if one is given.

        If there is a board, also keep ``opened``, the positions of the open guesses, up to date. Return the number of
        steps of each kind.
        """
        counts = [0] * len(Kind)
        self.waiting = False
        for step in self.iterator:
            if step.kind is Kind.PENDING:
                self.waiting = True
                break
            counts[step.kind] += 1
            if board is not None:
                board.apply(step)
                if step.kind is Kind.GUESS:
                    opened.append(self.made + sum(counts))
                elif step.kind is Kind.BACKTRACK:
                    del opened[max(step.level, 0) :]
            most -= 1
            if not most:
                break
        else:
            self.ended = True
        self.made += sum(counts)
        return counts

    def _fail(self, error: Exception) -> None:
        self.ended = True
        if self.generator is not None and self.generator.gi_frame is not None:
            place = place_of(self.generator)  # the generator is still running, but its last step is illegal
            with suppress(Exception):
                self.generator.close()
        elif isinstance(error, RunError):
            step = error.step if isinstance(error, IllegalStep) else None
            self.failure = Failure(plain(error.message), error.place, plain(error.trace or str(error)), step)
            return
        else:
            frames = traceback.extract_tb(error.__traceback__)
            own = [frame for frame in frames if frame.filename != __file__] or frames
            place = CodeLine(own[-1].filename, own[-1].lineno or 0) if own else NOWHERE
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        self.failure = Failure(plain(text), place, plain("".join(traceback.format_exception(error))))
