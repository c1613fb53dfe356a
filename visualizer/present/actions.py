"""The actions for presenting, and for starting to present."""

from __future__ import annotations

from visualizer.keymap import EVERY, action, reuse
from visualizer.present.mode import PRESENT, PresentMode
from visualizer.session.pane_layout import names

MODE = PRESENT.mode

for _rank, (_id, _keys) in enumerate(
    {"play": "Space", "forward": "Right", "back": "Left", "home": "Home", "end": "End"}.items()
):
    reuse(MODE, _id, keys=_keys, group="Run", rank=20 + _rank)
for _id in ("faster", "slower"):
    reuse(MODE, _id, group="Run", rank=30)
reuse(MODE, ("next guess", "previous guess", "next conflict", "previous conflict"), group="Run", rank=35)
reuse(MODE, (*names(), "python", "variables", "caller", "renumber", "candidates"))
reuse(MODE, "implications", help="Step through a conflict and its clause on the stage, or stop")
reuse(MODE, ("quiz", "quiz options"), group="Run", rank=36)
reuse(MODE, "close", help="Close what is open, or stop presenting")


@action(
    "present", "F5", "View", "Present: large, for an audience", rank=585,
    first=True,
    words="presentation lecture projector beamer slides slideshow powerpoint demo talk class teach hall remote "
    "clicker laser pointer pen draw erase annotate on the board black blank screen mode speaker notes",
)  # fmt: skip
def present(mode: PresentMode) -> None:
    """Present the run or race."""
    mode.enter()


@action(
    "present anyway", "Shift+F5", "View", "Present, closing anything open", mode=EVERY, rank=586,
    joins="present", closes_card=True,
    words="presentation lecture projector beamer slides slideshow stop exit",
)  # fmt: skip
def present_anyway(mode: PresentMode) -> None:
    """Present the run or race, closing anything else that is open, even a lecture. If already presenting, stop."""
    if not mode.leave():
        mode.lecture = None
        mode.enter()


reuse(MODE, "present anyway", keys="F5 Shift+F5", help="Leave presenting")


@action(
    "next stop", "PageDown", "Stops", "Next stop or, at a conflict, its learnt clause", mode=MODE, rank=0,
    repeats=True,
    words="slide bookmark forward derivation resolution end",
)  # fmt: skip
def next_stop(mode: PresentMode) -> None:
    mode.next_stop()


@action(
    "previous stop", "PageUp", "Stops", "Previous stop, or back to the conflict", mode=MODE, rank=1, repeats=True,
    joins="next stop",
    words="slide bookmark back last derivation resolution",
)  # fmt: skip
def previous_stop(mode: PresentMode) -> None:
    mode.previous_stop()


@action(
    "jump", "Return", "Stops", "Go to the stop whose number was typed", mode=MODE, rank=2,
    words="slide bookmark number",
)  # fmt: skip
def jump(mode: PresentMode) -> None:
    mode.jump()


@action(
    "erase digit", "Backspace", "Stops", "Erase the last digit typed", mode=MODE, rank=3,
    words="hands count correct undo number",
)  # fmt: skip
def erase_digit(mode: PresentMode) -> None:
    mode.erase_digit()


@action(
    "black", ". B", "Screen", "Black screen; any key ends it", mode=MODE, rank=50,
    words="blank screen dark hide pause",
)  # fmt: skip
def blacken(mode: PresentMode) -> None:
    mode.black = True


@action(
    "speaker", "S", "Screen", "The speaker's window: notes and the time", mode=MODE, rank=50.5,
    words="presenter notes clock timer next preview second screen",
)  # fmt: skip
def toggle_speaker(mode: PresentMode) -> None:
    if mode.lecture is None:
        mode.session.toast = "Only a lecture has notes for a speaker: solvescope present FILE shows one."
    else:
        mode.has_speaker = not mode.has_speaker


@action(
    "next pane", "Tab", "Screen", "Next pane", mode=MODE, rank=51,
    words="code tree trail graph panel view pseudocode",
)  # fmt: skip
def next_pane(mode: PresentMode) -> None:
    mode.next_pane(1)


@action(
    "previous pane", "Shift+Tab", "Screen", "Previous pane", mode=MODE, rank=52, joins="next pane",
    words="panel view",
)  # fmt: skip
def previous_pane(mode: PresentMode) -> None:
    mode.next_pane(-1)


@action(
    "erase", "E", "Screen", "Draw or erase with the mouse", mode=MODE, rank=53,
    words="pen draw on the board eraser ink annotate marker clean",
)  # fmt: skip
def toggle_eraser(mode: PresentMode) -> None:
    mode.erasing = not mode.erasing
    mode.session.toast = "The mouse erases." if mode.erasing else "The mouse draws. The next step clears the drawing."
