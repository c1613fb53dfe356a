"""Playing by hand and entering puzzles. The player's moves are the steps of a run."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import solvers
from puzzles.discovery import About
from puzzles.geometry import STANDARD, Cell, Digit
from puzzles.kinds.blueprint import UNITS, Blueprint
from puzzles.puzzle import Position, Puzzle, alphabet_of
from puzzles.puzzle import plain as plain_marks
from solvers.algorithms import person
from solvers.core import literals
from solvers.core.registry import START, Solver
from solvers.core.step import Kind, write
from visualizer.files.resolve import collection_of
from visualizer.files.store import DocumentStore
from visualizer.keymap import WATCH, Keymap, action, key_of
from visualizer.play.advisor import Advisor
from visualizer.play.moves import Moves
from visualizer.play.saved_games import Keeper, SavedGames
from visualizer.play.shaping import Shaping
from visualizer.play.state import EDIT, PLAY, Game, PlayComposer, has_entries, moves_to, named, typed
from visualizer.play.tool import TOOLS
from visualizer.scene.board import Boards, clashes
from visualizer.scene.composer import Composer
from visualizer.session.mode import Facts, Mode, Offer, SideBySide
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.supply.puzzle_supply import ungraded
from visualizer.text.spans import capital, held, plain
from visualizer.timeline.player import Player
from visualizer.views.plan import edges_above

ABOUT = About("play", rank=10)
NUMBERS = "0123"
"""What can be entered into a square whose sides are the cells."""


class PlayMode(Mode):
    """The mode for playing a puzzle by hand or entering one."""

    file_name = "game"

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game = Game()
        self.moves = Moves(session, self.game)
        self.advisor = Advisor(self.moves)
        self.shaping = Shaping(session, self.game, self.edit)
        self.keeper = session.unfinished = Keeper(self.moves, SavedGames(DocumentStore(None)))

    # What the keys do

    @property
    def keymap(self) -> Keymap:
        """The keys for playing or entering. In a read-only game, those for watching."""
        if self.game.read_only:
            return WATCH
        return EDIT if self.game.editing else PLAY

    def is_on(self, id: str) -> bool:
        game = self.game
        return {
            "pencil": game.pencil,
            "automatic": game.automatic,
            "light": game.light > 0,
            "clashes": game.clashes,
            "clock": game.clock.stopped,
            game.tool.name: bool(game.tool.name),
            **dict.fromkeys(self.shaping.units, True),
        }.get(id, False)

    def is_idle(self, id: str) -> bool:
        """Return whether there is nothing that this action could act on."""
        position, length = self.session.player.position, self.session.timeline.length
        back, forward = position > 0, position < length
        undo, redo = back or self.shaping.changed, forward or self.shaping.undone
        used = {"home": back, "undo": undo, "redo": redo, "end": forward, "agree": self.advisor.shown is not None}
        return not used.get(id, True)

    # Typing

    @property
    def typed_symbols(self) -> str:
        """The grid's symbols in upper case, both as displayed and as written in the puzzle."""
        own = "" if edges_above(self.session.puzzle.geometry) else alphabet_of(self.session.puzzle)
        return "" if self.game.read_only else (self.alphabet + own).upper()

    @property
    def enters_numbers(self) -> bool:
        """Whether numbers are entered into squares, because the cells are edges."""
        return self.game.editing and bool(edges_above(self.session.puzzle.geometry))

    @property
    def alphabet(self) -> str:
        """The symbols of what can be typed, as displayed."""
        return NUMBERS if self.enters_numbers else typed(self.session.composer.puzzle)

    def offers(self, id: str) -> bool:
        """Return whether an action that draws on the shape can do so."""
        return id not in (*TOOLS, *UNITS) or Blueprint.of(self.session.puzzle.geometry) is not None

    @property
    def digit_keys(self) -> str:
        """The digit keys, as in "1 … 9 A … G". If the symbols are in no particular order, just the first and last."""
        alphabet = self.alphabet
        ranges = _ranges(alphabet)
        return " ".join(ranges) if len(ranges) <= 2 else f"{alphabet[0]} … {alphabet[-1]}"

    def type(self, symbol: str, shifted: bool) -> bool:
        """Type a symbol, given in upper case. Return False if the grid lacks it, leaving its key free for other uses.

        If letters stand for digits, any other letter does nothing except show a message.
        """
        digit, editing = self._digit_of(symbol), self.game.editing
        if editing and shifted and symbol.isalpha():
            return False  # givens cannot be marked, so Shift with a letter does what it does in other modes
        if digit is not None:
            self.type_digit(digit, shifted)
        elif symbol == "0" and not shifted:
            if not self.game.tool.types(0):
                (self.moves.leave_blank if editing else self.moves.clear)()
        elif symbol.isalpha() and not shifted and any(map(str.isalpha, self.typed_symbols)):
            self._say_digits(symbol)
        else:
            return False
        return True

    def type_digit(self, digit: Digit, shifted: bool) -> None:
        """Write or mark a digit or a square's number, or add a figure to the sum of the cage that is being drawn."""
        if self.enters_numbers:
            self.shaping.number(digit - 1)
            self.moves.advance()
        elif not self.game.tool.types(digit):
            self.moves.type_digit(digit, other=shifted)

    def leave_blank(self) -> None:
        """Leave the cell or the square blank and go to the next."""
        if self.enters_numbers:
            self.shaping.number(None)
            self.moves.advance()
        else:
            self.moves.leave_blank()

    def _digit_of(self, symbol: str) -> Digit | None:
        """Return the digit for a symbol, as displayed or as written in the puzzle. Return None if there is none.

        Figures always work too, because not every keyboard has the puzzle's own symbols.
        """
        if self.enters_numbers:
            return NUMBERS.index(symbol) + 1 if symbol in NUMBERS else None
        for puzzle in (self.session.composer.puzzle, self.session.puzzle):
            alphabet = [capital(own) for own in alphabet_of(puzzle)]
            if symbol in alphabet:
                return alphabet.index(symbol) + 1
        known = symbol in "123456789" and int(symbol) <= self.session.puzzle.geometry.symbols
        return int(symbol) if known else None

    def refuse(self, text: str) -> bool:
        """Say which digits can be typed. Return False if the player has already been told for this puzzle."""
        if self.game.refused == self.session.puzzle:
            return False
        self._say_digits(text)
        return True

    def _say_digits(self, text: str) -> None:
        """Show which digits can be typed, and the key that lists all keys."""
        session = self.session
        self.game.refused = session.puzzle
        digits = ", ".join(_ranges(self.alphabet))
        please = session.puzzle.geometry.kind.says("Only digits, please")
        session.toast = f"{please}: {digits}. {key_of('help')} lists all keys."
        session.note("refused", typed=text)

    # The run

    @property
    def active(self) -> bool:
        """Whether the current run consists of the player's moves."""
        return self.session.solver.person

    def owns(self, solver: Solver) -> bool:
        return solver.person

    def composer(self, puzzle: Puzzle, solver: Solver, player: Player, options: Mapping[str, Any]) -> Composer:
        return PlayComposer(puzzle, solver, player, options, self.game)

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def algorithm(self) -> str:
        return self.game.watched if self.game.watched in solvers.names() else solvers.DEFAULT

    def run_changed(self, instead_of: Solver | None) -> None:
        """Respond to a new run. If its puzzle is still being entered, start checking it."""
        editing = self.active and bool(self.session.options.get("editing"))
        self.game.follow(self.session.puzzle, editing=editing)
        self.moves.judge_entered()

    def words_at(self, cell: Cell, digit: Digit) -> str:
        """Return a tooltip for Shift- or Ctrl-clicking a mark, or "" if there is no mark."""
        if self.game.editing or not self.shows_mark(cell, digit):
            return ""
        literal = f"{self.session.puzzle.geometry.name(cell)} = {self.session.composer.puzzle.symbol(digit)}"
        title = solvers.get(self.algorithm).title
        return f"Shift+click runs {title} with and without {literal}, side by side. Ctrl+click tries another digit."

    def trying(self, cell: Cell, digit: Digit) -> Callable[[], object] | None:
        return None if self.game.editing else partial(self.race, cell, digit)

    def whats_next(self) -> str:
        return f"These are all your moves. {key_of('home', PLAY.mode)} goes back to before the first one."

    def playhead_moved(self) -> None:
        self.moves.judge_entered()

    def restored(self) -> None:
        self.moves.place_cursor()

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        return self.moves.entered() if self.game.editing else puzzle

    def position(self, position: Position) -> Position:
        """Return the position the player has reached, or the puzzle being entered."""
        if self.game.editing:
            return Position(self.moves.entered())
        puzzle, board, game = position.puzzle, self.session.board, self.game
        values = tuple(0 if given else digit for given, digit in zip(puzzle.givens, board.values, strict=True))
        if not game.automatic and not any(board.candidates):
            return Position(puzzle, values)
        marks = [game.marks(board, cell) or mask for cell, mask in enumerate(plain_marks(puzzle, values))]
        return Position(puzzle, values, tuple(0 if board.values[cell] else mask for cell, mask in enumerate(marks)))

    def standing(self, run: Facts) -> Facts:
        """Return the state as the player sees it: the board as one line, cell names, and the marks at the cursor."""
        session, game, board = self.session, self.game, self.session.board
        marks, name = game.marks(board, game.cursor), board.geometry.name
        return run | {
            "editing": game.editing,
            "board": str(session.puzzle.with_values(board.values)),
            "cursor": name(game.cursor),
            "marks": [digit for digit in board.geometry.digits if marks >> digit & 1],
            "clashes": [name(cell) for cell in sorted(clashes(board))],
            "caption": plain(session.composer.caption(Boards.at(session.timeline, session.player.position))),
        }

    # Solving from here

    def digits(self) -> dict[Cell, Digit]:
        """Return the digits the player has placed, up to the playhead."""
        here, givens = self.session.board, self.session.puzzle.givens
        return {cell: digit for cell, digit in enumerate(here.values) if digit and not givens[cell]}

    def solve_from(self, digits: Mapping[Cell, Digit], solver_name: str) -> bool:
        """Watch a solver continue from these digits, which are placed before it starts.

        Digits that are givens have no effect. The user can go back to the previous run. If this is impossible, show a
        notice that says why and return False. Raise ``LookupError`` if the solver is unknown.
        """
        session = self.session
        solver, puzzle = solvers.get(solver_name), session.puzzle
        placed = {cell: digit for cell, digit in digits.items() if digit and puzzle.givens[cell] != digit}
        options = self._options_from(placed, solver)
        if not session.watch_fork(solver_name, options, play=True):
            return False
        many = f"{len(placed)} of your digits" if len(placed) > 1 else "your digit" if placed else "the givens alone"
        session.toast = f"{solver.title} continues from {many}. {key_of('before')} goes back."
        session.note("solve from here", start=options.get(START.name, ""))
        return True

    def race(self, cell: Cell, digit: Digit) -> None:
        """Race an algorithm with and without this digit, from the player's digits. If that is impossible, say why."""
        session, digits = self.session, self.digits()
        session.player.pause()
        if why := self.refusal(cell, digit):
            session.toast = why
        else:
            lanes = self._lane(digits), self._lane({**digits, cell: digit})
            session.modes.take(SideBySide(lanes, words="Both runs start from your digits."))

    def _lane(self, placed: Mapping[Cell, Digit]) -> RunSpec:
        return RunSpec(self.algorithm, tuple(self._options_from(placed, solvers.get(self.algorithm)).items()))

    def _options_from(self, placed: Mapping[Cell, Digit], solver: Solver) -> dict[str, Any]:
        """Return the options with which a solver starts from these digits. Its others are those last used."""
        options = solver.unbound(self.session.runs.options_of(solver))
        return options | ({START.name: literals.write_digits(placed, self.session.puzzle)} if placed else {})

    def shows_mark(self, cell: Cell, digit: Digit) -> bool:
        """Return whether the player can see a mark for this digit in the cell."""
        board = self.session.board
        return not board.values[cell] and bool(self.game.marks(board, cell) >> digit & 1)

    def refusal(self, cell: Cell, digit: Digit) -> str:
        """Return why a digit cannot be tried in a cell, or "" if it can."""
        board, puzzle = self.session.board, self.session.composer.puzzle
        if board.values[cell]:
            return f"{board.geometry.name(cell)} already holds {puzzle.symbol(board.values[cell])}."
        return held(board, puzzle, cell, digit)

    # Time

    @property
    def busy(self) -> bool:
        return self.advisor.busy

    @property
    def clock_runs(self) -> bool:
        """Whether the clock runs, which is while the player is playing an unsolved puzzle."""
        game, timeline = self.game, self.session.timeline
        if not self.active or game.read_only or game.editing or not timeline.length:
            return False
        return timeline.last_kind() is not Kind.SOLVED

    def tick(self, now: float, judged: bool) -> bool:
        """Advance the clock and show any hint or check that is ready."""
        if judged and self.active and self.session.composer.verdict.finished:
            self.session.note("judged")
        return self.game.clock.tick(now, self.clock_runs) | self.advisor.tick(now) | judged

    def give_up(self) -> bool:
        return self.advisor.give_up()

    def close(self) -> None:
        self.advisor.close()

    # Across restarts

    def show_only(self) -> None:
        self.game.read_only = True

    def remember(self, state: DocumentStore) -> None:
        self.keeper.saved = SavedGames(state)
        self.session.runs.leaving = self.keeper.note  # including what was written since the last frame

    # Starting and stopping

    @action(
        "play by hand", "P", "By hand", "Play: write the digits yourself", rank=210, first=True,
        words="myself manual human try solve game pencil marks notes",
    )  # fmt: skip
    @action("play by hand", "P F10", "Choose", "Back to watching an algorithm", mode="play", rank=190, first=True)
    @action("play by hand", "P F10", "Check and solve", "Done: play the puzzle", mode="edit", rank=85)
    def toggle(self) -> None:
        """Start playing, either where this puzzle was left or with the one just entered. If already playing, stop."""
        if self.active and self.game.editing:
            self.play_entered()
        elif self.active:
            self._back_to_watching()
        else:
            session, watched = self.session, self.session.solver.name
            session.player.pause()
            if session.set_solver(person.NAME):
                if not session.timeline.length:
                    self.keeper.go_on()
                self.game.watched = watched
                self.moves.place_cursor()

    def _back_to_watching(self) -> None:
        """Go back to the algorithm watched before. The game is kept."""
        if self.session.set_solver(self.algorithm) and not self.session.toast:
            self.session.toast = f"Your game is kept. {key_of('play by hand')} resumes it."

    def leave(self) -> bool:
        if self.game.read_only:
            return False
        self.session.toast = ""
        if self.game.editing and self.shaping.leave():
            return True
        if self.game.editing and has_entries(self.session.board):
            self.toggle_editing()
        else:
            self._back_to_watching()
        self.session.note("left")
        return True

    @action(
        "edit", "E", "By hand", "Edit the puzzle: change its givens", rank=220,
        words="draw change modify cells",
    )  # fmt: skip
    @action("edit", "E F3", "Choose", "Edit the puzzle: change its givens", mode="play", rank=180)
    @action("edit", "E F3", "Check and solve", "Done: watch an algorithm solve it", mode="edit", rank=90, first=True)
    def toggle_editing(self) -> None:
        if self.game.editing:
            entered, solver = self.moves.entered(), solvers.get(self.algorithm)
            solver = solvers.get(solvers.default_for(entered)) if solver.unfit(entered) else solver
            self.session.watch(entered, solver, {})
        else:
            self.edit(self.session.puzzle)

    def edit(self, puzzle: Puzzle, *, brought: bool = False) -> None:
        """Start entering a puzzle, with these givens filled in. The user can go back to the previous run.

        ``brought`` means the puzzle was not on the board before, so it is kept even if left unchanged.
        """
        session = self.session
        self._note_watched()
        session.player.pause()
        empty = empty_like(puzzle)
        text = person.written([write(bytes(puzzle.givens))], empty) if puzzle.clues else ""
        session.watch(empty, solvers.get(person.NAME), {"moves": text, "editing": True} if text else {"editing": True})
        self.keeper.entering(session.puzzle, "" if brought else text)
        self.moves.place_cursor()

    def _note_watched(self) -> None:
        if not self.active:
            self.game.watched = self.session.solver.name

    def play_entered(self) -> None:
        if has_entries(self.session.board):
            self.play(self.moves.entered())
        else:
            self.session.toast = "Nothing has been entered yet. Type the givens first."

    def play(self, puzzle: Puzzle) -> None:
        """Play a puzzle, resuming an unfinished game of it if there is one."""
        self.session.watch(puzzle, solvers.get(person.NAME), {})
        self.keeper.go_on()
        self.moves.place_cursor()

    def load(self, puzzle: Puzzle) -> bool:
        """Play a puzzle that was drawn or opened. If a puzzle is being edited, fill in the givens instead."""
        session = self.session
        if not self.game.editing:
            self.play(puzzle)
        elif puzzle.geometry != session.puzzle.geometry or alphabet_of(puzzle) != alphabet_of(session.puzzle):
            self.edit(puzzle, brought=True)
        elif list(puzzle.givens) != session.board.values:
            self.moves.make(write(bytes(puzzle.givens)))
        else:
            session.toast = "These digits are already on the board."
        return True

    def takes(self, offer: Offer) -> bool:
        """Play on from a position, turning its digits and struck candidates into moves."""
        if not isinstance(offer, Position) or self.game.editing or not (moves := moves_to(offer)):
            return False
        self._note_watched()
        text = person.written(moves, offer.puzzle)
        self.session.watch(offer.puzzle, solvers.get(person.NAME), {"moves": text})
        self.game.automatic = self.game.automatic or bool(offer.candidates)
        self.moves.place_cursor()
        brought = f"Your game starts with {named(offer)}."
        self.session.toast = " ".join(filter(None, [brought, self.session.toast]))
        return True

    def leaving(self) -> str:
        """Name what would be replaced. Return "" if nothing was written or the puzzle is solved."""
        if not self.game.editing:
            return "Your game" if self.clock_runs else ""
        here = self.keeper.kept() if self.session.timeline.length else None
        return "What you entered" if here and here.begun and not self.game.read_only else ""

    # Solving

    def watch(self, name: str) -> bool:
        """Have the algorithm solve the entered puzzle. Return False if none is being entered."""
        if self.active and self.game.editing:
            self.solve_entered(name)
            return True
        return False

    def load_level(self, level: str) -> None:
        """Load a puzzle of the given level. If there are none like the one on the board, make one without a level."""
        session, geometry = self.session, self.session.puzzle.geometry
        if geometry == STANDARD:
            session.supply.request(session, session.load, level)
        elif collection_of(geometry):
            session.supply.another(session.puzzle, session, session.load, level)
        else:
            session.supply.make(geometry, session, session.load, ungraded(geometry))

    def solve_entered(self, name: str) -> None:
        """Watch an algorithm solve the puzzle that was entered."""
        instead_of = solvers.get(self.algorithm)
        self.session.watch(self.moves.entered(), solvers.get(name), {}, instead_of=instead_of)
        self.session.player.play()


def empty_like(puzzle: Puzzle) -> Puzzle:
    """Return an empty grid with the puzzle's shape and symbols. A kind with more than digits is called by its title."""
    empty = replace(Puzzle.empty(puzzle.geometry), alphabet=puzzle.alphabet)
    kind = puzzle.geometry.kind
    return empty if kind is STANDARD.kind else replace(empty, name=kind.title)


def _ranges(symbols: str) -> list[str]:
    """Split symbols into keys, with runs abbreviated as in "1 … 9" or "A … G"."""
    runs: list[str] = []
    for symbol in symbols:
        if runs and ord(symbol) == ord(runs[-1][-1]) + 1:
            runs[-1] += symbol
        else:
            runs.append(symbol)
    return [text for run in runs for text in ([f"{run[0]} … {run[-1]}"] if len(run) > 2 else run)]


MODE = PlayMode
