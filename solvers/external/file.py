"""Reads a solver from the user's own file without running it: which function it is, and what the file declares."""

import ast
import codecs
import importlib.util
import io
import re
import tokenize
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzles.bounds import LARGEST_SOURCE, BoundsError, read_file, reason
from puzzles.problems import short
from solvers.core import pseudocode, variable_types
from solvers.core.board import Candidates
from solvers.core.declaration import DeclarationError, last_name, literal
from solvers.core.dials import DIALS
from solvers.core.registry import SIMPLE, TAKEN, Option

MARK = "solver"
"""The decorator that marks the solver among several generator functions, if it is not clear which one it is."""
CANDIDATES = {"none": Candidates.NONE, "struck": Candidates.STRUCK, "said": Candidates.SAID}
"""The values that a file's ``CANDIDATES`` may have."""
CODINGS = {"utf-8": "UTF-8", "iso8859-1": "Latin-1", "ascii": "ASCII"}
"""The encodings a file may have, by Python's name, with their common names."""
NO_SUMMARY = "A solver of your own."
"""The summary of a solver without a docstring, or whose docstring is left out."""
_CODING = re.compile(rb"(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_SAVE = "save it as UTF-8, without declaring any other encoding"
_TEXTS = ("TITLE", "SUMMARY", "SOURCE", "WATCH_FOR", "COST")
_FLAGS = ("CLASHES", "COMPLETE", "ENUMERATES")
_DIALS = ("DIALS", "PROFILE", "TOLD")
_START = "'solvescope new FILE.py' writes one to start from"


class ForeignError(ValueError):
    """The error for a file that cannot be loaded as a solver. The message says what to do; ``line`` counts from 1, and
    is 0 if unknown.
    """

    def __init__(self, path: Path, message: str, line: int = 0) -> None:
        name = short(path.name)
        super().__init__(f"{name}, line {line}: {message}" if line else f"{name}: {message}")
        self.path = path
        self.line = line


@dataclass(frozen=True)
class SolverCode:
    """A solver's file as it was when read, even if the file changes."""

    path: Path
    source: str = field(repr=False)
    function: str
    facts: dict[str, Any] = field(default_factory=dict, compare=False)
    """The fields of :class:`solvers.core.registry.Solver` that the file declares."""
    registers: tuple[str, ...] = ()
    """The names under which the file registers solvers, if it was written for this package."""
    extent: tuple[int, int] = (1, 1)
    """The first and last lines of the function, starting at ``def``."""
    faults: tuple[str, ...] = ()
    """What is wrong with the file, such as an error in PSEUDOCODE, that does not stop the solver from running."""

    def line(self, number: int) -> str:
        """Return a line of the file by number, from 1; "" if it does not exist."""
        lines = self.source.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def is_current(self) -> bool:
        """Return whether the file's text is unchanged."""
        try:
            return _text(self.path) == self.source
        except ForeignError:
            return False


def read(path: Path) -> SolverCode:
    """Read a file as a solver. Raises :class:`ForeignError`."""
    path = path.absolute()
    source = _text(path)
    tree = _parsed(path, source)
    function = _the_function(path, tree)
    summary = ast.get_docstring(function) or ast.get_docstring(tree) or NO_SUMMARY
    facts = {"summary": summary.partition("\n")[0], **_registered(function), **_declared(path, tree)}
    facts["options"] = tuple(_options(function.args))
    calls = [call for one in _functions(tree.body) if (call := _registration(one)) and call.args]
    names = tuple(name for call in calls if isinstance(name := _value(call.args[0]), str))
    extent = function.lineno, function.end_lineno or function.lineno
    return SolverCode(path, source, function.name, facts, names, extent, tuple(_faults(path, source, tree)))


def _faults(path: Path, source: str, tree: ast.Module) -> Iterator[str]:
    """Yield calls of generators that make no steps, and any errors in the tables that describe the solver. They do not
    stop it from running.
    """
    generators = _generator_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = ast.unparse(node.value.func)
            if called.removeprefix("self.") in generators:
                message = f"this makes no step: write yield from {called}(…)"
                yield str(ForeignError(path, message, node.lineno))
    for check in (pseudocode.read, variable_types.check):
        try:
            check(source)
        except DeclarationError as error:
            yield str(ForeignError(path, str(error), error.line))


def check_path(path: Path) -> None:
    """Raise :class:`ForeignError` unless the path names a Python file. The file is not read."""
    try:
        if path.is_dir():
            raise ForeignError(path, "this is a folder; name the Python file in it")
        if not path.exists():
            raise ForeignError(path, f"there is no such file in {short(path.parent)}")
        if not path.is_file():
            raise ForeignError(path, "it is not a regular file; name the Python file itself")
        if path.suffix.lower() != ".py":
            raise ForeignError(path, f"a solver is a Python file whose name ends in .py; {_START}")
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError | BoundsError) -> ForeignError:
    return ForeignError(path, f"it cannot be read: {reason(error)}")


