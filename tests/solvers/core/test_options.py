"""Tests that options are parsed by the type of their default, and that an error lists the valid names."""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from solvers import Option
from solvers.core.registry import OptionError, written
from solvers.external import registry

OF_EVERY_TYPE = replace(
    solvers.get("mrv"),
    name="tried",
    options=(
        Option("flag", False, ""),
        Option("depth", 3, "", 1),
        Option("heat", 0.5, ""),
        Option("order_of", "rows", ""),
    ),
)
values = st.fixed_dictionaries(
    {},
    optional={
        "flag": st.booleans(),
        "depth": st.integers(1),
        "heat": st.floats(allow_nan=False, allow_infinity=False),
        "order_of": st.text(st.characters(exclude_categories=["C", "Z"])),
    },
)


@given(values)
def test_what_is_written_is_read_again(options: dict[str, Any]) -> None:
    texts = [written({name: value}) for name, value in options.items()]
    defaults = {one.name: one.default for one in OF_EVERY_TYPE.options}
    assert OF_EVERY_TYPE.read_options(texts) == {name: one for name, one in options.items() if one != defaults[name]}
    assert OF_EVERY_TYPE.read_options(texts) == OF_EVERY_TYPE.checked(options) == OF_EVERY_TYPE.kept(options)
    assert {name: type(value) for name, value in OF_EVERY_TYPE.read_options(texts).items()}.items() <= {
        one.name: type(one.default) for one in OF_EVERY_TYPE.options
    }.items()


def test_a_flag_is_a_word_a_dash_may_stand_for_an_underscore_and_the_last_one_counts() -> None:
    assert OF_EVERY_TYPE.read_options(["flag=Yes"]) == OF_EVERY_TYPE.read_options(["flag=on"]) == {"flag": True}
    assert OF_EVERY_TYPE.read_options(["order-of=a=b"]) == {"order_of": "a=b"}
    assert OF_EVERY_TYPE.read_options(["depth=7", "depth=9"]) == {"depth": 9}
    assert OF_EVERY_TYPE.read_options(["depth=7", "depth=3"]) == {}


@pytest.mark.parametrize(
    "text",
    ["depth", "deep=1", "depth=", "depth=x", "depth=0", "depth=1.5", f"depth={1 << 1000}", "flag=2", "heat=nan"]
    + ["heat=inf", "=1"],
)
def test_what_is_wrong_is_refused_and_the_options_are_listed(text: str) -> None:
    with pytest.raises(OptionError, match="tried has: flag=false, depth=3, heat=0.5, order_of=rows$"):
        OF_EVERY_TYPE.read_options([text])


def test_a_choice_is_one_of_those_there_are_and_what_is_not_is_told_of_them() -> None:
    solver = replace(OF_EVERY_TYPE, options=(Option("colour", "red", "", choices=("red", "blue")),))
    assert solver.read_options(["colour=blue"]) == solver.checked({"colour": "blue"}) == {"colour": "blue"}
    assert solver.read_options(["colour=red"]) == {} == solver.kept({"colour": "green"})
    for refused in ("green", "", "RED"):
        with pytest.raises(OptionError, match="the option colour of tried must be one of red, blue, not '"):
            solver.read_options([f"colour={refused}"])
        with pytest.raises(OptionError, match="one of red, blue"):
            solver.checked({"colour": refused})


def test_a_solver_without_options_says_so() -> None:
    with pytest.raises(OptionError, match="mrv has no option 'seed'; mrv has no options"):
        solvers.get("mrv").read_options(["seed=1"])


@pytest.mark.parametrize("options", [{"depth": True}, {"flag": 1}, {"depth": "7"}, {"depth": 0}, {"deep": 1}])
def test_values_are_checked_and_those_that_fit_no_more_are_let_go(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        OF_EVERY_TYPE.checked(options)
    assert OF_EVERY_TYPE.kept({**options, "heat": 1.5}) == {"heat": 1.5}


@pytest.mark.parametrize("name", solvers.names())
def test_the_options_of_every_solver_are_arguments_of_its_function_with_those_defaults(name: str) -> None:
    arguments = inspect.signature(solvers.get(name).run).parameters
    for option in solvers.get(name).options:
        assert arguments[option.name].default == option.default
        assert option.description.endswith(".")
        assert option.default in option.choices or not option.choices
        assert solvers.get(name).checked({option.name: option.default}) == {}


def test_the_options_of_a_file_are_its_keyword_arguments_with_plain_defaults(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from math import pi\n"
        "def mine(puzzle, depth=3, down=-2, heat=1.5, *, flag=False, word='a', p=pi, none=None, two=(1, 2), hang=1):\n"
        "    yield\n"
    )
    found = [(one.name, one.default) for one in registry.load(path).options]
    assert found == [("depth", 3), ("down", -2), ("heat", 1.5), ("flag", False), ("word", "a")]
    path.write_text("def mine(puzzle='', /, depth=3):\n    yield\n")
    assert [one.name for one in registry.load(path).options] == ["depth"]


def test_a_file_is_run_with_its_options(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("from solvers.step import look\ndef mine(puzzle, cell=3):\n    yield look(cell)\n")
    try:
        name = registry.register(registry.load(path)).name
        steps = (step for step in solvers.trace(solvers.run.Puzzle.empty(), name, cell=7))
        assert next(step for step in steps if step.kind is not solvers.Kind.PENDING).cell == 7
    finally:
        registry.unregister(path)
