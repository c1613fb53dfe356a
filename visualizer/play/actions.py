"""The actions for playing by hand: moving the cursor, typing, undoing, and starting and stopping play."""

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

import solvers
from puzzles.geometry import Geometry
from puzzles.kinds.blueprint import own_kinds
from puzzles.puzzle import Puzzle
from solvers.core.step import Kind, write
from visualizer.keymap import action, reuse
from visualizer.play.mode import PlayMode, empty_like
from visualizer.play.shaping import blank_like
from visualizer.play.state import words_of_move
from visualizer.views.plan import edges_above

BRUTE_FORCE = "backtracking"
"""The algorithm that tries every digit."""
SAT = "sat"
"""The algorithm that solves an entered puzzle with SAT."""
SIZES = (4, 6, 8, 9, 10, 12, 16, 25)
"""The grid sizes that can be entered."""
T = TypeVar("T")
EITHER = ("play", "edit")
"""The modes for typing digits, either in a game or as givens."""
TOOLS = {
    "cage": "Cages",
    "less": "Signs",
    "dot": "Dots",
    "thermo": "Thermos",
    "arrow": "Arrows",
    "region": "Regions",
    "grid": "Grids",
    "diagonals": "Diagonals",
    "windows": "Windows",
    "knight": "Knight",
    "king": "King",
    "pencil": "Pencil",
    "automatic": "Auto marks",
    "clear": "Erase",
    "blank": "Blank",
    "undo": "Undo",
    "redo": "Redo",
    "light": "Light up",
    "clashes": "Clashes",
    "clock": "Stop clock",
}
"""The labels of the tools beside the board, in display order."""
FILES = ("saves", "save", "print", "save puzzle", "open", "paste", "copies", "copy")


# While typing digits


@action("left", "Left", "Cell", "The cell to the left", mode=EITHER, rank=10, repeats=True)
def move_left(play: PlayMode) -> None:
    play.moves.move_cursor(0, -1)


@action("right", "Right", "Cell", "The cell to the right", mode=EITHER, rank=15, repeats=True, joins="left")
def move_right(play: PlayMode) -> None:
    play.moves.move_cursor(0, 1)


@action("up", "Up", "Cell", "The cell above", mode=EITHER, rank=20, repeats=True, joins="left")
def move_up(play: PlayMode) -> None:
    play.moves.move_cursor(-1, 0)


@action("down", "Down", "Cell", "The cell below", mode=EITHER, rank=25, repeats=True, joins="left")
def move_down(play: PlayMode) -> None:
    play.moves.move_cursor(1, 0)


@action("next blank", "Tab", "Cell", "The next blank cell", mode=EITHER, rank=30, repeats=True, words="empty tab")
def next_blank(play: PlayMode) -> None:
    play.moves.next_blank(1)


@action(
    "previous blank", "Shift+Tab", "Cell", "The previous blank cell", mode=EITHER, rank=35, repeats=True,
    joins="next blank",
    words="empty",
)  # fmt: skip
def previous_blank(play: PlayMode) -> None:
    play.moves.next_blank(-1)


@action(
    "clear", "Backspace Delete .", "Write", "Erase the digit or the marks", mode="play", rank=40, repeats=True,
    words="delete erase remove undo empty",
)  # fmt: skip
@action("clear", "Backspace Delete", "Write", "Erase the digit or the marks", mode="edit", rank=40, repeats=True)
def clear(play: PlayMode) -> None:
    if not (play.game.editing and play.shaping.clear()):
        play.moves.clear()


@action(
    "undo", "Ctrl+Z PageUp", "Write", "Undo a move", mode=EITHER, rank=45, repeats=True, first=True,
    words="take back revert oops",
)  # fmt: skip
def undo(play: PlayMode) -> None:
    session = play.session
    if play.game.editing and play.shaping.undo():
        return
    position, timeline = session.player.position, session.timeline
    if position and timeline.step(position).kind is Kind.SOLVED:
        position -= 1
    if not position:
        session.toast = "There is nothing to undo."
        return
    step = timeline.step(position)
    play.moves.go(position - 1, step)
    session.toast = f"Undone: {words_of_move(step, session.composer.puzzle)}."


