"""Plays a puzzle by hand for the page of the lab. The mode is the window's own; the page is its keys and its picture.

The page keeps the game and sends it along each time, so that any Python can go on with it.
"""

import re
from dataclasses import replace
from typing import Any

from puzzles import writing
from visualizer.film.film import board_data, links_data, packed_caption
from visualizer.keymap import INSTEAD, Action, types
from visualizer.lab.bench import puzzle_of
from visualizer.play import saved_games
from visualizer.play.actions import TOOLS
from visualizer.play.mode import PlayMode
from visualizer.play.saved_games import SavedGame, as_data, with_lines
from visualizer.play.state import still_to_place
from visualizer.scene.board import Boards
from visualizer.session.session import Session
from visualizer.views.board import CellView

Data = dict[str, Any]
"""Data for JSON."""
SWITCHES = ("cursor", "pencil", "automatic", "clashes", "light")
"""The facts of a game that are kept besides those that the window keeps between starts."""
GROUPS, OTHERS = ("Cell", "Write", "Help me"), ("home", "end", "edit")
"""The groups of actions that do not leave the game, and others that the page has. It carries out "edit" itself."""
LABELS = {**TOOLS, "hint": "Hint", "agree": "Apply", "check": "Check", "home": "Start over"}
"""The labels of the page's buttons."""
BROWSERS, FUNCTION = re.compile(r"(Shift\+)?Tab"), re.compile(r"F\d")
"""Keys that belong to the browser, and those that it may have a use for, which are taken only if there is no other."""
_last = list[tuple[Data, PlayMode]]()
"""The last game as the page keeps it, and its mode, which can go on at once."""


def board(text: str) -> Data:
    """Return the board of the puzzle that a text or a name stands for, and a new game of it.

    Raises ``ValueError`` and ``LookupError`` with a sentence to show.
    """
    puzzle = puzzle_of(text)
    game = SavedGame(writing.shortest(puzzle), "", puzzle.name, puzzle.alphabet)
    names = [puzzle.geometry.name(cell) for cell in puzzle.geometry.cells]
    return {"film": board_data(puzzle), "names": names, "key": game.key, "kept": {"game": as_data(game)}}


def play(kept: Data, acts: list[list[Any]]) -> Data:
    """Go on with a game and do what the player has done. Return the game to keep, and what to show.

    An act is "do" and the id of an action, "type" and a symbol and whether Shift is held, "cell" and a cell that is
    chosen, or "wait" and the seconds that have passed. Raises ``ValueError`` if the game cannot be read.
    """
    before = saved_games.read(kept.get("game"), "game")
    mode = next((mode for known, mode in _last if known == kept), None) or _opened(before, kept)
    _last.clear()
    for act in acts:
        _do(mode, *act)
    now = mode.keeper.kept()
    assert now is not None
    game = with_lines(replace(now, lines=before.lines), [before.moves])
    after = {"game": as_data(game), **{name: getattr(mode.game, name) for name in SWITCHES}}
    _last.append((after, mode))
    return {"kept": after, **_shown(mode)}


def _opened(game: SavedGame, kept: Data) -> PlayMode:
    session = Session(saved_games.puzzle_of(game))
    mode = session.modes[PlayMode]
    if not mode.keeper.restore(game):
        raise ValueError(session.toast)
    session.toast = ""
    for name in SWITCHES:
        setattr(mode.game, name, kept.get(name, getattr(mode.game, name)))
    return mode


def _do(mode: PlayMode, kind: str, value: Any, shifted: bool = False) -> None:
    session, game = mode.session, mode.game
    session.toast = ""
    if kind == "wait":
        game.clock.seconds += value if mode.clock_runs else 0
    elif kind == "cell":
        game.cursor = value
    elif kind == "type":
        _ = mode.type(value, shifted) or mode.refuse(value)
    else:
        session.do(value)
    mode.tick(0.0, False)  # a hint goes with the position that it is about


def _shown(mode: PlayMode) -> Data:
    session, game = mode.session, mode.game
    composer, boards = session.composer, Boards.at(session.timeline, session.player.position)
    seen = composer.board(boards, None)
    return {
        "cells": [_differing(cell) for cell in seen.cells],
        "links": links_data(seen.links),
        "solved": seen.solved,
        "caption": packed_caption(composer.caption(boards)),
        "toast": session.toast or session.notice,
        "title": composer.title,
        "subtitle": composer.subtitle,
        "counters": [(counter.value, counter.label) for counter in composer.counters(boards)],
        "left": still_to_place(boards.after),
        "cursor": game.cursor,
        "light": game.light,
        "seconds": game.clock.seconds if mode.clock_runs else None,
        "deeds": [_deed(mode, action) for action in mode.keymap if action.group in GROUPS or action.id in OTHERS],
    }


def _differing(cell: CellView) -> Data:
    """Return what differs from a blank cell."""
    return {name: its for name, its, usual in zip(CellView._fields, cell, CellView(), strict=True) if its != usual}


def _deed(mode: PlayMode, action: Action) -> Data:
    """Return an action as the page's tables of keys have it."""
    keys = [key for key in action.keys if not BROWSERS.fullmatch(key)]
    free = [key for key in keys if not types(key, mode.typed_symbols)] or [f"{INSTEAD}{key}" for key in keys[:1]]
    plain = [key for key in free if not FUNCTION.match(key)]
    return {
        "id": action.id,
        "keys": " ".join(plain or free[:1]).replace("Return", "Enter"),
        "help": action.help,
        "with": action.joins,
        "label": LABELS.get(action.id, ""),
        "on": mode.is_on(action.id),
        "idle": mode.is_idle(action.id),
    }
