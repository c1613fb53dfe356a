"""Tests that words a lecturer or a student would type find the right item among the first three.

Algorithms with such a word in their titles may come first: there may be any number of them.
"""

from __future__ import annotations

import pytest
from app_driver import SIZE, Driver

import solvers
from puzzles.corpus import named
from solvers.core import registry
from visualizer.dialogs.palette import Palette
from visualizer.session.settings import Options
from visualizer.window.palette import HOW, everything

FIRST = 3
KEYS = {"watch": "", "play": "P", "edit": "E", "race": "L", "present": "F5"}
"""The key that leads from watching to each mode."""
ASKED = {
    "watch": {
        "larger": ("bigger text", "font bigger", "text size", "larger", "scale up", "make it bigger", "magnify"),
        "smaller": ("smaller font", "small print"),
        "usual size": ("reset size", "normal text"),
        "theme": ("dark mode", "light", "night", "colour scheme", "color", "background", "contrast"),
        "back": ("undo", "go back", "reverse", "previous step", "scrub"),
        "forward": ("step", "advance", "scrub"),
        "previous conflict": ("previous conflict", "last dead end"),
        "home": ("rewind", "restart", "start over", "reset"),
        "tall": ("timeline", "scrub", "time line"),
        "zoom in": ("zoom", "magnify"),
        "present": (
            "projector",
            "beamer",
            "slides",
            "presentation",
            "powerpoint",
            "demo",
            "clicker",
            "pen",
            "draw on board",
            "annotate",
            "black screen",
            "erase",
            "speaker",
        ),
        "fullscreen": ("fullscreen", "full screen", "projector"),
        "faster": ("faster", "speed", "speed up", "accelerate"),
        "slower": ("slower", "slow down", "slow motion", "speed"),
        "play": ("pause", "stop", "start", "continue", "play"),
        "end": ("solution", "finish", "skip", "run", "solve", "answer"),
        "another": ("all solutions", "second solution", "another"),
        "quiz": ("quiz", "ask", "predict", "question", "test me"),
        "quiz options": ("which questions", "quiz"),
        "check": ("unique", "valid", "how many solutions", "mistakes"),
        "hint": ("hint", "help me", "clue", "stuck", "tip"),
        "help": ("keyboard shortcuts", "keys", "manual", "cheat sheet", "help"),
        "next guess": ("decision", "branch", "guess", "next"),
        "next conflict": ("dead end", "contradiction", "backtrack", "conflict", "next"),
        "choose": ("algorithm", "solver", "switch algorithm", "change solver", "method"),
        "race": ("race", "compare", "versus", "side by side", "benchmark"),
        "race differ": ("interesting puzzle", "difference", "a puzzle on which these differ", "puzzle differ"),
        "level": ("difficulty", "hard puzzle", "hardest puzzle", "level"),
        "random": ("random sudoku", "new puzzle", "another puzzle", "next puzzle"),
        "fresh": ("generate", "create puzzle", "fresh", "make a sudoku"),
        "new": ("newspaper", "own puzzle", "type in a puzzle", "empty"),
        "edit": ("draw puzzle", "edit", "modify", "givens"),
        "play by hand": ("play myself", "manual", "pencil marks", "human", "solve myself"),
        "open": ("load file", "import", "open", "collection"),
        "saves": ("export", "download", "save"),
        "save": ("save", "save view", "store"),
        "save puzzle": ("save puzzle", "export puzzle"),
        "print": ("save pdf", "save image", "pdf", "png", "paper", "screenshot", "handout", "print", "image"),
        "copy": ("copy", "clipboard", "copy puzzle"),
        "paste": ("paste", "clipboard", "insert"),
        "copy text": ("report", "summary"),
        "bookmark": ("bookmark", "mark this step", "remember"),
        "name": ("rename", "label", "note", "name"),
        "code": ("source code", "pseudocode", "listing", "code", "show me the code"),
        "python": ("show python", "python", "plain words"),
        "variables": ("locals", "debugger", "variables"),
        "caller": ("call stack", "frames"),
        "formula": ("cnf", "dimacs", "formula", "clauses"),
        "sat": ("sat", "minisat"),
        "cover": ("matrix", "dlx", "exact cover"),
        "trail": ("trail", "decision levels"),
        "implications": ("implication graph", "clause learning", "conflict clause", "learnt clause"),
        "tree": ("search tree", "tree", "nodes", "icicle"),
        "statistics": ("statistics", "plots", "chart", "numbers"),
        "heat": ("heatmap", "heat map"),
        "maximise": ("maximise", "maximize", "enlarge pane", "zoom pane"),
        "symbols": ("letters", "colours", "shapes", "alphabet", "hexadecimal"),
        "motion": ("animation", "reduce motion", "ghosts", "transitions"),
        "options": ("settings", "options", "seed", "parameters"),
        "display": ("preferences", "layout", "panes", "view"),
        "until": ("breakpoint", "condition", "run until", "stop at"),
        "detail": ("granularity", "detail", "coarser"),
        "cut": ("auto slow", "slow motion", "director", "tempo"),
        "before": ("history", "previous run", "last run"),
        "beside": ("original puzzle", "givens", "first board"),
        "quit": ("quit", "exit", "close window", "bye"),
        "close": ("cancel", "close"),
        "palette": ("menu", "search", "find", "command palette"),
        "film": ("make a film", "video"),
        "share": ("gif", "mp4", "film", "export", "share", "notebook"),
        "tour": ("tour", "tutorials", "introduction", "getting started"),
    },
    "present": {
        "next stop": ("next slide", "forward", "next bookmark"),
        "previous stop": ("previous slide", "last slide"),
        "black": ("blank screen", "black", "dark"),
        "erase": ("pen", "draw", "draw on board", "eraser", "annotate"),
        "tree": ("tree", "search tree"),
        "code": ("pseudocode", "code"),
        "implications": ("conflict graph", "learnt clause"),
        "present anyway": ("leave", "stop presenting", "exit"),
        "faster": ("faster", "speed"),
        "larger": ("bigger", "font size"),
    },
    "play": {
        "undo": ("undo", "oops", "revert", "take back"),
        "redo": ("redo", "forward move"),
        "clear": ("erase", "delete", "remove"),
        "pencil": ("pencil", "notes", "candidates"),
        "automatic": ("auto candidates", "fill marks"),
        "clashes": ("errors", "mistakes", "wrong"),
        "light": ("highlight", "same digit"),
        "solve here": ("solve", "finish", "take over"),
        "clock": ("timer", "pause", "clock"),
        "hint": ("hint", "clue"),
    },
    "edit": {
        "theme": ("dark",),
        "fullscreen": ("full screen",),
        "size": ("dimensions", "size", "bigger grid"),
        "brute force": ("backtracking", "brute force"),
        "new": ("clear", "empty grid"),
        "load easy": ("easy puzzle",),
    },
    "race": {
        "slower": ("slower",),
        "larger": ("bigger text",),
        "lanes": ("algorithms", "add lane", "contestants"),
        "pace": ("fair", "equal steps", "rule"),
        "differ": ("differ", "compare"),
        "differences": ("highlight", "disagree"),
        "leave": ("leave", "exit"),
        "present anyway": ("present", "projector", "slides"),
    },
}
ALGORITHMS = {
    "mrv": ("norvig", "dpll"),
    "cdcl": ("grasp", "dpll", "restarts"),
    "exact-cover": ("knuth", "dancing links", "dlx"),
    "annealing": ("temperature", "swaps", "clashes"),
    "human": ("hodoku", "score", "technique"),
    "backtracking": ("brute force", "depth first"),
}
"""The words that find each algorithm: its author, its other names, its counters."""
NOTHING = ("kangaroo", "xylophone", "smltn")
"""Texts that match nothing. Letters scattered over a title do not match."""


