"""Adds what the window shows to a lecture, as a stop of a scene."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import solvers
from puzzles.bounds import reason
from solvers.external import registry
from visualizer.dialogs.text_prompt import TextPrompt
from visualizer.files.lectures import ENDINGS
from visualizer.files.loader import Loader
from visualizer.keymap import action
from visualizer.lecture.lecture import MOST_LANES, Scene, Stop
from visualizer.session.session import Session
from visualizer.text.phrases import listed
from visualizer.window.dialogs import Dialogs

NAME = "lecture.md"
"""The name of the file that is suggested first."""
REFUSED = "This cannot be added to a lecture."


class SceneSaver:
    """Adds the run and the position of its playhead to a lecture's file."""

    def __init__(self, session: Session, dialogs: Dialogs) -> None:
        self.session = session
        self.dialogs = dialogs
        self._name = NAME
        self._loader = Loader()

    @action(
        "save scene", "Ctrl+Shift+L", "Keep", "Add this as a stop of a lecture", rank=365,
        under="saves",
        words="slide scene teach markdown presentation bookmark",
    )  # fmt: skip
    def save(self) -> None:
        """Ask for the lecture's file; nothing is written yet."""
        session = self.session
        session.player.pause()
        session.toast = ""
        if why := self._refusal():
            session.notice = f"{REFUSED}\n{why}"
            return
        stem = len(self._name) - len(Path(self._name).suffix)
        title = f"Add step {self._scene().stops[0].at} to a lecture, a {ENDINGS[0]} file"
        self.dialogs.open(TextPrompt(title, self._name, self._save, selected=stem, keep="Add"))

    def _refusal(self) -> str:
        """Return why what the window shows cannot be a scene, or ""."""
        race, session = self.session.mode.presented, self.session
        if race and not race.lanes:
            return "A lecture shows races at equal steps."
        if race and len(race.lanes) > MOST_LANES:
            return f"A lecture shows races with at most {MOST_LANES} lanes."
        shown = [solvers.get(lane.solver) for lane in race.lanes] if race else [session.solver]
        if any(one.person or registry.file_of(one) for one in shown):
            return "A lecture shows runs of the built-in algorithms."
        return ""

    def _save(self, text: str) -> None:
        session = self.session
        if not text.strip():
            return
        try:
            path = self.dialogs.folder / Path(text.strip()).expanduser()
            path = path if path.suffix else path.with_suffix(ENDINGS[0])
        except (ValueError, RuntimeError) as error:  # there is no such user, or the name is empty
            session.notice = f"{REFUSED}\n{error}"
            return
        scene, title = self._scene(), self._title()
        self._name = text.strip()

        def write() -> Callable[[], object]:
            from visualizer.lecture.writing import add_stop  # imported late, because it is rarely needed

            return partial(self._added, path, add_stop(path, scene, title))

        self._loader.begin(path.name, None, write)
        self.tick()
        if self._loader.looking:
            session.toast = self._loader.words

    def tick(self) -> bool:
        """Report the end of writing, which takes a while for a long lecture. Return whether it has just ended."""
        words, loaded = self._loader.words, self._loader.take()
        if loaded is None:
            return False
        if self.session.toast == words:
            self.session.toast = ""
        if isinstance(loaded.found, Exception):
            self.session.notice = f"{REFUSED}\n{loaded.name}: {reason(loaded.found)}"
        elif callable(loaded.found):
            loaded.found()
        return True

    @property
    def busy(self) -> bool:
        return self._loader.looking

    def _added(self, path: Path, number: int) -> None:
        self.dialogs.used(path)
        self.session.toast = f"Added to {path.name}, slide {number}."
        self.session.note("scene saved", path=str(path))

    def _scene(self) -> Scene:
        session = self.session
        if race := session.mode.presented:
            first, stop = race.lanes[0], Stop(race.transport.position)
            return Scene(race.timelines[0].head.puzzle, first.solver, (stop,), dict(first.options), lanes=race.lanes)
        mark = session.analysis.bookmarks.at(session.player.position)
        stop = Stop(session.player.position, mark.name if mark else "")
        options = session.solver.settled(session.options)
        return Scene(session.puzzle, session.solver.name, (stop,), options, panes=tuple(session.panes.shown[-1:]))

    def _title(self) -> str:
        race = self.session.mode.presented
        names = [lane.solver for lane in race.lanes] if race else [self.session.solver.name]
        return listed([solvers.get(name).title for name in names])
