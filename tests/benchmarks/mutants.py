"""Puts small faults into copies of the core modules, and counts how many of them the tests notice.

``python tests/benchmarks/mutants.py --number 40 --seed 1`` prints each fault and whether it was noticed, and the share
at the end. ``--only timeline`` takes only modules whose path has that word.

What gates a change is all that ``.ci/run`` runs, so that is what judges a fault. The tests that are most likely to
notice it come first: the module's own, those in the table below, and then the same with their slow tests. What none of
them notices is given to all tests, slow ones too, which takes an hour at most.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SECONDS, BYTES = 400, 4 << 30
"""Limits of processor time and memory for quick tests. A mutant that exceeds them has been noticed: its search never
ends.
"""
LONGEST = 3600
"""The most seconds for a run with slow tests. A run that takes longer has noticed nothing."""

TESTS = {
    "puzzles/geometry.py": "puzzles test_kinds.py solvers/test_any_shape.py",
    "puzzles/puzzle.py": "puzzles",
    "puzzles/problems.py": "puzzles",
    "puzzles/parsing/*.py": "puzzles",
    "solvers/core/board.py": (
        "solvers/core solvers/test_laws.py solvers/test_any_shape.py solvers/algorithms/test_person.py "
        "visualizer/play test_kinds.py solvers/algorithms/test_pinned_steps.py"
    ),
    "solvers/core/step*.py": (
        "solvers/core solvers/test_laws.py solvers/algorithms/test_person.py visualizer/play/test_move_log.py "
        "visualizer/cli/commands/test_test_solver.py"
    ),
    "solvers/core/counting.py": (
        "solvers/core/test_counting.py solvers/generate solvers/test_any_shape.py solvers/checks/test_verify.py "
        "test_kinds.py"
    ),
    "solvers/core/fork.py": (
        "solvers/core/test_fork.py solvers/external/test_registry.py solvers/external/test_process.py "
        "visualizer/race/test_race.py visualizer/session/test_own_solver.py visualizer/narration/test_summary.py"
    ),
    "solvers/core/trace_text.py": "solvers/core/test_trace_text.py",
    "solvers/algorithms/*.py": (
        "solvers/test_counts.py solvers/algorithms solvers/test_laws.py solvers/test_any_shape.py "
        "solvers/core/test_pseudocode.py visualizer/analysis/test_dials.py "
        "visualizer/analysis/test_implication_graph.py test_kinds.py "
        "visualizer/session/test_backend_named.py visualizer/dialogs/test_solver.py"
    ),
    "solvers/techniques/*.py": (
        "solvers/techniques solvers/algorithms/test_human.py solvers/grading solvers/core/test_fork.py "
        "visualizer/narration/test_pinned_sentences.py"
    ),
    "solvers/sat/cnf.py": "solvers/sat solvers/test_any_shape.py test_kinds.py",
    "solvers/run.py": "solvers/test_laws.py solvers/core/test_registry.py visualizer/session/test_one_setting.py",
    "visualizer/timeline/*.py": (
        "visualizer/timeline visualizer/analysis visualizer/session visualizer/race visualizer/watch "
        "visualizer/scene/test_first_minute.py visualizer/narration/test_clauses_said.py "
        "visualizer/quiz/test_question_pictures.py visualizer/present/test_slides.py"
    ),
    "visualizer/narration/*.py": (
        "visualizer/narration visualizer/scene solvers/explain visualizer/session visualizer/panes visualizer/watch "
        "visualizer/play/test_checks.py visualizer/play/test_advisor.py visualizer/dialogs/test_lanes.py test_kinds.py "
        "solvers/core/test_fork.py"
    ),
    "visualizer/scene/*.py": (
        "visualizer/scene visualizer/narration/test_captions.py visualizer/narration/test_last_second.py "
        "visualizer/narration/test_pinned_sentences.py "
        "visualizer/narration/test_clauses_said.py visualizer/painting visualizer/panes visualizer/watch "
        "visualizer/session visualizer/quiz/test_question_pictures.py test_kinds.py"
    ),
    "visualizer/session/*.py": (
        "visualizer/session visualizer/watch visualizer/quiz visualizer/dialogs visualizer/window/test_app.py "
        "visualizer/play visualizer/present visualizer/race/test_race.py visualizer/race/test_race_window.py"
    ),
}
"""The core modules, with the tests of each and of what shows it. All of them take less than half of ``SECONDS``."""


EQUIVALENT = {
    ("solvers/algorithms/annealing.py", "if change <= 0 or random.random() < exp(-change / temperature):",
     "random.random() < exp(-change / temperature)"): "a draw that is exactly the limit",
    ("solvers/algorithms/cdcl.py", "self.reason: list[Sequence[Literal]] = [()] * (len(self.variables) + 1)", "1"):
        "a place that is never used",
    ("solvers/core/board.py", 'self._code = "H" if self._width <= 16 else "Q"', "self._width <= 16"): "twice as wide",
    ("solvers/core/counting.py", "if self.symbols <= _TABLED:", "self.symbols <= _TABLED"): "made later, and the same",
    ("solvers/techniques/almost_locked.py", "if unit % _FEW == 0:", "unit % _FEW == 0"): "pauses elsewhere",
    ("solvers/techniques/almost_locked.py", "if index % _MANY == 0:", "0"): "pauses elsewhere",
    ("solvers/techniques/almost_locked.py", "work = 0", "0"): "pauses a step earlier",
    ("solvers/techniques/forcing_chains.py", "work += known[node][1].bit_count() + known[node][2].bit_count()", "1"):
        "pauses elsewhere",
    ("solvers/techniques/forcing_nets.py", "work = 0", "0"): "pauses a step earlier",
    ("solvers/techniques/links.py", "return Links(span, (1 << span * len(where)) - 1, strong, weak, {})", "1"):
        "no node has that bit",
    ("solvers/techniques/reachability.py", "work = 0", "0"): "pauses a step earlier",
    ("solvers/techniques/subsets.py", "if not chosen & band or chosen & band == band:",
     "not chosen & band or chosen & band == band"): "looks for fins where none can be",
    ("solvers/techniques/uniqueness.py", "if blanks & cells == cells and (bivalue & cells).bit_count() >= size:",
     "bivalue & cells"): "the floor is counted again below",
    ("puzzles/geometry.py", "return [side for side in range(SMALLEST, LARGEST + 1) if _box_heights(side)]", "1"):
        "the next number is a prime",
    ("puzzles/puzzle.py", "held = [0] * len(geometry.units)", "0"): "no digit has the lowest bit",
    ("puzzles/puzzle.py", "if peer > cell and values[peer] == digit", "peer > cell"): "no cell is its own peer",
    ("solvers/techniques/candidate_grid.py",
     "self.lacking: list[list[UnitIndex]] = [list(shape.complete) for _ in range(geometry.symbols + 1)]", "1"):
        "a place that is never used",
    ("visualizer/narration/caption_facts.py", "if len(clause) == 2 and max(clause) < 0 and len(digits) == 1:",
     "max(clause) < 0"): "no literal is 0",
    ("visualizer/session/asking.py",
     "while run.found is None and run.looked[1] < last and timer() < until:", "timer() < until"):
        "looks a moment longer",
    ("visualizer/session/asking.py",
     "if standing is not None and standing.player.position < standing.question.shown:",
     "standing.player.position < standing.question.shown"): "goes to where it is",
    ("visualizer/timeline/player.py", "if left > 0 and self.timeline.length < wanted:", "left > 0"):
        "records a moment longer",
    ("visualizer/timeline/player.py", "if left > 0 and self.timeline.length < wanted:",
     "self.timeline.length < wanted"):
        "nothing is left to record",
    ("visualizer/timeline/search.py", "at, width = end if self.forward else first - 1, 2 * width", "2"):
        "searches longer stretches at a time",
    ("visualizer/timeline/search.py",
     "self._sum(counts[end]) > self._sum(counts[first]) and self._at_depth(chunk, first, end)",
     "self._sum(counts[end]) > self._sum(counts[first]) and self._at_depth(chunk, first, end)"): "searches in vain",
    ("visualizer/timeline/timeline.py", 'return int(getattr(self._recorder.iterator, "sent", 0))', "0"):
        "asked only where there is output, and then it is known",
}  # fmt: skip
"""Faults that change nothing but time or memory, by module, line and what is replaced, with the reason. If no test
notices them, they are counted apart.
"""


class Mutant(NamedTuple):
    """A fault: the position in a module, and the code that replaces what is there."""

    path: str
    line: int
    was: str
    now: str
    text: str
    """The whole text of the module with the fault."""


COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
CALCULATED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


def changed(node: ast.AST) -> ast.AST | None:
    """Return the node with a fault in it, if that kind of node can have one."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in COMPARED:
            return ast.Compare(left, [COMPARED[type(op)]()], [right])
        case ast.BinOp(left, op, right) if type(op) in CALCULATED:
            return ast.BinOp(left, CALCULATED[type(op)](), right)
        case ast.Constant(bool() as value):
            return ast.Constant(not value)
        case ast.Constant(int() as value):
            return ast.Constant(value + 1)
        case ast.UnaryOp(ast.USub(), ast.Constant(int() as value)):  # -1 is no cell, and 0 is one
            return ast.Constant(1 - value)
        case ast.BoolOp(op, values):
            return ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.Return(value) if value is not None and not _is_nothing(value):
            return ast.Return(ast.Constant(None))
    return None