@pytest.mark.slow
def test_each_is_found_among_the_first_three() -> None:
    faults, algorithms = [], [registry.declared(name, "title") for name in solvers.names()]
    for mode, asked in ASKED.items():
        with Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1)) as driver:
            if key := KEYS[mode]:
                driver.press(key)
            card = Palette(everything(driver.app))
            for id, texts in asked.items():
                title = driver.session.keymap[id].help
                for text in texts:
                    card.edit.text = text
                    card.look_up()
                    called_so = {one for one in algorithms if text in one.lower()}
                    first = [row.title for row in card.rows if row.title not in called_so][:FIRST]
                    faults += [] if title in first else [f"{mode}: {text!r} finds {first}, not {title!r}"]
    assert not faults, "\n".join(faults)


def test_algorithms_are_found_by_their_authors_other_names_and_counters() -> None:
    with Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1)) as driver:
        card, faults = Palette(everything(driver.app)), []
        for name, texts in ALGORITHMS.items():
            for text in texts:
                card.edit.text = text
                card.look_up()
                first = [row.title for row in card.rows][:FIRST]
                faults += [] if registry.declared(name, "title") in first else [f"{text!r} finds {first}, not {name}"]
        for text in NOTHING:
            card.edit.text = text
            card.look_up()
            faults += [f"{text!r} finds {row.title!r}" for row in card.rows[:1]]
    assert not faults, "\n".join(faults)


def test_lectures_come_first_where_one_is_looked_for() -> None:
    with Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1)) as driver:
        card = Palette(everything(driver.app))
        for text in ("lect", "lecture", "lectures", "lesson", "lessons"):
            card.edit.text = text
            card.look_up()
            assert all(row.title.startswith("Lecture: ") for row in card.rows[:3]), (text, card.rows[:3])


def test_a_button_or_tab_is_found_first_by_what_is_written_on_it() -> None:
    faults = []
    with Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1)) as driver:
        card, keymap = Palette(everything(driver.app)), driver.session.keymap
        for id, label in driver.app.picture.labels(driver.session).items():
            if label and id in keymap:
                card.edit.text = label
                card.look_up()
                found = card.rows[0].title
                faults += [] if found == keymap[id].help else [f"{label!r} finds {found!r}, not {keymap[id].help!r}"]
        card.edit.text = "goto"
        card.look_up()
        faults += [] if card.rows[0].title == HOW else [f"'goto' finds {card.rows[0].title!r}"]
    assert not faults, "\n".join(faults)
