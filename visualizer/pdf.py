"""A small writer of PDF files: lines, polygons and text in Helvetica on pages of any size.

All measures are points (72 to the inch), from a page's top left corner, y downwards. The same calls give the same
bytes. Format: PDF 1.4 (Adobe, 2001); the fonts are two of the fourteen that every reader has, so that none is put into
the file, and their widths are those of Adobe's font metrics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unicodedata import normalize

from visualizer.theme import Color

Point = tuple[float, float]

CAP_HEIGHT = 0.718
"""Of the em: how high digits and capitals are."""
_WIDTHS = {
    False: (
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
        556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556,
        556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
        500, 500, 500, 334, 260, 334, 584,
    ),
    True: (
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722,
        611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556,
        611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778,
        556, 556, 500, 389, 280, 389, 584,
    ),
}  # fmt: skip
"""Thousandths of the em, of the characters from space to ~; True: the bold face."""
_OTHER = {
    "\xa0": 278,
    "·": 278,
    "…": 1000,
    "–": 556,
    "—": 1000,
    "’": 222,
    "‘": 222,
    "“": 333,
    "”": 333,
    "×": 584,
    "ß": 611,
}
_UNKNOWN = 556
_CURVE = 0.5523
"""How far the handles of a quarter of a circle are from its ends, in radii."""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Points that a line of text takes."""
    return sum(_width(character, bold) for character in shown(text)) * size / 1000


def _width(character: str, bold: bool) -> int:
    plain = normalize("NFD", character)[0]  # an accent takes no room
    if " " <= plain <= "~":
        return _WIDTHS[bold][ord(plain) - 32]
    return _OTHER.get(character, _UNKNOWN)


def shown(text: str) -> str:
    """The text as it can be shown: a ? for what is not in the fonts."""
    return text.replace("\u202f", "\xa0").encode("cp1252", "replace").decode("cp1252")


def shortened(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text, cut off with an ellipsis where it is wider."""
    while text and text_width(text, size, bold) > width:
        text = text.rstrip("…")[:-1].rstrip() + "…"
        if text == "…":
            return ""
    return text


class Page:
    """What is drawn on a page, in order."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._operators = [f"1 0 0 -1 0 {_number(height)} cm"]

    @property
    def content(self) -> bytes:
        return "\n".join(self._operators).encode("cp1252", "replace")

    def rect(self, x: float, y: float, width: float, height: float, color: Color) -> None:
        """A filled rectangle."""
        self._add(f"{_color(color)} rg {_numbers(x, y, width, height)} re f")

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        """A filled polygon."""
        self._add(f"{_color(color)} rg {_path(points)} h f")

    def outline(self, points: Sequence[Point], width: float, color: Color, *, closed: bool = True) -> None:
        """A line through the points, and back to the first; its corners are round."""
        self._add(f"{_color(color)} RG {_number(width)} w 1 j 1 J {_path(points)} {'h ' * closed}S")

    def rounded(self, rect: tuple[float, float, float, float], radius: float, color: Color, width: float = 0) -> None:
        """A rectangle (x, y, width, height) with round corners: filled, or, with a width, a line on its edge."""
        x, y, wide, high = rect
        radius = min(radius, wide / 2, high / 2)
        near, right, bottom = radius * (1 - _CURVE), x + wide, y + high
        path = (
            f"{_numbers(x + radius, y)} m {_numbers(right - radius, y)} l "
            f"{_numbers(right - near, y, right, y + near, right, y + radius)} c {_numbers(right, bottom - radius)} l "
            f"{_numbers(right, bottom - near, right - near, bottom, right - radius, bottom)} c "
            f"{_numbers(x + radius, bottom)} l {_numbers(x + near, bottom, x, bottom - near, x, bottom - radius)} c "
            f"{_numbers(x, y + radius)} l {_numbers(x, y + near, x + near, y, x + radius, y)} c h"
        )
        how = f"{_color(color)} RG {_number(width)} w {path} S" if width else f"{_color(color)} rg {path} f"
        self._add(how)

    def text(self, x: float, base: float, text: str, size: float, color: Color, *, bold: bool = False) -> None:
        """A line of text from there on its base line."""
        for escaped in "\\()":
            text = text.replace(escaped, f"\\{escaped}")
        font = "F2" if bold else "F1"
        place = _numbers(size, 0, 0, -size, x, base)
        self._add(f"BT {_color(color)} rg /{font} 1 Tf {place} Tm ({shown(text)}) Tj ET")

    def centred(self, x: float, y: float, text: str, size: float, color: Color, *, bold: bool = False) -> None:
        """Digits or capitals around a point."""
        left = x - text_width(text, size, bold) / 2
        self.text(left, y + size * CAP_HEIGHT / 2, text, size, color, bold=bold)

    @contextmanager
    def turned(self, x: float, y: float) -> Iterator[None]:
        """What is drawn meanwhile is turned upside down about a point."""
        self._add(f"q -1 0 0 -1 {_numbers(2 * x, 2 * y)} cm")
        yield
        self._add("Q")

    def _add(self, operators: str) -> None:
        self._operators.append(operators)


def document(pages: Sequence[Page], title: str = "") -> bytes:
    """The file's bytes. There is at least one page."""
    count = len(pages)
    numbers = range(5, 5 + 2 * count, 2)
    fonts = [
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
        for name in ("Helvetica", "Helvetica-Bold")
    ]
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        *fonts,
    ]
    for number, page in zip(numbers, pages, strict=True):
        box = f"0 0 {_numbers(page.width, page.height)}"
        resources = "<< /Font << /F1 3 0 R /F2 4 0 R >> >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Resources {resources} "
            f"/Contents {number + 1} 0 R >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(page.content), page.content))
    objects.append(f"<< /Title {_hexadecimal(title)} /Producer (Solvescope) >>".encode())
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """The objects, numbered from 1, with the table of where each is; the first is the catalogue, the last the facts."""
    data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, item in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    table = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(objects) + 1, len(objects))
    data += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(data)


def _hexadecimal(text: str) -> str:
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _number(value: float) -> str:
    """To a hundredth of a point, without what need not be said."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _numbers(*values: float) -> str:
    return " ".join(map(_number, values))


def _color(color: Color) -> str:
    return " ".join(f"{part / 255:.3f}".rstrip("0").rstrip(".") for part in color)


def _path(points: Sequence[Point]) -> str:
    (first, *others) = points
    return f"{_numbers(*first)} m " + " ".join(f"{_numbers(*point)} l" for point in others)
