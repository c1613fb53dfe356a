"""Tests that the collector finds the requested puzzles with any number of processes, and resumes where it stopped."""

from itertools import islice

import pytest
from made import collect
from slow import slow_but

from puzzles import Geometry
from puzzles.corpus.record import LEVELS
from solvers.generate.collector import CandidateWish, Collector
from solvers.generate.generator import Recipe, candidate, fits, normal_form
from solvers.grading.rating import HODOKU, NAMES, grade, grade_within, plainly_easy, rate
from solvers.techniques import ladder
from solvers.techniques.scale import Level


def test_the_five_levels_are_those_of_the_scale_in_order() -> None:
    assert [HODOKU[name] for name in LEVELS] == list(Level)
    assert NAMES[Level.UNFAIR] == "fiendish"


@pytest.mark.parametrize("level", slow_but(["easy", "hard"], LEVELS))
def test_a_level_means_what_rating_says(level: str) -> None:
    for one in collect("level", CandidateWish(levels={level: 4})):
        found = rate(one.puzzle)
        assert found.level is HODOKU[level] and one.grade is not None
        assert (one.grade.level, one.grade.score) == (level, found.score)
        assert one.puzzle == candidate("level", one.number, Recipe())


def test_a_level_that_is_too_high_is_known_without_the_rest_of_the_ladder() -> None:
    for index in range(12):
        puzzle = candidate("within", index, Recipe(minimal=True))
        found = grade(puzzle)
        assert found is not None
        for most in LEVELS:
            within = LEVELS.index(found.level) <= LEVELS.index(most)
            assert grade_within(puzzle, most) == (found if within else None)


def test_what_is_plainly_easy_is_easy_when_rated() -> None:
    made = [candidate("plain", index, Recipe()) for index in range(60)]
    plain = [puzzle for puzzle in made if plainly_easy(puzzle)]
    assert 10 < len(plain) < len(made)
    assert {rate(puzzle).level for puzzle in plain} == {Level.EASY}


@pytest.mark.slow
def test_any_number_of_processes_picks_the_same() -> None:
    wish = CandidateWish(levels={"easy": 30, "medium": 5, "hard": 5})
    assert collect("processes", wish, processes=1) == collect("processes", wish, processes=2)
    one, two = (collect("processes", CandidateWish(), 150, processes) for processes in (1, 2))
    assert one == two and [picked.number for picked in one] == list(range(150))


def test_so_many_of_each_level_are_picked_and_the_first_there_are() -> None:
    wish = CandidateWish(levels={"easy": 3, "hard": 2})
    picked = collect("each", wish)
    found = [one.grade.level for one in picked if one.grade]
    assert sorted(found) == ["easy"] * 3 + ["hard"] * 2
    easy = [index for index in range(40) if (one := grade(candidate("each", index, Recipe()))) and one.level == "easy"]
    assert [one.number for one in picked if one.grade and one.grade.level == "easy"] == easy[:3]


def test_a_technique_that_is_needed_is_used_and_easier_ones_do_not_solve_the_puzzle() -> None:
    names = [one.name for one in ladder()]
    for one in collect("needs", CandidateWish(needs="x_wing"), 2):
        assert "x_wing" in dict(rate(one.puzzle).counts)
        assert not rate(one.puzzle, off=names[names.index("x_wing") :]).solved


def test_what_does_not_fit_the_recipe_is_passed_over() -> None:
    recipe = Recipe(clues=26, symmetry="rotate180")
    picked = collect("fit", CandidateWish(recipe), 5)
    numbers = range(picked[-1].number + 1)
    right = [index for index in numbers if fits(candidate("fit", index, recipe), recipe)]
    assert [one.number for one in picked] == right
    assert len(picked) < len(numbers)


def test_nothing_comes_twice_even_with_other_names() -> None:
    four = Recipe(Geometry.of_side(4), clues=16)
    collector = Collector(1, CandidateWish(four), 300)
    looked = list(islice(collector.looked_at(), 800))
    forms = [normal_form(one.puzzle.givens) for one in looked if one]
    assert len(forms) == len(set(forms)) == 288 // 24, "there are no more grids of 4x4 than these"
    assert collector.fruitless > 100 and collector.found < collector.number


@pytest.mark.parametrize(
    "wish", [CandidateWish(Recipe(clues=26)), CandidateWish(levels={"easy": 17, "hard": 3})], ids=["", "levels"]
)
def test_going_on_gives_what_would_have_come(wish: CandidateWish) -> None:
    whole = collect("resume", wish, 20)
    before = [(str(one.puzzle), one.grade.level if one.grade else None) for one in whole[:9]]
    walking = Collector("resume", wish, 20)
    assert sum(walking.resume(before)) == 9
    assert list(walking.picked()) == whole[9:]
    jumping = Collector("resume", wish, 20)
    jumping.resume_behind(before, whole[8].number)
    assert list(jumping.picked()) == whole[9:]


@pytest.mark.slow
def test_going_on_behind_a_strangers_puzzle_is_refused() -> None:
    stranger = [(str(candidate("another", 5, Recipe())), None)]
    with pytest.raises(ValueError, match="candidate 5 of seed mine is a different puzzle"):
        Collector("mine", CandidateWish(), 9).resume_behind(stranger, 5)
    assert not any(islice(Collector("mine", CandidateWish(), 9).resume(stranger), 200))
