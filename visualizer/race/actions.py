"""Actions a race shares with watching a single run, and one that its screen carries out."""

from abc import ABC, abstractmethod

from visualizer.keymap import action, reuse
from visualizer.race.mode import RACE

MODE = RACE.mode

reuse(MODE, ("faster", "slower", "home"))
reuse(MODE, "back", keys="Left PageUp")
reuse(MODE, "play")
reuse(MODE, "end", keys="End N", help="To the next lane's finish")
reuse(MODE, "forward", keys="Right PageDown .", help="One step (or guess) forward in all lanes")
for _what in ("guess", "conflict"):
    reuse(MODE, f"next {_what}", help=f"Next {_what} in any lane")
    reuse(MODE, f"previous {_what}", help=f"Previous {_what}")
reuse(MODE, "present", help="Present the race: large, for an audience")
reuse(MODE, "save", group="Race", help="Save the view with its race", rank=150, noted=False)
reuse(MODE, "share", group="Race", help="Share the race: a web page, a command", rank=152)
reuse(MODE, "save scene", group="Race", help="Add this race as a stop of a lecture", rank=154)
reuse(MODE, "agree", help="Answer yes")
reuse(MODE, "close", help="Close what is open, or leave the race")


class LaneActions(ABC):
    """The action of a race's screen, declared here because the screen is loaded only when it is first shown."""

    @abstractmethod
    @action(
        "lanes", "A", "Race", "Choose the lanes", mode=MODE, rank=130, first=True,
        words="algorithms solvers add remove contestants",
    )  # fmt: skip
    def choose_lanes(self) -> None:
        """Open the list of lanes."""
