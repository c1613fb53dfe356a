"""Reads DIMACS CNF as a stream of clauses, without interpreting them.

It is strict about errors but lenient with common practice: comments may be anywhere, a clause may span several lines, a
line may hold several clauses, ``%`` ends the file (SATLIB), the last ``0`` may be missing, and the counts may be wrong.
:attr:`DimacsClauses.remarks` lists what was tolerated.
"""

import codecs
import re
from collections.abc import Callable, Iterator
from io import BufferedReader

from puzzles.figures import counted, grouped

Clause = list[int]

BYTES_AT_ONCE = 1 << 16
"""The maximum number of bytes of a line to read at once."""
MOST_LITERALS = 1_000_000
"""The maximum number of literals in a clause, since a file of numbers without a 0 would fill the memory."""
GREATEST = 2**31 - 1
"""The greatest variable that SAT solvers accept."""

_LITERAL = b"-0123456789"
_NUMBER = re.compile(rb"-?[0-9]{1,10}")
_HEADER = "p cnf VARIABLES CLAUSES"


class DimacsError(ValueError):
    """The error for text that is not a formula, a model or a Sudoku. The message names the line to blame, if any."""


def pieces(stream: BufferedReader) -> Iterator[tuple[int, bytes, bool]]:
    """Yield (line number, text, whether a line starts here) in bounded memory, numbering lines from 1.

    A line of more than :data:`BYTES_AT_ONCE` bytes is split into pieces between words. UTF-16, as written by
    PowerShell's ``>``, and byte order marks are handled.
    """
    number, rest, begins = 1, b"", True
    readline = _reader(stream)
    while piece := readline(BYTES_AT_ONCE):
        text, rest = rest + piece, b""
        ends = text.endswith(b"\n")
        if not ends and (cut := max(text.rfind(b" "), text.rfind(b"\t"))) >= 0:
            text, rest = text[: cut + 1], text[cut + 1 :]
        yield number, text, begins
        begins, number = ends, number + ends
    if rest:
        yield number, rest, begins


def _reader(stream: BufferedReader) -> Callable[[int], bytes]:
    head = stream.peek(3)[:3]
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = codecs.getreader("utf-16")(stream, "replace")
        return lambda size: text.readline(size // 4).encode("utf-8", "replace")
    if head == codecs.BOM_UTF8:
        stream.read(3)
    return stream.readline


class DimacsClauses:
    """The clauses of a DIMACS file, which can be read once. Reading may raise :class:`DimacsError`."""

    def __init__(self, stream: BufferedReader) -> None:
        self.declared: tuple[int, int] | None = None
        """The numbers of variables and clauses given in the header."""
        self.last = 0
        """The greatest variable read so far."""
        self.count = 0
        self.line = 0
        """The line on which the last clause ended, from 1."""
        self.remarks: list[str] = []
        self._stream = stream
        self._aside = False  # the rest of the line is not a clause
        self._ended = False

    def __iter__(self) -> Iterator[Clause]:
        clause: Clause = []
        for line, text, begins in pieces(self._stream):
            self.line = line
            if begins:
                self._aside = text[0] not in _LITERAL and self._is_aside(text)
            if self._aside:
                continue
            numbers = self._numbers(text)
            if not clause and numbers and not numbers[-1] and numbers.count(0) == 1:  # most lines are one clause
                numbers.pop()
                self.count += 1
                yield numbers
            else:
                yield from self._clauses(numbers, clause)
            if self._ended:
                break
        if clause:
            self._remark("the last clause does not end in 0")
            self.count += 1
            yield clause
        if not self.declared:
            raise DimacsError(f"no line '{_HEADER}': this is not a DIMACS file")
        if self.count != self.declared[1]:
            self.remarks.append(f"{counted(self.count, 'clause')}, but the header says {grouped(self.declared[1])}")

    def _is_aside(self, text: bytes) -> bool:
        """Return whether a line is a comment or the header instead of a clause."""
        lead = text.lstrip()[:1]
        if lead == b"p":
            words = text.split()
            if self.declared:
                raise self._error(f"a second '{_HEADER}'; a file holds one formula")
            if words[:2] != [b"p", b"cnf"]:
                raise self._error(f"{shown(b' '.join(words))} is not '{_HEADER}'; only CNF is supported")
            counts = words[2:]
            if len(counts) != 2 or not all(word.isdigit() and len(word) <= 18 for word in counts):
                raise self._error(f"the header must be '{_HEADER}' with two whole numbers, as in 'p cnf 729 12016'")
            self.declared = int(counts[0]), int(counts[1])
        return lead in (b"c", b"p")

    def _numbers(self, text: bytes) -> list[int]:
        """Return the literals and zeros in a piece of a line, up to a comment or ``%``."""
        try:
            numbers = [*map(int, text.split())]
        except ValueError:
            numbers = [*self._careful(text)]
        else:
            if b"_" in text or b"+" in text:  # int() accepts these, SAT solvers do not
                numbers = [*self._careful(text)]
        if numbers:
            top = max(max(numbers), -min(numbers))
            if not self.declared:
                raise self._error(f"a clause before the '{_HEADER}' line, which must come first")
            if top > GREATEST:
                raise self._error(f"{shown(b'%d' % top)} is too large for a variable; the largest is {GREATEST}")
            if self.last <= self.declared[0] < top:
                self._remark(f"variable {top}, but the header says {self.declared[0]}")
            self.last = max(self.last, top)
        return numbers

    def _careful(self, text: bytes) -> Iterator[int]:
        for word in text.split():
            if word == b"c":
                self._aside = True
                return
            if word == b"%":
                self._ended = True
                return
            if not _NUMBER.fullmatch(word):
                raise self._error(f"{shown(word)} is not a literal; a clause is a list of whole numbers, then 0")
            yield int(word)

    def _clauses(self, numbers: list[int], clause: Clause) -> Iterator[Clause]:
        """Yield the clauses that end on this line, and keep the rest for the next one."""
        for number in numbers:
            if number:
                clause.append(number)
            else:
                self.count += 1
                yield clause[:]
                clause.clear()
        if len(clause) > MOST_LITERALS:
            raise self._error(f"a clause of more than {grouped(MOST_LITERALS)} literals; is the 0 at its end missing?")

    def _remark(self, text: str) -> None:
        self.remarks.append(f"line {self.line}: {text}")

    def _error(self, text: str) -> DimacsError:
        return DimacsError(f"line {self.line}: {text}")


def number_of(word: bytes) -> int | None:
    """Return the literal, or 0, that a word stands for; ``None`` if SAT solvers would not accept it."""
    number = int(word) if _NUMBER.fullmatch(word) else None
    return number if number is None or abs(number) <= GREATEST else None


def shown(word: bytes) -> str:
    """Quote a word for a message, decoded and truncated if it is long."""
    text = word.decode("utf-8", "replace")
    return repr(text if len(text) <= 40 else text[:37] + "…")
