"""Adds what the window shows to a lecture, as a stop of a scene."""

from __future__ import annotations

from pathlib import Path

import solvers
from puzzles.figures import counted
from solvers.external import registry
from visualizer.dialogs.text_prompt import TextPrompt
from visualizer.files import atomic
from visualizer.files.lectures import ENDINGS, MOST_BYTES
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

    @action(
        "save scene", "Ctrl+Shift+L", "Keep", "Add this as a stop of a lecture", rank=365, window_only=True,
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
            if not path.suffix:
                path = path.with_suffix(ENDINGS[0])
            number = self._add(path)
        except (ValueError, OSError, RuntimeError) as error:
            session.notice = f"{REFUSED}\n{getattr(error, 'strerror', None) or error}"
            return
        self._name = text.strip()
        self.dialogs.used(path)
        session.toast = f"Added to {path.name}, slide {number}."
        session.note("scene saved", path=str(path))

    def _add(self, path: Path) -> int:
        """Write the lecture with the stop. Return the number of its slide. Raise ``ValueError`` or ``OSError``."""
        from visualizer.lecture.reader import read  # imported late, because it is rarely needed
        from visualizer.lecture.writing import with_stop

        if path.suffix.lower() not in ENDINGS:
            raise ValueError(f"{path.name} is not a lecture, whose name ends in {ENDINGS[0]}.")
        data = path.read_bytes() if path.exists() else b""
        if len(data) > MOST_BYTES:
            raise ValueError(f"{path.name} is too large for a lecture.")
        text = data.decode("utf-8")
        if mistakes := read(text, path.parent).mistakes:
            raise ValueError(f"{path.name} has {counted(len(mistakes), 'mistake')}; the first is in {mistakes[0]}")
        longer = with_stop(text, self._scene(), self._title(), path.parent)
        atomic.write(path, longer.encode())
        return len(read(longer, path.parent).slides)

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
