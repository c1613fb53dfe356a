"""The report of a study: its plots as files, and one page with plots, tables and a command to watch each run."""

import html
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from puzzles.corpus.record import parse
from puzzles.figures import counted, grouped
from puzzles.problems import short
from puzzles.writing import shortest
from solvers.checks.timing import time_text
from solvers.study.cost import RunLimits
from solvers.study.statistics import par, typical
from visualizer.files import atomic
from visualizer.film.page import document, themes
from visualizer.study.folder import STUDY, StudyRow, machines, rows_of
from visualizer.study.plan import StudyError, read
from visualizer.study.plots import WITHOUT, WORDS, Plot, plots
from visualizer.study.samples import Instance, Measure, by_lane, instances, lane_of, lanes, measures, sample
from visualizer.study.svg import alone, asset
from visualizer.text.shell import blanked

PLOTS, REPORT = "plots", "report.html"
MOST_LISTED = 3000
"""The most runs listed on the page, each with its command."""
HEADING = (
    "algorithm", "size", "puzzles and copies", "solved", "median steps [95 %]", "median processor time [95 %]", "PAR2"
)  # fmt: skip
Table = list[tuple[object, ...]]


def write(folder: Path) -> tuple[Table, str]:
    """Make the plots and the page from a folder's rows. Return the page's first table, and what is missing, in words.

    Raises :class:`StudyError`.
    """
    rows, said = rows_of(folder), read(folder / STUDY)
    if not rows:
        raise StudyError(f"{short(folder)} has no runs yet; make them with 'solvescope study NAME.toml'")
    limits = RunLimits(**said["limits"])
    commands = {number: command(row) for number, row in enumerate(rows[:MOST_LISTED])}
    drawn = list(plots(rows, limits, commands))
    (folder / PLOTS).mkdir(exist_ok=True)
    for old in (folder / PLOTS).glob("*.svg"):
        old.unlink()
    for plot in drawn:
        svg = alone(plot.svg).replace('href="#run-', f'href="../{REPORT}#run-')
        atomic.write(folder / PLOTS / f"{plot.name.replace(' ', '-')}.svg", svg.encode())
    table, by_size = summary(rows, limits)
    body = [
        f"<h1>{_text(said['title'])}</h1><p>{_about(rows, limits)}</p>", _table("What each algorithm cost", table),
        f"<p>{WORDS['figures']}</p>", *(map(_figure, drawn) if drawn else [f"<p>{WITHOUT}</p>"]),
        *([_table("By size", by_size)] if by_size else ()), _table("Where it was measured", _machines(folder)),
        *_runs(rows, commands),
    ]  # fmt: skip
    style = themes() + asset("plots.css") + asset("report.css")
    page = document(_text(said["title"]), f'<main class="study">\n{"".join(body)}\n</main>', style, "")
    atomic.write(folder / REPORT, page.encode())
    return table, "" if drawn else WITHOUT


def command(row: StudyRow) -> str:
    """Return the command that watches a run."""
    puzzle, (algorithm, options) = shortest(parse(row.info.puzzle.encode()).puzzle), lane_of(row.info)
    return shlex.join(["solvescope", puzzle, "--solver", algorithm, *(f"--option={option}" for option in options)])


def summary(rows: Sequence[StudyRow], limits: RunLimits) -> tuple[Table, Table]:
    """Return a table of what each algorithm cost, and one of what it cost at each size if there are several."""
    sizes = sorted({row.info.size for row in rows})
    found = [_costs(f"{size}x{size}", [row for row in rows if row.info.size == size], limits) for size in sizes]
    if len(sizes) > 1:
        return [HEADING, *_costs("all", rows, limits)], [HEADING, *chain.from_iterable(found)]
    return [HEADING, *found[0]], []


