"""Scenes of a game played by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from solvers.core.step import Clause
from visualizer.play import view
from visualizer.play.state import Game
from visualizer.scene.board import Boards
from visualizer.scene.composer import Composer
from visualizer.text.spans import Caption
from visualizer.timeline.player import Player
from visualizer.timeline.transport import Motion
from visualizer.views.board import BoardView, CellView, Counter, HeatMap, Legend, Outline, Role


class PlayComposer(Composer):
    """Turns a game played by hand into scenes."""

    def __init__(self, puzzle: Puzzle, solver: Solver, player: Player, options: Mapping[str, Any], game: Game) -> None:
        super().__init__(puzzle, solver, player, options)
        self.game = game

    @property
    def title(self) -> str:
        return view.title(self.game)

    @property
    def subtitle(self) -> str:
        return view.subtitle(self.timeline.board_at(self.player.position), self.game)

    @property
    def film_subtitle(self) -> str:
        """The subtitle when recording, with no mention of keys."""
        return view.WRITTEN

    def introduction(self) -> Caption:
        """Return nothing, as the remarks on the grid already introduce the game."""
        return ()

    def board(self, boards: Boards, heat: HeatMap | None) -> BoardView:
        return view.board_view(boards.after, boards.step, self.game)

    def counters(self, boards: Boards) -> tuple[Counter, ...]:
        return view.counters(self.timeline, self.player.position, boards.after, self.game)

    def caption(self, boards: Boards, written: Clause = (), timed: bool = True) -> Caption:
        """Return the hint or a description of the last move. During replay, return the usual caption for a run."""
        if self.player.mode is Motion.PAUSED or boards.step is None:
            return view.caption(boards.step, boards.before, boards.after, self.game, self.verdict)
        return super().caption(boards, written, timed)

    def _signs_seen(self) -> Legend:
        return (CellView(4, Role.GIVEN), "given"), (CellView(4, Role.PERSON), "written by hand")

    def _marks(self, boards: Boards) -> bool:
        """Return whether to mark the verdict. In an empty grid, cells where solutions differ are not marked."""
        empty = self.game.editing and not boards.after.filled
        return super()._marks(boards) and not (empty and self.verdict.outline is not Outline.GUILTY)