@action(
    "redo", "Ctrl+Y Ctrl+Shift+Z PageDown", "Write", "Redo it", mode=EITHER, rank=50, repeats=True, joins="undo",
    words="again forward move",
)  # fmt: skip
def redo(play: PlayMode) -> None:
    session = play.session
    if play.game.editing and play.shaping.redo():
        return
    position, timeline = session.player.position, session.timeline
    if position == timeline.length:
        session.toast = "There is nothing to redo."
        return
    step = timeline.step(position + 1)
    solved = position + 2 <= timeline.length and timeline.step(position + 2).kind is Kind.SOLVED
    play.moves.go(position + 1 + solved, step)
    session.toast = f"Redone: {words_of_move(step, session.composer.puzzle)}."


# While playing a puzzle


@action(
    "pencil", "M F6", "Write", "Pencil: type marks, not digits", mode="play", rank=0, first=True,
    words="candidates notes pencilmarks annotate small",
)  # fmt: skip
def toggle_pencil(play: PlayMode) -> None:
    game = play.game
    game.pencil = not game.pencil
    play.session.toast = "You are now typing marks." if game.pencil else "You are now typing digits."


@action(
    "automatic", "A F7", "Write", "Automatic marks: all that the rules allow", mode="play", rank=5, first=True,
    words="candidates notes pencilmarks fill auto",
)  # fmt: skip
def toggle_automatic_marks(play: PlayMode) -> None:
    game = play.game
    game.automatic = not game.automatic
    which = "all marks that the rules allow" if game.automatic else "only your own marks"
    play.session.toast = f"Cells show {which}."


@action(
    "clashes", "X F8", "Help me", "Show or hide clashes", mode="play", rank=80,
    words="errors mistakes highlight red wrong duplicates",
)  # fmt: skip
def toggle_clashes(play: PlayMode) -> None:
    game = play.game
    game.clashes = not game.clashes
    play.session.toast = "Clashes are shown at once." if game.clashes else "Clashes are hidden. Check finds them."


@action(
    "light", "D F9", "Help me", "Light up this digit, the next one or none", mode="play", rank=85, first=True,
    words="highlight same digit",
)  # fmt: skip
def light(play: PlayMode) -> None:
    """Light up the cell's digit everywhere or, if it is lit already or the cell is blank, the next digit or none."""
    session, game = play.session, play.game
    here = session.board.values[game.cursor]
    game.light = here if here and here != game.light else (game.light + 1) % (session.puzzle.geometry.symbols + 1)
    session.toast = play.moves.words_of_light()


@action(
    "solve here", "S F5", "Watch", "Solve from here: the algorithm takes over", mode="play", rank=90, first=True,
    words="finish give up help",
)  # fmt: skip
def solve_here(play: PlayMode) -> None:
    if not play.session.puzzle.is_valid():
        play.session.toast = f"There is nothing to solve: givens clash. {play.key_of('edit')} edits them."
        return
    play.solve_from(play.digits(), play.algorithm)


@action("clock", "W F12", "Watch", "Stop or restart the clock", mode="play", rank=120, words="timer time pause")
def stop_clock(play: PlayMode) -> None:
    clock = play.game.clock
    clock.stopped = not clock.stopped
    stopped = f"The clock is stopped. {play.key_of('clock')} restarts it. You can still play."
    play.session.toast = stopped if clock.stopped else "The clock is running."


# While entering a puzzle


@action(
    "blank", "Space .", "Write", "Leave the cell blank and go to the next", mode="edit", rank=5, repeats=True,
    words="empty skip",
)  # fmt: skip
def leave_blank(play: PlayMode) -> None:
    """Leave the cell blank, or add a 0 to the sum of the cage that is being drawn."""
    if not play.game.tool.types(0):
        play.leave_blank()


def _declare_tool(tool: str, key: str, help: str, rank: float, joins: str = "") -> None:
    @action(tool, key, "Shape", help, mode="edit", rank=rank, joins=joins)
    def take(play: PlayMode) -> None:
        play.shaping.take(tool)


def _declare_units(unit: str, key: str, help: str, rank: float) -> None:
    @action(unit, key, "Shape", help, mode="edit", rank=rank)
    def toggle(play: PlayMode) -> None:
        play.shaping.toggle(unit)


