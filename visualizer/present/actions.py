"""The actions of presenting that it shares with watching a run."""

from visualizer.keymap import reuse
from visualizer.present.mode import PRESENT
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
reuse(MODE, "present anyway", keys="F5 Shift+F5", help="Leave presenting")
