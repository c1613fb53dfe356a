"""The arrows of the house: puzzles <- solvers <- visualizer, and pygame only where something is drawn."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "puzzles": {"puzzles", "numpy"},
    "solvers": {"puzzles", "solvers", "numpy", "pycosat", "pysat"},
    "visualizer": {"puzzles", "solvers", "visualizer", "assets"}
    | {"numpy", "pygame", "PIL", "rich", "blessed", "fpdf", "fontTools"},
    "assets": set[str](),
}
DRAWING = {
    "app", "card_parts", "clipboard", "controls", "dialogs", "emblem", "fonts", "grips", "hand", "help_table", "icons",
    "incoming", "input", "lane_chooser", "layout", "outgoing", "over", "paint_board", "paint_cell",
    "paint_chooser", "paint_code", "paint_column", "paint_controls", "paint_digits", "paint_entry", "paint_flags",
    "paint_formula", "paint_help", "paint_icicle", "paint_implication", "paint_lane", "paint_levels", "paint_links",
    "paint_open", "paint_options", "paint_pad", "paint_panel", "paint_picker", "paint_printed", "paint_puzzle_card",
    "paint_race", "paint_race_strip", "paint_side", "paint_statistics", "paint_strip", "paint_symbol", "paint_tabs",
    "paint_trail", "paint_tree", "paint_until", "picker", "pointer", "print_dialog", "print_png", "race_controls",
    "race_layout", "race_window", "record", "screen", "shapes", "tooltip", "what_if", "window",
}  # fmt: skip
"""The modules of ``visualizer`` that draw: they alone may import pygame."""
NEVER_DRAWING = {
    "timeline", "player", "session", "captions", "compose", "scene", "keys", "terminal", "cli", "commands", "source",
    "options", "theme",
}  # fmt: skip
"""What must stay usable without a display, whatever is added above."""
NUMERIC = {"bulk", "bulk_round", "bulk_search", "bulk_text", "collect", "generate_bulk", "grids_bulk", "strip_bulk"}
"""The modules of ``solvers`` that are made of numpy. Nothing but what asks for the bulk engine imports them."""
LONGEST_FILE = 450

FILES = sorted(path.relative_to(ROOT) for package in MAY_IMPORT for path in (ROOT / package).rglob("*.py"))


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of every import, wherever it stands in the file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: imports name the package, not dots"
            yield node.lineno, node.module or ""


def test_there_are_files_to_look_at() -> None:
    assert {path.parts[0] for path in FILES} >= {"puzzles", "solvers", "visualizer"}


@pytest.mark.parametrize("path", FILES, ids=str)
def test_imports_follow_the_arrows(path: Path) -> None:
    allowed = MAY_IMPORT[path.parts[0]] | sys.stdlib_module_names
    wrong = [
        f"{path}:{line} imports {name}"
        for line, name in imported(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if name.partition(".")[0] not in allowed
    ]
    assert wrong == []


def module_of(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def draws(path: Path) -> bool:
    return path.parts[0] == "visualizer" and path.with_suffix("").parts[1] in DRAWING


def test_what_never_draws_is_not_listed_as_drawing() -> None:
    assert not NEVER_DRAWING & DRAWING


@pytest.mark.parametrize("path", [path for path in FILES if not draws(path)], ids=str)
def test_pygame_is_imported_only_where_something_is_drawn(path: Path) -> None:
    names = [name.partition(".")[0] for _, name in imported(ast.parse((ROOT / path).read_text(encoding="utf-8")))]
    assert "pygame" not in names, "if this file draws, list it in DRAWING"


def loaded_after(modules: list[str]) -> set[str]:
    """The top-level packages that a fresh Python has loaded when it has imported these modules."""
    program = "import sys, importlib\nfor name in sys.argv[1:]: importlib.import_module(name)\nprint(*sys.modules)"
    command = [sys.executable, "-c", program, *modules]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_no_module_that_does_not_draw_brings_pygame_with_it() -> None:
    modules = [module_of(path) for path in FILES if not draws(path) and path.name != "__main__.py"]
    assert "visualizer.cli" in modules
    assert "pygame" not in loaded_after(modules)


def test_puzzles_and_solvers_start_without_heavy_packages() -> None:
    """A child process that runs a solver imports them, and should be there at once."""
    files = [path for path in FILES if path.parts[0] in ("puzzles", "solvers") and path.stem not in NUMERIC]
    modules = [module_of(path) for path in files]
    assert "solvers" in modules
    assert not {"numpy", "pycosat", "pysat", "pygame", "rich", "blessed"} & loaded_after(modules)


def test_the_command_line_starts_without_heavy_packages() -> None:
    assert not {"numpy", "pycosat", "pysat", "rich", "blessed", "PIL", "fpdf", "fontTools"} & loaded_after(
        ["visualizer.cli", "visualizer.commands"]
    )


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_file_is_a_room_and_not_a_house(path: Path) -> None:
    assert (ROOT / path).read_text(encoding="utf-8").count("\n") <= LONGEST_FILE
