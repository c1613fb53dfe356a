"""Finds formulas between dollar signs, which a slide would show as they are typed, and says what to write instead.

Suggestions have only characters that the window's own typefaces can draw: these have raised digits, but no raised n.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzles.problems import short

_FORMULA = re.compile(r"(\${1,2})(?=\S)([^$\n]+)(?<=\S)\1(?!\d)")
"""Text between dollar signs, without a space inside them or a digit after them, as there is around prices."""
_SCRIPT = re.compile(r"([\^_])(?:\{([^{}\\]*)\}|(\w))")
_DIGITS = {"^": str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), "_": str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")}
_SIGNS = {
    r"\cdot": "·", r"\times": "×", r"\le": "≤", r"\leq": "≤", r"\ge": "≥", r"\geq": "≥", r"\ne": "≠", r"\neq": "≠",
    r"\approx": "≈", r"\log": "log", r"\min": "min", r"\max": "max", r"\infty": "∞", r"\to": "→", r"\neg": "¬",
    r"\lnot": "¬", r"\Theta": "Θ", r"\Omega": "Ω", r"\ldots": "…", r"\dots": "…",
}  # fmt: skip


def mistakes(text: str) -> Iterator[str]:
    """Yield, for each formula in a line of text, what to write instead."""
    for found in _FORMULA.finditer(text):
        plain = as_text(found[2])
        instead = f"write {short(plain)}" if plain else "write it in words, or show it as a picture"
        yield f"a formula is shown as it is typed: instead of {short(found[0])}, {instead}"


def as_text(formula: str) -> str:
    """Return a formula as plain text, such as O(9^n) or n², or "" if it is too hard for that."""
    plain = re.sub(r"\\[A-Za-z]+", lambda found: _SIGNS.get(found[0], found[0]), formula)
    plain = _SCRIPT.sub(_script, plain)
    return "" if re.search(r"[\\{}]", plain) else plain


def _script(found: re.Match[str]) -> str:
    inside = found[2] if found[2] is not None else found[3]
    if inside.isdigit():
        return inside.translate(_DIGITS[found[1]])
    return f"{found[1]}{inside if len(inside) == 1 else f'({inside})'}"
