"""A headless browser, controlled through its debugging socket. Chromium and Firefox share this code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import pytest

PATIENCE = 60.0
"""The seconds that a slow and shared machine gets; a healthy test never waits so long."""
SIZE = (1366, 768)
NEEDS_AXE = pytest.mark.skipif(
    find_spec("axe_playwright_python") is None, reason="needs the package axe-playwright-python"
)
Message = dict[str, Any]


class Browser(ABC):
    """A browser with a single page."""

    name: ClassVar[str]
    programs: ClassVar[Sequence[str]]
    listening: ClassVar[re.Pattern[str]]
    """Matches the address of the socket in what the program prints."""

    @classmethod
    def lacking(cls) -> str:
        """Return what is missing to run the browser here, or "" if nothing is."""
        if find_spec("websocket") is None:
            return "needs the package websocket-client"
        return "" if cls.program() else f"needs {cls.name}, to play a page"

    @classmethod
    def program(cls) -> str:
        return next(filter(None, map(shutil.which, cls.programs)), "")

    def __init__(self, folder: Path) -> None:
        """Start the browser with a folder for its profile."""
        import websocket

        self.errors: list[str] = []
        """The errors and warnings of the page."""
        self.requests: list[str] = []
        """The addresses that the page has asked for."""
        self.context: Any = None
        """The page's execution context for scripts."""
        self._number = 0
        self._log = folder / "browser.log"
        environment = {
            **os.environ,
            "HOME": str(folder),
            "MOZ_HEADLESS_WIDTH": str(SIZE[0]),
            "MOZ_HEADLESS_HEIGHT": str(SIZE[1]),
        }
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(self.command(folder), stdout=log, stderr=log, env=environment)
        try:
            address = self._address()
            self._socket = websocket.create_connection(address, timeout=PATIENCE, suppress_origin=True)
            self.attach()
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise

    def _address(self) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            if found := self.listening.search(self._log.read_text("utf-8", "replace")):
                return found[1]
            time.sleep(0.05)
        raise RuntimeError(f"{self.name} did not start: {self._log.read_text('utf-8', 'replace')[-2000:]}")

    def close(self) -> None:
        self._socket.close()
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def ask(self, method: str, **parameters: Any) -> Message:
        """Send a command and return its result, after handling the events that come first."""
        self._number += 1
        self._socket.send(json.dumps(self.addressed({"id": self._number, "method": method, "params": parameters})))
        for message in self._messages():
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']} {message.get('message', '')}")
                result: Message = message["result"]
                return result
        raise AssertionError

    def _messages(self) -> Iterator[Message]:
        while True:
            message: Message = json.loads(self._socket.recv())
            if "id" not in message:
                self.noticed(message["method"], message["params"])
            yield message

    def wait(self, condition: str, *, frame: bool = False) -> None:
        """Wait until a JavaScript expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(f"Boolean(await ({condition}))", frame=frame):
            assert time.monotonic() < end, f"{self.name}: {condition} stays false; {self.errors}"
            time.sleep(0.02)

    def open(self, address: str) -> None:
        """Open a page, and forget the events of the previous one."""
        self.visit("about:blank")
        self.errors.clear()
        self.requests.clear()
        self.visit(address)

    def run(self, expression: str, *, frame: bool = False) -> Any:
        """Return the value of a JavaScript expression in the page or its frame, awaiting a promise if it is one."""
        promised = f"(async () => JSON.stringify((await ({expression})) ?? null))()"
        return json.loads(self.evaluate(promised, self.frame() if frame else self.context))

    def middle(self, selector: str) -> tuple[float, float]:
        """Return the coordinates of an element's centre."""
        box = self.run(f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def audit(self) -> list[str]:
        """Return the accessibility problems that axe finds in the page."""
        import axe_playwright_python

        if not self.run("typeof axe !== 'undefined'"):
            script = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
            self.evaluate(f"{script}; '0'", self.context)
        found = self.run("axe.run().then(({ violations }) => violations)")
        return [f"{one['id']}: {one['help']}: {node['html'][:100]}" for one in found for node in one["nodes"][:3]]

    @abstractmethod
    def command(self, folder: Path) -> list[str]: ...

    @abstractmethod
    def attach(self) -> None:
        """Find the page, and subscribe to errors and requests."""

    def addressed(self, message: Message) -> Message:
        """Return a command in the form in which the browser expects it."""
        return message

    @abstractmethod
    def noticed(self, method: str, parameters: Mapping[str, Any]) -> None:
        """Handle an event."""

    @abstractmethod
    def visit(self, address: str) -> None: ...

    @abstractmethod
    def evaluate(self, expression: str, context: Any) -> str: ...

    @abstractmethod
    def frame(self) -> Any:
        """Return the execution context of the page's only frame."""

    @abstractmethod
    def before(self, script: str) -> str:
        """Run a script before those of every later page, and return its name for :meth:`without`."""

    @abstractmethod
    def without(self, script: str) -> None: ...

    @abstractmethod
    def press(self, key: str, held: Sequence[str] = ()) -> None:
        """Press a key, named as in a KeyboardEvent, while Shift, Control or Alt are held."""

    def touch(self, *points: tuple[float, float]) -> None:
        """Touch the first point with a finger, drag it through the others, lift it, and wait for the next frame."""
        self.drag(*points)
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    @abstractmethod
    def drag(self, *points: tuple[float, float]) -> None:
        """Do as ``touch`` does, but do not wait."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...

    @abstractmethod
    def pdf(self) -> bytes: ...

    @abstractmethod
    def screenshot(self) -> bytes: ...