def _declare_reach(key: str, help: str, down: int, right: int) -> None:
    @action(f"draw {key.lower()}", f"Shift+{key}", "Shape", help, mode="edit", rank=66, repeats=True, joins=_joins(key))
    def reach(play: PlayMode) -> None:
        play.shaping.reach(down, right)


def _joins(key: str) -> str:
    return "draw left" if key != "Left" else ""


for _tool, _key, _help, _with in (
    ("cage", "K", "Cages: drag over cells, type the sum, Enter", ""),
    ("less", "V", "Signs: click by a line", ""),
    ("dot", "O", "Dots: click by a line", "less"),
    ("thermo", "U", "Thermometers: drag from the bulb", ""),
    ("arrow", "A", "Arrows: from the circle", "thermo"),
    ("region", "J", "Regions: drag over cells", ""),
    ("grid", "Y", "Grids: click in a corner box", "region"),
):
    _declare_tool(_tool, _key, _help, 61, _with)
for _unit, _key, _help in (
    ("diagonals", "X", "Both diagonals hold no digit twice: on or off"),
    ("windows", "W", "Windows hold no digit twice: on or off"),
    ("knight", "N", "Cells a knight's move apart differ: on or off"),
    ("king", "M", "Cells a king's move apart differ: on or off"),
):
    _declare_units(_unit, _key, _help, 63)
for _key, _down, _right in (("Left", 0, -1), ("Right", 0, 1), ("Up", -1, 0), ("Down", 1, 0)):
    _declare_reach(_key, f"Draw {_key.lower()}", _down, _right)


@action(
    "brute force", "B F6", "Check and solve", "Brute force: watch it try every digit", mode="edit", rank=70,
    words="backtracking solve",
)  # fmt: skip
def brute_force(play: PlayMode) -> None:
    play.solve_entered(BRUTE_FORCE)


@action(
    "sat", "S F5", "Check and solve", "SAT: hand it to the SAT solver", mode="edit", rank=75, first=True,
    words="satisfiability minisat solver",
)  # fmt: skip
def answer_entered(play: PlayMode) -> None:
    solver = solvers.get(SAT)
    if lacking := solver.lacking():
        play.session.say_lacking(lacking, solver, play.solve_entered)
    else:
        play.solve_entered(SAT)


@action("load easy", "L F7", "Load", "An easy puzzle", mode="edit", rank=180, first=True, words="random puzzle")
def load_easy(play: PlayMode) -> None:
    play.load_level("easy")


@action(
    "load hard", "H F8", "Load", "A hard puzzle", mode="edit", rank=185, first=True,
    words="random puzzle difficult",
)  # fmt: skip
def load_hard(play: PlayMode) -> None:
    play.load_level("hard")


@action(
    "size", "Z F9", "Load", "Next grid size", mode="edit", rank=190, first=True,
    words="dimensions bigger larger 16x16 4x4",
)  # fmt: skip
def next_size(play: PlayMode) -> None:
    """Start entering a puzzle into an empty grid of the next size. The user can go back to the previous grid."""
    geometry = play.session.puzzle.geometry
    if sizes := geometry.kind.sizes:
        size = _after(geometry.dimensions, sizes)
        larger = blank_like(geometry, size)
    else:
        larger = Geometry.of_side(_after(geometry.side, SIZES))
        size = larger.dimensions
    play.edit(Puzzle.empty(larger))
    play.session.toast = f"An empty {size} grid. {play.key_of('before')} goes back."


def _after(one: T, known: Sequence[T]) -> T:
    return known[(known.index(one) + 1) % len(known)] if one in known else known[0]


@action(
    "kind", "Shift+Z", "Load", "Next kind of puzzle", mode="edit", rank=192, joins="size",
    words="killer comparison jigsaw samurai diagonals variant new",
)  # fmt: skip
def next_kind(play: PlayMode) -> None:
    """Start entering a puzzle into an empty grid of the next kind. The user can go back to the previous grid."""
    here, found = play.session.puzzle.geometry.kind_name, own_kinds()
    kind = found[(found.index(here) + 1) % len(found)] if here in found else found[0]
    geometry = Geometry.of_spec(kind)
    play.edit(Puzzle.empty(geometry))
    play.session.toast = f"An empty grid: {geometry.kind.title}. {play.key_of('before')} goes back."


