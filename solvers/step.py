"""The steps that a solver yields, by the name under which the user's own solver files import them."""

from solvers.core.step import *  # noqa: F403
