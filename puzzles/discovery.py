"""Finds entries (solvers, file formats, commands, panes …) by reading the files in a folder, with no list of them
anywhere.

Each entry declares itself in its own file, with a call at the start of a line whose first argument is the entry's name:

    ABOUT = About("tree", title="Search tree", rank=30)

    @register("cdcl", title="Conflict-driven clause learning", rank=150, candidates=Candidates.SAID)

The call is read as text, so menus and help need no imports. The file is imported when the entry is used.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar, cast

T = TypeVar("T")


class DiscoveryError(ValueError):
    """The error for a file with an invalid declaration. The message names the file."""


@dataclass(frozen=True)
class About:
    """A declaration for an entry that has no object of its own to declare."""

    name: str
    title: str = ""
    summary: str = ""
    rank: int = 0
    """The entry's position in menus and tables, lowest first."""


@dataclass(frozen=True)
class Declaration:
    """An entry declared in one of a package's files."""

    name: str
    module: str
    file: Path
    target: str
    """The name the declaration is assigned to; "" for a decorator."""
    facts: Mapping[str, Any]
    """The declaration's literal keyword arguments. Any others are known only once the file is loaded."""

    @property
    def title(self) -> str:
        return str(self.fact("title"))

    @property
    def summary(self) -> str:
        return str(self.fact("summary"))

    @property
    def rank(self) -> int:
        return int(self.facts.get("rank", 0))

    def fact(self, name: str) -> Any:
        """Return a literal keyword argument. Raises :class:`DiscoveryError` if it is missing."""
        if name not in self.facts:
            raise DiscoveryError(f"{self.file}: the declaration of {self.name!r} needs a literal {name}=…")
        return self.facts[name]

    def load(self) -> ModuleType:
        """Import the entry's file."""
        return import_module(self.module)

    def value(self) -> Any:
        """Import the entry's file and return the object it declares."""
        return getattr(self.load(), self.target)


def entries(package: str, call: str = "About", pattern: str = "*.py") -> tuple[Declaration, ...]:
    """Return the entries declared with a given call in a package's files, sorted by rank and then by name.

    ``pattern`` selects the files to search: ``*/mode.py`` is a file in each of the package's folders, ``*/__init__.py``
    the folder itself. Files without a declaration are skipped. Folders added to the package's ``__path__`` are searched
    too. Raises :class:`DiscoveryError`.
    """
    return _found(package, tuple(import_module(package).__path__), call, pattern)


def not_imported(package: str, pattern: str, holding: str = "") -> Iterator[str]:
    """Yield the names of a package's modules that have not been imported yet and whose files match a pattern, such as
    ``*/actions.py``.

    ``holding`` is a regular expression that must match somewhere in the file's text.
    """
    for folder in map(Path, import_module(package).__path__):
        for file, read in _files(folder, pattern):
            name = _module(package, folder, file)
            if name not in sys.modules and (not holding or re.search(holding, read())):
                yield name


class Shelf(Mapping[str, T]):
    """A mapping of a package's entries by name, in order of rank. Each is imported when it is looked up."""

    def __init__(self, package: str, call: str) -> None:
        self._package, self._call = package, call

    @property
    def entries(self) -> dict[str, Declaration]:
        """The declared entries by name, in order of rank."""
        return {entry.name: entry for entry in entries(self._package, self._call) if "rank" in entry.facts}

    def __getitem__(self, name: str) -> T:
        return cast(T, self.entries[name].value())

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


@cache
def _found(package: str, folders: tuple[str, ...], call: str, pattern: str) -> tuple[Declaration, ...]:
    found: dict[str, Declaration] = {}
    for folder in map(Path, folders):
        for file, read in _files(folder, pattern):
            for entry in _declared(file, read(), _module(package, folder, file), call):
                if entry.name in found:
                    raise DiscoveryError(f"{found[entry.name].file} and {file} both declare {entry.name!r}")
                found[entry.name] = entry
    return tuple(sorted(found.values(), key=attrgetter("rank", "name")))


def _module(package: str, folder: Path, file: Path) -> str:
    within = ".".join(file.relative_to(folder).with_suffix("").parts)
    return f"{package}.{within.removesuffix('.__init__')}"


def _files(folder: Path, pattern: str) -> Iterator[tuple[Path, Callable[[], str]]]:
    """Yield the path of each matching file and a function that reads it, even if the package is in a zip file."""
    if folder.is_dir():
        yield from ((file, partial(file.read_text, encoding="utf-8")) for file in folder.glob(pattern))
        return
    from glob import escape
    from zipfile import ZipFile

    archive = next(parent for parent in folder.parents if parent.is_file())
    with ZipFile(archive) as opened:
        for name in opened.namelist():
            file = archive / name
            if file.match(f"{escape(str(folder))}/{pattern}"):
                yield file, partial(str, opened.read(name), "utf-8")


def _declared(file: Path, text: str, module: str, call: str) -> Iterator[Declaration]:
    """Yield an entry for each declaration, which includes any indented lines and closing brackets that follow."""
    statement = rf"^@?(?:(\w+)(?: *:[^=\n]+)? *= *)?(?:\w+\.)*{call}\(.*\n?(?:[ \t)\]}}].*\n?|\n)*"
    for match in re.finditer(statement, text, re.MULTILINE):
        try:
            parsed = ast.parse(match[0].removeprefix("@")).body[0]
            assert isinstance(parsed, ast.Expr | ast.Assign | ast.AnnAssign) and isinstance(parsed.value, ast.Call)
            facts = _literals(parsed.value)
            name = facts.pop("name")
        except SyntaxError as error:
            raise DiscoveryError(f"{file}: {call}(…) cannot be read: {error.msg}") from None
        except KeyError:
            raise DiscoveryError(f"{file}: {call}(…) needs a literal name as its first argument") from None
        yield Declaration(name, module, file, match[1] or "", MappingProxyType(facts))


def _literals(call: ast.Call) -> dict[str, Any]:
    """Return a call's literal arguments: the first one as ``name``, and the keyword arguments."""
    said = {"name": call.args[0]} if call.args else {}
    said |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    values = {}
    for name, node in said.items():
        with suppress(ValueError):
            values[name] = ast.literal_eval(node)
    return values
