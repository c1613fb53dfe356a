"""A question beside its board: its choices in place of the panes, and clicks on the board."""

import pygame

from puzzles.discovery import About
from visualizer.keymap import key_of
from visualizer.quiz.mode import QUIZ, QuizMode
from visualizer.session.session import Session
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas
from visualizer.window.extras import Ask, BoardPoint, ButtonRows, Extras, Pad, word_button
from visualizer.window.question import QuestionView, fitted, lay_out, paint_question

ABOUT = About("quiz")
"""The declaration of the extras of a question."""
CHOICE = "choice "
"""The prefix of a choice's id. The number of the choice follows, counted from 0."""
LARGEST, LEAST = 22, 14
"""The largest size of the choices' text at scale 1, and the smallest before other parts of the panel are dropped."""


class ChoicePad(Pad):
    """The choices as they are painted, and their rectangles."""

    def paint(self, canvas: Canvas, room: pygame.Rect, view: QuestionView) -> None:
        least = max(canvas.smallest, round(LEAST * canvas.scale))
        layout = fitted(canvas, room.size, view, canvas.em(LARGEST), least, columns=1)
        if layout.height > room.height:
            layout = fitted(canvas, room.size, view, least, canvas.smallest)
        places = paint_question(canvas, room, view, layout)
        self.rects = {f"{CHOICE}{number}": place for number, place in enumerate(places)}


class QuizExtras(Extras):
    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.quiz = session.modes[QuizMode]
        self.pad = ChoicePad()

    def buttons(self) -> ButtonRows:
        asked = self.quiz.asking.question is not None
        key = key_of("go on", QUIZ.mode)
        left = [
            Button("go on", "Show the answer" if asked else "Go on", key, primary=not asked, widest="Show the answer"),
            word_button("quiz options", "What to ask", QUIZ),
        ]
        return left, [word_button("quiz", "No more questions", QUIZ), word_button("help", "Help", QUIZ)]

    def pad_view(self, hovered: str | None, pressed: str | None) -> QuestionView | None:
        asking = self.quiz.asking
        if asking.standing is None:
            return None
        question, asked = asking.standing.question, asking.question is not None
        board = "Click a cell, or press its number." if question.clickable else "Click a choice, or press its number."
        hint = board if asked else ""
        view = QuestionView.of(asking.standing, hint=hint, score=asking.score.words)
        lit = [f"{CHOICE}{i}" if asked else "" for i in range(len(view.rows))]
        rows = (row._replace(lit=id == hovered, pressed=id == pressed) for id, row in zip(lit, view.rows, strict=True))
        return view._replace(rows=tuple(rows))

    def least_height(self, canvas: Canvas, width: int, view: QuestionView) -> int:
        """Return the height of the question in legible type. It includes everything that may be shown later, so that
        nothing has to move then.
        """
        if (standing := self.quiz.asking.standing) is None:
            return 0
        choices = zip(view.rows, standing.question.choices, strict=True)
        rows = tuple(row._replace(because=choice.because) for row, choice in choices)
        whole = view._replace(ask=standing.question.ask, rows=rows)
        return lay_out(canvas, width, whole, max(canvas.smallest, round(LEAST * canvas.scale))).height

    def press_key(self, key: str, shift: bool) -> bool:
        if not key.startswith(CHOICE):
            return False
        self.quiz.asking.choose(int(key.removeprefix(CHOICE)))
        return True

    def press(self, at: BoardPoint, ask: Ask) -> bool:
        if at.cell is not None:
            self.quiz.asking.choose_cell(at.cell)
        return False


EXTRAS = QuizExtras
