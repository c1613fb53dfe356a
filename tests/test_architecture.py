"""Tests that a folder imports only from the folders below it, and that pygame is used only for drawing."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent

MODES = " ".join(f"{path.parent.relative_to(ROOT).as_posix()}/" for path in ROOT.glob("visualizer/*/mode.py")
                 if path.parent.name != "session")  # fmt: skip
"""The folders of the modes, which stand side by side."""

WINGS = {folder.split("/")[1] for folder in MODES.split()}
"""The modes. Each has a folder, and its parts of the window and of the lab in other folders."""

FLOORS = (
    # puzzles: what a puzzle is
    "puzzles/bounds.py puzzles/figures.py puzzles/discovery.py",
    "puzzles/json_reader.py puzzles/kinds/kind.py",
    "puzzles/rules/rule.py",
    "puzzles/geometry.py",
    "puzzles/problems.py",
    "puzzles/parsing/",
    "puzzles/puzzle.py",
    "puzzles/rules/",
    "puzzles/kinds/",
    "puzzles/writing.py",
    "puzzles/corpus/",
    "puzzles/formats/",
    "puzzles/__init__.py",
    # solvers: how it is solved
    "solvers/processes/",
    "solvers/core/",
    "solvers/techniques/",
    "solvers/sat/",
    "solvers/external/",
    "solvers/algorithms/",
    "solvers/run.py",
    "solvers/step.py solvers/foreign.py",
    "solvers/__init__.py solvers/example.py",
    "solvers/explain/",
    "solvers/grading/",
    "solvers/bulk/",
    "solvers/generate/",
    "solvers/checks/",
    "solvers/study/",
    # visualizer: how it is watched
    "assets/",
    "visualizer/__init__.py visualizer/keymap.py",
    "visualizer/text/",
    "visualizer/style/",
    "visualizer/timeline/",
    "visualizer/files/",
    "visualizer/views/",
    "visualizer/analysis/",
    "visualizer/narration/",
    "visualizer/scene/",
    "visualizer/questions/",
    "visualizer/toolkit/",
    "visualizer/painting/",
    "visualizer/printing/",
    "visualizer/supply/",
    "visualizer/session/",
    "visualizer/panes/",
    "visualizer/lecture/",
    MODES,
    "visualizer/dialogs/",
    "visualizer/window/",
    "visualizer/film/",
    "visualizer/lab/",
    "visualizer/export/",
    "visualizer/study/",
    "visualizer/cli/",
    "visualizer/cli/commands/",
    "visualizer/cli/watch.py",
    "visualizer/cli/main.py",
    "visualizer/cli/start.py",
    "visualizer/__main__.py",
)
"""The floors, from the ground up. Files on the same floor do not import each other, unless they share a folder."""

PACKAGES = {
    "puzzles": {"numpy"},
    "solvers": {"numpy", "pycosat", "pysat", "dask", "distributed"},
    "visualizer": {
        "numpy", "pygame", "PIL", "rich", "markdown_it", "fpdf", "fontTools", "av", "anywidget", "traitlets",
        "matplotlib",
    },
    "assets": set[str](),
}  # fmt: skip
"""The other packages that each package may import from."""

DRAWING = {
    "visualizer/toolkit/", "visualizer/painting/", "visualizer/printing/board_png.py", "visualizer/dialogs/",
    "visualizer/window/", "visualizer/export/",
}  # fmt: skip
"""The parts that draw, besides ``paint.py`` of each pane: only these import pygame."""

NUMERIC = {
    "solvers/bulk/", "solvers/generate/collector.py", "solvers/generate/generator_bulk.py",
    "solvers/generate/uniform_grids.py", "solvers/study/statistics.py",
}  # fmt: skip
"""The parts of ``solvers`` that use numpy. Only code that needs the bulk engine imports them."""

LONGEST_FILE = 600

SPARE = 25
"""How far a number below may lie above the lines there are."""
MOST_LINES = {
    "puzzles": 879, "puzzles/corpus": 471, "puzzles/formats": 1842, "puzzles/parsing": 455, "solvers": 111,
    "solvers/algorithms": 2320, "solvers/bulk": 515, "solvers/checks": 1176, "solvers/core": 2163,
    "solvers/explain": 889, "solvers/external": 1195, "solvers/generate": 1106, "solvers/grading": 110,
    "solvers/processes": 841, "solvers/sat": 1610, "solvers/techniques": 2200, "visualizer": 212,
    "visualizer/analysis": 1521, "visualizer/cli": 3658, "visualizer/dialogs": 1931, "visualizer/export": 1072,
    "visualizer/files": 1158, "visualizer/film": 788, "visualizer/lecture": 1001, "visualizer/narration": 2219,
    "visualizer/painting": 1651, "visualizer/panes": 3276, "visualizer/play": 2107, "visualizer/present": 951,
    "visualizer/printing": 420, "visualizer/questions": 1494, "visualizer/quiz": 145, "visualizer/race": 1190,
    "visualizer/scene": 755, "visualizer/session": 2044, "visualizer/style": 226, "visualizer/supply": 371,
    "visualizer/text": 161, "visualizer/timeline": 1886, "visualizer/toolkit": 1453, "visualizer/views": 505,
    "visualizer/watch": 447, "visualizer/window": 6115, "puzzles/kinds": 708, "puzzles/rules": 576,
    "visualizer/lab": 359, "solvers/study": 259, "visualizer/study": 747,
}  # fmt: skip
"""How many lines of code each folder may have, without docstrings, comments and blank lines. A change that needs more
raises its folder's number and says in its commit what the lines are for; one that needs fewer lowers it.
"""

Arrow = tuple[str, str]


def files(root: Path = ROOT) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for package in PACKAGES for path in (root / package).rglob("*.py"))


def module_of(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def stands_in(path: str, places: Iterable[str]) -> bool:
    return any(path == place or place.endswith("/") and path.startswith(place) for place in places)


@cache
def place_of(path: str) -> tuple[int, str]:
    """Return the floor of a file, and the longest entry of the table that contains it."""
    found = [(len(place), number, place) for number, floor in enumerate(FLOORS) for place in floor.split()
             if stands_in(path, [place])]  # fmt: skip
    _, number, place = max(found, default=(0, -1, ""))
    return number, place


def floor_of(path: str) -> int:
    return place_of(path)[0]


def is_upwards(of: str, to: str) -> bool:
    (floor, place), (other_floor, other_place) = place_of(of), place_of(to)
    return other_floor > floor or other_floor == floor and place != other_place


def statements(of: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a file or a statement at any depth, skipping expressions, which contain none."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for statement in getattr(of, block, ()):
            yield statement
            yield from statements(statement)


@cache
def parsed(path: str, root: Path = ROOT) -> ast.Module:
    return ast.parse((root / path).read_text(encoding="utf-8"))


@cache
def imports(path: str, root: Path = ROOT) -> list[tuple[int, str, str]]:
    """Yield the line, module and name of every import in the file, even those for types only."""
    found = []
    for node in statements(parsed(path, root)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: imports name the package, not dots"
            found += [(node.lineno, node.module or "", alias.name) for alias in node.names]
    return found


def arrows_of(root: Path = ROOT) -> set[Arrow]:
    """Return the files that each file imports."""
    known = {module_of(path): path for path in files(root)}
    arrows = set()
    for path in known.values():
        for _, module, name in imports(path, root):
            target = known.get(f"{module}.{name}") or known.get(module)
            if target and target != path:
                arrows.add((path, target))
    return arrows


def circle_in(arrows: Collection[Arrow]) -> list[str]:
    """Return the shortest circle of files in which each imports the next, or an empty list if there is none."""
    after: dict[str, list[str]] = {}
    for of, to in sorted(arrows):
        after.setdefault(of, []).append(to)
    best: list[str] = []
    for start in _in_circles(after):
        back = {start: ""}
        queue = [start]
        for at in queue:
            for to in after.get(at, ()):
                if to == start:
                    path = [at]
                    while back[path[-1]]:
                        path.append(back[path[-1]])
                    if not best or len(path) < len(best):
                        best = path[::-1]
                    queue.clear()
                    break
                if to not in back:
                    back[to] = at
                    queue.append(to)
    return best


def _in_circles(after: dict[str, list[str]]) -> list[str]:
    """Return the files that remain after repeatedly removing those without imports or importers."""
    left = set(after)
    while True:
        reached = {to for of in left for to in after[of]}
        fewer = {one for one in left if one in reached and any(to in left for to in after[one])}
        if fewer == left:
            return sorted(left)
        left = fewer


def wing_of(path: str) -> str:
    """Return the mode whose folder, or part of the window or of the lab, contains a file, or "" if none does."""
    parts = ("", "window/", "lab/")
    return next((wing for wing in WINGS if stands_in(path, [f"visualizer/{part}{wing}/" for part in parts])), "")


def draws(path: str) -> bool:
    return stands_in(path, DRAWING) or path.startswith("visualizer/panes/") and path.endswith("/paint.py")


# Floors


def test_every_file_has_its_floor() -> None:
    assert {path.split("/")[0] for path in files()} == set(PACKAGES)
    assert [path for path in files() if floor_of(path) < 0] == []
    places = [place for floor in FLOORS for place in floor.split()]
    assert [place for place in places if not any(stands_in(path, [place]) for path in files())] == []


def test_a_folder_imports_only_from_the_floors_below_it() -> None:
    wrong = {arrow for arrow in arrows_of() if is_upwards(*arrow)}
    assert sorted(f"{of} -> {to}" for of, to in wrong) == []


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circle_in(arrows_of()) == []


def test_a_mode_is_known_by_name_only_in_its_own_wing_and_on_the_command_line() -> None:
    assert {"watch", "play", "race"} <= WINGS and MODES in FLOORS
    wings = [(of, wing_of(of), to, wing_of(to)) for of, to in arrows_of() if wing_of(to)]
    wrong = {(of, to) for of, one, to, other in wings if one != other and not of.startswith("visualizer/cli/commands/")}
    assert sorted(f"{of} -> {to}" for of, to in wrong) == []
    assert {one for _, one, _, _ in wings} <= {*WINGS, ""}


def test_only_known_packages_are_imported() -> None:
    wrong = []
    for path in files():
        package = path.split("/")[0]
        allowed = PACKAGES[package] | set(PACKAGES) | sys.stdlib_module_names
        wrong += [f"{path}:{line}: {name}" for line, name, _ in imports(path) if name.partition(".")[0] not in allowed]
    assert wrong == []


def test_no_function_takes_a_session_first_but_an_action() -> None:
    """Check that code that needs a session is a method of its owner, or takes only the part it uses."""
    wrong = []
    for path in files():
        if "Session" not in (ROOT / path).read_text(encoding="utf-8"):
            continue
        tree = parsed(path)
        classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        for node in (one for holder in (tree, *classes) for one in holder.body):
            if isinstance(node, ast.FunctionDef) and node.args.args:
                first = node.args.args[0].annotation
                names = re.findall(r"\w+", ast.unparse(first)) if first else []
                marks = {ast.unparse(mark).partition("(")[0] for mark in node.decorator_list}
                if "Session" in names and not marks & {"action", "carries_out"}:
                    wrong.append(f"{path}:{node.lineno} {node.name}")
    assert wrong == []


# Where something is drawn


def test_pygame_is_imported_only_where_something_is_drawn() -> None:
    wrong = [
        f"{path}:{line}"
        for path in files() if not draws(path)
        for line, name, _ in imports(path) if name.partition(".")[0] == "pygame"
    ]  # fmt: skip
    assert wrong == []


def light() -> list[str]:
    """Return the modules that a child process imports in order to run a solver."""
    rest = [path for path in files() if not path.startswith("visualizer/") and not stands_in(path, NUMERIC)]
    return [module_of(path) for path in rest]


def of_the_command_line() -> list[str]:
    return [module_of(path) for path in files() if path.startswith("visualizer/cli/")]


def not_drawing() -> list[str]:
    return [module_of(path) for path in files() if not draws(path) and not path.endswith("__main__.py")]


@cache
def loaded() -> list[set[str]]:
    """Return the top-level packages that a new Python process has loaded after importing each group in turn."""
    program = (
        "import importlib, sys\n"
        "for line in sys.stdin:\n"
        "    for name in line.split(): importlib.import_module(name)\n"
        "    print(*sys.modules)"
    )
    groups = "\n".join(" ".join(modules) for modules in (light(), of_the_command_line(), not_drawing()))
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, input=groups, stdout=subprocess.PIPE, text=True, check=True)
    return [{name.partition(".")[0] for name in line.split()} for line in done.stdout.splitlines()]


def test_puzzles_and_solvers_start_without_heavy_packages() -> None:
    """Check what a child process imports to run a solver, since it should start at once."""
    assert "solvers" in light()
    assert not {"numpy", "pycosat", "pysat", "pygame", "rich", "distributed"} & loaded()[0]


def test_the_command_line_starts_without_heavy_packages() -> None:
    assert "visualizer.cli.commands.solve" in of_the_command_line()
    assert not {"numpy", "pycosat", "pysat", "rich", "PIL", "fpdf", "fontTools", "av", "distributed"} & loaded()[1]


def test_no_module_that_does_not_draw_brings_pygame_with_it() -> None:
    assert {"visualizer.cli.main", "visualizer.session.session"} <= set(not_drawing())
    assert {"visualizer", "numpy"} <= loaded()[2] and "pygame" not in loaded()[2]


def test_every_folder_says_what_it_is_for() -> None:
    doors = [path for path in files() if path.endswith("/__init__.py")]
    folders = {path.rpartition("/")[0] for path in files()}
    assert folders == {path.rpartition("/")[0] for path in doors}
    assert [path for path in doors if not ast.get_docstring(parsed(path))] == []


def test_a_file_is_a_room_and_not_a_house() -> None:
    lines = {path: (ROOT / path).read_text(encoding="utf-8").count("\n") for path in files()}
    assert {path: count for path, count in lines.items() if count > LONGEST_FILE} == {}


def code_lines(path: str) -> int:
    """Count the lines of a file, without docstrings, comments and blank lines."""
    text = (ROOT / path).read_text(encoding="utf-8")
    told = {
        number
        for node in statements(parsed(path))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(map(str.strip, text.splitlines()), 1)
    return sum(bool(line) and not line.startswith("#") and number not in told for number, line in lines)


def test_no_folder_grows_unnoticed() -> None:
    counts = Counter[str]()
    for path in files():
        if not path.startswith("assets/"):
            counts["/".join(path.split("/")[:2]) if path.count("/") > 1 else path.split("/")[0]] += code_lines(path)
    assert {folder: count for folder, count in counts.items() if count > MOST_LINES.get(folder, 0)} == {}
    assert set(MOST_LINES) == set(counts)
    assert {folder: most for folder, most in MOST_LINES.items() if most > counts[folder] + SPARE} == {}
