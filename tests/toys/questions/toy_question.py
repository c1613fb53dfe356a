"""A minimal question, which asks whether a step fills a cell."""

from solvers.core.step import Kind
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Draft, right, wrong
from visualizer.questions.registry import asks


@asks("toy-question", title="Whether a cell is filled", rank=65, steps=(Kind.FIX,))
def toy_question(here: NextStep) -> Draft:
    filled = f"{here.name(here.step.cell)} gets {here.symbol(here.step.digit)}."
    return Draft("Is a cell filled now?", [right("yes"), wrong("no", filled)])