# Starting, stopping and advice


@action(
    "new", "Ctrl+N", "By hand", "Enter a puzzle into an empty grid", rank=230,
    words="type own newspaper create blank",
)  # fmt: skip
@action("new", "Ctrl+N", "Choose", "Enter a puzzle into an empty grid", mode="play", rank=185)
@action("new", "Ctrl+N", "Write", "Clear the grid", mode="edit", rank=0, first=True)
def clear_all(play: PlayMode) -> None:
    """Start entering a puzzle into an empty grid. If one is already being entered, clear its digits in a single move.
    If it has none, remove its cages, lines, signs and dots.
    """
    session = play.session
    if not play.game.editing:
        geometry = session.puzzle.geometry
        play.edit(Puzzle.empty(blank_like(geometry)) if edges_above(geometry) else empty_like(session.puzzle))
    elif session.board.filled:
        play.moves.make(write(bytes(len(session.puzzle.givens))))
        play.game.cursor = 0
        session.toast = f"All digits are erased. {play.key_of('undo')} brings them back."
    else:
        play.shaping.clear_items()


@action(
    "check", "C F4", "By hand", "Check: does the puzzle have just one solution?", rank=240,
    words="unique uniqueness valid how many solutions mistakes errors",
)  # fmt: skip
@action("check", "C F4", "Help me", "Check: where is the first mistake?", mode="play", rank=65, first=True)
@action(
    "check", "C F4", "Check and solve", "Check: one solution, several, or why none", mode="edit", rank=65, first=True
)
def check(play: PlayMode) -> None:
    """Find the first mistake. If a puzzle is being entered or watched, count its solutions instead."""
    if play.active and not play.game.editing:
        play.advisor.ask(only_check=True)
    else:
        play.advisor.judge()


@action(
    "hint", "H F2", "By hand", "A hint; press again for more", rank=250,
    words="help me clue advice tip stuck",
)  # fmt: skip
@action("hint", "H F2", "Help me", "A hint; press again for more", mode="play", rank=70, first=True)
def hint(play: PlayMode) -> None:
    if not play.active:
        play.toggle()
    if play.game.editing:
        play.session.toast = f"Hints are only for playing. {play.key_of('agree')} plays the puzzle you entered."
    elif play.active:
        play.advisor.ask(only_check=False)


_answers = partial(action, "agree", "Return", reads_notice=False)


@_answers("View", "Answer yes", rank=590)
@_answers("Help me", "Apply the hint, or answer yes", mode="play", rank=75)
@_answers("Check and solve", "Done: play the puzzle, or answer yes", mode="edit", rank=80, first=True)
def agree(play: PlayMode) -> None:
    """Answer yes to a question, apply a hint or start playing the puzzle being entered."""
    if play.session.agree() or play.session.notice or not play.active:
        return
    if not play.game.editing:
        play.advisor.carry_out()
    elif not play.shaping.draw():
        play.play_entered()


# Shared with watching an algorithm

reuse("play", "play", first=False, group="Watch", help="Watch your moves again from here", rank=95)
reuse("play", "home", group="Watch", help="Back to before your first move", rank=100)
reuse("play", "end", group="Watch", help="Forward to your last move", rank=105)
reuse("play", "faster", first=False, keys="+ =", rank=110)
reuse("play", "slower", keys="-", rank=115)
reuse("play", ("random", "level", "fresh", *FILES, "beside"))
reuse("play", "close", help="Close what is open, or go back to watching")
reuse("play", "quit", help="Quit; the game is kept")
reuse("edit", "random", group="Load", help="Another puzzle from the file")
reuse("edit", "fresh", group="Load")
reuse("edit", FILES)
reuse("edit", "close", help="Close what is open, or watch an algorithm")
reuse("edit", "quit", help="Quit; what you entered is kept")
for _mode in EITHER:
    reuse(_mode, "before", keys="Ctrl+Backspace", group="Write", help="Back to your earlier moves", rank=55)
    reuse(_mode, "after", keys="Ctrl+Shift+Backspace", group="Write", help="Forward to your later moves", rank=60)