def _is_nothing(node: ast.AST) -> bool:
    """Return whether the expression amounts to ``None``."""
    return isinstance(node, ast.Constant) and not node.value


def mutants(path: str) -> Iterator[Mutant]:
    """Yield every fault that a module can have."""
    text = (ROOT / path).read_text(encoding="utf-8")
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _inside_functions(ast.parse(text)):
        fault = changed(node)
        if fault is not None and isinstance(node, ast.expr | ast.stmt):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            data, now = text.encode(), ast.unparse(fault)
            now = f"({now})" if isinstance(node, ast.expr) else now
            whole = (data[:begin] + now.encode() + data[end:]).decode()
            yield Mutant(path, node.lineno, data[begin:end].decode(), now, whole)


def _inside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that are executed in functions, without annotations, tables, f-string texts and ``assert``.

    ``strict=True`` is a kind of ``assert`` too: no input can make the lengths differ.
    """
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    seen = set[int]()
    for function in functions:
        queue: list[ast.AST] = [*function.body]
        while queue:
            node = queue.pop()
            if id(node) in seen or isinstance(node, ast.JoinedStr | ast.Assert | ast.Raise) or _is_strict(node):
                continue
            seen.add(id(node))
            yield node
            if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and changed(node):
                continue  # one fault for a number
            queue += [one for name, one in _children(node) if name != "annotation"]


def _is_strict(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg == "strict" and ast.unparse(node.value) == "True"


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name, value in ast.iter_fields(node):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield name, one


def drawn(number: int, seed: int, only: str) -> list[Mutant]:
    """Draw a number of faults, with each module's chance proportional to the faults it can have."""
    paths = {path.relative_to(ROOT).as_posix() for place in TESTS for path in ROOT.glob(place)}
    every = [one for path in sorted(paths) if only in path for one in mutants(path)]
    return Random(seed).sample(every, min(number, len(every)))


