"""The steps that a solver yields, under the name that the user's own solver files import."""

from solvers.core.step import *  # noqa: F403
