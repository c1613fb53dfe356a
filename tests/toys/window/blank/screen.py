"""A blank screen in one colour, which ignores all input."""

import pygame

from puzzles.discovery import About
from visualizer.window.screen import Screen

ABOUT = About("blank")
BLANK = (12, 34, 56)


class BlankScreen(Screen):
    subject = "nothing"

    def __init__(self, window: object) -> None:
        super().__init__(window)
        self.pressed: list[tuple[int, int]] = []

    def paint(self, surface: pygame.Surface) -> None:
        surface.fill(BLANK)

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.pressed.append(event.pos)
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)


SCREEN = BlankScreen
