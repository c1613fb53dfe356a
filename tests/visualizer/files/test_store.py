"""Tests that saved settings and games survive a restart, and that errors in them never stop the program."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from puzzles import bounds
from visualizer.files import atomic, store
from visualizer.files.store import DocumentStore, Recent

Folders = pytest.TempPathFactory
ROOT = Path(__file__).parents[3]
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | FLOATS | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0


def document(text: str, folder: Path) -> Path:
    path = folder / "recent.json"
    path.write_text(text, "utf-8")
    return path


@given(data=st.dictionaries(st.text(), JSON, max_size=4))
@examples(40)
def test_what_is_saved_is_what_a_later_start_loads(data: dict[str, object], tmp_path_factory: Folders) -> None:
    folder = tmp_path_factory.getbasetemp() / "state"
    assert DocumentStore(folder).save("game", data)
    assert DocumentStore(folder).load("game") == data
    assert [path.name for path in folder.iterdir()] == ["game.json"]


def test_the_folder_is_made_only_when_something_is_saved(tmp_path: Path) -> None:
    kept = DocumentStore(tmp_path / "a" / "b")
    assert kept.load("recent") is None
    kept.forget("recent")
    assert list(tmp_path.iterdir()) == []
    assert kept.save("recent", {}) and kept.load("recent") == {}
    kept.forget("recent")
    assert kept.load("recent") is None and kept.news() == ""


WRONG = {
    "empty": "",
    "not JSON": "{",
    "not a table": "[]",
    "somebody else's": '{"version": 1, "data": {}}',
    "of another version": json.dumps({"format": store.FORMAT, "version": 0, "data": {"a": 1}}),
    "of no version": json.dumps({"format": store.FORMAT, "data": {"a": 1}}),
    "without a table": json.dumps({"format": store.FORMAT, "version": 1, "data": 3}),
    "too deep": "[" * 100_000,
    "a number of too many digits": '{"format": "solvescope state", "version": 1, "data": {"a": ' + "9" * 4301 + "}}",
    "an infinite number": '{"format": "solvescope state", "version": 1, "data": {"a": 1e400}}',
    "too large": " " * (bounds.LARGEST_DOCUMENT + 1),
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_broken_document_is_set_aside_whole_and_said_once(text: str, tmp_path: Path) -> None:
    path = document(text, tmp_path)
    kept = DocumentStore(tmp_path)
    assert kept.load("recent") is None
    assert kept.load("recent") is None
    assert (tmp_path / "recent.json.broken").read_text("utf-8") == text
    news = kept.news()
    assert news.count("recent.json.broken") == 1 and kept.news() == ""
    assert "column" in news or text not in (WRONG["not JSON"], WRONG["an infinite number"])
    assert kept.save("recent", {"new": 1}) and path.exists()
    assert (tmp_path / "recent.json.broken").read_text("utf-8") == text


def test_a_document_of_a_newer_version_is_named_and_never_written_over(tmp_path: Path) -> None:
    text = json.dumps({"format": store.FORMAT, "version": 2, "data": {"a": 1}})
    path, kept = document(text, tmp_path), DocumentStore(tmp_path)
    assert kept.load("recent") is None and str(path) in kept.news()
    assert not kept.save("recent", {"new": 1})
    assert not DocumentStore(tmp_path).save("recent", {"new": 1}), "nor where it has not been read before"
    assert "version 2" in kept.unsaved("recent") and kept.news() == "", "it has been said"
    assert [(one.name, one.read_text("utf-8")) for one in tmp_path.iterdir()] == [("recent.json", text)]
    path.unlink()
    assert kept.save("recent", {"new": 1}) and kept.unsaved("recent") == ""


def test_each_broken_document_gets_a_name_of_its_own(tmp_path: Path) -> None:
    for text in ("one", "two", "three"):
        document(text, tmp_path)
        DocumentStore(tmp_path).load("recent")
    kept = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert kept == {"recent.json.broken": "one", "recent.json.broken2": "two", "recent.json.broken3": "three"}


def test_what_is_no_file_or_leads_to_itself_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "loop.json").symlink_to("loop.json")
    names = ["folder", "loop"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.json")  # reading it would block forever
        names.append("pipe")
    kept = DocumentStore(tmp_path)
    for name in names:
        assert kept.load(name) is None
        assert kept.save(name, {"a": 1}) and kept.load(name) == {"a": 1}


@pytest.mark.parametrize("blocked", ["file in the way", "read only"])
def test_what_cannot_be_written_is_said_once_and_stops_nothing(blocked: str, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    if blocked == "read only":
        if ROOT_USER:
            folder = Path("/proc/solvescope")  # a place where not even root can write
            if not folder.parent.is_dir():
                pytest.skip("nothing is read only for root here")
        else:
            folder.mkdir(0o500)
    else:
        folder.write_text("in the way")
    kept = DocumentStore(folder)
    assert not kept.save("recent", {}) and not kept.save("recent", {})
    assert str(folder) in kept.news() and kept.news() == ""


def test_what_is_too_large_or_has_no_folder_is_not_kept(tmp_path: Path) -> None:
    kept = DocumentStore(tmp_path)
    assert not kept.save("game", {"text": "x" * bounds.LARGEST_DOCUMENT}) and "larger" in kept.news()
    assert list(tmp_path.iterdir()) == []
    nowhere = DocumentStore(None)
    assert nowhere.load("game") is None and not nowhere.save("game", {}) and "no folder" in nowhere.news()


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = DocumentStore(tmp_path)
    kept.save("game", {"a": 1})

    def full(self: atomic.UnkeptFile) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic.UnkeptFile, "keep", full)
    assert not kept.save("game", {"a": 2})
    assert kept.load("game") == {"a": 1} and len(list(tmp_path.iterdir())) == 1


def test_names_do_not_leave_the_folder(tmp_path: Path) -> None:
    for name in ("", "../x", "a/b", "A", "a.b"):
        with pytest.raises(ValueError):
            DocumentStore(tmp_path).save(name, {})


WRITER = """
import sys
import threading
import time
from pathlib import Path
from visualizer.files.store import DocumentStore
kept = DocumentStore(Path(sys.argv[1]))
for number in range(400):
    assert kept.save("recent", {"by": sys.argv[2], "number": number, "fill": sys.argv[2] * 5000})
    found = kept.load("recent")
    assert found is not None and found["fill"] == found["by"] * 5000, kept.news()
