"""Show a session's digits in other symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from visualizer.session.session import Session
    from visualizer.style.symbols import Symbols


def show(session: Session, symbols: Symbols) -> None:
    """Show a session's digits in other symbols, on the board and in words."""
    session.symbols = symbols
    session.name_digits()