def _costs(size: str, rows: Sequence[StudyRow], limits: RunLimits) -> Iterator[tuple[object, ...]]:
    """Yield for each algorithm its puzzles, those solved, and typical costs with bands."""
    by_steps, by_seconds = measures(limits)
    steps = dict(by_lane(instances(rows, by_steps)))
    for lane, its in by_lane(instances(rows, by_seconds)):
        known, mean = sample(its), par(sample(its), limits.seconds)
        typically = (_typical(steps.get(lane, []), by_steps), _typical(its, by_seconds))
        yield lane, size, len(its), int(known.solved.sum()), *typically, _cost(mean, by_seconds)


def _typical(its: Sequence[Instance], measure: Measure) -> str:
    if not its:
        return "–"
    found = typical(sample(its), measure.limit)
    median = f"{_cost(found.value, measure)} [{_cost(found.low, measure)} to {_cost(found.high, measure)}]"
    return "half unsolved" if found.is_par else median


def _cost(cost: float, measure: Measure) -> str:
    if cost == float("inf"):
        return "over the limit"
    return grouped(round(cost)) if measure.name == "steps" else time_text(1e9 * cost)


# Parts of the page --------------------------------------------------------------------------------------------------


def _about(rows: Sequence[StudyRow], limits: RunLimits) -> str:
    puzzles = len({(row.info.collection, row.info.name) for row in rows})
    memory = f" and {grouped(limits.memory)} MiB" if limits.memory else ""
    runs = f"{counted(len(rows), 'run')} of {counted(len(lanes(rows)), 'algorithm')} on {counted(puzzles, 'puzzle')}"
    most = f"{grouped(limits.steps)} steps, {limits.seconds:g} s of processor time{memory}"
    return f"{runs}, each up to its first answer or at most {most}."


def _figure(plot: Plot) -> str:
    title = _text(plot.title)
    svg = plot.svg.replace("<svg ", f'<svg aria-label="{title}" ', 1)
    return f"<section><h2>{title}</h2>\n{svg}\n<p>{WORDS[plot.name.split()[0]]}</p></section>\n"


def _ending(row: StudyRow) -> str:
    return f"{row.cost.status} ({row.cost.limit})" if row.cost.limit else row.cost.status


def _machines(folder: Path) -> Table:
    made_on = machines(folder)
    names = dict.fromkeys(name for one in made_on for name in one)
    return [(name.replace("_", " "), *(one.get(name, "") for one in made_on)) for name in names]


def _runs(rows: Sequence[StudyRow], commands: Mapping[int, str]) -> Iterator[str]:
    names = lanes(rows)
    more = f" These are the first {grouped(MOST_LISTED)} of them." * (len(rows) > MOST_LISTED)
    yield f"<h2>Watch a run</h2><p>{WORDS['runs']}{more}</p>"
    heading = ("algorithm", "puzzle", "copy", "ended", "steps", "guesses", "processor time", "command")
    yield f'<div class="runs" tabindex="0"><table><thead>{_line(heading, "th")}</thead><tbody>\n'
    for number, line in commands.items():
        info, cost = row = rows[number]
        time = "–" if cost.seconds is None else time_text(1e9 * cost.seconds)
        steps = ("–" if figure is None else grouped(figure) for figure in (cost.steps, cost.guesses))
        cells = (names[lane_of(info)], f"{info.collection} {info.name}", info.copy or "", _ending(row), *steps, time)
        yield f'<tr id="run-{number}">{_cells(cells)}<td><code>{_text(line)}</code></td></tr>\n'
    yield "</tbody></table></div>"


def _table(title: str, lines: Table) -> str:
    heading, rest = _line(lines[0], "th") if lines else "", "".join(map(_line, lines[1:]))
    table = f"<table><thead>{heading}</thead><tbody>{rest}</tbody></table>"
    return f'<h2>{title}</h2><div class="wide">{table}</div>\n'


def _line(cells: Iterable[object], tag: str = "td") -> str:
    return f"<tr>{_cells(cells, tag)}</tr>"


def _cells(cells: Iterable[object], tag: str = "td") -> str:
    return "".join(f"<{tag}>{_text(str(cell))}</{tag}>" for cell in cells)


def _text(text: str) -> str:
    return html.escape(blanked(text))