"""


@pytest.mark.slow
def test_two_windows_that_write_at_once_break_nothing(tmp_path: Path) -> None:
    children = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), who], cwd=ROOT) for who in "ab"]
    assert [child.wait(60) for child in children] == [0, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["recent.json"]


def test_tests_remember_nothing_of_the_user_s() -> None:
    folder = store.default().folder
    assert folder is not None and folder == Path(os.environ[store.VARIABLE]) and Path.home() not in folder.parents


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the folder is not set by environment variables")
@pytest.mark.parametrize("xdg", [False, True])
def test_the_usual_folder_is_the_one_that_sdl_names(xdg: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(store.VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if xdg:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    mine = store.default().folder
    assert list(tmp_path.iterdir()) == []
    program = "import pygame; print(pygame.system.get_pref_path('solvescope', 'solvescope'))"
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
    assert mine == Path(done.stdout.splitlines()[-1])


def test_who_adds_to_a_document_alone_loses_nothing_of_what_others_add(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(store, "LOCK_WAIT", 30.0)

    def add(who: int) -> None:
        its = DocumentStore(tmp_path)  # as another window has its own
        for number in range(20):
            with its.alone("games"):
                found = its.load("games") or {"all": []}
                its.save("games", {"all": [*found["all"], [who, number]]})

    threads = [threading.Thread(target=add, args=(who,)) for who in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(DocumentStore(tmp_path).load("games")["all"]) == [
        [who, number] for who in range(3) for number in range(20)
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["games.json"]


def test_a_window_that_ended_while_it_was_at_a_document_is_not_waited_for_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "games.json.busy"
    left.touch()
    os.utime(left, (1e9, 1e9))
    with DocumentStore(tmp_path).alone("games"):
        assert left.exists() and left.stat().st_mtime > 1e9
    assert not left.exists()
    left.touch()
    slept: list[float] = []
    monkeypatch.setattr(store, "monotonic", lambda: sum(slept))
    monkeypatch.setattr(store, "sleep", slept.append)
    with DocumentStore(tmp_path).alone("games"):
        assert store.LOCK_WAIT <= sum(slept) < 2 * store.LOCK_WAIT
    assert left.exists(), "it is the other's"


def test_files_that_were_opened_while_nothing_could_be_saved_are_remembered_once_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recent = Recent(DocumentStore(tmp_path))
    recent.add(tmp_path / "a")

    def full(self: atomic.UnkeptFile) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as there:
        there.setattr(atomic.UnkeptFile, "keep", full)
        recent.add(tmp_path / "b")
        recent.look(10.0)
        assert recent.paths() == (tmp_path / "b", tmp_path / "a"), "what is on the disk is older"
    assert Recent(DocumentStore(tmp_path)).paths() == (tmp_path / "a",)
    recent.look(10.5)
    assert Recent(DocumentStore(tmp_path)).paths() == (tmp_path / "a",), "not in each frame"
    recent.look(13.5)
    assert Recent(DocumentStore(tmp_path)).paths() == (tmp_path / "b", tmp_path / "a")
