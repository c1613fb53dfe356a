"""The actions of presenting that it shares with watching a run."""

from visualizer.keymap import reuse, reuse_the_rest
from visualizer.present.mode import PRESENT

MODE = PRESENT.mode

reuse(MODE, "play", keys="Shift+Space", group="Stops", help="Play on past the stops, or pause", rank=4)
reuse(MODE, "forward", keys="Down", group="Stops", rank=5)
reuse(MODE, "back", keys="Up", group="Stops", rank=6)
reuse(MODE, "close", help="Close, or stop presenting")
reuse(MODE, "present anyway", keys="F5 Shift+F5", help="Leave presenting")
reuse_the_rest(MODE, but="maximise, tall, zoom in, zoom out, beside")  # an audience sees no timeline, and one pane
