"""Writes the lab's site: its page, the sources of the program, puzzles, and Python built for browsers."""

import hashlib
import io
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random

from puzzles.corpus.record import LEVELS, parse, stated_level
from puzzles.kinds.blueprint import own_kinds
from puzzles.puzzle import one_line
from visualizer.files import atomic
from visualizer.film.page import player, policy_hash, style_sheet
from visualizer.lab.runtime import PYTHON_SAT, files

PACKAGES = (
    "puzzles", "solvers", "assets/themes", "visualizer/text", "visualizer/style", "visualizer/timeline",
    "visualizer/files", "visualizer/views", "visualizer/analysis", "visualizer/narration", "visualizer/scene",
    "visualizer/questions", "visualizer/supply", "visualizer/session", "visualizer/panes", "visualizer/play",
    "visualizer/watch", "visualizer/film", "visualizer/lab",
)  # fmt: skip
"""The folders that a run, its film and a game by hand need: none of them draws."""
TRAVELLING = (".py", ".json", ".toml", "page.js")
"""The endings of files in them that travel, besides the named puzzles."""
_NEEDED = re.compile(r'import \{ (.*) \} from "\./player\.js"')
"""Matches what a module of the page needs of the player's modules."""
KEEPER, WHEEL = "offline.js", f"runtime/{PYTHON_SAT}"
EACH, OF_A_KIND = 400, 40
"""How many puzzles of each level travel with the site, and of each other kind, whose shapes are long."""


def write(folder: Path, runtime: Path | None) -> None:
    """Write the site into a folder. ``runtime`` is the folder of the npm package pyodide, which else is fetched.

    Raises ``OSError`` and :class:`RuntimeMissing`.
    """
    held = {f"runtime/{name}": data for name, data in files(runtime).items()}
    written = held | dict(pages(WHEEL if WHEEL in held else ""))
    for name, data in (written | {KEEPER: keeper(written)}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        atomic.write(folder / name, data)


def keeper(written: Mapping[str, bytes]) -> bytes:
    """Return the service worker that keeps these files in the browser, under a name that depends on each byte."""
    names, build = sorted({*written} - {KEEPER, WHEEL}), hashlib.sha256()  # the wheel is only fetched where it is used
    for name in names:
        build.update(hashlib.sha256(written[name]).digest())
    text = written[KEEPER].replace(b"OF_BUILD", build.hexdigest()[:16].encode())
    return text.replace(b'["OF_FILES"]', json.dumps(names).encode())


def pages(wheel: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file besides the runtime. ``wheel`` is the name of python-sat's file in the
    site, if it is there.
    """
    folder = resources.files("visualizer") / "lab" / "page"
    texts = {entry.name: entry.read_text(encoding="utf-8") for entry in folder.iterdir()}
    _, _, script = texts["sandbox.html"].partition("<script>")
    texts["index.html"] = texts["index.html"].replace("WHEEL", wheel)
    for name in ("index.html", "sandbox.html"):
        texts[name] = texts[name].replace("SCRIPT", policy_hash(script.partition("</script>")[0]))
    needed = {name for text in texts.values() for names in _NEEDED.findall(text) for name in names.split(", ")}
    texts |= {
        "player.js": f"{player(True)}\nexport {{ {', '.join(sorted(needed))} }};\n",
        "lab.css": style_sheet(True) + texts["lab.css"],
        "editor.js": (resources.files("assets") / "lab" / "editor.js").read_text(encoding="utf-8"),
        "puzzles.json": json.dumps(puzzles_by_level()),
    }
    yield from ((name, text.encode()) for name, text in texts.items())
    yield "source.zip", sources()


def puzzles_by_level() -> dict[str, list[str]]:
    """Return some puzzles of each level and of each kind, one line each. They are the same each time."""
    lines, by_level = (resources.files("puzzles") / "sudoku.txt").read_bytes().splitlines(), defaultdict(list)
    for line in lines:
        by_level[stated_level(line)].append(line)
    drawn = {level: Random(1).sample(by_level[level], EACH) for level in LEVELS}
    found = {level: [one_line(parse(line).puzzle) for line in its] for level, its in drawn.items()}
    for kind in own_kinds():
        shaped = (resources.files("puzzles") / f"{kind}.txt").read_text("ascii").splitlines()
        found[kind] = Random(1).sample([line for line in shaped if line.startswith("[")], OF_A_KIND)
    return found


def sources() -> bytes:
    """Return a zip archive of the program's files that run in a browser. Its bytes depend on nothing else."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in _sources():
            archive.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED)
    return held.getvalue()


def _sources() -> Iterator[tuple[str, Traversable]]:
    for package in ("visualizer", "assets"):
        yield f"{package}/__init__.py", resources.files(package) / "__init__.py"
    yield "visualizer/keymap.py", resources.files("visualizer") / "keymap.py"
    for package in PACKAGES:
        top, _, rest = package.partition("/")
        yield from _files(resources.files(top) / rest if rest else resources.files(top), package)


def _files(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            yield from _files(entry, path)
        elif entry.name.endswith(TRAVELLING) and entry.name != "paint.py" or name == "puzzles/named":
            yield path, entry
