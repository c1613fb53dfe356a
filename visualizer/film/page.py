"""Writes films as one self-contained HTML page that plays offline, with its script and style included."""

import gzip
import hashlib
import html
import json
import math
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any

from puzzles.figures import counted
from visualizer.film.film import Film, Made, in_bytes, joined, page_of
from visualizer.session.pane_layout import known
from visualizer.style import theme
from visualizer.text.shell import blanked

_SAMPLE = 500_000
"""The maximum number of steps whose compressed size is measured, because compressing a long run takes long."""
_TABLES, _FRAME = 5000, 15.0
"""The approximate compressed size in bytes of a film's tables, and of each frame."""
_IMPORT = re.compile(r'^import [^;]*?from "[^"]*?([^"/]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:\{[^}]*\};\n)?", re.MULTILINE)


def page(films: Sequence[Film], *, at: int = 0, speed: float | None = None, unit: str | None = None) -> str:
    """Return the page, which opens at the given step. It is directed, or plays a number of steps per second. ``unit``
    is what counts as a step at first; usually, that depends on the solver.

    Several films run side by side.
    """
    title = _title(films)
    body = f'<main>\n<h1 class="unseen">{title}</h1>\n{place(films, at=at, speed=speed, unit=unit)}\n</main>'
    asks = _asks(films)
    pictures = any(picture and "href" in picture for film in films for picture in film.header["pictures"])
    return document(title, body, style_sheet(asks), _script(asks), pictures=pictures)


def document(title: str, body: str, style: str, script: str, *, pictures: bool = False) -> str:
    """Return a self-contained page. Title and body are HTML. ``pictures`` says whether the body contains embedded
    pictures.
    """
    # under this policy, the page's own script and style work, and nothing else can be loaded or run
    ours = f"script-src {policy_hash(script)}; style-src {policy_hash(style)}{'; img-src data:' if pictures else ''}"
    policy = f"default-src 'none'; {ours}; base-uri 'none'; form-action 'none'"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
<script type="module">{script}</script>
</body>
</html>
"""


def estimated_size(made: Made, steps: int) -> int:
    """Estimate the size in bytes of a page with the given number of steps, from the part of its film made so far.

    The more steps there are, the rarer new frames become.
    """
    numbers = joined(made.numbers, _SAMPLE)[-_SAMPLE:]
    each = len(gzip.compress(in_bytes(numbers), 9)) / max(1, len(numbers))
    growth = 1 + math.log10(max(1, steps / max(1, made.steps))) / 2
    packed = _TABLES + _FRAME * made.frames * growth + each * steps
    return round(player_size() + packed * 4 / 3)  # base 64


def player_size() -> int:
    """Return the size in bytes of what a page holds besides its films."""
    return len(style_sheet(asks=False)) + len(_script(asks=False))


def _asks(films: Sequence[Film]) -> bool:
    return any(film.header.get("questions") for film in films)


def place(films: Sequence[Film], **options: Any) -> str:
    """Return the element that holds a player's data, and in which :func:`player` builds the player."""
    steps = counted(max(film.header["steps"] for film in films), "step")
    return f"""<div class="film">
<p data-note>{_title(films)}: a run of {steps}. A browser that runs JavaScript can play it.</p>
{json_data("options", options)}
{"".join(map(packed_film, films))}</div>"""


def _title(films: Sequence[Film]) -> str:
    """Return the names of the solvers, and the puzzle's name if it has one."""
    solvers = " and ".join(film.header["title"] for film in films)
    return html.escape(": ".join(filter(None, [solvers, blanked(films[0].header["puzzle"])])))


def packed_film(film: Film) -> str:
    """Return a film as the blocks of data from which the player opens it."""
    header, numbers = film.encoded()
    return f"{_data('header', header)}\n{_data('numbers', numbers)}\n"


def json_data(name: str, value: Any) -> str:
    """Return a value as a block of data that the page's script reads."""
    text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")  # so that no text ends the block
    return _data(name, text, "application/json")


def _data(name: str, text: str, kind: str = "text/plain") -> str:
    """Return a block of data, which no browser runs."""
    return f'<script type="{kind}" data-{name}>{text}</script>'


def policy_hash(text: str) -> str:
    """Return a script's or a style's hash, as a content security policy names it."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _script(asks: bool) -> str:
    then = ".then((player) => player && ask(player, player.runs[0].film.questions ?? []))" if asks else ""
    return f'{player(asks)}\nfor (const place of document.querySelectorAll(".film")) mount(place){then};\n'


def player(asks: bool, *further: str) -> str:
    """Return the player's modules, those of the panes, the one that asks questions and further ones as one script,
    because inline modules cannot import one another.
    """
    parts: dict[str, str] = {}
    for pane, text in _beside_panes("page.js"):
        _add(pane, text, parts)
    for name in ("player.js", *(["ask.js"] if asks else []), *further):
        _add(name, asset(name), parts)
    return "\n".join(parts.values())


def _beside_panes(name: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each pane that has a file of this name, and the file's text."""
    files = ((pane.name, page_of(pane, name)) for pane in known())
    return ((pane, file.read_text(encoding="utf-8")) for pane, file in files if file.is_file())


def _add(name: str, text: str, parts: dict[str, str]) -> None:
    """Add a module to a script, after those that it imports, which are all in the player's folder."""
    for imported in _IMPORT.findall(text):
        if imported not in parts:
            _add(imported, asset(imported), parts)
    parts[name] = _EXPORT.sub("", _IMPORT.sub("", text))


@cache
def style_sheet(asks: bool) -> str:
    """Return the player's style, for a page or for the shadow root of an element."""
    panes = "".join(text for _, text in _beside_panes("page.css"))
    return f"{themes()}{asset('player.css')}{panes}" + (asset("ask.css") if asks else "")


@cache
def themes() -> str:
    """Return the colours of both themes as CSS variables. The reader's system chooses, and paper is always light."""
    light, dark = f"color-scheme: light; {_colours('light')}", f"color-scheme: dark; {_colours('dark')}"
    by_system = ":root:not([data-theme=light], [data-printing]), :host(:not([data-theme=light], [data-printing]))"
    by_reader = ":root[data-theme=dark]:not([data-printing]), :host([data-theme=dark]:not([data-printing]))"
    return (
        f":root, :host {{ {light} }}\n@media screen and (prefers-color-scheme: dark) {{ {by_system} {{ {dark} }} }}\n"
        f"@media screen {{ {by_reader} {{ {dark} }} }}\n"
    )


def _colours(name: str) -> str:
    """Return a theme's colours as CSS variables."""
    tokens: dict[str, Any] = {key: value for key, value in vars(theme.load(name)).items() if isinstance(value, tuple)}
    return " ".join(f"--{key.replace('_', '-')}: rgb{value};" for key, value in tokens.items())


def asset(name: str, folder: str = "film/player") -> str:
    return (resources.files("visualizer") / folder / name).read_text(encoding="utf-8")


def widget(films: Sequence[Film], at: int) -> Any:
    """Return the widget. Its ``position`` is updated when the player stops, and setting it moves the player,
    at most to the end of the run. Its ``score`` gives, for each kind of question tried, how many were ``tried`` and how
    many of these were ``right`` at the first try.

    Raises ``ImportError`` if the package anywidget is missing.
    """
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise ImportError("widget=True needs the package anywidget. Install it with: pip install anywidget") from None

    last: int = max(film.header["steps"] for film in films)
    asks = _asks(films)

    class Widget(anywidget.AnyWidget):
        _esm = player(asks) + asset("widget.js")
        place = traitlets.Unicode().tag(sync=True)
        look = traitlets.Unicode().tag(sync=True)
        position = traitlets.Int().tag(sync=True)
        score = traitlets.Dict().tag(sync=True)

        _within_the_run = traitlets.validate("position")(lambda self, asked: max(0, min(last, asked["value"])))

    return Widget(place=place(films, at=at), look=style_sheet(asks), position=at)
