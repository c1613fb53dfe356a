"""The commands that need no display. The first word of the command line selects one; none of them imports pygame."""

from visualizer.cli.arguments import Command
from visualizer.cli.commands import (
    check,
    cnf,
    convert,
    count,
    decode,
    explain,
    explain_steps,
    formula,
    generate,
    hint,
    list,
    race,
    random,
    rate,
    record,
    sat_compare,
    solve,
    stats,
    test_solver,
    trace,
)
from visualizer.cli.commands import print as commands_print

COMMANDS: dict[str, Command] = {
    module.COMMAND.name: module.COMMAND
    for module in (
        solve, check, count, generate, explain, rate, hint, explain_steps, trace, stats, race, formula, cnf, decode,
        sat_compare, list, random, convert, commands_print, record, test_solver,
    )
}  # fmt: skip
"""By name, in the order in which the help lists them."""
