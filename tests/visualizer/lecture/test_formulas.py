"""Tests that formulas in a lecture, which no slide can set, are refused with what to write instead."""

from __future__ import annotations

from visualizer.lecture.reader import _SIGNS, as_text, read
from visualizer.toolkit.canvas import Face, Fonts


def test_a_formula_between_dollar_signs_is_refused_with_what_to_write_instead() -> None:
    told = {
        "$O(9^n)$": "write O(9^n)",
        "$n$": "write n",
        "$O(n)$": "write O(n)",
        "$n^{2} \\cdot x_1$": "write n² · x₁",
        "$$2^{k+1} \\leq 512$$": "write 2^(k+1) ≤ 512",
        "$\\frac{a}{b}$": "write it in words, or show it as a picture",
    }
    for formula, instead in told.items():
        (mistake,) = read(f"# Growth\n\nAll of **{formula}** steps.").mistakes
        assert mistake == (3, f"a formula is shown as it is typed: instead of {formula}, {instead}")
    prices = "from $5 to $6", "$5_000 and more", "$5-$6", "US$ or A$"
    for fine in (*prices, "`$O(9^n)$`", "```sh\n$x^2$\n```", "r_1 and $HOME/a_b", "9^n"):
        assert read(f"# Growth\n\n{fine}").mistakes == (), fine


def test_a_long_formula_is_cut_in_the_message() -> None:
    for formula, words in ((f"${'x_1' * 1000}$", "x₁x₁"), (f"${chr(92)}frac{{{'x' * 3000}}}$", "write it in words")):
        (mistake,) = read(f"# Growth\n\n{formula}").mistakes
        assert "instead of $" in mistake.message and words in mistake.message
        assert len(mistake.message) < 600


def test_the_window_can_draw_what_is_suggested_for_a_formula() -> None:
    drawn = "".join(map(as_text, ("a^{0123456789}", "a_{0123456789}", " ".join(_SIGNS))))
    fonts = Fonts()
    for face in Face:
        font = fonts.font(face, 20)
        assert [one for one in drawn if font.metrics(one) == [None]] == [], face
