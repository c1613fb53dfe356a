"""Tests of the model behind the card of an algorithm's options: changing values, typing them, and mistakes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tuned import ALL, TUNED

import solvers
from puzzles import Geometry
from solvers.core import registry
from solvers.core.registry import Option, Solver
from visualizer.dialogs.options import OptionRow, OptionsCard
from visualizer.session.run_spec import following, next_choice, shown, steps, words_of_choice

KEYS = [
    "Up",
    "Down",
    "Home",
    "End",
    "Left",
    "Right",
    "Shift+Left",
    "Shift+Right",
    "Space",
    "Backspace",
    "Delete",
    "Tab",
]


class Card:
    """A card that records the options it should run with."""

    def __init__(self, solver: Solver = TUNED, **options: Any) -> None:
        self.found: list[tuple[dict[str, Any], bool]] = []
        self.card = OptionsCard(solver, options, lambda *found: self.found.append(found))
        self.card.settle(3)

    def press(self, *keys: str) -> Card:
        for key in keys:
            assert self.card.key(key)
        return self

    def type(self, text: str) -> Card:
        """Type a text in the way that :class:`visualizer.toolkit.cards.Overlay` does."""
        if self.card.field is not None:
            self.card.write()
            self.card.field.put(text)
        return self

    def to(self, name: str) -> OptionRow:
        self.press(*["PageUp"] * 3)
        number = [row.option.name for row in self.card.rows].index(name)
        self.press(*["Down"] * number)
        assert self.card.row is not None and self.card.row.option.name == name
        return self.card.row


# The model


def test_it_shows_what_is_set_and_enter_alone_changes_nothing() -> None:
    card = Card(seed=9, loud=True)
    assert [row.text for row in card.card.rows] == ["extended", "9", "-3", "yes", "0.95", "minisat -v"]
    assert [card.card.is_default(row) for row in card.card.rows] == [True, False, True, False, True, True]
    card.press("Return")
    assert card.found == [({"seed": 9, "loud": True}, False)] and card.card.done


@pytest.mark.parametrize(
    ("name", "keys", "value"),
    [
        ("encoding", ["Right"], "minimal"),
        ("encoding", ["Left"], "compact"),
        ("encoding", ["Right", "Right", "Right"], "extended"),
        ("encoding", ["Space"], "minimal"),
        ("seed", ["Right"], 8),
        ("seed", ["Shift+Right"], 17),
        ("seed", ["Left"] * 9, 0),
        ("shift", ["Left"], -4),
        ("shift", ["Shift+Right"], 7),
        ("loud", ["Space"], True),
        ("loud", ["Left", "Right"], False),
        ("decay", ["Right"], 0.96),
        ("decay", ["Shift+Left"], 0.85),
        ("decay", ["Shift+Left"] * 9, 0.5),
    ],
)
def test_arrows_step_through_values(name: str, keys: list[str], value: Any) -> None:
    card = Card()
    card.to(name)
    card.press(*keys, "Shift+Return")
    default = {option.name: option.default for option in ALL}[name]
    assert card.found == [({name: value} if value != default else {}, True)]


def test_what_is_typed_replaces_the_value_and_is_taken_as_the_command_line_takes_it() -> None:
    card = Card()
    card.to("seed")
    card.type("1").type("2").press("Backspace").type("4")
    assert card.to("seed").text == "14"
    card.to("shift")
    card.type("-20")
    card.to("decay")
    card.type("0.7")
    card.to("command")
    card.type(" cadical ").press("Left", "Delete").type("!").press("Return")
    assert card.found == [({"seed": 14, "shift": -20, "decay": 0.7, "command": "cadical!"}, False)]


@pytest.mark.parametrize("text", ["", "x", "1.5", "-1", "7 7", "١x", "e" + "9" * 400])
def test_what_is_wrong_is_said_at_once_and_kept_and_not_run_with(text: str) -> None:
    card = Card()
    row = card.to("seed")
    (card.type(text) if text else card.type("7").press("Backspace"))
    said = card.card.said
    assert said.startswith(
        "The option seed of tuned must be a whole number from 0 up, not "
    ) and said == card.card.trouble(row)
    card.to("loud")
    card.press("Space", "Return")
    assert not card.found and not card.card.done
    assert card.card.row is row and card.card.said == said and row.text == text[:400]
    assert card.to("loud").value is True, "nothing of the others is lost"
    card.to("seed")
    card.press("End", *["Backspace"] * 400).type("3").press("Return")
    assert card.found == [({"seed": 3, "loud": True}, False)]


def test_arrows_move_in_what_is_wrong_instead_of_throwing_it_away() -> None:
    card = Card()
    row = card.to("seed")
    card.type("1x2").press("Left", "Backspace")
    assert row.text == "12" and not card.card.said
    card.press("Right")
    assert row.text == "13"


@pytest.mark.parametrize("key", ["Delete", "Backspace"])
def test_a_key_puts_the_default_back(key: str) -> None:
    card = Card(encoding="compact", seed=30, command="kissat", loud=True)
    for name in ("encoding", "seed", "command", "loud"):
        card.to(name)
        card.press(key)
    card.press("Return")
    assert card.found == [({}, False)]


def test_esc_leaves_everything_as_it_was() -> None:
    card = Card()
    card.press("Right", "Down", "Right", "Escape")
    assert card.card.done and not card.found


def test_a_value_that_no_line_shows_whole_is_not_changed_by_looking_at_it() -> None:
    long = " " + "x" * 500
    card = Card(command=long)
    card.to("command")
    card.to("seed")
    card.press("Right", "Return")
    assert card.found == [({"seed": 8, "command": long}, False)]


def test_text_that_comes_before_it_is_seen_belongs_to_the_key_that_opens_it() -> None:
    card = OptionsCard(registry.get("annealing"), {}, lambda *found: None)
    assert card.field is None
    card.settle(2)
    assert card.field is card.rows[0].edit


@given(
    st.lists(st.one_of(st.sampled_from(KEYS), st.text("0123456789-.ex ", min_size=1, max_size=3)), max_size=40),
    st.sampled_from(["tuned", "annealing", "fewest-blanks"]),
)
def test_whatever_is_pressed_it_runs_with_what_the_solver_takes_or_says_what_is_wrong(
    keys: list[str], name: str
) -> None:
    solver = TUNED if name == "tuned" else registry.get(name)
    card = Card(solver)
    for key in keys:
        card.press(key) if key in KEYS else card.type(key)
    said = card.card.said
    card.press("Return")
    if said:
        assert not card.found and card.card.row is not None and card.card.trouble(card.card.row)
    else:
        assert solver.checked(card.found[0][0]) == card.found[0][0]


@given(st.sampled_from([option for option in ALL if steps(option)]), st.lists(st.sampled_from([-10, -1, 1, 10])))
def test_steps_lead_only_to_what_the_solver_takes_and_back(option: Option, ways: list[int]) -> None:
    value = option.default
    for by in ways:
        value = following(option, value, by)
        TUNED.checked({option.name: value})
    up = following(option, value, 1)
    assert up != value and following(option, up, -1) == value


@pytest.mark.parametrize("default", [0.0, 1e-300, 1e300, 30.0, -2.5])
def test_fractions_of_any_size_step_by_a_tenth_of_their_magnitude(default: float) -> None:
    option = Option("rate", default, "")
    more = following(option, default, 1)
    assert default < more <= default + max(0.1, abs(default) / 10 * 1.001)
    assert following(option, more, -1) == pytest.approx(default)


def test_a_number_typed_below_where_steps_end_is_led_back_and_not_thrown_up() -> None:
    option = Option("depth", 3, "")
    assert [following(option, value, -1) for value in (1, 0, -5)] == [0, 0, -5]
    assert following(option, -5, 1) == -4


def test_the_first_option_with_choices_goes_round_and_says_so() -> None:
    options: dict[str, Any] = {"seed": 3}
    seen = []
    for _ in range(3):
        found = next_choice(TUNED, options, Geometry.boxes(3, 3))
        assert found is not None and found["seed"] == 3
        options = found
        seen.append(words_of_choice(TUNED, options))
    assert seen == [f"Tuned with encoding={name}" for name in ("minimal", "compact", "extended")]
    assert options == {"seed": 3}, "a default is not kept"


@pytest.mark.parametrize("name", solvers.names())
def test_an_algorithm_without_choices_has_no_next_one(name: str) -> None:
    solver = registry.get(name)
    with_choices = [option for option in solver.options if option.choices]
    found = next_choice(solver, {}, Geometry.boxes(3, 3))
    assert (found is None) == (not with_choices) and (words_of_choice(solver, {}) == "") == (found is None)
    if found is not None:
        assert solver.checked(found) == found != {}


def test_a_choice_that_the_default_stands_for_is_passed_over_because_it_would_change_nothing() -> None:
    for side, same in ((9, "extended"), (16, "simplified")):
        options: dict[str, Any] | None = {}
        seen = set()
        for _ in range(4):
            options = next_choice(registry.get("sat"), options or {}, Geometry.of_side(side))
            assert options is not None
            seen.add(options.get("encoding", "auto"))
        assert seen == {"auto", "extended", "minimal", "compact", "simplified"} - {same} and not options


def test_values_are_said_as_people_say_them() -> None:
    assert [shown(value) for value in (True, False, 3, 0.5, "x")] == ["yes", "no", "3", "0.5", "x"]
