"""Checks that every mode's table of keys must pass."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from slow import slow_but

from visualizer.keymap import Keymap
from visualizer.window.frame import first_keys, help_groups


def every_key(table: Keymap, elsewhere: Collection[str] = ()) -> list[Any]:
    """Return the actions and keys to test: all of them in ``.ci/run``, and the first key of every other action in plain
    pytest.

    The keys of the actions in ``elsewhere``, which another test covers too, are left to ``.ci/run``.
    """
    quick = [(row.id, row.keys[0]) for row in table if row.id not in elsewhere][::2]
    return slow_but(quick, [(row.id, key) for row in table for key in row.keys])


def check_table(table: Keymap, tested: Collection[str]) -> None:
    """Check that each action is tested, that no key has two meanings, and that the help shows each row once."""
    assert set(tested) == {row.id for row in table}, "say in EFFECTS what each key does"
    keys = [key for row in table for key in row.keys]
    assert len(keys) == len(set(keys))
    assert all(table.action_for(key) is table[row.id] for row in table for key in row.keys)
    assert sorted(row.id for rows in table.groups().values() for row in rows) == sorted(row.id for row in table)
    shown = [row for group in (*help_groups(table), first_keys(table)) for row in group.rows]
    assert len(shown) == len(set(shown)) == len(table.rows()) + len(table.typed)
