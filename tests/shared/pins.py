"""What readers, players, narrators and sessions do in long scripted runs, recorded as hashes in ``tests/pins.txt``.

Each line is a script, one of its cases, how much was seen, and a hash of all of it. Laws say why something is right;
these scripts say that nothing has changed unnoticed. After a change that is meant to change what they see, look at
some of it (``python tests/shared/pins.py SCRIPT CASE`` prints it), then rewrite the file with ``python
tests/shared/pins.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random

from golden import SHAPED
from runs import Ticking, of_solver, of_walk, tiny_chunks
from shapes import JIGSAW, X, overlapping
from strategies import walk

import solvers
import visualizer.timeline.fast_chunk
import visualizer.window.app  # noqa: F401, declares the keys that messages name
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from puzzles.geometry import STANDARD
from puzzles.parsing.reader import read_cells
from puzzles.problems import PuzzleError
from solvers.core.board import Candidates
from solvers.core.step import Kind, Why
from solvers.core.step_detail import to_json
from solvers.explain.explain import explain
from solvers.techniques import Grid, ladder
from solvers.techniques.registry import Technique
from visualizer.narration.captions import in_short, told
from visualizer.narration.director import Director
from visualizer.narration.explanations import VerdictView, view_of
from visualizer.narration.outcome import what_follows, whats_next
from visualizer.narration.summary import summary
from visualizer.scene.board import Boards
from visualizer.scene.composer import Composer
from visualizer.session.session import Session
from visualizer.timeline.condition import Grain, cell_changes, depth_reached
from visualizer.timeline.player import SPEEDS, Cut, Player
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Travel

FILE = Path(__file__).parents[1] / "pins.txt"
SCRIPTS: dict[str, dict[str, Callable[[], Iterator[object]]]] = {}
"""What each script sees in each of its cases."""


def cases(script: str) -> list[str]:
    return list(SCRIPTS[script])


def seen(script: str, case: str) -> str:
    """Return how much a script sees in a case, and a hash of it."""
    told = list(map(str, SCRIPTS[script][case]()))
    return f"{len(told)} {sha256(chr(10).join(told).encode()).hexdigest()[:16]}"


def pinned(script: str, case: str) -> str:
    """Return what the file has recorded of a case."""
    lines = (line.split(maxsplit=2) for line in FILE.read_text(encoding="ascii").splitlines())
    return next((told for its, name, told in lines if (its, name) == (script, case)), "")


# Plays: what a playhead does, and how much work and how many looks at the clock it takes, while keys are pressed


def _plays(timeline: Callable[[], Timeline], name: str, seed: int) -> Iterator[object]:
    random, clock = Random(seed), Ticking(0.0004)
    player = Player(timeline())
    player.ahead = random.choice([7, 60, 900])
    if solver := solvers.get(name) if name else None:
        player.directors = {
            Cut.WHOLE: Director(player.timeline, solver), Cut.PATH: Director(player.timeline, solver, standing=True)
        }  # fmt: skip
    for _ in range(260):
        if random.random() < 0.22:
            yield _asked(player, random)
        else:
            changed = player.tick(random.choice([0.0, 1 / 60, 0.04, 0.3]), clock, random.choice([0.001, 0.004, 0.03]))
            yield changed, round(clock.now, 6)
        beat, unmet = player.beat, player.unmet
        yield (
            player.position, player.length, player.mode, player.travel, player.at_end, player.progress, player.trouble,
            round(player.reached, 6), round(player.pace, 6), round(player.fraction, 6), round(player.played, 6),
            round(player.waited, 6), player.told, beat and (beat.start, beat.end),
            unmet and (unmet.position, unmet.forward),
            player.counted(player.position) if player.timeline.known(player.position) else None,
            player.grain, player.cut,
            player.speed, player.tempo, player.timeline.resting, player.timeline.finished,
        )  # fmt: skip
        if player.timeline.known(player.position):
            yield player.made(player.position), player.counted_before(player.position)
            yield player.counted_after(player.position)


_KEYS = (
    "play play play toggle pause step step back to drag seek previous change end another faster slower grain "
    "finer speed home until cut cut deep gate"
)


def _asked(player: Player, random: Random) -> str:
    """Press a key, as a user might."""
    asked = random.choice(_KEYS.split())
    here, length = player.position, player.length
    match asked:
        case "step":
            player.step(random.choice([1, 1, 3, 40]))
        case "back":
            player.step(-random.choice([1, 1, 3, 40]))
        case "to" | "drag":
            travel = Travel.DRAG if asked == "drag" else Travel.LEAP
            player.to(random.randrange(-2, length + 120), through=random.random() < 0.3, travel=travel)
        case "seek" | "previous":
            kind = random.choice([Kind.GUESS, Kind.CONFLICT, Kind.SOLVED, Kind.LEARN])
            player.seek([kind], asked == "seek")
        case "change":
            player.seek(cell_changes(random.randrange(16)), random.random() < 0.6)
        case "deep":
            player.seek(
                depth_reached(random.choice([1, 2, 4])), random.random() < 0.6, after=random.choice([None, here])
            )
        case "another":
            player.another(random.random() < 0.5)
        case "faster" | "slower":
            player.faster(1 if asked == "faster" else -1)
        case "grain":
            player.grain = random.choice(list(Grain))
        case "finer":
            player.finer()
        case "speed":
            player.speed = random.choice(SPEEDS[:12])
        case "until" if here < length:
            there = random.randrange(here, length) + 1
            if player.timeline.known(there):
                player.play_to(there, random.choice([0.2, 1.0, 4.0]))
        case "cut":
            player.cut = random.choice(list(Cut))
        case "gate":
            stop = random.choice([None, 5, 30])
            player.gate = stop and (
                lambda start, target, travel, clock: (min(target, start + stop), target > start + stop)
            )
        case "play" | "toggle" | "pause" | "end" | "home":
            getattr(player, asked)()
    return asked


def _walked(mode: Candidates, seed: int, cap: int) -> Callable[[], Timeline]:
    puzzle = Puzzle.parse("2.4..4...2.....3")
    return lambda: of_walk(lambda: walk(puzzle, mode, seed, 400), puzzle, mode, cap)


def _in_tiny_chunks(run: Callable[[], Iterator[object]]) -> Iterator[object]:
    with tiny_chunks():
        yield from run()


_RUNS = (
    ("elimination", "bad21"), ("cdcl", "jump-1"), ("backtracking", "small-4"), ("mrv", "deep-1"), ("human", "uphill-1"),
    ("elimination-singles", "minimal-4"),
)  # fmt: skip
_MODES = (Candidates.STRUCK, Candidates.SAID, Candidates.NONE)
SCRIPTS["play"] = {
    f"walk-{seed}": partial(
        _in_tiny_chunks, partial(_plays, _walked(_MODES[seed % 3], seed, (0, 2**40)[seed % 2]), "mrv", seed)
    )
    for seed in range(12)
} | {
    f"{name}-{seed}": partial(_plays, partial(of_solver, named.find(puzzle), name), name, seed)
    for name, puzzle in _RUNS
    for seed in (1, 2)
}


# Readings: what texts amount to, and what is said of those that are no puzzles

_NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_LINES = "\n".join(_NINE[start : start + 9] for start in range(0, 81, 9))
_BOXED = (
    "+-------+-------+-------+\n"
    + "| 5 3 . | . 7 . | . . . |\n| 6 . . | 1 9 5 | . . . |\n| . 9 8 | . . . | . 6 . |\n" * 3
    + "+-------+-------+-------+\n"
)
_TEXTS = {
    "line": _NINE,
    "lines": _LINES,
    "zeros": _LINES.replace(".", "0"),
    "spaces": _LINES.replace(".", " "),
    "spaced": "\n".join(" ".join(line) for line in _LINES.splitlines()),
    "apart": "\n".join(" ".join(line).replace(".", " ") for line in _LINES.splitlines()),
    "boxed": _BOXED,
    "small": "2.4.\n.4..\n.2..\n...3",
    "six": "# boxes 3x2\n1....6\n..2...\n...3..\n..4...\n5.....\n.....1",
    "letters": "# a puzzle\n" + "\n".join(" ".join("W.R..S.A.E"[row:] + "W.R..S.A.E"[:row])[:17] for row in range(9)),
    "named": "# symbols WORDSHAPE\nW.R..S.A.\n" + ".O..D....\n" * 8,
    "sixteen": "\n".join("0.2.4.6.8.A.C.E."[row:] + "0.2.4.6.8.A.C.E."[:row] for row in range(16)),
    "numbers": "\n".join(" ".join(str((row * 4 + row // 4 + at) % 16 + 1) for at in range(16)) for row in range(16)),
    "largest": "\n".join("".join("0."[(row + at) % 2] for at in range(36)) for row in range(36)),
    "collection": "\n".join([_NINE] * 5),
    "two": f"{_NINE}\n{_NINE[:40]}",
    "spaces-and-zeros": _LINES.replace(".", " ").replace("9", "0"),
    "bars": "\n".join(f"| {line[:3]} | {line[3:6]} | {line[6:]} |".replace(".", " ") for line in _LINES.splitlines()),
    "named-numbers": "# symbols 0123456789ABCDEF\n" + "0.2.4.6.8.A.C.E.\n" * 16,
    "named-at-nine": "# symbols 123456780\n" + "0.2.4.6.8\n" * 9,
    "of-a-shape": _NINE + "..3456.89",
}
_SPECS = {
    "": None, "2x2": Geometry.boxes(2, 2), "3x3": STANDARD, "3x2": Geometry.boxes(3, 2), "6x6": Geometry.boxes(6, 6),
    "4x4": Geometry.boxes(4, 4), "jigsaw": JIGSAW, "X": X, "two": overlapping((0, 0), (2, 2)),
}  # fmt: skip


def _readings(text: str, seed: int) -> Iterator[object]:
    random = Random(seed)
    for number in range(300):
        whole = number < len(_SPECS)
        letters, shape = list(text), [*_SPECS][number] if whole else random.choice([""] * 6 + [*_SPECS])
        for _ in range(random.choice([0, 1, 1, 2, 6, 30]) if not whole else 0):
            at = random.randrange(len(letters) + 1)
            change = random.choice(["", "", random.choice("0123456789ABGIZaz.*_-|+# \n\t,;x!é"), "twice"])
            letters[at : at + 1] = [letters[at], letters[at]] if change == "twice" and at < len(letters) else [change]
            if random.random() < 0.03:
                letters = letters[: random.randrange(len(letters) + 1)]
        if not whole and random.random() < 0.2:
            lines = "".join(letters).split("\n")
            random.shuffle(lines)
            letters = list("\n".join(lines[: random.choice([1, 3, 99])]))
        read = "".join(letters)
        try:
            found = read_cells(read, _SPECS[shape])
            yield read, shape, found.givens, found.geometry.side, found.geometry.text, found.alphabet
        except (PuzzleError, ValueError) as error:
            yield read, shape, str(error), getattr(error, "problems", None)


SCRIPTS["read"] = {name: partial(_readings, text, number) for number, (name, text) in enumerate(_TEXTS.items())}


# Narration: what is said of every step, how a run ends, and what is said of its last second

_TOLD = ("fig1", "bad21", "small-4", "minimal-4")


@cache
def _verdict(puzzle: Puzzle) -> VerdictView:
    return view_of(explain(puzzle))


def _told(name: str) -> Iterator[object]:
    solver = solvers.get(name)
    for puzzle in (*map(named.find, _TOLD), *(Puzzle.parse(text, shape) for shape, text in SHAPED[:2])):
        if solver.fits(puzzle):
            continue
        timeline = of_solver(puzzle, name)
        composer = Composer(puzzle, solver, Player(timeline))
        composer.verdict = _verdict(puzzle)
        player, random, clock = composer.player, Random(len(puzzle.blanks)), Ticking(0.002)
        timeline.reach(900, int, 1.0)
        for position in range(0, timeline.length, max(1, timeline.length // 40)):
            player.to(position)
            boards = Boards.at(timeline, position)
            if boards.step is not None:
                yield (
                    told(timeline, solver, position, boards.before, boards.after),
                    in_short(boards.step, boards.before),
                )
            if position % 3 == 0:
                player.grain = random.choice(player.grains)
                yield composer.caption(boards), composer.filmed_caption(), composer.subtitle, composer.counters(boards)
        player.to(0)
        player.speed = 200.0
        player.play()
        for _ in range(25):
            player.tick(random.choice([0.02, 0.1]), clock, 0.02)
            scene = composer.scene(9)
            yield scene.caption, scene.counters, scene.legend, player.position
        player.end()
        player.tick(0.1, clock, 0.02)
        for _ in range(2):
            scene = composer.scene(9)
            yield scene.caption, composer.filmed_caption(), whats_next(timeline, solver), what_follows(timeline, solver)
            yield summary(timeline, puzzle, solver, player.position).text
            player.another(at_once=True)
            player.tick(0.1, clock, 0.02)


SCRIPTS["tell"] = {
    name: partial(_told, name) for name in solvers.names()
    if not (solvers.get(name).black_box or solvers.get(name).lacking())
}  # fmt: skip


# Sessions: keys pressed at random, with questions asked and answered

_IDS = (
    "play play play faster slower end another forward forward back next-guess previous-guess next-conflict "
    "home detail cut before after bookmark next-bookmark maximise heat zoom-in "
    "zoom-out symbols help close close unresolved learnt-clause"
)


def _session(solver: str, puzzle: str, seed: int) -> Iterator[object]:
    random, clock = Random(seed), Ticking()
    session = Session(named.find(puzzle), solver=solver)
    asking = session.asking
    try:
        for number in range(220):
            done: object = None
            if number == 3 or random.random() < 0.05:
                asking.rhythm = "always"
                asking.switch(number == 3 or random.random() < 0.7, session.run)
            elif asking.standing and random.random() < 0.5:
                done = _answered(session, random)
            elif random.random() < 0.04:
                done = session.set_solver(random.choice([solver, "mrv", "elimination", "exact-cover"]))
            elif random.random() < 0.3:
                done = id = random.choice(_IDS.split()).replace("-", " ")
                session.do(id)
            elif random.random() < 0.05:
                done = session.player.to(random.randrange(60))
            else:
                passing = random.choice([1 / 60, 0.05, 0.1])
                clock.now += passing
                done = session.tick(passing, clock, random.choice([0.004, 0.03])), asking.tick(clock.now)
            standing, player = asking.standing, session.player
            yield (
                done, session.mode.name, session.solver.name, session.toast, session.notice, session.entered is None,
                player.position, player.mode, player.length, session.panes.large, session.run.standing(session.puzzle),
                player.at_end and session.whats_next(), session.remarks, session.origin(),
                [one.words for one in (*session.runs.before, *session.runs.after)],
            )  # fmt: skip
            yield (
                asking.on, asking.score, asking.asked_here, asking.has_more, asking.finds_nothing,
                asking.kinds and sorted(asking.kinds),
                standing and (standing.question, standing.struck, standing.chosen, standing.revealed, standing.counts),
            )  # fmt: skip
            scene = asking.shown(session.composer.scene(12))
            strip, flags = scene.strip, [(flag.name, flag.position) for flag in scene.strip.flags]
            yield scene.caption, strip.length, strip.position, strip.complete, strip.start, strip.end, flags
            yield [(cell.choice.name, cell.number) for cell in scene.board.cells]
    finally:
        session.close()


def _answered(session: Session, random: Random) -> str:
    """Do something about the question being asked."""
    asking, standing = session.asking, session.asking.standing
    assert standing is not None
    ways = "right right wrong cell reveal conceal withdraw go_on finish dismiss score kinds scene"
    asked = random.choice(ways.split())
    choices = standing.question.choices
    match asked:
        case "right" | "wrong":
            right = asked == "right"
            asking.choose(random.choice([at for at, one in enumerate(choices) if one.right is right] or [9]))
        case "cell":
            asking.choose_cell(random.choice([choices[0].cell or 0, 40]))
        case "score":
            asking.let_score(random.random() < 0.5)
        case "kinds":
            asking.choose_kinds("always", random.choice([None, frozenset({standing.question.kind})]))
        case "scene":
            ask = random.choice([0, 2, (standing.question.kind,)])
            (asking.ask_in_scene if random.random() < 0.5 else asking.go_on_in_scene)(ask, session.run)
        case _:
            getattr(asking, asked)()
    return asked


SCRIPTS["press"] = {
    f"{name}-{seed}": partial(_session, name, puzzle, seed)
    for name, puzzle in (("backtracking", "fig1"), ("elimination", "bad21"), ("cdcl", "jump-1"), ("human", "uphill-1"))
    for seed in (1, 2, 3)
}


# Steps and findings: of every solver past every solution of small puzzles, and of every technique in spoiled positions

_SMALL = (
    Puzzle.parse("." * 16), Puzzle.parse("..3.4......1...."), Puzzle.parse(".2...4......1..3"),
    Puzzle.parse("1....6..2......3....4...5.....1.....", Geometry.boxes(2, 3)),
    Puzzle.parse("......4.....2..1....6......5.....2..", Geometry.boxes(3, 2)),
    *(Puzzle.parse(text, shape) for shape, text in SHAPED),
    Puzzle.parse(_NINE), Puzzle.parse("." + _NINE[1:]), Puzzle.parse(".." + _NINE[2:60] + "." * 21),
)  # fmt: skip


def _steps(name: str) -> Iterator[object]:
    for puzzle in _SMALL:
        if not solvers.get(name).fits(puzzle):
            yield from islice(solvers.trace(puzzle, name), 500)


@cache
def _spoiled() -> tuple[Grid, ...]:
    """Return positions on the way to solutions, with some candidates struck and digits filled in at random."""
    names, grids, random = ("fig1", "uphill-1", "uphill-2", "skyscraper-1", "deep-3"), list[Grid](), Random(1)
    for start in (*map(named.find, names), *_SMALL[3:8]):
        solved = next(solvers.solutions(start, "mrv"), None)
        for filled, left in 3 * ((0.0, 0.6), (0.0, 0.8), (0.2, 0.7), (0.5, 0.7), (0.7, 0.9)):
            known = solved.givens if solved else start.givens
            values = [one or (random.random() < filled) * known[cell] for cell, one in enumerate(start.givens)]
            puzzle = start.with_values(values)
            masks = list(Grid.of(puzzle).masks)
            for cell in puzzle.blanks:
                for digit in puzzle.geometry.digits:
                    if random.random() > left and digit != known[cell]:
                        masks[cell] &= ~(1 << digit)
            grids.append(Grid.marked(puzzle, masks))
    return tuple(grids)


def _findings(technique: Technique) -> Iterator[object]:
    grids = [grid for grid in _spoiled() if technique.sizes(grid.geometry)]
    for grid in grids[:: 12 if technique.why is Why.FORCING_CHAIN else 4 if technique.why >= Why.ALS_XZ else 1]:
        fresh = Grid.marked(Puzzle(tuple(grid.values), grid.geometry), grid.masks)
        yield [to_json(one) for one in islice((one for one in technique.find(fresh) if one), 8)]


SCRIPTS["step"] = {
    name: partial(_steps, name) for name in solvers.names()
    if not (solvers.get(name).black_box or solvers.get(name).lacking() or solvers.get(name).person)
}  # fmt: skip
SCRIPTS["find"] = {technique.name: partial(_findings, technique) for technique in ladder()}


def main(arguments: list[str]) -> None:
    if arguments:
        for one in SCRIPTS[arguments[0]][arguments[1]]():
            print(one)
        return
    lines = [f"{script} {case} {seen(script, case)}\n" for script, its in SCRIPTS.items() for case in its]
    FILE.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
