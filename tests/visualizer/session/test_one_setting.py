"""Tests that a setting is one record: the command line, views, sessions and recordings take a new one from there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.corpus import named
from visualizer.files import saved_view
from visualizer.files.saved_view import SETTINGS, SWITCHES, Setting, ViewError
from visualizer.session.session import Session

RECORD = """
    mood: str | None = setting(Setting("calm", str, "mood", choices=("calm", "merry"), help="the mood", rank=50))
"""
PLACE = "\n    @property\n    def said(self)"
PROGRAM = """
import json, sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path

text, record, place, folder = sys.argv[1:]
spec = find_spec("visualizer.files.saved_view")
sys.modules[spec.name] = module_from_spec(spec)
exec(text.replace(place, record + place), vars(sys.modules[spec.name]))

from visualizer.cli import launch
from visualizer.cli.main import main
from visualizer.export.recording import options_of
from visualizer.files.saved_view import from_json, load, to_json
from visualizer.files.store import EventLog
from visualizer.session.checked_view import check
from visualizer.session.session import Session, open_session

opened = []
launch.start = lambda options: opened.append(open_session(options, EventLog(None))) or 0
Session.mood = "calm"  # stands for what reads the setting
view, told = Path(folder, "view.json"), {}

def mood(*arguments):
    assert main([*arguments]) == 0
    opened[-1].close()
    return opened[-1].mood

told["asked"] = mood("fig1", "--mood", "merry"), mood("fig1")
view.write_text(to_json(opened[0].capture()))
told["saved"] = json.loads(view.read_text())["mood"], "mood" in to_json(opened[1].capture())
told["opened"] = mood(str(view)), mood(str(view), "--mood", "calm")
check(load(view), Path()).restore(opened[1])
told["restored"] = opened[1].mood
told["recorded"] = options_of(check(load(view), Path()), output=view).mood
told["wrong"] = []
for wrong in (lambda: from_json(view.read_text().replace('"merry"', "1")), lambda: main(["fig1", "--mood", "sad"])):
    try: wrong()
    except (ValueError, SystemExit) as error: told["wrong"].append(str(error))
print(json.dumps(told))
"""


def test_a_new_setting_is_one_record(tmp_path: Path) -> None:
    text = Path(saved_view.__file__).read_text("utf-8")
    assert text.count(PLACE) == 1
    command = [sys.executable, "-c", PROGRAM, text, RECORD, PLACE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "asked": ["merry", "calm"],
        "saved": ["merry", False],
        "opened": ["merry", "calm"],
        "restored": "merry",
        "recorded": "merry",
        "wrong": ["mood must be text", "2"],
    }
    assert "argument --mood: invalid choice: 'sad'" in done.stderr


SAID = {
    "grain": ("guesses only", "every step"),
    "speed": (50.0, 20.0),
    "cut": ("directed", "fixed speed"),
    "tempo": (2.0, 1.0),
    "symbols": ("shapes", "digits"),
    **dict.fromkeys(SWITCHES, (True, False)),
}


@pytest.mark.parametrize("name", [*(name for name, its in SETTINGS.items() if its.kept), *SWITCHES])
def test_a_session_keeps_what_is_said_and_leaves_out_what_is_usual(name: str) -> None:
    its: Setting = {**SETTINGS, **SWITCHES}[name]
    said, usual = SAID[name]
    session = Session(named.find("fig1"))
    its.set(session, said)
    assert its.get(session) == said != its.usual == usual
    its.set(session, usual)
    assert its.get(session) is None
    session.close()


def test_what_cannot_be_is_refused_in_words() -> None:
    for name, wrong, words in (
        ("grain", "guesses", "there is no grain 'guesses'; did you mean guesses only"),
        ("speed", 0.4, "speed must be 0.5 to 20,000,000 steps per second"),
        ("cut", "directd", "there is no cut 'directd'; did you mean directed"),
        ("tempo", 3.0, "tempo must be one of 0.5, 1, 2, 4"),
        ("theme", "drak", "there is no theme 'drak'; did you mean dark"),
        ("symbols", "shape", "there is no way to show digits 'shape'; did you mean shapes"),
    ):
        with pytest.raises(ViewError, match=words):
            SETTINGS[name].value(wrong)