def _coding(data: bytes) -> str:
    """Return the encoding that the first two lines declare, or else the usual one.

    Since Python 3.14, ``detect_encoding`` reads these lines with it, and fails in several ways if it is none of text.
    """
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except (SyntaxError, LookupError, UnicodeError):
        if found := _CODING.match(data):
            with suppress(LookupError):
                if _canonical(name := found[1].decode()) not in CODINGS:
                    return name
        raise


def _canonical(coding: str) -> str:
    return codecs.lookup(coding).name.removesuffix("-sig")


def _text(path: Path) -> str:
    check_path(path)
    try:
        data = read_file(path, LARGEST_SOURCE)
    except OSError as error:
        raise _unreadable(path, error) from None
    except BoundsError as error:
        raise ForeignError(path, f"{error}: move its tables to a separate file") from None
    try:
        found = _coding(data)
    except (SyntaxError, LookupError, UnicodeError) as error:  # an unknown one, or the first two lines are not UTF-8
        raise ForeignError(path, f"its text cannot be read ({getattr(error, 'msg', error)}); {_SAVE}") from None
    if (coding := _canonical(found)) not in CODINGS:
        known = ", ".join(CODINGS.values())
        raise ForeignError(path, f"its first lines declare the encoding {found}, which is not one of {known}; {_SAVE}")
    try:
        return importlib.util.decode_source(data)
    except ValueError as error:
        raise ForeignError(path, f"this is not text in {CODINGS[coding]} ({error}); {_SAVE}") from None


def _parsed(path: Path, source: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source, str(path))
            compile(tree, str(path), "exec")
        return tree
    except SyntaxError as error:
        shown = f": {error.text.strip()[:80]}" if error.text and error.text.strip() else ""
        raise ForeignError(path, f"{error.msg}{shown}", error.lineno or 0) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ForeignError(path, f"this is not valid Python ({str(error) or type(error).__name__}); {_START}") from None


def _the_function(path: Path, tree: ast.Module) -> ast.FunctionDef:
    """Find the generator function that is the solver: the one that is marked, or else the only public one besides
    helpers.
    """
    functions = list(_functions(tree.body))
    generators = [one for one in functions if _yields(one) or _returns_one(one, _generator_names(tree))]
    public = [one for one in generators if not one.name.startswith("_")]
    marked = [one for one in generators if _registration(one) or MARK in map(last_name, one.decorator_list)]
    if not public and not marked:
        raise _none(path, functions, generators)
    function, *others = marked or _without_helpers(public, generators)
    if others:
        names = ", ".join(one.name for one in (function, *others))
        tell = f"mark one of them with @{MARK} (from solvers.foreign import {MARK}), or prefix the other names with _"
        raise ForeignError(path, f"{names} cannot all be the solver: {tell}", others[0].lineno)
    if fault := _fault_of_arguments(function.args):
        raise ForeignError(path, f"{function.name}() {fault}", function.lineno)
    return function


