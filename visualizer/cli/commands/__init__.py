"""The commands that need no display, one per file. The first word of the command line selects one.

A command declares its name and summary as ``ABOUT``. Its ``configure(parser)`` adds the arguments, and its
``run(args)`` does the work and returns the exit code. None of them imports pygame.
"""

from puzzles.discovery import Declaration, entries


def found() -> dict[str, Declaration]:
    """Return the commands by name, in the order in which the help lists them."""
    return {entry.name: entry for entry in entries(__name__)}


def named(name: str) -> Declaration | None:
    """Return a command by its name. It is usually in a file of that name, and the others need not be read."""
    file = name.replace("-", "_")
    its = entries(__name__, pattern=f"{file}.py") if file.isidentifier() else ()
    return next((entry for entry in its if entry.name == name), None) or found().get(name)


OLDER: dict[str, tuple[str, dict[str, object]]] = {
    "count": ("solve", {"count": 0}),
    "explain-steps": ("explain", {"way": "steps"}),
    "hint": ("explain", {"way": "hint"}),
    "formula": ("cnf", {"way": "formula"}),
    "decode": ("cnf", {"way": "decode"}),
}
"""The names of earlier versions, which are not listed but still work: the command that each means, and its defaults."""
