"""Records as details of steps: for a step that has more to say than cells, digits and a reason.

A detail is a number, a string, a tuple of such, or a small frozen dataclass that is made known here, so that a trace as
text can carry it and bring it back.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import TypeVar

Record = TypeVar("Record", bound=type)

_records: dict[str, type] = {}


def detail(record: Record) -> Record:
    """Make a frozen dataclass known, by its name. Its fields hold what a detail may hold."""
    if not is_dataclass(record) or record.__hash__ is None:
        raise TypeError(f"{record.__name__} must be a dataclass with frozen=True to be the detail of a step")
    if _records.setdefault(record.__name__, record) is not record:
        raise ValueError(f"two details are called {record.__name__}; give one of them another name")
    return record


def records() -> dict[str, type]:
    """Every record made known, by name."""
    return _records
