"""Records for steps whose details need more than cells, digits and a reason.

A detail is a number, a string, a tuple of these, or a small frozen dataclass registered here, so that it can be written
to a text trace and read back.
"""

import json
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from puzzles import json_reader
from puzzles.bounds import DEEPEST
from puzzles.problems import quoted

Record = TypeVar("Record", bound=type)

RECORDS: dict[str, type] = {}
"""Every registered record, by name."""


def detail(record: Record) -> Record:
    """Register a frozen dataclass under its name. Its fields may hold anything that a detail may."""
    if not is_dataclass(record) or record.__hash__ is None:
        raise TypeError(f"{record.__name__} must be a dataclass with frozen=True to be the detail of a step")
    if RECORDS.setdefault(record.__name__, record) is not record:
        raise ValueError(f"two details are called {record.__name__}; rename one of them")
    return record


class NoTextError(ValueError):
    """The error for an object with no text form."""


def to_json(value: Any) -> str:
    """Format a detail as a line of JSON. The inverse of :func:`from_json`. Raises :class:`NoTextError`."""
    try:
        text = json.dumps(_plain(value), separators=(",", ":"), sort_keys=True, allow_nan=False)
        if from_json(text) == value:
            return text
    except (TypeError, ValueError, RecursionError):
        pass
    use = "use numbers, strings, tuples, and records registered as details"
    raise NoTextError(f"{said(value)} has no text form; {use}")


def said(thing: object) -> str:
    """Return a value's ``repr``, or the name of its type if that fails or the value is nested too deep."""
    kind, level = f"a {type(thing).__name__}", {id(thing): thing}
    try:
        for _ in range(DEEPEST):  # how deep ``repr`` itself can go differs between Pythons
            level = {id(item): item for one in level.values() if isinstance(one, tuple) for item in one}
        return f"{kind} nested more than {DEEPEST} deep" if level else repr(thing)
    except Exception:  # a number with too many digits, or an exception from the user's own object
        return kind


def from_json(text: str) -> Any:
    """Parse a detail from JSON. Raises ``ValueError`` or ``TypeError`` if it is not a detail."""
    return frozen(json_reader.read(text))


def _plain(value: Any) -> Any:
    """Convert a detail to plain JSON types. A record becomes an object with its name as the only key."""
    if is_dataclass(value) and not isinstance(value, type):
        return {type(value).__name__: [_plain(getattr(value, one.name)) for one in fields(value)]}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def frozen(value: Any) -> Any:
    """Convert parsed JSON to a detail, turning lists into tuples and objects into records."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        (name, items), *others = value.items()
        if others or name not in RECORDS or not isinstance(items, list):
            raise ValueError(f"no record is called {quoted(name)}")
        return RECORDS[name](*map(frozen, items))
    return value
