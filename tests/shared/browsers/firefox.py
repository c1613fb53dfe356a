"""Firefox, controlled through WebDriver BiDi, so that no separate driver is needed."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from browser import SIZE, Browser

KEYS = {
    "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "End": "\ue010", "Home": "\ue011", "PageUp": "\ue00e",
    "ArrowUp": "\ue013", "ArrowDown": "\ue015", "Escape": "\ue00c", "F1": "\ue031",
    "PageDown": "\ue00f", "Enter": "\ue007", "Tab": "\ue004", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a",
}  # fmt: skip
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage": "about:blank",
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "layout.css.prefers-color-scheme.content-override": 1,
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
}
"""A fresh profile with no prompts, a light theme and no network access."""


class Firefox(Browser):
    name = "Firefox"
    programs = ("firefox-esr", "firefox")
    listening = re.compile(r"WebDriver BiDi listening on (ws://\S+)")

    def command(self, folder: Path) -> list[str]:
        profile = folder / "profile"
        profile.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        return [self.program(), "--headless", "--remote-debugging-port=0", "--profile", str(profile), "--no-remote"]

    def _address(self) -> str:
        return f"{super()._address()}/session"

    def attach(self) -> None:
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self.resize(*SIZE)

    def noticed(self, method: str, parameters: Mapping[str, Any]) -> None:
        if method == "network.beforeRequestSent" and parameters["context"] == self.context:
            self.requests.append(parameters["request"]["url"])
        elif method == "log.entryAdded" and parameters["level"] in ("warn", "error"):
            self.errors.append(parameters["text"])

    def visit(self, address: str) -> None:
        import websocket

        try:
            self._navigate(address)
        except websocket.WebSocketTimeoutException:  # on a busy machine it may never answer, though the page is there
            self._navigate(address)

    def _navigate(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def frame(self) -> Any:
        page = self.ask("browsingContext.getTree", root=self.context)["contexts"][0]
        return page["children"][0]["context"]

    def evaluate(self, expression: str, context: Any) -> str:
        answer = self.ask("script.evaluate", expression=expression, target={"context": context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(str(answer["exceptionDetails"]))
        return str(answer["result"]["value"])

    def before(self, script: str) -> str:
        return str(self.ask("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")["script"])

    def without(self, script: str) -> None:
        self.ask("script.removePreloadScript", script=script)

    def press(self, key: str, held: Sequence[str] = ()) -> None:
        keys = [KEYS.get(one, one) for one in (*held, key)]
        acts = [{"type": "keyDown", "value": one} for one in keys]
        acts += [{"type": "keyUp", "value": one} for one in reversed(keys)]
        self._perform({"type": "key", "id": "keys", "actions": acts})

    def drag(self, *points: tuple[float, float]) -> None:
        first, *rest = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in points]
        acts = [first, {"type": "pointerDown", "button": 0}, *rest, {"type": "pointerUp", "button": 0}]
        self._perform({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": acts})

    def _perform(self, source: dict[str, Any]) -> None:
        self.ask("input.performActions", context=self.context, actions=[source])

    def resize(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def pdf(self) -> bytes:
        return b64decode(self.ask("browsingContext.print", context=self.context, background=True)["data"])

    def screenshot(self) -> bytes:
        return b64decode(self.ask("browsingContext.captureScreenshot", context=self.context)["data"])
