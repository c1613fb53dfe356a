"""The window's dialogs: algorithm, level, run until, options, names, saved views."""

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pygame

import solvers
from puzzles.bounds import reason
from puzzles.figures import grouped
from puzzles.problems import short
from visualizer.analysis.bookmarks import NO_ROOM
from visualizer.dialogs.file_dialog import SaveDialog
from visualizer.dialogs.options import OptionsCard
from visualizer.dialogs.run_until import GoalChoice, GoalList, techniques
from visualizer.dialogs.small_cards import AskingCard, LevelList, TextPrompt
from visualizer.dialogs.solver import Picker
from visualizer.files import saved_view
from visualizer.files.saved_view import START, View, ViewError
from visualizer.files.store import Recent
from visualizer.keymap import USUAL, action, key_of
from visualizer.session.checked_view import check, program_of
from visualizer.session.session import Session
from visualizer.style.theme import load as load_theme
from visualizer.timeline.condition import Condition
from visualizer.toolkit.cards import Card, Overlay
from visualizer.window.frame import Picture


class Dialogs:
    """Opens the window's cards and carries out what the user chooses on them."""

    def __init__(self, session: Session, picture: Picture, recent: Recent) -> None:
        self.session = session
        self.picture = picture
        self.recent = recent
        self.choice = GoalChoice()
        self.folder = Path.cwd()
        """The folder of the last file saved or opened."""

    def key(self, name: str | None, repeated: bool) -> bool:
        """Pass a key to the open card. Return True if the card used it."""
        over = self.picture.over
        if over is None:
            return False
        action = self.session.keymap.action_for(name) if name else None
        if action is not None and action.closes_card:
            self.picture.over = None
            return False
        chooses = name is not None and name.split("+")[-1] in over.card.once
        used = over.card.modal or (repeated and chooses)
        if name is not None and not (repeated and chooses):
            used = over.key(name) or used or repeated  # the key that opened the card may still be held
        nameless = name is None  # such as Shift, which comes before the key it modifies
        if over.card.done or not (used or nameless):
            self.close(over.card)
        return used

    def mouse(self, event: pygame.Event) -> bool:
        """Pass a mouse event to the open card. Return True if the card used it."""
        over = self.picture.over
        if over is None or self.session.notice or not over.mouse(event, self.picture.board.cell_at):
            return False
        if over.card.done:
            self.close(over.card)
        return True

    def open(self, card: Card) -> None:
        """Open a card over the window, replacing any that is open."""
        self.picture.over = Overlay(card)

    def close(self, card: Card) -> None:
        """Close a card if it is open, rather than another one opened by choosing from it."""
        if self.picture.over is not None and self.picture.over.card is card:
            self.picture.over = None

    # Files

    def replace(self, path: Path, write: Callable[[], object]) -> None:
        """Write a file, asking first if the file already exists."""
        if os.path.lexists(path):
            self.session.ask(f"{short(path.name)} already exists. Replace it?", write)
        else:
            write()

    def ask_for_file(self, title: str, name: str, chosen: Callable[[Path], object], *, keep: str, refused: str) -> None:
        """Ask for the name of a file; nothing is written yet. ``refused`` opens the message about a name that cannot
        be one.
        """

        def take(text: str) -> None:
            if not text.strip():
                return
            try:
                path = self.folder / Path(text.strip()).expanduser()
            except RuntimeError as error:  # there is no such user
                self.session.notice = f"{refused}\n{error}"
            else:
                chosen(path)

        selected = len(name) - len(Path(name).suffix)
        self.open(TextPrompt(title, name, take, selected=selected, keep=keep))

    def used(self, path: Path) -> None:
        """Record that a file was opened or saved."""
        self.folder = path.parent
        self.recent.add(path)

    # The algorithms

    @action(
        "choose", "A", "Choose", "Algorithm list; Shift+Enter plays one", rank=180, first=True,
        words="solver switch change select method",
    )  # fmt: skip
    def choose(self) -> None:
        self.open(Picker(self.session.solver.name, lambda: self.session.puzzle, self._chosen, self._showing))

    def _chosen(self, name: str, play: bool) -> None:
        self.session.set_solver(name, play=play)
        self.session.note("solver chosen")

    def _showing(self, name: str) -> None:
        self.session.show_idea_of(solvers.get(name))
        self.session.note("solver chosen")

    # Levels

    @action(
        "level", "Shift+R", "Choose", "The level of random and fresh puzzles", rank=160,
        words="difficulty hardest easiest hard easy medium",
    )  # fmt: skip
    def level(self) -> None:
        self.open(LevelList(self.session.supply, lambda: self.session.puzzle, self.choose_level))

    def choose_level(self, level: str | None, fresh: bool) -> None:
        """Draw or generate a puzzle of the given level, and make it the current level."""
        session = self.session
        session.toast = ""
        session.supply.choose_level(level, session)
        (session.fresh_puzzle if fresh else session.random_puzzle)()
        session.note("level chosen", level=level, fresh=fresh)

    # Run until

    @action(
        "until", "U", "Step", "Run until something you choose happens", rank=130,
        words="breakpoint break condition stop at pause",
    )  # fmt: skip
    def until(self) -> None:
        session = self.session
        timeline, solver = session.timeline, session.solver
        learns = solver.formula == "clauses" and not solver.black_box
        depth = timeline.board_at(session.player.position).level
        whys = techniques(solver, timeline.book.steps)
        puzzle, mode, rect_of = session.composer.puzzle, timeline.head.mode, self.picture.board.rect_of
        self.open(GoalList(self.choice, puzzle, depth, whys, learns, self.run_until, mode, rect_of))

    def run_until(self, condition: Condition, forward: bool = True) -> None:
        """Run until a condition is met, or go back to where it was last met."""
        session = self.session
        session.toast, session.on_arrival = "", None
        session.player.seek(condition, forward)
        session.say_if_missed()
        session.note("run until", forward=forward, until=condition.words(session.puzzle))

    # The algorithm's options

    @action(
        "options", "Q", "Choose", "The options of the algorithm", rank=260,
        words="settings parameters seed configure order",
    )  # fmt: skip
    def options(self) -> None:
        """Open the options of the current algorithm, or say that it has none."""
        card = OptionsCard(self.session.solver, self.session.options, self._run_with)
        if card.rows:
            self.open(card)
        else:
            title, choose = self.session.solver.title, key_of("choose")
            self.session.toast = f"{title} has no options. {choose} chooses another algorithm."

    def _run_with(self, options: dict[str, Any], play: bool) -> None:
        session = self.session
        session.toast = ""
        session.set_solver(session.solver.name, options, play=play or session.answers_at_once)
        session.note("options", options=options)

    # Questions

    @action(
        "quiz options", "Shift+A", "Watch", "What to ask, and how often", mode=(USUAL, "quiz"), rank=46,
        joins="quiz",
        words="questions kinds frequency rhythm quiz settings score",
    )  # fmt: skip
    def quiz_options(self) -> None:
        asking = self.session.asking
        self.open(AskingCard(asking.rhythm, asking.kinds, asking.score, self._ask_that))

    def _ask_that(self, rhythm: str, kinds: frozenset[str] | None) -> None:
        self.session.asking.choose_kinds(rhythm, kinds)
        self.session.note("questions chosen", often=rhythm, kinds=sorted(kinds or ()))

    # Bookmarks

    @action(
        "name", "Ctrl+B", "Keep", "Name the bookmark", rank=330, joins="bookmark",
        words="rename label note title caption",
    )  # fmt: skip
    def name(self) -> None:
        """Name the bookmark at the playhead. If there is none, entering a name creates one."""
        analysis, position = self.session.analysis, self.session.player.position
        mark = analysis.bookmarks.at(position)
        name = mark.name if mark else analysis.suggested(position)
        self.session.toast = ""
        self.open(TextPrompt(f"Bookmark at step {grouped(position)}", name, partial(self._named, position)))

    def _named(self, position: int, name: str) -> None:
        marks = self.session.analysis.bookmarks
        room = marks.add(position, name)
        self.session.toast = f"Bookmark: {name}." if room else NO_ROOM
        self.session.note("named", name=name)

    # Views

    @action(
        "save", "Ctrl+S", "Keep", "Save this view to a file", rank=350, under="saves",
        words="save store keep session as",
    )  # fmt: skip
    def save(self) -> None:
        """Ask for a file and save this view to it, including the current state of the modes."""
        modes = self.session.modes.saved()
        self.session.player.pause()
        self.open(SaveDialog(self.folder, self.session.file_name, partial(self._ask_to_save, modes)))

    def _ask_to_save(self, modes: Mapping[str, Any], path: Path) -> None:
        if words := saved_view.newer(path):
            self.session.notice = f"{words}\nThe file has not been changed. Save under a different name."
        else:
            self.replace(path, partial(self._save, modes, path))

    def _save(self, modes: Mapping[str, Any], path: Path) -> None:
        theme, beside = self.picture.theme.name, self.picture.show_start
        try:
            view = self.session.capture(theme, beside=beside, modes=modes, folder=path.parent)
            saved_view.save(view, path)
        except OSError as error:
            self.session.notice = f"The view cannot be saved.\n{short(path)}: {reason(error)}"
            return
        self.used(path)
        self.session.toast = f"Saved: {short(path.name)}. Open it with {key_of('open')}, or drop it here."
        self.session.note("saved", path=str(path))

    def _refuse(self, path: Path | None, why: str) -> None:
        name = short(path.name) if path else "The clipboard's contents"
        self.session.notice = f"{name} cannot be opened.\n{why}"

    def show_view(self, view: View, path: Path | None) -> None:
        """Show a view from a file, or the clipboard if the path is ``None``. Ask first if it runs the user's code."""
        try:
            program = program_of(view, _folder_of(path))
        except ViewError as error:
            self._refuse(path, str(error))
            return
        if program is None:
            self._show(view, path)
        else:
            does = f"This view runs the solver in {short(program.name)}. It is a program and can do anything you can."
            self.session.ask(f"{does} Run it?", partial(self._show, view, path))

    def _show(self, view: View, path: Path | None) -> None:
        """Check a view, load any Python file it runs, and show it."""
        try:
            checked = check(view, _folder_of(path))
        except ViewError as error:
            self._refuse(path, str(error))
            return
        self.session.toast = ""
        checked.restore(self.session)
        self.picture.show_start = START in view.shown
        if view.theme:
            self.picture.use_theme(load_theme(view.theme))
        if path is not None:
            self.used(path)
        self.session.note("view opened")


def _folder_of(path: Path | None) -> Path:
    return path.parent if path else Path.cwd()