def _without_helpers(public: list[ast.FunctionDef], generators: list[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Leave out the generators that another one uses and, if several remain, those that do not take a ``puzzle``."""
    named = ((one.name, node) for one in generators for node in ast.walk(one) if isinstance(node, ast.Name))
    used = {node.id for user, node in named if node.id != user}
    rest = [one for one in public if one.name not in used] or public
    if len(rest) > 1:
        takes = {one.name: (*one.args.posonlyargs, *one.args.args)[:1] for one in rest}
        rest = [one for one in rest if [it.arg for it in takes[one.name]] == ["puzzle"]] or rest
    return rest


def _none(path: Path, functions: list[ast.FunctionDef], generators: list[ast.FunctionDef]) -> ForeignError:
    if generators:
        one = generators[0]
        return ForeignError(path, f"{one.name}() yields, but its name starts with _: remove the _", one.lineno)
    public = [one for one in functions if not one.name.startswith("_")]
    if public:
        one = public[-1]
        return ForeignError(path, f"{one.name}() never yields; a solver yields its steps ({_START})", one.lineno)
    return ForeignError(path, f"no generator function found; a solver takes a puzzle and yields steps ({_START})")


def _fault_of_arguments(args: ast.arguments) -> str:
    positional = [*args.posonlyargs, *args.args]
    if not positional and not args.vararg:
        return "takes no arguments; the first must be the puzzle"
    required = len(positional) - len(args.defaults) + sum(default is None for default in args.kw_defaults)
    return "requires arguments besides the puzzle; give them default values" if required > 1 else ""


def _options(args: ast.arguments) -> Iterator[Option]:
    """Yield the function's keyword arguments that have plain defaults, except the first argument (the puzzle)."""
    positional = [*args.posonlyargs, *args.args]
    without = len(positional) - len(args.defaults)
    pairs = [
        *zip(positional[without:], args.defaults, strict=True),
        *zip(args.kwonlyargs, args.kw_defaults, strict=True),
    ]
    for argument, default in pairs:
        by_name = argument not in (*args.posonlyargs, *positional[:1]) and argument.arg not in TAKEN
        if by_name and default is not None and type(value := literal(default)) in SIMPLE:
            yield Option(argument.arg, value, "")


def _functions(body: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Yield the module's top-level functions, including any inside ``if`` and ``try``."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif not isinstance(node, (ast.ClassDef, ast.AsyncFunctionDef)):
            yield from _functions(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt))


def _yields(function: ast.FunctionDef) -> bool:
    """Return whether the function itself yields, rather than a function inside it."""
    nodes: list[ast.AST] = list(function.body)
    while nodes:
        node = nodes.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            nodes.extend(ast.iter_child_nodes(node))
    return False


def _generator_names(tree: ast.Module) -> set[str]:
    return {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and _yields(one)}


def _returns_one(function: ast.FunctionDef, generators: set[str]) -> bool:
    """Return whether a function returns what it gets from a generator, as in ``return search(values)``."""
    values = (node.value for node in ast.walk(function) if isinstance(node, ast.Return))
    return any(isinstance(value, ast.Call) and last_name(value.func) in generators for value in values)


def _registration(function: ast.FunctionDef) -> ast.Call | None:
    calls = [one for one in function.decorator_list if isinstance(one, ast.Call)]
    return next((one for one in calls if last_name(one.func) == "register"), None)


def _registered(function: ast.FunctionDef) -> dict[str, Any]:
    """Return the literal arguments of ``@register(…)`` above the function."""
    call = _registration(function)
    wanted = {name.lower() for name in (*_TEXTS, *_FLAGS, "candidates", "family")}
    found = {one.arg: _value(one.value) for one in call.keywords if one.arg in wanted} if call else {}
    for one in call.keywords if call else ():
        if str(one.arg).upper() in _DIALS:
            found[str(one.arg)] = _dials(str(one.arg).upper(), one.value)
    return {str(name): value for name, value in found.items() if value is not None}


def _value(node: ast.expr) -> Any:
    """Return a constant or a member of ``Candidates``; ``None`` if the code would have to be executed."""
    if isinstance(node, ast.Attribute) and last_name(node.value) == "Candidates":
        return Candidates.__members__.get(node.attr)
    return node.value if isinstance(node, ast.Constant) else None


def _declared(path: Path, tree: ast.Module) -> dict[str, Any]:
    """Read CANDIDATES, TITLE and the like as fields of a solver."""
    facts: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                name = last_name(target)
                if name in (*_TEXTS, *_FLAGS, *_DIALS, "CANDIDATES"):
                    facts[name.lower()] = _checked(path, name, node.value)
    return facts


def _dials(name: str, node: ast.expr) -> str | tuple[str, ...] | None:
    """Return the names of the dials (just one for PROFILE); ``None`` if any is unknown."""
    nodes = node.elts if isinstance(node, (ast.Tuple, ast.List)) and name != "PROFILE" else [node]
    values = tuple(_value(one) for one in nodes)
    if any(value not in DIALS for value in values):
        return None
    return str(values[0]) if name == "PROFILE" else values


def _checked(path: Path, name: str, node: ast.expr) -> Any:
    value = _value(node)
    if name in _FLAGS:
        value, wanted = value if isinstance(value, bool) else None, "True or False"
    elif name in _TEXTS:
        lines = value.strip().splitlines() if isinstance(value, str) else []
        value, wanted = lines[0] if len(lines) == 1 else None, "one line of text, in quotes"
    elif name in _DIALS:
        wanted = f"{'one' if name == 'PROFILE' else 'some'} of {', '.join(map(repr, DIALS))}"
        value = _dials(name, node)
    else:
        wanted = f"one of {', '.join(map(repr, CANDIDATES))}"
        value = value if isinstance(value, Candidates) else CANDIDATES.get(value)
    if value is None:
        raise ForeignError(path, f"{name} must be {wanted}", node.lineno)
    return value
