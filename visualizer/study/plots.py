"""Plots of a study, drawn by matplotlib, which need not be installed. Each says what it shows, and what it does not."""

import math
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module, resources
from importlib.util import find_spec
from io import StringIO
from itertools import combinations
from typing import Any, NamedTuple

from puzzles.figures import counted, grouped
from solvers.processes.pool import cores, ordered
from solvers.study.cost import RunLimits
from solvers.study.statistics import Typical, cactus, spread, survival, typical
from visualizer.study.folder import StudyRow
from visualizer.study.samples import Instance, Measure, by_lane, instances, measures, sample
from visualizer.study.svg import FAINT, INK, LINK, PANEL, SERIES, SOFT, asset, themed

MARKERS = "os^DvPX*"
MOST_PAIRS = 6
"""The most pairs of algorithms to plot. If there are more, each is compared with the first."""
MOST_SPREADS = 3
"""The most puzzles whose copies are plotted."""
MOST_LABELS = 9
"""The most places on an axis that are labelled."""
FEWEST_COPIES, FEWEST_ALIKE = 5, 3
HEIGHT = 4.2
"""In inches."""
WITHOUT = "There are no plots, because matplotlib is not installed. Get it with: pip install matplotlib"
WORDS: dict[str, str] = tomllib.loads(asset("words.toml"))
"""What is said about each plot."""


class Plot(NamedTuple):
    name: str
    title: str
    svg: str


class Panel(NamedTuple):
    """One measure of a plot."""

    measure: Measure
    found: list[Instance]
    axes: Any


def plots(rows: Sequence[StudyRow], limits: RunLimits, commands: Mapping[int, str]) -> Iterator[Plot]:
    """Yield the plots for which there is enough in the rows, none without matplotlib. ``commands`` watch the runs of
    some rows, by number.
    """
    drawing = _Drawing(rows, limits, commands)
    if drawing.sizes and find_spec("matplotlib"):
        import_module("matplotlib.backends.backend_svg")  # here, so that no process has to import it again

        yield from ordered(drawing.plot, range(len([*drawing.wanted()])), cores())


_Wanted = tuple[str, str, Callable[[Panel], None], float]
"""A plot's name and title, what draws a panel, and its height."""


