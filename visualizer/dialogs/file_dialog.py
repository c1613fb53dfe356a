"""A card for choosing a file, with a text field and the contents of a folder. It never writes to disk.

It is the base of the dialogs for opening, saving a view and saving a puzzle, and paints all three. The two that save
stand below it: for a puzzle, the format says what it leaves out.
"""

import os
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import NamedTuple

import pygame

from puzzles.bounds import reason
from puzzles.formats import registry
from puzzles.formats.base import Format, StoredPart
from puzzles.problems import short
from puzzles.puzzle import Position
from visualizer.text.spans import listed
from visualizer.toolkit import cards
from visualizer.toolkit.buttons import button_height
from visualizer.toolkit.canvas import ELLIPSIS, LEADING, Canvas, Face, Fonts, Icon, less_than
from visualizer.toolkit.cards import LineEdit
from visualizer.toolkit.layout import WindowLayout, rows_at

MOST_READ = 200_000
"""The maximum number of entries read from a folder."""


class RowKind(Enum):
    HEADING = "heading"
    RECENT = "a recent file"
    GAME = "an unfinished game"
    UP = "the folder above"
    FOLDER = "folder"
    FILE = "file"
    NAMED = "a built-in puzzle"


class FileRow(NamedTuple):
    kind: RowKind
    name: str
    path: Path
    """The file's path. For a heading, the folder listed below it."""
    told: str = ""
    """A note on the row: the progress of a game, or a description of a named puzzle."""
    key: str = ""
    """The key that identifies a game or a named puzzle."""

    @property
    def is_folder(self) -> bool:
        return self.kind in (RowKind.FOLDER, RowKind.UP)


class DialogShape(NamedTuple):
    width: int
    """The card's width in pixels at scale 1."""
    rows: int
    """The number of rows in the reference window, if they all fit."""
    row: float = 1.75
    gap: float = 0.8
    """The space between parts, in ems."""
    foot: float = 2.2
    """The height of the remark above the buttons, in ems."""


class Choices(NamedTuple):
    """A row of names below the text field, one of them chosen."""

    kind: str
    names: tuple[str, ...]
    chosen: int
    possible: tuple[bool, ...]
    active: bool
    """Whether the arrow keys change this choice."""


