"""Writes files in this version's formats for later versions to open. Run ``python tests/saved/make.py`` once per
version.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core import trace_text
from solvers.core.board import Board
from solvers.core.step import SOLVED
from visualizer import __version__
from visualizer.files import saved_view
from visualizer.files.saved_view import View
from visualizer.files.store import DocumentStore
from visualizer.play.saved_games import SavedGame, as_data
from visualizer.session.checked_view import check
from visualizer.session.session import Session
from visualizer.timeline.transport import Motion

FOLDER = Path(__file__).parent / __version__
FIG1, LETTERS = str(named.find("fig1")), str(named.find("minimal-6"))
HARD = "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5..........."
PLAYED = "r1c1=2 r1c2:56 r1c2:5"

VIEWS = {
    "watching": View(
        FIG1, "mrv", name="fig1", position=40, speed=50.0, grain="digits", zoom=(10, 90), theme="dark",
        bookmarks=({"position": 12, "name": "here"}, {"position": 30}), shown=("variables", "tried"),
    ),
    "options": View(FIG1, "cdcl", options={"assume": "r1c1=2"}, position=25, symbols="letters"),
    "annealing": View(FIG1, "annealing", options={"seed": 5, "rounds": 9}, position=200),
    "small": View(LETTERS, "elimination-singles", position=6, panes={"board": 0.8}),
    "playing": View(FIG1, "person", options={"moves": PLAYED}, position=3),
    "resolving": View(
        HARD, "cdcl", position=1002, part=2, panes={"shown": ["implications"], "large": "implications"}
    ),
    "racing": View(
        FIG1, "mrv", position=5, modes={"race": {
            "lanes": [{"solver": "mrv", "options": {}}, {"solver": "annealing", "options": {"seed": 2}}],
            "pace": "guesses", "at": 4,
        }}
    ),
}  # fmt: skip
GAMES = [
    SavedGame(FIG1, PLAYED, "fig1", position=2, seconds=61.5, hints=2, checks=1, watched="mrv", when=1.7e9,
         lines=("r1c1=5", "r1c2=6 r1c5=2")),
    SavedGame("." * 81, "r1c1=8 r9c9=1", position=2, editing=True, entry="entered 1"),
]  # fmt: skip
TRACES = [("fig23", "backtracking", {}), ("fig1", "mrv", {}), ("minimal-6", "cdcl", {}), ("fig1", "human", {}),
          ("minimal-6", "exact-cover", {}), ("fig23", "annealing", {"seed": 4}), ("fig23", "formula", {})]  # fmt: skip


def main() -> None:
    FOLDER.mkdir()
    boards = {}
    for name, view in VIEWS.items():
        session = opened(view, FOLDER)
        said = session.capture(view.theme or "light", modes=view.modes, folder=FOLDER)
        saved_view.save(said, FOLDER / f"{name}.json")
        boards[name] = board_of(session)
        session.close()
    state = DocumentStore(FOLDER / "state")
    assert state.save("games", {"games": list(map(as_data, GAMES)), "here": GAMES[0].key})
    assert state.save("recent", {"files": ["/home/ada/a.txt", "/home/ada/b.sdk"]})
    for puzzle, solver, options in TRACES:
        boards[f"{puzzle}-{solver}"] = write_trace(f"{puzzle}-{solver}", named.find(puzzle), solver, options)
    (FOLDER / "boards").write_text(json.dumps(boards, indent=1) + "\n")


def opened(view: View, folder: Path) -> Session:
    """Return a session that shows the view at its saved position."""
    session = Session(Puzzle.empty())
    check(view, folder).restore(session)
    for _ in range(100_000):
        if session.player.mode is not Motion.SEEKING:
            return session
        session.tick(0.02, lambda: 0.0, 0.01)
    raise AssertionError("it does not arrive")


def board_of(session: Session) -> str:
    """Return the digits on the board as one character per cell."""
    return str(session.puzzle.with_values(session.timeline.board_at(session.player.position).values))


def write_trace(name: str, puzzle: Puzzle, solver: str, options: dict[str, Any]) -> str:
    """Write a run up to its first answer, and return the final grid."""
    steps = list(takewhile(lambda step: step is not SOLVED, solvers.trace(puzzle, solver, **options)))
    header = trace_text.Header(puzzle, solver, options)
    (FOLDER / f"{name}.trace").write_text("\n".join(trace_text.write(header, steps)) + "\n")
    return replayed(header, solvers.get(solver).board(puzzle, options), steps)


def replayed(header: trace_text.Header, board: Board, steps: Any) -> str:
    """Return the grid after the steps, checking that each is legal."""
    for step in steps:
        assert board.objection(step) is None, board.objection(step)
        board.apply(step)
    return str(replace(header.puzzle, givens=tuple(board.values)))


if __name__ == "__main__":
    main()
