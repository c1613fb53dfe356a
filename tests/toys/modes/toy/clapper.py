"""The bell's keys, in a file with an arbitrary name."""

from visualizer.toy.mode import ToyMode

from visualizer.keymap import action, reuse

reuse("toy", ("forward", "back"))


@action("ring", "R", "Bell", "Ring the bell", mode="toy", rank=5)
def ring(toy: ToyMode) -> None:
    toy.ring()
