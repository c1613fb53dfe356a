"""Drives the program in a real window, on an X server of its own, by means of xdotool and the event log."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageGrab, features

ROOT = Path(__file__).parents[3]
SCREEN = (1500, 950)
FOCUS_TAKEN = 0.3
"""The seconds after which SDL has taken note of the focus. Until then, it may report a key twice."""
PATIENCE = 60.0
"""The seconds that a slow and shared machine gets; a healthy test never waits so long."""
Point = tuple[int, int]
Line = dict[str, Any]


def lacking(*besides: str) -> str:
    """Return what is missing for a real window and further tools here and how to get it, or "" if nothing is."""
    if sys.platform in ("win32", "darwin"):
        return "real windows are driven on X11 only"
    missing = [tool for tool in ("Xvfb", "xdotool", *besides) if shutil.which(tool) is None]
    if missing:
        return f"{' and '.join(missing)} not found: install {' and '.join(missing).lower()}"
    return "" if features.check("xcb") else "this Pillow cannot take screenshots: it was built without XCB"


@contextmanager
def display(screen: Point = SCREEN) -> Iterator[str]:
    """Start an X server on a free display, yield the display's name, and stop the server afterwards."""
    with _serving("Xvfb", "-screen", "0", f"{screen[0]}x{screen[1]}x24") as name:
        yield name


@contextmanager
def _serving(program: str, *arguments: str) -> Iterator[str]:
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), *arguments, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()  # it writes once it is ready, or ends
        if not number:
            raise RuntimeError(f"{program} ended with code {server.wait()} before it was ready")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(PATIENCE)


DUMMY = """
Section "Device"
    Identifier "none"
    Driver "dummy"
    VideoRam 64000
EndSection
Section "Monitor"
    Identifier "any"
    HorizSync 5-1000
    VertRefresh 5-200
EndSection
Section "Screen"
    Identifier "screen"
    Device "none"
    Monitor "any"
    DefaultDepth 24
    SubSection "Display"
        Depth 24
        Virtual 2560 1024
    EndSubSection
EndSection
Section "ServerFlags"
    Option "AutoAddDevices" "false"
EndSection
"""
"""The configuration of an X server that draws nowhere, but has as many monitors as are asked for."""


@contextmanager
def two_monitors(folder: Path) -> Iterator[str]:
    """Start an X server with a monitor of 1280x720 on the left and one of 1024x768 on the right, or skip the test."""
    (folder / "xorg.conf").write_text(DUMMY)
    files = ("-config", str(folder / "xorg.conf"), "-configdir", str(folder), "-logfile", str(folder / "xorg.log"))
    both = "--output DUMMY0 --mode 1280x720 --output DUMMY1 --mode 1024x768 --pos 1280x0"
    with ExitStack() as stack:
        try:
            name = stack.enter_context(_serving("Xorg", *files, "-novtswitch", "-sharevts"))
            for change in ("--addmode DUMMY1 1024x768", both, "--query"):  # asked about, the second counts as connected
                command, environment = ["xrandr", *change.split()], os.environ | {"DISPLAY": name}
                subprocess.run(command, env=environment, check=True, capture_output=True)
        except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
            packages = "xserver-xorg-core, xserver-xorg-video-dummy and x11-xserver-utils"
            pytest.skip(f"no X server with two monitors: install {packages} ({error})")
        yield name


def until(found: Callable[[], Any], what: str, besides: Callable[[], str] = str) -> Any:
    """Return the first value that the function finds, or fail and show what ``besides`` returns."""
    end = time.monotonic() + PATIENCE
    while not (result := found()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE:g} seconds for {what} {besides()}")
        time.sleep(0.02)
    return result


