"""Tests that every literal of a learnt clause is shown, however large the type."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from app_driver import Driver
from sessions import settle
from slow import slow_but

from puzzles import Puzzle
from solvers.core import literals
from solvers.core.step import Kind
from visualizer.panes.conflict.paint import Painter
from visualizer.session.settings import Options
from visualizer.toolkit.canvas import Canvas, Paragraph

LONG = Puzzle.parse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
"""A puzzle whose twelfth dead end teaches a clause of more than thirty literals."""
SIZES = (1280, 720), (1366, 768), (1024, 768)


def painted(driver: Driver) -> list[tuple[str, int]]:
    """Paint a frame, and return the text and type size of each of its paragraphs."""
    said: list[tuple[str, int]] = []
    paint = Canvas.paragraph

    def note(self: Canvas, at: tuple[int, int], paragraph: Paragraph, color: object) -> None:
        text = " ".join("".join(span.text for span in line) for line in paragraph.lines)
        said.append((text, paragraph.size))
        paint(self, at, paragraph, color)  # type: ignore[arg-type]

    with patch.object(Canvas, "paragraph", note):
        driver.app.picture.forget()
        driver.app.screen.forget()
        driver.app.invalidate()
        driver.frame()
    return said


def on_stage(driver: Driver) -> tuple[str, int]:
    """Return the literals painted below a large conflict graph, and their type size."""
    painter = driver.app.screen.picture.column.painters.get("implications")  # type: ignore[attr-defined]
    if not driver.session.panes.large or not isinstance(painter, Painter) or not painter.picture:
        return "", 13
    clause = painter.picture.clause
    assert clause is not None
    return " ".join(literals.write(one, LONG) for one, _ in clause.places), clause.size


def left_out(driver: Driver, said: str) -> list[str]:
    """Return the literals of the step's clause that are missing from a text."""
    step = driver.session.timeline.step(driver.session.player.position)
    assert step.kind is Kind.LEARN and len(step.detail) > 20
    names = ({literals.write(sign * literal, LONG) for sign in (1, -1)} for literal in step.detail)
    return [min(its) for its in names if not any(name in said.replace(" ", "") for name in its)]


@pytest.mark.parametrize("sizes", slow_but([SIZES[2:]], [SIZES[2:], SIZES], values=False))
def test_every_literal_of_a_long_clause_is_named_in_type_that_can_be_read(sizes: tuple[tuple[int, int], ...]) -> None:
    faults = []
    with Driver(Options(LONG, solver="cdcl", size=SIZES[0])) as driver:
        for _ in range(3):
            driver.press("Ctrl+Right")
            settle(driver.session)
        driver.press("Right")
        for keys in ((), ("Shift+Y", "Shift+Y"), ("F5",), ("Ctrl++",) * 10):
            for key in keys:
                driver.press(key)
            for size in sizes:
                driver.resize(size)
                said = [(text, type_size) for text, type_size in painted(driver) if "Learnt: " in text]
                boxes, boxed = on_stage(driver)
                faults += [
                    (keys, size, said, boxes)
                    for text, type_size in said
                    if left_out(driver, text + boxes) or min(boxed, type_size) < 13
                ]
                assert said
        scene = driver.session.composer.filmed(driver.session.composer.scene(100))
        assert not left_out(driver, "".join(span.text for span in scene.caption))
    assert not faults, faults


def test_the_caption_makes_room_for_itself_only_while_it_can_be_read() -> None:
    with Driver(Options(LONG, solver="cdcl", size=SIZES[0], speed=2)) as driver:
        for _ in range(3):
            driver.press("Ctrl+Right")
            settle(driver.session)
        column, room = driver.app.picture.column, driver.app.picture.column.room.top
        driver.press("Right")
        driver.frame()
        assert column.room.top > room, "it is long, and the run is paused"
        scene = driver.session.composer.scene(100)
        driver.press("Space")
        assert driver.session.composer.scene(100).lingers
        driver.press("+", 3)
        hurried = driver.session.composer.scene(100)
        assert hurried.caption == scene.caption and scene.lingers and not hurried.lingers
        painted(driver)
        assert column.room.top == room