class FileDialog(cards.ListCard):
    """A card with a text field and a list of files. Subclasses decide what choosing a row or typing a name does."""

    modal = True
    title: str
    shape: DialogShape
    keys: tuple[tuple[str, str], ...] = ()
    placeholder = ""
    line_first = False
    """Whether the text field comes above the list, with the folder's name as a heading inside the list."""
    edit: cards.LineEdit
    rows: tuple[FileRow, ...] = ()

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cursor = -1
        """The row Enter would choose, or -1 if there is none."""
        self.trouble = ""
        """Why the last choice failed, or ""."""
        if not self.go(folder):
            self.go(Path.home())

    @property
    def line(self) -> cards.LineEdit | None:
        """The text field if it is being edited, otherwise None."""
        return self.edit

    @property
    def verb(self) -> str:
        """The label of the main button."""
        return "Save"

    @property
    def row(self) -> FileRow | None:
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def remark(self) -> str:
        """Why the last choice failed, or a sentence about the choice."""
        return self.trouble or self.hint

    @property
    def hint(self) -> str:
        """A sentence about the choice."""
        return ""

    @property
    def bad(self) -> bool:
        return bool(self.trouble)

    @property
    def bars(self) -> tuple[Choices, ...]:
        """Rows of further choices below the text field."""
        return ()

    def missing(self, row: FileRow) -> bool:
        return False

    def go(self, folder: Path) -> bool:
        """Show a different folder. If it cannot be read, report the error, stay in this one and return False."""
        rows = self._listing(folder)
        if rows is None:
            return False
        self.folder, self.rows, self.trouble, self.top = folder, rows, "", 0
        return True

    def _listing(self, folder: Path) -> tuple[FileRow, ...] | None:
        try:
            return entries_of(folder)
        except OSError as error:
            self.trouble = f"Cannot read {short(folder.name or folder)}: {reason(error)}."
            return None

    def choose_written(self) -> None:
        try:
            self.choose_path(self.folder / Path(self.edit.text.strip()).expanduser())
        except (OSError, ValueError, RuntimeError) as error:
            self.trouble = f"This is not a valid file name: {str(error).rstrip('.')}."

    def choose_path(self, path: Path) -> None:
        """Go to the path if it is a folder, otherwise choose the file. Raise ``OSError`` if it is neither."""
        raise NotImplementedError

    # Keys

    def acted(self, name: str) -> bool:
        """Handle a key: Enter chooses, Esc closes, and anything else edits the text."""
        if name == "Return":
            self.choose()
        elif name == "Escape":
            self.done = True
        elif name in ("Ctrl+Up", "Shift+Tab"):
            self.enter(FileRow(RowKind.UP, "", self.folder.parent))
        elif self.edit.key(name):
            self.write()
        return True

    def choose(self) -> None:
        """Open the folder at the cursor, or choose the file."""
        raise NotImplementedError

    def pointed(self) -> None:
        """Respond when the cursor moves to a different row."""

    @property
    def choices(self) -> list[int]:
        return [i for i, row in enumerate(self.rows) if row.kind is not RowKind.HEADING]

    def move(self, by: int) -> None:
        if self.choices:
            super().move(by)
            self.trouble = ""
            self.pointed()

    def enter(self, row: FileRow) -> None:
        """Open a folder, or go up a level. Put the cursor on the first choice, or on the folder just left."""
        before = self.folder
        if self.go(row.path):
            back = [i for i, one in enumerate(self.rows) if one.kind is RowKind.FOLDER and one.path == before]
            self.cursor = back[0] if back and row.kind is RowKind.UP else self.first("")
            self.follow = True

    def first(self, wanted: str) -> int:
        """Return the row to put the cursor on when ``wanted`` has been typed, or -1 if there is none."""
        return 0 if self.rows else -1

    # The pointer

    point = cards.Card.point  # only clicks select a row

    def press(self, place: cards.HitTarget) -> None:
        """Handle a click. The first click on a file selects it and the second chooses it; one click opens a folder."""
        kind, number = place
        if kind == "row":
            again, self.cursor, self.follow, self.trouble = self.cursor == number, number, False, ""
            self.pointed()
            if again or self.rows[number].is_folder:
                self.choose()
        elif kind in ("keep", "leave"):
            self.key("Return" if kind == "keep" else "Escape")

    # Drawing

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        pad, size = cards.card_pad(canvas), cards.em_size(canvas)
        row, line, gap = round(size * self.shape.row), round(size * 2.2), round(size * self.shape.gap)
        head, foot = round(size * (1.6 if self.line_first else 3.7)), round(size * self.shape.foot)
        around = 2 * pad + head + 2 * gap + line + len(self.bars) * (line + gap) + foot + button_height(canvas.scale)
        height = canvas.surface.get_height()
        room = max(3, min(rows_at(self.shape.rows, height, canvas.scale), (height - 2 * pad - around) // row))
        card, inner = cards.middle_card(canvas, canvas.px(self.shape.width), around + room * row)
        field = pygame.Rect(inner.left, inner.top + head + gap, inner.width, line)
        box = pygame.Rect(inner.left, field.bottom + gap if self.line_first else inner.top + head, inner.width, 0)
        box.height = room * row
        below = box.bottom
        with canvas.clipped(card):
            cards.paint_title(canvas, inner, self.title, size)
            if not self.line_first:
                where = shorten_path(str(self.folder), canvas.fonts, size, inner.width)
                middle = inner.top + round(size * 2.3)
                canvas.text(where, Face.BODY, size, canvas.theme.soft, left=inner.left, middle=middle)
                field.top = box.bottom + gap
                below = field.bottom
            cards.paint_line(canvas, field, self.edit, self.line is not None, size)
            if self.placeholder and not self.edit.text:
                left = field.left + round(size * 0.8)
                canvas.text(self.placeholder, Face.BODY, size, canvas.theme.faint, left=left, middle=field.centery)
            canvas.rounded(box, canvas.theme.thin_line, max(3, size // 3), 1)
            with canvas.clipped(box.inflate(-2, -2)):
                places = self.paint_rows(canvas, box, row)
            for bar in self.bars:
                rect = pygame.Rect(inner.left, below + gap, inner.width, line)
                places |= _paint_choices(canvas, rect, bar, size)
                below = rect.bottom
            rect = pygame.Rect(inner.left, below + (gap // 2 if self.bars else 0), inner.width, round(size * 2.2))
            color, least = canvas.theme.conflict if self.bad else canvas.theme.soft, canvas.smallest
            height = max(rect.height, 2 * round(LEADING * least))
            said = canvas.fonts.wrap(self.remark, rect.width, height, size, least)
            canvas.paragraph((rect.left, rect.centery - said.height // 2), said, color)
            buttons = cards.paint_buttons(canvas, inner, cards.cancel_and(self.verb), self.keys)
        return {**places, **buttons, ("line", 0): field, cards.CARD: card}

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> cards.HitTargets:
        """Paint a name, followed by the folder of a recent file or the note on a game or named puzzle."""
        theme, fonts, row, size = canvas.theme, canvas.fonts, self.rows[i], cards.em_size(canvas)
        if row.kind is RowKind.HEADING:
            small = less_than(size, 0.85)
            text = shorten_path(row.name, fonts, small, rect.width - 2 * size)
            canvas.text(text, Face.BODY, small, theme.soft, left=rect.left + size // 2, middle=rect.centery)
            return {}
        if row.is_folder:
            canvas.icon(Icon.FOLDER, (rect.left + size, rect.centery), size, theme.soft)
        words = "the folder above" if row.kind is RowKind.UP else row.name
        color = theme.faint if self.missing(row) else theme.soft if row.kind is RowKind.UP else theme.ink
        room = rect.width - 4 * size
        more = row.kind in (RowKind.RECENT, RowKind.GAME, RowKind.NAMED)
        wide = round(room * 0.6) if more else room
        drawn = canvas.text(words, Face.BODY, size, color, left=rect.left + 2 * size, middle=rect.centery, within=wide)
        if more:
            small, left = less_than(size, 0.85), rect.right - 2 * size - drawn.right
            told = fonts.shorten(row.told, Face.BODY, small, left) if row.told else ""
            told = told or shorten_path(str(row.path.parent), fonts, small, left)
            width = fonts.width(told, Face.BODY, small)
            canvas.text(told, Face.BODY, small, theme.faint, left=rect.right - size - width, middle=rect.centery)
        return {}


def _paint_choices(canvas: Canvas, bar: pygame.Rect, choices: Choices, size: int) -> cards.HitTargets:
    """Paint names in a row, marking the chosen one and fading those that are impossible. Return their rectangles."""
    theme, fonts = canvas.theme, canvas.fonts
    places: cards.HitTargets = {}
    radius, small = max(3, size // 3), size
    while small > 11 and sum(fonts.width(name, Face.STRONG, small) + small for name in choices.names) > bar.width:
        small -= 1
    left = bar.left
    for number, name in enumerate(choices.names):
        chosen = number == choices.chosen
        face = Face.STRONG if chosen else Face.BODY
        rect = pygame.Rect(left, bar.top, fonts.width(name, Face.STRONG, small) + small, bar.height)
        if chosen:
            canvas.rounded(rect, theme.unit_wash, radius)
            canvas.rounded(rect, theme.accent if choices.active else theme.thin_line, radius, 1 + choices.active)
        color = theme.ink if choices.possible[number] else theme.faint
        middle = rect.left + (rect.width - fonts.width(name, face, small)) // 2
        canvas.text(name, face, small, color, left=middle, middle=rect.centery)
        places[choices.kind, number] = rect
        left = rect.right
    return places


def shorten_path(text: str, fonts: Fonts, size: int, width: int) -> str:
    """Return the path, with its beginning cut off if it is too wide."""
    while fonts.width(text, Face.BODY, size) > width and len(text) > 4:
        text = ELLIPSIS + text[max(2, len(text) // 12) :]
    return text


def entries_of(folder: Path) -> tuple[FileRow, ...]:
    """List the parent folder, then folders, then files, each alphabetically. Raise ``OSError`` if unreadable."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                kind = RowKind.FOLDER if entry.is_dir() else RowKind.FILE
            except OSError:
                kind = RowKind.FILE
            found.append(FileRow(kind, entry.name, folder / entry.name))
            if len(found) >= MOST_READ:
                break
    found.sort(key=lambda row: (row.kind is RowKind.FILE, row.name.casefold(), row.name))
    return (*([FileRow(RowKind.UP, "..", folder.parent)] if folder.parent != folder else []), *found)


SUFFIX = ".json"
MOST_FILES = 5000
"""The maximum number of files and folders listed."""


class SaveDialog(FileDialog):
    """A dialog for saving. It passes the path to ``chosen``, which may still ask before replacing a file."""

    title = "Save this view"
    shape = DialogShape(640, 14, row=1.85, foot=1.8)
    endings: tuple[str, ...] = (SUFFIX,)
    """The extensions of the files to list, default first."""

    def __init__(self, folder: Path, name: str, chosen: Callable[[Path], None]) -> None:
        self.edit = self._line_with(name)
        self._chosen = chosen
        super().__init__(folder)

    @property
    def line(self) -> LineEdit | None:
        return self.edit if self.cursor < 0 else None

    def _line_with(self, name: str) -> LineEdit:
        """Return a text field holding a name, with everything but a known extension selected."""
        ending = next((one for one in self.endings if name.lower().endswith(one)), "")
        return LineEdit(name, len(name) - len(ending))

    def _listing(self, folder: Path) -> tuple[FileRow, ...] | None:
        rows = super()._listing(folder)
        known = [row for row in rows or () if row.is_folder or row.path.suffix.lower() in self.endings]
        return rows and tuple(row for row in known if row.kind is RowKind.UP or row.name[0] != ".")[:MOST_FILES]

    def write(self) -> None:
        self.cursor, self.trouble = -1, ""

    def pointed(self) -> None:
        """Copy the name of the file at the cursor into the text field."""
        if self.row is not None and not self.row.is_folder:
            self.edit = self._line_with(self.row.name)

    def choose(self) -> None:
        if self.row is not None and self.row.is_folder:
            self.enter(self.row)
        elif not self.edit.text.strip():
            self.trouble = "Type a name."
        else:
            self.choose_written()

    def choose_path(self, path: Path) -> None:
        """Go to the path if it is a folder, otherwise save there, adding an extension if needed."""
        if path.is_dir():
            if self.go(path.resolve()):
                self.edit, self.cursor = LineEdit(), -1
            return
        path = self.finished(path)
        if not path.parent.is_dir():
            self.trouble = f"There is no folder {short(path.parent)}."
        else:
            self.done = True
            self._chosen(path)

    def finished(self, path: Path) -> Path:
        """Return the path with an extension. If it ends in two known ones, as in "a.csv.json", drop the last."""
        before = Path(path.stem)
        if path.suffix.lower() in self.endings and before.suffix.lower() in self.endings:
            return path.with_name(path.stem)
        return path if path.suffix or path.exists() else path.with_name(path.name + self.endings[0])

    def press(self, place: tuple[str, int]) -> None:
        """Handle a click in the text field, or on the button that saves."""
        if place[0] == "line":
            self.write()
        elif place[0] == "keep":
            self.cursor = -1
            self.choose()
        else:
            super().press(place)


WHATS = ("the puzzle", "the board here")
Chosen = Callable[[Path, Format, Position], None]


class SavePuzzleDialog(SaveDialog):
    """A dialog for saving a puzzle. It passes the path, format and content to ``chosen``."""

    title = "Save the puzzle"
    shape = DialogShape(820, 10, gap=0.7)
    keys = (("Tab", "to the format"), ("← →", "change it"))

    def __init__(self, folder: Path, stem: str, puzzle: Position, here: Position, chosen: Chosen) -> None:
        self.formats = tuple(registry.FORMATS.values())
        self.endings = tuple(ending for form in self.formats for ending in form.endings)
        self._contents = (puzzle, here)
        self.what = 0
        """The index in :data:`WHATS` of what to save."""
        self.part = ""
        """What Left and Right change: "form", "what", or "" to move the caret."""
        self._form = next(form for form in self.formats if not form.refusal(puzzle.puzzle))
        super().__init__(folder, stem + self._form.endings[0], lambda path: chosen(path, self.form, self.content))

    @property
    def content(self) -> Position:
        """The puzzle or board to save."""
        return self._contents[self.what]

    @property
    def bars(self) -> tuple[Choices, ...]:
        possible = tuple(not self.refusal(form) for form in self.formats)
        names = tuple(form.name for form in self.formats)
        return (
            Choices("form", names, self.formats.index(self.form), possible, self.part == "form"),
            Choices("what", WHATS, self.what, (True, True), self.part == "what"),
        )

    @property
    def form(self) -> Format:
        """The format for the name's extension or, failing that, the last one chosen."""
        named = self._named()
        return named if named is not None and not self.refusal(named) else self._form

    def _named(self) -> Format | None:
        try:
            path = self.finished(Path(self.edit.text.strip()))
        except (OSError, ValueError):
            return None
        return None if path.suffix.lower() in self._form.endings else registry.of_name(path)

    @property
    def line(self) -> LineEdit | None:
        return None if self.part else super().line

    def refusal(self, form: Format) -> str:
        """Return why a format cannot hold the puzzle, or "" if it can."""
        return form.refusal(self.content.puzzle)

    @property
    def hint(self) -> str:
        """A description of the format, including what it leaves out."""
        form = self.form
        lost = form.left_out(self.content)
        named = [part.value for part in StoredPart if part in lost]
        left = f"; it leaves out {listed(named)}" if named else ""
        return f"{form.title[0].upper()}{form.title[1:]}{left}."

    # Keys

    def key(self, name: str) -> bool:
        """Handle a key: Tab moves between the name, format and content, and Left and Right change the last two."""
        if name in ("Tab", "Shift+Tab"):
            parts = ("", "form", "what")
            self.part = parts[(parts.index(self.part) + (1 if name == "Tab" else -1)) % len(parts)]
            self.cursor = -1
        elif self.part and name in ("Left", "Right"):
            self._change(1 if name == "Right" else -1)
        else:
            if name not in ("Return", "Escape"):
                self.part = ""
            super().key(name)
        return True

    def write(self) -> None:
        self.part = ""
        super().write()

    def _change(self, by: int) -> None:
        """Change the content to save if that part is selected, otherwise the format. Formats that cannot hold the
        puzzle are skipped.
        """
        if self.part == "what":
            self._save_what((self.what + by) % len(WHATS))
            return
        fit = [form for form in self.formats if not self.refusal(form)]
        self.use(fit[(fit.index(self.form) + by) % len(fit)])

    def _save_what(self, number: int) -> None:
        """Change what to save. Unless the user typed an extension, switch to the format that leaves out the least."""
        self.what = number
        if self._named() is None and self.form.left_out(self.content) & {StoredPart.VALUES, StoredPart.CANDIDATES}:
            fit = [form for form in self.formats if not self.refusal(form)]
            self.use(min(fit, key=lambda form: len(form.left_out(self.content))))

    def use(self, form: Format) -> None:
        """Switch to a format, replacing an extension that belongs to a different one."""
        if reason := self.refusal(form):
            self.trouble = f"This is {reason}." if reason.startswith("a ") else f"It has {reason}."
            return
        name = self.edit.text
        path = Path(name)
        if path.suffix.lower() not in form.endings:
            known = path.suffix.lower() in self.endings
            self.edit = self._line_with((name[: -len(path.suffix)] if known else name) + form.endings[0])
        self._form, self.trouble = form, ""

    def press(self, place: tuple[str, int]) -> None:
        """Handle a click on a file format or on one of the things to save."""
        kind, number = place
        if kind == "form":
            self.use(self.formats[number])
        elif kind == "what":
            self._save_what(number)
        else:
            super().press(place)

    def finished(self, path: Path) -> Path:
        """Return the path with its extension, adding the format's own if it has none."""
        path = super().finished(path) if path.suffix else path
        return path if path.suffix or path.exists() else path.with_name(path.name + self._form.endings[0])

    def choose_path(self, path: Path) -> None:
        """Save to the path, unless its extension means a format that cannot hold the puzzle."""
        named = self._named()
        if named is not None and (reason := self.refusal(named)) and not path.is_dir():
            self.trouble = f"{short(path.name)}: {reason}."
        else:
            super().choose_path(path)
