"""Prints boards to a file. Its extension sets the format: a .pdf can have many pages, a .png has one."""

from collections.abc import Sequence
from pathlib import Path

from puzzles.problems import short
from visualizer.printing.page_layout import PageItem, sheets
from visualizer.style.theme import Symbols

ENDINGS = (".pdf", ".png")
WIDTH = 2000
"""The default width of a picture in pixels, which is an A4 page at 240 dpi."""


class PrintError(ValueError):
    """Raised if boards cannot be printed to a file. The message says what to do."""


def check(path: Path) -> None:
    """Raise :class:`PrintError` if it is impossible to print to this file."""
    if path.suffix.lower() not in ENDINGS:
        raise PrintError(f"{short(path)} must end in .pdf (any number of pages) or .png (one page, as a picture)")
    if path.is_dir():
        raise PrintError(f"{short(path)} is a folder: name a file")
    if not path.parent.is_dir():
        raise PrintError(f"cannot write {short(path)}: there is no folder {short(path.parent)}; create it first")


def render(
    path: Path,
    items: Sequence[PageItem],
    symbols: Symbols,
    *,
    per_page: int = 1,
    paper: str = "a4",
    solutions: str = "none",
    width: int = WIDTH,
) -> tuple[bytes, int]:
    """Return the file's content and its number of pages. A picture of a single board has no page around it.

    Raises :class:`PrintError`.
    """
    check(path)
    pages = sheets(items, per_page, paper, solutions)
    if path.suffix.lower() == ".pdf":
        from visualizer.printing.board_pdf import pdf

        return pdf(pages, symbols, path.stem), len(pages)
    from visualizer.printing.board_png import bare_png, png

    if len(items) == 1 and solutions == "none":
        return bare_png(items[0].board, symbols, width), 1
    if len(pages) != 1:
        raise PrintError(
            f"a .png holds one page, but this takes {len(pages)}: name a .pdf, print fewer puzzles or more per page, "
            "or put the solutions upside down"
        )
    return png(pages[0], symbols, width), 1
