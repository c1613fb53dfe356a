"""Tests that entries are found by looking at the files in a folder, and imported only when they are used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from puzzles.discovery import About, Declaration, DiscoveryError, Shelf, entries


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Create the folder of a package that can be imported as ``shelf``."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "shelf"]:
        del sys.modules[name]


IMPORT = "from puzzles.discovery import About\n"


def names(found: tuple[Declaration, ...]) -> list[str]:
    return [entry.name for entry in found]


def test_entries_come_by_rank_and_are_imported_only_when_they_are_loaded(shelf: Path) -> None:
    (shelf / "one.py").write_text(
        IMPORT + 'ABOUT = About("one", title="One", rank=2)\nraise RuntimeError("imported")\n'
    )
    (shelf / "two.py").write_text(IMPORT + 'ABOUT: About = About(\n    name="two",\n    rank=1,\n)\nVALUE = 2\n')
    (shelf / "helper.py").write_text("def About(): ...\n")
    two, one = entries("shelf")
    assert (two.name, one.name, one.title, one.rank) == ("two", "one", "One", 2)
    assert not [name for name in sys.modules if name.startswith("shelf.")]
    assert two.load().VALUE == 2
    with pytest.raises(RuntimeError, match="imported"):
        one.load()


def test_a_decorator_declares_too_and_what_is_no_literal_is_left_out(shelf: Path) -> None:
    (shelf / "both.py").write_text(
        '@registry.register(\n    "first",\n    title="A " "title",\n    sizes=lambda side: side == (9),\n)\n'
        'def first():\n    register("inside")\n\n\n@register("second", flag=True, run=first)\ndef second(): ...\n'
    )
    first, second = entries("shelf", "register")
    assert (first.name, dict(first.facts)) == ("first", {"title": "A title"})
    assert (second.name, dict(second.facts)) == ("second", {"flag": True})


def test_folders_are_entries_and_so_are_files_in_them(shelf: Path) -> None:
    for name, rank in (("watch", 1), ("play", 2)):
        (shelf / name).mkdir()
        (shelf / name / "__init__.py").write_text(IMPORT + f'PANE = About("{name} pane", rank={-rank})\n')
        (shelf / name / "mode.py").write_text(IMPORT + f'ABOUT = About("{name}", rank={rank})\n')
    modes, panes = entries("shelf", pattern="*/mode.py"), entries("shelf", pattern="*/__init__.py")
    assert names(modes) == ["watch", "play"] and modes[0].load().__name__ == "shelf.watch.mode"
    assert names(panes) == ["play pane", "watch pane"] and panes[0].load().__name__ == "shelf.play"


def test_a_folder_that_is_added_to_the_path_takes_part(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shelf as package  # type: ignore[import-not-found]

    (shelf / "one.py").write_text('ABOUT = About("one")\n')
    assert names(entries("shelf")) == ["one"]
    more = shelf.parent / "more"
    more.mkdir()
    (more / "toy.py").write_text(IMPORT + 'ABOUT = About("a toy")\nVALUE = 3\n')
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(more)])
    found = entries("shelf")
    assert names(found) == ["a toy", "one"] and found[0].load().VALUE == 3
    monkeypatch.undo()


def test_a_package_in_a_zip_file_is_read_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ZipFile(tmp_path / "packed.zip", "w") as file:
        file.writestr("packed_shelf/__init__.py", "")
        file.writestr("packed_shelf/one.py", IMPORT + 'ABOUT = About("one")\nVALUE = 1\n')
        file.writestr("packed_shelf/deep/mode.py", IMPORT + 'ABOUT = About("deep")\n')
    monkeypatch.syspath_prepend(tmp_path / "packed.zip")
    (one,) = entries("packed_shelf")
    assert (one.name, one.load().VALUE) == ("one", 1)
    assert names(entries("packed_shelf", pattern="*/mode.py")) == ["deep"]


def test_a_shelf_imports_what_is_looked_up_and_offers_what_has_a_rank(shelf: Path) -> None:
    (shelf / "one.py").write_text(IMPORT + 'ONE = About("one", title="One", rank=2)\n')
    (shelf / "two.py").write_text(IMPORT + 'TWO = About("two", rank=1)\nHIDDEN = About("hidden")\n')
    offered = Shelf[About]("shelf", "About")
    assert list(offered) == ["two", "one"] and len(offered) == 2 and "hidden" not in offered
    assert offered.entries["one"].title == "One" and "shelf.one" not in sys.modules
    assert offered["one"] == About("one", title="One", rank=2)
    with pytest.raises(KeyError):
        offered["three"]


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ('ABOUT = About("bad", title="no end\n', "cannot be read"),
        ('ABOUT = About(NAME, title="no name")\n', "needs a literal name"),
    ],
)
def test_a_broken_file_is_named(shelf: Path, text: str, trouble: str) -> None:
    (shelf / "broken.py").write_text(text)
    with pytest.raises(DiscoveryError, match=f"broken.py: About.*{trouble}"):
        entries("shelf")


def test_what_a_declaration_does_not_say_and_two_of_a_name_are_errors_with_the_files(shelf: Path) -> None:
    (shelf / "one.py").write_text('ABOUT = About("one", title=TITLE)\n')
    with pytest.raises(DiscoveryError, match="one.py: the declaration of 'one' needs a literal title"):
        _ = entries("shelf")[0].title
    (shelf / "again.py").write_text('ABOUT = About("two")\nMORE = About("two")\n')
    with pytest.raises(DiscoveryError, match=r"again.py and .*again.py both declare 'two'"):
        entries("shelf", pattern="again*")
