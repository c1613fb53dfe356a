"""The installed window on a display of its own: keys and mouse by xdotool, and the event log to wait on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

PATIENCE = 30.0
"""Seconds waited for anything before a test fails."""
TOOLS = ("Xvfb", "xdotool", "xwd")
Event = dict[str, Any]


def missing() -> str:
    """Why there can be no real window here, or ""."""
    if sys.platform != "linux":
        return "a real window is driven on Linux only"
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"not installed: {', '.join(lacking)} (Debian: xvfb xdotool x11-apps)" if lacking else ""


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A display of 1600x1000 that nobody else uses."""
    if reason := missing():
        pytest.skip(reason)
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    try:
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


class Window:
    """The program in a process, and hands on its window."""

    def __init__(self, display: str, folder: Path, *arguments: str) -> None:
        self.log = folder / "events.jsonl"
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")} | {"DISPLAY": display}
        command = [sys.executable, "-m", "visualizer", *arguments, "--event-log", str(self.log)]
        root = Path(__file__).parent.parent
        environment = self.environment | {"PYTHONPATH": str(root), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True)
        self.seen = 0
        self.drawn = self.wait_for("drawn")
        self.id = self._find()
        self.xdotool("windowfocus", "--sync", self.id)

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def _find(self) -> str:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = self.xdotool("search", "--pid", str(self.process.pid), check=False).split()
            if found:
                return found[-1]
            time.sleep(0.05)
        raise AssertionError("no window of the process was found")

    def xdotool(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, check=check)
        return done.stdout

    def events(self) -> list[Event]:
        """What has been logged so far."""
        if not self.log.exists():
            return []
        lines = self.log.read_text("utf-8").splitlines(keepends=True)
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def wait_for(self, event: str, **facts: object) -> Event:
        """The next event of that name with those facts; events before it are passed over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for found in self.events()[self.seen :]:
                self.seen = found["n"]
                if found["event"] == event and facts.items() <= found.items():
                    return found
            assert self.process.poll() is None or self.events()[self.seen :], "the program has ended"
            time.sleep(0.02)
        raise AssertionError(f"no {event} {facts} in {PATIENCE:.0f} s; logged were {self.events()}")

    def settled(self, event: str) -> Event:
        """The next event of that name, or, where it set off on the way somewhere, the arrival there."""
        found = self.wait_for(event)
        return self.wait_for("arrived") if found["mode"] == "seeking" else found

    def key(self, *names: str) -> None:
        self.xdotool("key", *names)

    def click(self, x: int, y: int) -> None:
        """Press and release the left button at a point of the window."""
        self.xdotool("mousemove", "--window", self.id, "--sync", str(x), str(y))
        self.xdotool("click", "1")

    def picture(self) -> Image.Image:
        """What is really on the display in the window's place."""
        raw = subprocess.run(
            ["xwd", "-silent", "-id", self.id], env=self.environment, capture_output=True, check=True
        ).stdout
        return from_xwd(raw)

    def quit(self) -> int:
        """Press Escape and wait. Returns the exit code."""
        self.key("Escape")
        return self.process.wait(PATIENCE)


def until(holds: Callable[[], bool]) -> bool:
    """Whether it holds before patience runs out: what has been logged reaches the display a moment later."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def from_xwd(raw: bytes) -> Image.Image:
    """A picture in the X window dump format, 32 bits a pixel (XWDFile.h)."""
    words = [int.from_bytes(raw[i : i + 4], "big") for i in range(0, 100, 4)]
    header, width, height, bits, stride, colours = words[0], words[4], words[5], words[11], words[12], words[19]
    assert bits == 32, f"{bits} bits a pixel"
    start = header + 12 * colours
    return Image.frombytes("RGB", (width, height), raw[start : start + stride * height], "raw", "BGRX", stride)
