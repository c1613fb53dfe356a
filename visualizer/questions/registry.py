"""The makers of questions.

A maker is a small function that looks at a step about to be made and returns a :class:`Draft`, or ``None`` to ask
nothing. The right answer is what the run does. A maker should ask only if someone who knows the algorithm can work out
that answer and no other. Each wrong choice is a misconception, refuted by a fact about this very board.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module

from puzzles.discovery import Declaration, entries
from puzzles.problems import quoted
from solvers.core.declaration import did_you_mean
from solvers.core.step import Kind
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Draft, Question, choices_of

Make = Callable[[NextStep], Draft | None]
MAKERS = "visualizer.questions.makers"
"""The package that contains the makers."""


@dataclass(frozen=True, eq=False)
class Maker:
    """A kind of question."""

    name: str
    title: str
    steps: frozenset[Kind]
    """The kinds of step this kind of question may be about."""
    make: Make
    often: float = 1.0
    """How often this kind is asked, compared with others."""

    def turns(self, asked: Mapping[str, int]) -> float:
        """Return how many turns this kind has had. The kind with the fewest turns comes next."""
        return asked.get(self.name, 0) / self.often

    def draft(self, here: NextStep) -> Draft | None:
        """Return what to ask about a step, or ``None``."""
        solver = here.solver
        if here.step.kind not in self.steps or solver.black_box or solver.person or solver.own:
            return None
        return self.make(here)

    def ask(self, here: NextStep, rivals: Collection[str] = ()) -> Question | None:
        """Return a question about a step, or ``None``. ``rivals`` are the right answers to all questions of this kind
        about the run.
        """
        draft = self.draft(here)
        if draft is None or not (choices := choices_of(draft, here.random(self.name), rivals)):
            return None
        shown = draft.shown or here.position
        hides = tuple(cell for cell in draft.hides if here.has_candidates and not here.before.values[cell])
        why = draft.why or here.caption
        says = here.geometry.kind.says
        ask = draft.ask if isinstance(draft.ask, str) else draft.ask([one.text for one in choices])
        choices = tuple(replace(one, text=says(one.text), because=says(one.because)) for one in choices)
        return Question(self.name, here.position, says(ask), choices, says(why), shown, hides, draft.once)


_makers: dict[str, Maker] = {}


def asks(
    name: str, *, title: str, rank: int, steps: Iterable[Kind], often: float = 1.0
) -> Callable[[Make], Make]:  # fmt: skip
    """Register the decorated function as a maker of questions. ``rank`` is its place in lists."""

    def add(make: Make) -> Make:
        _makers[name] = Maker(name, title, frozenset(steps), make, often)
        return make

    return add


def declared() -> dict[str, Declaration]:
    """Return the declarations of all makers by name, in order of rank, without importing them."""
    return {entry.name: entry for entry in entries(MAKERS, "asks")}


def makers(kinds: Collection[str] | None = None) -> tuple[Maker, ...]:
    """Return the makers of the given kinds (all if ``None``), in order of rank. Raises ``LookupError``."""
    for name in kinds or ():
        if name not in declared():
            known = did_you_mean(name, declared()) or f"; choose from: {', '.join(declared())}"
            raise LookupError(f"no kind of question is called {quoted(name)}{known}")
    return tuple(_loaded(name) for name in declared() if kinds is None or name in kinds)


@cache
def _loaded(name: str) -> Maker:
    import_module(declared()[name].module)
    return _makers[name]
