"""Chromium, controlled through its DevTools protocol."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from browser import SIZE, Browser, Message

MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
CODES = {
    " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39, "PageUp": 33, "PageDown": 34, "Enter": 13,
    "Tab": 9, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "F1": 112,
}  # fmt: skip


class Chromium(Browser):
    name = "Chromium"
    programs = ("chromium", "chromium-browser", "google-chrome")
    listening = re.compile(r"DevTools listening on (ws://\S+)")

    def command(self, folder: Path) -> list[str]:
        only_here = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
        offline = [only_here, "--disable-background-networking", "--no-first-run"]
        plain = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
        together = "--disable-features=IsolateSandboxedIframes"  # a frame is reached like the page
        size = f"--window-size={SIZE[0]},{SIZE[1]}"
        port = ["--remote-debugging-port=0", f"--user-data-dir={folder / 'profile'}"]
        return [self.program(), *plain, *offline, together, size, *port, "about:blank"]

    def attach(self) -> None:
        self._session = ""
        self._asked: dict[str, str] = {}
        self._contexts: dict[str, int] = {}
        pages = [one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        self._session = self.ask("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")
        self.resize(*SIZE)

    def addressed(self, message: Message) -> Message:
        return {**message, "sessionId": self._session} if self._session else message

    def noticed(self, method: str, parameters: Mapping[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self._asked[parameters["requestId"]] = parameters["request"]["url"]
            self.requests.append(parameters["request"]["url"])
        elif method == "Network.loadingFailed" and parameters.get("blockedReason") == "csp":
            self.requests.remove(self._asked[parameters["requestId"]])  # the page's policy has blocked it
        elif method == "Runtime.executionContextCreated":
            self._contexts[parameters["context"]["auxData"]["frameId"]] = parameters["context"]["id"]
        elif method == "Runtime.exceptionThrown":
            self.errors.append(str(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("warning", "error"):
            self.errors.append(parameters["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("warning", "error", "assert"):
            self.errors.append(str(parameters["args"]))

    def visit(self, address: str) -> None:
        self.ask("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def frame(self) -> Any:
        tree = self.ask("Page.getFrameTree")["frameTree"]
        return self._contexts[tree["childFrames"][0]["frame"]["id"]]

    def evaluate(self, expression: str, context: Any) -> str:
        where = {} if context is None else {"contextId": context}
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, **where)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return str(answer["result"]["value"])

    def before(self, script: str) -> str:
        return str(self.ask("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"])

    def without(self, script: str) -> None:
        self.ask("Page.removeScriptToEvaluateOnNewDocument", identifier=script)

    def press(self, key: str, held: Sequence[str] = ()) -> None:
        modifiers = sum(MODIFIERS[one] for one in held)
        text = {"text": "\r" if key == "Enter" else key} if (len(key) == 1 or key == "Enter") and not modifiers else {}
        code = {"windowsVirtualKeyCode": CODES.get(key, ord(key[0].upper())), "code": "Space" if key == " " else key}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=modifiers, **text, **code)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers, **code)

    def drag(self, *points: tuple[float, float]) -> None:
        for kind, (x, y) in zip(["touchStart"] + ["touchMove"] * len(points), points, strict=False):
            self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def resize(self, width: int, height: int) -> None:
        phone = min(width, height) < 600
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def prefer(self, **features: str) -> None:
        """Emulate the reader's system preferences, such as ``prefers_color_scheme="dark"``."""
        told = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.ask("Emulation.setEmulatedMedia", features=told)

    def pdf(self) -> bytes:
        return b64decode(self.ask("Page.printToPDF", printBackground=True)["data"])

    def screenshot(self) -> bytes:
        return b64decode(self.ask("Page.captureScreenshot")["data"])
