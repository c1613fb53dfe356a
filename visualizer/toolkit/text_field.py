"""The content of a text field, with its caret, selection and editing keys."""

from __future__ import annotations

LONGEST_TEXT = 400
"""The maximum length of the text, in characters."""


class LineEdit:
    """A text field. Its text, or the first part of it, starts out selected, so that typing replaces it."""

    def __init__(self, text: str = "", selected: int | None = None) -> None:
        self.text = text[:LONGEST_TEXT]
        self.caret = len(self.text) if selected is None else selected
        self.anchor = 0
        """The other end of the selection; equals the caret if nothing is selected."""

    @property
    def selection(self) -> tuple[int, int]:
        """The start and end of the selection; equal if nothing is selected."""
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    @property
    def selected(self) -> str:
        """The selected text."""
        return self.text[slice(*self.selection)]

    def put(self, text: str) -> None:
        """Replace the selection with typed or pasted text. Line breaks and other control characters become spaces."""
        start, end = self.selection
        clean = "".join(letter if letter.isprintable() else " " for letter in text)
        clean = clean[: max(0, LONGEST_TEXT - len(self.text) + end - start)]
        self.text = self.text[:start] + clean + self.text[end:]
        self.caret = self.anchor = start + len(clean)

    def key(self, name: str) -> bool:
        """Handle an editing key. Shift extends the selection, Ctrl acts on whole words. Return False for other keys."""
        if name in ("Backspace", "Delete", "Ctrl+Backspace", "Ctrl+Delete"):
            self._erase(name)
        elif name == "Ctrl+A":
            self.anchor, self.caret = 0, len(self.text)
        else:
            parts = name.split("+")
            to = self._target(parts[-1], words="Ctrl" in parts)
            if to is None:
                return False
            self.caret = to
            if "Shift" not in parts:
                self.anchor = to
        return True

    def _erase(self, name: str) -> None:
        if not self.selected:
            towards = "Left" if name.endswith("Backspace") else "Right"
            self.anchor = self._target(towards, words=name.startswith("Ctrl")) or 0
        self.put("")

    def _target(self, key: str, words: bool) -> int | None:
        """Return where a key moves the caret, or ``None`` if the key does not move it."""
        if key in ("Home", "End"):
            return 0 if key == "Home" else len(self.text)
        if key not in ("Left", "Right"):
            return None
        by = -1 if key == "Left" else 1
        at = self.caret + by
        while words and 0 < at < len(self.text) and not (self.text[at - 1] == " " and self.text[at] != " "):
            at += by
        return max(0, min(at, len(self.text)))
