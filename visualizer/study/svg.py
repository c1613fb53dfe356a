"""Makes matplotlib's SVG follow the reader's theme, and fit a page that allows no style from elsewhere."""

import html
import re
from collections.abc import Mapping
from functools import partial

from visualizer.film import page

NAMES = ("panel", "ink", "soft", "faint", "thin", *(f"s{number}" for number in range(8)))
"""The colours of a plot, which ``plots.css`` gives for both themes. Those of series start with s."""
_DRAWN = {f"#{number:06x}": name for number, name in enumerate(NAMES, 1)}
"""The colours that stand for them while matplotlib draws."""
PANEL, INK, SOFT, FAINT, _, *SERIES = _DRAWN
LINK = "run:"
"""What the address of a run's link starts with, before it has one."""
asset = partial(page.asset, folder="study")
_ANCHOR = re.compile(rf'<a [^>]*xlink:href="{LINK}(\d+)"[^>]*>')
_OPENING = '<svg class="plot" role="img" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def themed(svg: str, name: str, commands: Mapping[int, str]) -> str:
    """Return the SVG element with classes for colours. Points link to the run's row on the page, and are titled by the
    command that watches it. ``name`` keeps identifiers apart.
    """
    svg = re.sub(r"<style[^>]*>.*?</style>|<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'( id="|url\(#|xlink:href="#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r' style="([^"]*)"', lambda found: _attributes(found[1]), svg)
    titles = {str(number): html.escape(command) for number, command in commands.items()}
    svg = _ANCHOR.sub(lambda found: f'<a href="#run-{found[1]}"><title>{titles[found[1]]}</title>', svg)
    return re.sub(r'<svg [^>]*?(viewBox="[^"]*")[^>]*>', rf"{_OPENING} \1>", svg, count=1)


def alone(svg: str) -> str:
    """Return an SVG file that brings its own style."""
    return '<?xml version="1.0" encoding="utf-8"?>\n' + svg.replace(">", f"><style>{asset('plots.css')}</style>", 1)


def _attributes(style: str) -> str:
    """Return a style as classes for colours, and attributes for the rest."""
    pairs = [part.strip().partition(": ")[::2] for part in html.unescape(style).split(";") if part.strip()]
    letters = {"fill": "f", "stroke": "l"}
    classes = " ".join(f"{letters[what]}-{_DRAWN[value]}" for what, value in pairs if value in _DRAWN)
    others = [(what, value) for what, value in pairs if value not in _DRAWN and what != "font-family"]
    sized = (("font-size", value.split("px")[0] + "px") if what == "font" else (what, value) for what, value in others)
    return f' class="{classes}"' * bool(classes) + "".join(f' {what}="{html.escape(value)}"' for what, value in sized)
