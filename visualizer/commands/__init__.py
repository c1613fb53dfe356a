"""The commands that need no display. The first word of the command line selects one; none of them imports pygame."""

from visualizer.commands import (
    check,
    count,
    explain_steps,
    formula,
    generate,
    hint,
    list,
    race,
    random,
    rate,
    record,
    solve,
    stats,
    test_solver,
    trace,
)
from visualizer.commands.common import Command

COMMANDS: dict[str, Command] = {
    module.COMMAND.name: module.COMMAND
    for module in (
        solve,
        check,
        count,
        generate,
        rate,
        hint,
        explain_steps,
        trace,
        stats,
        race,
        formula,
        list,
        random,
        record,
        test_solver,
    )
}
"""By name, in the order in which the help lists them."""