@contextmanager
def managed(display: str) -> Iterator[None]:
    """Run a window manager with title bars on a display."""
    environment = os.environ | {"DISPLAY": display}
    manager = subprocess.Popen(["openbox"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def answers() -> bool:
        asked = subprocess.run(["xdotool", "get_desktop"], env=environment, capture_output=True, check=False)
        return asked.returncode == 0

    try:
        until(answers, "openbox")
        yield
    finally:
        manager.terminate()
        manager.wait(PATIENCE)


class RealWindow:
    """The program in its own process, with its window, keyboard, mouse and event log."""

    def __init__(self, display: str, folder: Path, *arguments: object, size: Point = (1200, 800)) -> None:
        folder.mkdir(exist_ok=True)
        self.display = display
        self.size = size
        self.log = folder / "events.jsonl"
        self.errors = folder / "stderr.txt"
        self.environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        self.environment |= {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
        options = ["--size", f"{size[0]}x{size[1]}", "--event-log", self.log]
        command = [sys.executable, "-m", "visualizer", *map(str, [*arguments, *options])]
        with self.errors.open("w") as errors:
            self.process = subprocess.Popen(command, cwd=folder, env=self.environment, stderr=errors)
        self._lines: list[Line] = []
        self._read = self._seen = 0
        try:
            self.wait("drawn")
            self.id = until(self._find, "a window")
            self._xdotool("windowfocus", self.id)
            time.sleep(FOCUS_TAKEN)
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> RealWindow:
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def _find(self) -> str:
        found = subprocess.run(
            ["xdotool", "search", "--pid", str(self.process.pid)],
            env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return found.stdout.split()[-1] if found.stdout.split() else ""

    def _xdotool(self, *arguments: object) -> str:
        command = ["xdotool", *map(str, arguments)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout

    # The event log

    def lines(self) -> list[Line]:
        """Return the log so far, without a line that is still being written."""
        if self.log.exists():
            with self.log.open("rb") as log:
                log.seek(self._read)
                *whole, _ = log.read().split(b"\n")
            self._read += sum(len(line) + 1 for line in whole)
            self._lines += map(json.loads, whole)
        return self._lines

    def wait(self, event: str, **facts: object) -> Line:
        """Return the next log line with this event and these facts, starting after the previous one."""

        def found() -> Line | None:
            lines = self.lines()
            for i in range(self._seen, len(lines)):
                if lines[i]["event"] == event and all(lines[i].get(name) == value for name, value in facts.items()):
                    self._seen = i + 1
                    return lines[i]
            if self.process.poll() is not None:
                code = self.process.returncode
                raise AssertionError(f"it ended with code {code} before {event}: {self.errors.read_text()}")
            return None

        line: Line = until(found, f"{event} {facts or ''}", lambda: f"in {self.lines()[-6:]}")
        return line

    # Hands

    def press(self, key: str, event: str, **facts: object) -> Line:
        """Press a key by its X name, and wait for its effect."""
        self._xdotool("key", key)
        return self.wait(event, **facts)

    def step(self, key: str, event: str) -> Line:
        """Press a key that moves the playhead, and wait until the playhead arrives."""
        line = self.press(key, event)
        return self.wait("arrived") if line["mode"] == "seeking" else line

    def keys(self, *keys: str) -> None:
        """Press keys that leave no trace in the log."""
        self._xdotool("key", *keys)

    def type(self, text: str) -> None:
        """Type text that leaves no trace in the log."""
        self._xdotool("type", text)

    def point(self, at: Point) -> None:
        self._xdotool("mousemove", "--window", self.id, *at)

    def click(self, at: Point) -> None:
        self._xdotool("mousemove", "--window", self.id, *at, "click", 1)

    def drag(self, *points: Point) -> None:
        self._xdotool("mousemove", "--window", self.id, *points[0], "mousedown", 1)
        for at in points[1:]:
            self._xdotool("mousemove", "--window", self.id, *at)
        self._xdotool("mouseup", 1)

    def resize(self, size: Point) -> None:
        self._xdotool("windowsize", self.id, *size)
        self.wait("resized", size=list(size))
        self.size = size

    def focus(self) -> None:
        self._xdotool("windowfocus", self.id)

    # Eyes

    def geometry(self) -> tuple[int, int, int, int]:
        """Return the window's left, top, width and height on the screen."""
        said = dict(line.split("=") for line in self._xdotool("getwindowgeometry", "--shell", self.id).split())
        return int(said["X"]), int(said["Y"]), int(said["WIDTH"]), int(said["HEIGHT"])

    def screenshot(self) -> Image.Image:
        """Return a picture of the part of the screen that the window covers."""
        left, top, width, height = self.geometry()
        whole = ImageGrab.grab(xdisplay=self.display).convert("RGB")
        return whole.crop((left, top, left + width, top + height))

    # The end

    def ended(self) -> int:
        """Return the exit code, once the program has exited by itself."""
        return self.process.wait(PATIENCE)

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def children(self) -> list[int]:
        """Return the running child processes of the program."""
        return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _parent(pid) == self.process.pid]


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def alive(pid: int) -> bool:
    """Return whether the process is running and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