class _Drawing:
    def __init__(self, rows: Sequence[StudyRow], limits: RunLimits, commands: Mapping[int, str]) -> None:
        self._commands = commands
        self._found = [(measure, instances(rows, measure)) for measure in measures(limits)]
        every = self._found[1][1]
        self._found = [one for one in self._found if one[1]]
        self.sizes = sorted({one.info.size for one in every})
        self._lanes = list(dict.fromkeys(one.lane for one in every))
        shares = {(one.info.size, one.info.givens) for one in every}
        self._by_share = len(shares) * FEWEST_ALIKE * len(self._lanes) <= len(every)
        """Whether puzzles with the same share of givens are so many that it is on purpose."""
        self.places = sorted({self._place(one) for one in every})
        self._styles = {lane: (SERIES[at % 8], MARKERS[at % 8]) for at, lane in enumerate(self._lanes)}
        self._texts: dict[tuple[str, str], set[str]] = {}
        for one in every:
            self._texts.setdefault(one.puzzle, set()).add(one.info.puzzle)

    def _place(self, one: Instance) -> tuple[int, float]:
        """Return the size, and the share of blanks if that matters."""
        return one.info.size, 1 - one.info.givens if self._by_share else 0.0

    # The plots -------------------------------------------------------------------------------------------------------

    def wanted(self) -> Iterator[_Wanted]:
        """Yield what to draw."""
        yield from self.copies()
        yield "cactus", "How many puzzles are solved, if each may cost so much", self.cactus, HEIGHT
        yield "survival", "How likely a run is still going", self.survival, HEIGHT
        if len(self.places) > 1:
            yield "scaling", "How cost grows with size and blanks", self.scaling, HEIGHT
        yield from self.pairs()

    def copies(self) -> Iterator[_Wanted]:
        chosen = [puzzle for puzzle, its in self._texts.items() if len(its) > FEWEST_COPIES][:MOST_SPREADS]
        for number, puzzle in enumerate(chosen, 1):
            title = f"Luck: {counted(len(self._texts[puzzle]), 'copy', 'copies')} of {puzzle[1]}"
            yield f"copies {number}", title, partial(self._strips, puzzle), 1.4 + 0.42 * len(self._lanes)

    def cactus(self, panel: Panel) -> None:
        for lane, its in by_lane(panel.found):
            values, solved = cactus(sample(its)), sorted((one for one in its if one.solved), key=lambda one: one.cost)
            self._line(panel, lane, range(1, len(values) + 1), values, f"{lane} ({len(values)} of {len(its)})")
            self._dots(panel, list(enumerate(values, 1)), solved, 9)
        panel.axes.axhline(panel.measure.limit, color=SOFT, lw=0.8, ls=":")
        panel.axes.set(xlabel="puzzles solved")
        self._logarithmic(panel, "y")

    def survival(self, panel: Panel) -> None:
        for lane, its in by_lane(panel.found):
            times, shares = survival(sample(its))
            known = [one.cost for one in its if math.isfinite(one.cost)] or [panel.measure.limit]
            xs, ys = [min(known), *times, max(known)], [1.0, *shares, shares[-1] if len(shares) else 1.0]
            self._line(panel, lane, xs, [max(0.5 / len(its), share) for share in ys])
            if ys[-1] > 0:
                panel.axes.plot(xs[-1:], ys[-1:], marker="|", color=self._styles[lane][0], ms=9)
        self._logarithmic(panel, "x")
        panel.axes.set(yscale="log", ylabel="share still unsolved")
        panel.axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g} %")

    def scaling(self, panel: Panel) -> None:
        most = 2 * panel.measure.limit
        for number, (lane, its) in enumerate(by_lane(panel.found)):
            (colour, marker), drawn = self._styles[lane], list[tuple[float, Typical]]()
            for place, key in enumerate(self.places):
                if there := [one for one in its if self._place(one) == key]:
                    found = typical(sample(there), panel.measure.limit)
                    drawn.append((place + 0.06 * (number % 8 - 3.5), found))
            for face, is_par in ((colour, False), (PANEL, True)):
                marks = [(at, found.value) for at, found in drawn if found.is_par is is_par]
                look = {"marker": marker, "color": colour, "mfc": face, "ms": 6, "ls": "", "zorder": 3}
                panel.axes.plot([at for at, _ in marks], [value for _, value in marks], **look)
            bands = [(at, min(found.low, most), min(found.high, most)) for at, found in drawn]
            panel.axes.vlines(*zip(*bands, strict=True), color=colour, lw=5, alpha=0.28)
            self._line(panel, lane, [at for at, _ in drawn], [found.value for _, found in drawn], style="default")
        shares = [[one.info.givens for one in panel.found if self._place(one) == key] or [0] for key in self.places]
        pairs = zip(self.places, shares, strict=True)
        texts = [f"{size}x{size}\n{100 * sum(its) / len(its):.0f} %" for (size, _), its in pairs]
        every = math.ceil(len(texts) / MOST_LABELS)
        panel.axes.set_xticks(range(0, len(texts), every), texts[::every])
        panel.axes.set(xlabel="size, and share of cells given")
        panel.axes.grid(axis="x", visible=False)
        self._logarithmic(panel, "y")

    def pairs(self) -> Iterator[_Wanted]:
        pairs = list(combinations(self._lanes, 2))
        pairs = [pair for pair in pairs if len(pairs) <= MOST_PAIRS or pair[0] == self._lanes[0]][:MOST_PAIRS]
        for number, (one, other) in enumerate(pairs, 1):
            yield f"pairs {number}", f"{one} against {other}, puzzle by puzzle", partial(self._pair, one, other), 4.9

    # Their parts -----------------------------------------------------------------------------------------------------

    def _strips(self, puzzle: tuple[str, str], panel: Panel) -> None:
        its = dict(by_lane(one for one in panel.found if one.puzzle == puzzle))
        for at, lane in enumerate(reversed(self._lanes)):
            self._strip(panel, at, its.get(lane, []))
        panel.axes.set_yticks(range(len(self._lanes)), reversed(self._lanes))
        panel.axes.grid(axis="y", visible=False)
        self._logarithmic(panel, "x")
        panel.axes.set(ylim=(-0.6, len(self._lanes) - 0.4))

    def _strip(self, panel: Panel, at: int, its: list[Instance]) -> None:
        """Draw the costs of copies as points in one row, with their spread beside it."""
        where = panel.axes.get_yaxis_transform()
        if not its:
            panel.axes.text(0.5, at, "a black box has no steps", transform=where, ha="center", va="center", color=SOFT)
            return
        heights = (at + 0.26 * math.sin(2.4 * place) for place in range(len(its)))
        self._dots(panel, [(one.cost, height) for one, height in zip(its, heights, strict=False)], its, 16)
        found = spread(sample(its))
        text = f"{'> ' * found.cut}{found.ratio:,.{int(found.ratio < 10)}f}×"
        panel.axes.text(1.015, at, text, transform=where, va="center", color=INK)

    def _pair(self, one: str, other: str, panel: Panel) -> None:
        costs = [{its.info.puzzle: its for its in panel.found if its.lane == lane} for lane in (one, other)]
        both = [(costs[0][text], costs[1][text]) for text in costs[0] if text in costs[1]]
        if not both:
            panel.axes.set(xticks=[], yticks=[], ylim=(-1, 1))
            self._strip(panel, 0, [])
            return
        known = [its.cost for pair in both for its in pair if its.solved] or [panel.measure.limit]
        low, high = min(known) / 1.6, max(known) * 1.6
        edge, top = high * (high / low) ** 0.06, high * (high / low) ** 0.09
        for number, size in enumerate(self.sizes):
            if chosen := [pair for pair in both if pair[0].info.size == size]:
                points = [tuple(its.cost if its.solved else edge for its in pair) for pair in chosen]
                style = SERIES[number % 8], MARKERS[number % 8]
                self._scatter(panel, points, [pair[1].number for pair in chosen], *style, 22, f"{size}x{size}")
        panel.axes.plot([low, top], [low, top], color=FAINT, lw=1, zorder=1)
        for draw, place in ((panel.axes.axvline, 0), (panel.axes.axhline, 1)):
            if any(not pair[place].solved for pair in both):
                draw(high, color=SOFT, lw=0.9, ls=":")
        self._logarithmic(panel, "x", f"{one}, {panel.measure.axis}")
        self._logarithmic(panel, "y", f"{other}, {panel.measure.axis}")
        panel.axes.set(xlim=(low, top), ylim=(low, top))

    def _line(self, panel: Panel, lane: str, xs: Any, ys: Any, label: str = "", style: str = "steps-post") -> None:
        (colour, marker), again = self._styles[lane], self._lanes.index(lane) // 8
        look = {"color": colour, "marker": marker, "ms": 5, "markevery": 0.1, "ls": ("-", "--", "-.")[again % 3]}
        panel.axes.plot(xs, ys, label=label or lane, drawstyle=style, lw=1.5, **look)

    def _dots(self, panel: Panel, points: Sequence[Any], its: Sequence[Instance], size: float) -> None:
        """Draw instances of one algorithm, with those that were not solved as hollow triangles where they were cut."""
        pairs = [pair for pair in zip(points, its, strict=True) if math.isfinite(pair[0][0])]
        for solved in (True, False):
            if some := [pair for pair in pairs if pair[1].solved is solved]:
                colour, marker = self._styles[its[0].lane]
                numbers = [one.number for _, one in some]
                marker = marker if solved else ">"
                self._scatter(panel, [point for point, _ in some], numbers, colour, marker, size, hollow=not solved)

    def _scatter(
        self, panel: Panel, points: Sequence[Any], numbers: Sequence[int], colour: str, marker: str, size: float,
        label: str | None = None, hollow: bool = False,
    ) -> None:  # fmt: skip
        face, width, alpha = (PANEL, 0.9, 1) if hollow else (colour, 0.4, 0.75)
        style = {"color": face, "edgecolors": colour, "linewidths": width, "alpha": alpha, "label": label, "zorder": 3}
        drawn = panel.axes.scatter(*zip(*points, strict=True), s=size, marker=marker, **style)
        drawn.set_urls([f"{LINK}{number}" if number in self._commands else None for number in numbers])

    def _logarithmic(self, panel: Panel, which: str, label: str = "") -> None:
        """Make an axis one of costs."""
        panel.axes.set(**{f"{which}scale": "log", f"{which}label": label or panel.measure.axis})
        getattr(panel.axes, f"{which}axis").set_major_formatter(lambda cost, _: _written(cost, panel.measure))

    def plot(self, number: int) -> Plot:
        """Draw what is wanted there: a panel for each measure, side by side, with one legend below."""
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

        with resources.as_file(resources.files("visualizer.study") / "look.mplstyle") as path:
            look = matplotlib.rc_params_from_file(path, use_default_template=False)
        name, title, draw, height = [*self.wanted()][number]
        with matplotlib.rc_context(look | {"svg.hashsalt": name}):
            figure, marks, text = Figure(figsize=(11.2, height), layout="constrained"), dict[str, Any](), StringIO()
            for place, found in zip(figure.subplots(1, len(self._found), squeeze=False)[0], self._found, strict=True):
                draw(Panel(*found, place))
                place.minorticks_off()  # drawing them would take half of the time
                marks |= {label: mark for mark, label in zip(*place.get_legend_handles_labels(), strict=True)}
            if marks:
                columns = int(780 / (50 + 6.4 * max(map(len, marks))))  # as many as there is room for
                figure.legend(marks.values(), marks.keys(), loc="outside lower center", ncols=min(len(marks), columns))
            FigureCanvasSVG(figure).print_svg(text, metadata={"Date": None, "Creator": None})
        return Plot(name, title, themed(text.getvalue(), name.replace(" ", ""), self._commands))


def _written(cost: float, measure: Measure) -> str:
    if measure.name == "steps":
        return grouped(round(cost)) if cost >= 1 else ""
    size, unit = (1, "s") if cost > 0.99 else (1e-3, "ms") if cost > 0.99e-3 else (1e-6, "µs")
    return f"{cost / size:g} {unit}"
