"""Asks where to save a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from puzzles.problems import short
from visualizer.dialogs.file_dialog import DialogShape, FileDialog, FileRow, RowKind
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

    @property
    def remark(self) -> str:
        """Why the last choice failed, or what will be saved."""
        return self.trouble or self.hint

    @property
    def hint(self) -> str:
        """A sentence describing what will be saved."""
        return ""

    def _line_with(self, name: str) -> LineEdit:
        """Return a text field holding a name, with everything but a known extension selected."""
        ending = next((one for one in self.endings if name.lower().endswith(one)), "")
        return LineEdit(name, len(name) - len(ending))

    def _listing(self, folder: Path) -> tuple[FileRow, ...] | None:
        rows = super()._listing(folder)
        return rows and tuple(row for row in rows if row.kind is RowKind.UP or self._is_listed(row))[:MOST_FILES]

    def _is_listed(self, row: FileRow) -> bool:
        """Return whether to list a folder or file. Hidden ones are left out."""
        return not row.name.startswith(".") and (row.is_folder or row.path.suffix.lower() in self.endings)

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
