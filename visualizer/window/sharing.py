"""Shares the run: as a page or a picture, written by another process, or as a command that shows it again."""

import shlex
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import solvers
from puzzles import writing
from puzzles.discovery import Declaration, entries
from puzzles.figures import counted
from puzzles.problems import short
from solvers.core.registry import as_text
from solvers.external.registry import file_of
from solvers.processes.worker import Worker, WorkerLost
from visualizer.dialogs.palette import Palette, PaletteItem
from visualizer.dialogs.small_cards import RecordingCard
from visualizer.files.saved_view import View
from visualizer.keymap import action
from visualizer.session.checked_view import CheckedView
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Ended, FileSize, RecordJob, RecordProgress
from visualizer.text.numbers import size_text, time_text
from visualizer.window import clipboard
from visualizer.window.screen import WindowContext

WORKER = "visualizer.export.job"
FORMS = "visualizer.export"
"""The package whose ``Exporter`` declarations are offered."""
LONG = 10.0
"""The minimum time a file must take to write for its row to say so, in seconds."""
Answer = RecordProgress | FileSize | Ended


class Sharing:
    """The card that shares the run, and the recording under way."""

    def __init__(self, window: WindowContext) -> None:
        self.window = window
        self._recorder: Worker[RecordJob, Answer] = Worker(WORKER, nice=5)
        self._estimator: Worker[RecordJob, Answer] = Worker(WORKER, nice=5)
        self._list: Palette | None = None
        self._card: RecordingCard | None = None
        self.job: RecordJob | None = None
        """The file being written, if any."""
        self._sizes: dict[str, FileSize] = {}
        """The estimated size of each form's file, if known."""

    @property
    def busy(self) -> bool:
        """Whether a reply is still due."""
        return self._recorder.busy or self._estimator.busy

    @action(
        "share", "Ctrl+Shift+E", "Keep", "Share …: a web page, a picture, text", rank=375,
        under="saves",
        words="export notebook jupyter record html film movie video gif mp4 animation publish send handout link embed",
    )  # fmt: skip
    def share(self) -> None:
        """Open the card that lists the ways to share the run, or shows how far a recording under way has got."""
        session = self.window.session
        if self._card is not None:
            self.window.dialogs.open(self._card)
            return
        session.player.pause()
        session.toast = ""
        self._sizes = {}
        with suppress(OSError):
            self._estimator.ask(self._job(None))
        self._list = Palette(lambda text: self._rows(), "Share this run")
        self.window.dialogs.open(self._list)

    @action(
        "film", "Ctrl+Shift+F", "Keep", "A film of this run", rank=376, under="saves", joins="share",
        words="record video movie mp4 gif",
    )  # fmt: skip
    def film(self) -> None:
        """Make a film of the run as it is watched: an MP4 or, without the package that writes one, a GIF."""
        forms = {form.name: form for form in entries(FORMS, "Exporter")}
        self._ask(forms["mp4" if find_spec("av") else "gif"])

    def _rows(self) -> Sequence[PaletteItem]:
        forms = [form for form in entries(FORMS, "Exporter") if form.facts.get("share")]
        if self._lanes():
            forms = [form for form in forms if form.facts.get("holds_races")]
            pages = [PaletteItem(self._words_of(form), partial(self._ask, form)) for form in forms]
            return [*pages, PaletteItem("Command line that runs this race", self._copy_command)]
        return [
            *(PaletteItem(self._words_of(form), partial(self._ask, form)) for form in forms),
            PaletteItem("Text: a summary of the run so far", partial(self.window.act, "copy text")),
            PaletteItem("Command line that shows this step", self._copy_command),
        ]

    def _words_of(self, form: Declaration) -> str:
        """Return what a file holds and, once known, how large it is and how long writing it takes."""
        facts = [" and ".join([form.fact("endings")[0], *form.facts.get("beside", ())])]
        if found := self._sizes.get(form.name):
            facts.append(f"{'about' if found.ended else 'more than'} {size_text(found.size)}")
            if found.amount:
                facts.append(counted(found.amount, "step"))
            if found.seconds >= LONG:
                facts.append(f"written in about {time_text(found.seconds)}")
        return f"{form.fact('share')} ({', '.join(facts)})"

    def _lanes(self) -> tuple[RunSpec, ...]:
        """Return the lanes of the race on the screen; empty if there is none."""
        race = CheckedView(self._view(), Path.cwd()).modes.get("race")
        return race.lanes if race else ()

    def _own_lanes(self) -> dict[str, Path]:
        """Return the user's own solvers among the lanes, with their files."""
        names = dict.fromkeys(lane.solver for lane in self._lanes())
        return {name: file.path for name in names if (file := file_of(solvers.get(name)))}

    def _view(self) -> View:
        picture, session = self.window.picture, self.window.session
        race = {name: saved for name, saved in session.modes.saved().items() if name == "race"}
        return session.capture(picture.theme.name, beside=picture.show_start, modes=race, folder=Path.cwd())

    def _job(self, output: Path | None) -> RecordJob:
        timeline = self.window.session.timeline
        last = timeline.length + timeline.over
        return RecordJob(self._view(), Path.cwd(), output, self.window.size, last, self._own_lanes())

    # Files

    def _ask(self, form: Declaration) -> None:
        ending = form.fact("endings")[0]
        name = Path(self.window.session.file_name).with_suffix(ending).name
        title, to = f"{form.fact('share')} ({ending})", partial(self._to, form)
        self.window.dialogs.ask_for_file(title, name, to, keep="Write", refused="This cannot be written.")

    def _to(self, form: Declaration, path: Path) -> None:
        session, dialogs = self.window.session, self.window.dialogs
        if path.suffix.lower() not in form.fact("endings"):
            path = path.with_name(path.name + form.fact("endings")[0])
        if not path.parent.is_dir():
            session.notice = f"{short(path.name)} cannot be written.\nThere is no folder {short(path.parent)}."
            return
        dialogs.replace(path, partial(self._agree, form, path))

    def _agree(self, form: Declaration, path: Path) -> None:
        """Record to a file. Ask first if that puts the source of the user's own solver into it."""
        session = self.window.session
        solver_names = [lane.solver for lane in self._lanes()] or [session.solver.name]
        own = [file.path.name for name in solver_names if (file := file_of(solvers.get(name)))]
        if own and form.facts.get("holds_source"):
            words = f"{short(path.name)} will contain the source of {' and '.join(own)}. Write it?"
            session.ask(words, partial(self._record, path))
        else:
            self._record(path)

    def _record(self, path: Path) -> None:
        self.job = self._job(path)
        self._card = RecordingCard(f"Writing {short(path.name)}", self._stop)
        self._recorder.ask(self.job)
        self.window.dialogs.open(self._card)

    def _stop(self) -> None:
        self._recorder.close()
        self.window.session.toast = "Stopped. No file was written."
        self._card = self.job = None

    def close(self) -> None:
        """End the processes. Any incomplete file is discarded."""
        self._recorder.close()
        self._estimator.close()

    # Progress

    def tick(self) -> bool:
        """Handle the processes' reports. Return whether anything visible has changed."""
        return self._hear_sizes() | self._hear()

    def _hear_sizes(self) -> bool:
        """Store the estimates. No more are needed once the card is closed."""
        known = len(self._sizes)
        with suppress(WorkerLost):
            while reply := self._estimator.poll():
                if isinstance(reply.value, FileSize):
                    self._sizes[reply.value.form] = reply.value
        if self._list is None or self._list.done or not self._estimator.busy:
            self._estimator.close()
        if self._list is None or self._list.done or len(self._sizes) == known:
            return False
        self._list.refresh()
        return True

    def _hear(self) -> bool:
        if self.job is None:
            return False
        try:
            replies = []
            while reply := self._recorder.poll():
                replies.append(reply.value)
        except WorkerLost as lost:
            replies = [Ended(refused=f"The recording {lost}.")]
        for told in replies:
            if isinstance(told, RecordProgress) and self._card is not None:
                self._card.share = told.share
                self._card.words = _words_of(told)
            elif isinstance(told, Ended):
                self._end(told)
        return bool(replies)

    def _end(self, how: Ended) -> None:
        assert self.job is not None and self.job.output is not None
        session, path = self.window.session, self.job.output
        if self._card is not None:
            self.window.dialogs.close(self._card)
        self._recorder.close()
        self._card = self.job = None
        if how.refused is not None:
            session.notice = f"{short(path.name)} cannot be written.\n{how.refused}"
            return
        self.window.dialogs.folder = path.parent
        session.toast = f"Written: {short(path)}, {size_text(how.size)}."
        session.note("shared", path=str(path))

    # Text

    def _copy_command(self) -> None:
        session, command = self.window.session, self._command()
        copied = clipboard.put(command)
        session.toast = f"Copied: {command}" if copied else f"No clipboard is available. The command is: {command}"

    def _command(self) -> str:
        """Return the command that shows the run at its current step, or that runs the race."""
        session, lanes = self.window.session, self._lanes()
        if lanes:
            files = self._own_lanes()
            specs = ",".join(str(lane._replace(solver=str(files.get(lane.solver, lane.solver)))) for lane in lanes)
            return shlex.join(["solvescope", "race", writing.shortest(session.puzzle), "--solvers", specs])
        own = file_of(session.solver)
        words = [
            "solvescope",
            writing.shortest(session.puzzle),
            "--solver",
            str(own.path) if own else session.solver.name,
        ]
        for name, value in session.options.items():
            words += ["--option", f"{name}={as_text(value)}"]
        if session.player.position:
            words += ["--at", str(session.player.position)]
        return shlex.join(words)


def _words_of(stage: RecordProgress) -> str:
    """Return how far a recording has got and, once known, how long and how large it is expected to be."""
    outlook = stage.outlook
    if outlook is not None and outlook.so_far:
        done = f"{counted(stage.steps, 'step')} and {size_text(outlook.so_far)} so far"
        return f"{done}; the page's limit in about {time_text(outlook.seconds)}"
    done = f"{round(100 * stage.share)} %" if stage.pictures else f"{counted(stage.steps, 'step')} so far"
    return f"{done}: {outlook}" if outlook else done
