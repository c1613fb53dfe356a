"""Prints boards to a file in the format of its ending: a .pdf may have many pages, a .png has one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from visualizer.printing.page_layout import PageItem, Sheet, sheets
from visualizer.style.symbols import Symbols

ENDINGS = (".pdf", ".png")
WIDTH = 2000
"""The default width of a picture in pixels: an A4 page at 240 dots to the inch."""


class PrintError(ValueError):
    """An error for boards that cannot be printed to a file; its message says what to do."""


def check(path: Path) -> None:
    """Raise :class:`PrintError` if a file with this name cannot be printed to."""
    if path.suffix.lower() not in ENDINGS:
        raise PrintError(f"{path} ends neither in .pdf (any number of pages) nor in .png (one page, as a picture)")
    if path.is_dir():
        raise PrintError(f"{path} is a folder: name a file")
    if not path.parent.is_dir():
        raise PrintError(f"cannot write {path}: there is no folder {path.parent}; make it first")


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
    """Return the file's bytes and the number of pages. A single board in a picture has no page around it.

    Raises :class:`PrintError`.
    """
    check(path)
    if path.suffix.lower() == ".pdf":
        from visualizer.printing.board_pdf import pdf

        pages = sheets(items, per_page, paper, solutions)
        return pdf(pages, symbols, path.stem), len(pages)
    if len(items) == 1 and solutions == "none":
        from visualizer.printing.board_png import bare_png

        return bare_png(items[0].board, symbols, width), 1
    return _picture(path, sheets(items, per_page, paper, solutions), symbols, width), 1


def _picture(path: Path, pages: Sequence[Sheet], symbols: Symbols, width: int) -> bytes:
    from visualizer.printing.board_png import png

    if len(pages) != 1:
        raise PrintError(
            f"a .png is one page, and these are {len(pages)}: name a .pdf, print fewer puzzles or more on a page, "
            "or put the solutions upside down"
        )
    return png(pages[0], symbols, width)
