"""Tests that a puzzle can be played by hand in the lab, to its solution, and that the game kept is all it needs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import solution_of
from slow import slow_but

from puzzles.corpus import named
from puzzles.puzzle import alphabet_of, one_line
from solvers.core.board import Board
from solvers.processes import child
from visualizer.keymap import types
from visualizer.lab import bench
from visualizer.lab.play import hand
from visualizer.play.state import PLAY

Act = tuple[Any, ...]
FIG1 = named.find("fig1")
SOLUTION = solution_of(FIG1)
KEYS = {deed: "do" for deed in (
    "left", "right", "up", "down", "next blank", "clear", "undo", "redo", "pencil", "automatic", "clashes", "light",
    "before", "after", "home", "end",
)}  # fmt: skip
ACTS = st.lists(
    st.one_of(
        st.sampled_from([("do", deed) for deed in KEYS]),
        st.tuples(st.just("type"), st.sampled_from("0123456789Q"), st.booleans()),
        st.tuples(st.just("cell"), st.integers(0, 80)),
        st.tuples(st.just("wait"), st.integers(0, 100)),
    ),
    max_size=30,
)


@pytest.fixture(autouse=True)
def _in_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "IN_BROWSER", True)


def ask(name: str, *values: object) -> Any:
    """Call a function as the page does."""
    return json.loads(bench.call(f"play.hand.{name}", json.dumps(values)))


class Page:
    """What the page does: it keeps the game, and sends what the reader does."""

    def __init__(self, puzzle: str, forgetful: bool = False) -> None:
        begun = ask("board", puzzle)
        self.kept, self.key, self.film, self.forgetful = begun["kept"], begun["key"], begun["film"], forgetful
        self.shown: dict[str, Any] = {}
        self.acts()

    def acts(self, *acts: Act) -> Page:
        if self.forgetful:
            hand._last.clear()
        self.shown = ask("play", self.kept, acts)
        self.kept = self.shown["kept"]
        return self

    def type(self, cell: int, symbol: str) -> Page:
        return self.acts(("cell", cell), ("type", symbol, False))

    @property
    def values(self) -> list[int]:
        return [cell.get("digit", 0) for cell in self.shown["cells"]]

    @property
    def said(self) -> str:
        return "".join(letter for letter in self.shown["caption"] if letter.isprintable())

    def deed(self, id: str) -> dict[str, Any]:
        return next(deed for deed in self.shown["deeds"] if deed["id"] == id)


@pytest.mark.parametrize("name", ["fig1", "minimal-4", "side-16"])
def test_a_puzzle_is_played_to_its_end(name: str) -> None:
    puzzle = named.find(name)
    solution = solution_of(puzzle)
    assert solution is not None
    page, symbols = Page(name), alphabet_of(puzzle)
    for cell in puzzle.blanks:
        assert not page.shown["solved"]
        page.type(cell, symbols[solution.givens[cell] - 1])
    assert page.shown["solved"] and page.values == list(solution.givens) and page.said.startswith("Solved")
    assert set(page.shown["left"]) == {0} and page.shown["seconds"] is None
    hand._last.clear()
    assert page.acts().shown["solved"], "a reload loses nothing"


@pytest.mark.parametrize("name", slow_but(["fig1", "minimal-4"], ["fig1", "minimal-4", "minimal-9-1", "side-16"]))
def test_hints_lead_to_the_solution_and_explain_themselves(name: str) -> None:
    page, said = Page(name), list[str]()
    while not page.shown["solved"]:
        assert page.deed("agree")["idle"]
        while "again for" in page.acts(("do", "hint")).said:
            said.append(page.said)
            assert any("wash" in cell for cell in page.shown["cells"]), "it shows where to look"
        assert page.said.endswith("Enter applies it.") and not page.deed("agree")["idle"]
        before = page.kept
        page.acts(("do", "agree"))
        assert page.kept != before and len(said) < 2000
    assert any("technique" in one for one in said) and "hint" in page.said


def test_a_check_finds_the_wrong_digit_and_goes_back_to_before_it() -> None:
    assert SOLUTION is not None
    right, wrong, third = FIG1.blanks[:3]
    page = Page("fig1")
    page.type(right, str(SOLUTION.givens[right]))
    taken = {FIG1.givens[peer] for peer in FIG1.geometry.peers[wrong]} | {SOLUTION.givens[wrong]}
    page.type(wrong, next(symbol for symbol in "123456789" if int(symbol) not in taken))
    page.type(third, str(SOLUTION.givens[third])).acts(("do", "check"))
    assert FIG1.geometry.name(wrong) in page.said and "your move 2 of 3" in page.said
    assert page.shown["cells"][wrong]["outline"] == "guilty"
    page.acts(("do", "agree"))
    assert page.values[right] and not page.values[wrong] and not page.values[third] and page.shown["cursor"] == wrong
    assert "right" in page.acts(("do", "check")).said


def test_clashes_are_shown_at_once_unless_they_are_hidden() -> None:
    page = Page("fig1").type(0, "8")
    assert [cell for cell, view in enumerate(page.shown["cells"]) if view.get("culprit")] == [0, 2]
    assert "holds it too" in page.said
    assert not any(view.get("culprit") for view in page.acts(("do", "clashes")).shown["cells"])


def test_marks_are_the_players_own_or_those_that_the_rules_allow() -> None:
    page = Page("fig1").acts(("cell", 0), ("do", "pencil"), ("type", "2", False), ("type", "3", False))
    assert page.shown["cells"][0] | {"cursor": ""} == {"candidates": 0b1100, "noted": True, "cursor": ""}
    board = Board(FIG1)
    page.acts(("do", "automatic"))
    assert page.deed("pencil")["on"] and page.deed("automatic")["on"]
    assert all(page.shown["cells"][cell]["candidates"] == board.candidates[cell] for cell in FIG1.blanks[1:])


@given(ACTS)
def test_the_game_kept_is_all_that_python_needs(acts: list[Act]) -> None:
    steady, forgetful = Page("fig1"), Page("fig1", forgetful=True)
    for act in acts:
        steady.acts(act)
        forgetful.acts(act)
        assert steady.values == forgetful.values and steady.shown["cursor"] == forgetful.shown["cursor"]
    for name in ("cells", "caption", "subtitle", "counters", "left", "light", "seconds", "kept"):
        assert steady.shown[name] == forgetful.shown[name], name


@given(ACTS)
def test_undo_takes_back_what_was_done_move_by_move(acts: list[Act]) -> None:
    page = Page("fig1").acts(*acts)
    after, moves = page.values, 0
    while not page.deed("undo")["idle"]:
        page.acts(("do", "undo"))
        moves += 1
    assert page.values == list(FIG1.givens)
    page.acts(*[("do", "redo")] * moves)
    assert page.values == after


def test_acts_are_the_same_one_by_one_and_together() -> None:
    acts = [("cell", 0), ("type", "2", False), ("do", "right"), ("do", "pencil"), ("type", "3", False), ("wait", 70)]
    one_by_one = Page("fig1")
    for act in acts:
        one_by_one.acts(act)
    together = Page("fig1").acts(*acts)
    assert together.kept == one_by_one.kept and together.shown["seconds"] == 70


def test_the_keys_are_those_of_the_window_that_the_browser_leaves() -> None:
    for name in ("fig1", "side-16"):
        page = Page(name)
        keys = {key: deed["id"] for deed in page.shown["deeds"] for key in deed["keys"].split()}
        assert sum(len(deed["keys"].split()) for deed in page.shown["deeds"]) == len(keys), "no key has two meanings"
        for key, id in keys.items():
            action = PLAY.action_for(key.replace("Enter", "Return"))
            assert action is not None and action.id == id, key
            assert "Tab" not in key and not types(key, "".join(page.film["alphabet"])), key
    assert {"M": "pencil", "Ctrl+Z": "undo", "H": "hint", "Enter": "agree"}.items() <= {
        key: deed["id"] for deed in Page("fig1").shown["deeds"] for key in deed["keys"].split()
    }.items()
    assert keys["F2"] == "hint" and "H" not in keys, "where letters are digits, the keys that sentences name"


def test_a_given_cannot_be_changed_and_other_letters_are_refused() -> None:
    page = Page("fig1").type(2, "5")
    assert "given" in page.shown["toast"] and page.values == list(FIG1.givens)
    assert page.deed("edit")["keys"] == "E", "the key that the sentence names"
    assert "Only digits" in page.acts(("type", "Q", False)).shown["toast"]


def test_a_name_and_a_text_share_a_game() -> None:
    assert Page("fig1").key == Page(one_line(FIG1)).key != Page("minimal-4").key


@pytest.mark.parametrize("text", ["12", "no such name", ""])
def test_what_is_no_puzzle_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises((ValueError, LookupError), match=r"\w+ \w+"):
        hand.board(text)


def test_a_game_that_makes_no_sense_is_refused_with_a_sentence() -> None:
    game = hand.board("fig1")["kept"]["game"]
    for wrong in ({"moves": "r1c1=ten"}, {"puzzle": "12"}, {"position": "last"}):
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            hand.play({"game": game | wrong}, [])
    with pytest.raises(ValueError, match="must have a puzzle"):
        hand.play({}, [])


def test_edges_are_drawn_by_figures_so_that_letters_are_free() -> None:
    page = Page("# puzzle slitherlink\n# row 3.\n# row .2")
    assert page.film["called"] == ["line", "cross"] and page.deed("hint")["keys"] == "H"
    page.type(0, "1").type(2, "2")
    assert page.values[:3] == [1, 0, 2] and page.said.startswith("You drew a cross at r1c1-left.")
    assert page.type(0, "1").values[:3] == [0, 0, 2]
