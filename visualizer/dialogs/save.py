"""Asks where to save a file, and for a puzzle in which format, saying what the format leaves out."""

from collections.abc import Callable
from pathlib import Path

from puzzles.formats import registry
from puzzles.formats.base import Format, StoredPart
from puzzles.problems import short
from puzzles.puzzle import Position
from visualizer.dialogs.file_dialog import Choices, DialogShape, FileDialog, FileRow, RowKind
from visualizer.text.spans import listed
from visualizer.toolkit.cards import LineEdit

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
        """The text field for the name, or None if the cursor is in the list."""
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
        """The choice of format and the choice of content."""
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