def tests_of(path: str) -> list[str]:
    """Return the tests of a module and of what shows it."""
    places = next(tests for place, tests in TESTS.items() if Path(path).match(place))
    return [*_own(path), *(f"tests/{place}" for place in places.split())]


def _own(path: str) -> list[str]:
    """Return the module's own tests. They fail soonest, and a run of them alone starts at once."""
    found = (ROOT / "tests" / path).parent.glob(f"test_{Path(path).stem}.py")
    return [one.relative_to(ROOT).as_posix() for one in found]


def line_of(mutant: Mutant) -> str:
    """Return the line of the module in which the fault begins, as it was."""
    return (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()


def noticed(mutant: Mutant, copy: Path) -> str:
    """Return the failing test or the time limit that noticed the fault, or "" if nothing did, not even all tests.

    A test that fails must fail again by itself and pass without the fault. If not, the others go on without it: on a
    busy machine a test may fail for want of time.
    """
    target, doubtful = copy / mutant.path, list[str]()
    real = target.read_text(encoding="utf-8")
    related, every = tests_of(mutant.path), ["tests", "puzzles", "solvers"]
    for tests, slow in ((_own(mutant.path), False), (related, False), (related, True), (every, True)):
        by = "not run"
        while tests and by:
            target.write_text(mutant.text, encoding="utf-8")
            by = _failing([*tests, *(f"--deselect={test}" for test in doubtful)], copy, slow)
            named = TEST.search(by)
            again = _failing([named[0]], copy, slow) if named else by
            target.write_text(real, encoding="utf-8")
            if again and not (named and _failing([named[0]], copy, slow)):
                return by[:110]
            doubtful += [named[0]] if named else []
    return ""


TEST = re.compile(r"tests/\S+\.py(::.*?)?(?= - |$)")
"""A test in a line of pytest's summary."""
PASSED = (0, 5)
"""Exit codes of pytest: all have passed, and none was run, because all are slow or doubtful."""


def _failing(tests: list[str], copy: Path, slow: bool) -> str:
    """Run tests until the first failure, with as many examples of each property as ``.ci/run`` tries."""
    command = [sys.executable, "-m", "pytest", "-xq", "-Wignore", "-pno:randomly", "-pno:cacheprovider"]
    command += ["-m", ""] if slow else ["-n", "0", "--hypothesis-profile", "everything"]
    there = {**os.environ, "PYTHONPATH": str(copy), "SOLVESCOPE_CI": "1" if slow else ""}
    try:
        done = subprocess.run(
            [*command, *tests], cwd=copy, capture_output=True, text=True, env=there,
            preexec_fn=None if slow else limit, timeout=LONGEST if slow else None,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR", "SUBFAILED"))]
    return failed[0] if failed else "" if slow or done.returncode in PASSED else f"exit code {done.returncode}"


def limit() -> None:
    """Limit the process's time and memory, except on Windows."""
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    killed = equivalent = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".mypy_cache", "__pycache__"))
        for number, mutant in enumerate(drawn(arguments.number, arguments.seed, arguments.only), 1):
            by = noticed(mutant, copy)
            killed += bool(by)
            same = "" if by else EQUIVALENT.get((mutant.path, line_of(mutant), mutant.was), "")
            equivalent += bool(same)
            was, now = (" ".join(text.split())[:70] for text in (mutant.was, mutant.now))
            result = by or (f"equivalent: {same}" if same else "NOT NOTICED")
            print(f"{number:3} {mutant.path}:{mutant.line}: {was}  ->  {now}\n    {result}", flush=True)
    print(f"{killed} of {arguments.number} noticed, {equivalent} equivalent")


if __name__ == "__main__":
    main()
