"""Writes a lecture as one self-contained HTML page: its slides, its runs as films and, for the speaker, notes."""

import html
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.bounds import LARGEST_PICTURE, read_file
from visualizer.film.film import Excerpt, Film, film_of
from visualizer.film.page import asset, document, json_data, packed_film, player, style_sheet
from visualizer.lecture.lecture import Lecture, Mistake, Slide, SlideScene, picture_of
from visualizer.lecture.reader import markdown
from visualizer.lecture.stops import StopError, Tell, asked_in, begun, mistaken, positions, unasked
from visualizer.questions.question import Question
from visualizer.style.pictures import data_url
from visualizer.text.spans import listed

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_STEPS = 100_000
"""The number of steps of a run after which its film ends, unless a stop is further along."""
KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}
"""The media types of pictures, by extension."""


class LecturePage(NamedTuple):
    """A lecture's page and the mistakes in its scenes."""

    text: str
    mistakes: list[Mistake]
    """The stops and questions that do not exist. The page leaves them out."""
    replaced: list[Mistake]
    """The panes that a run does not have, and what the page shows instead."""


class _Filmed(NamedTuple):
    """A run or a race, with the scenes that show it."""

    films: list[Film]
    """The film of the run, or of each lane."""
    stops: dict[int, list[int | StopError]]
    """The positions of each scene's stops, by the scene's line in the file."""
    questions: dict[int, list[Question]]
    """The questions of each scene, by its line."""


def lecture_page(lecture: Lecture, tell: Tell = lambda steps: None, notes: bool = False) -> LecturePage:
    """Return the page of a lecture. It contains each run once, however many slides show it. The speaker's notes and
    the answers to questions are in it only if requested.
    """
    scenes = [slide.scene for slide in lecture.slides if slide.scene]
    runs = list(dict.fromkeys(scene.run for scene in scenes))
    filmed = [_filmed([scene for scene in scenes if scene.run == run], tell) for run in runs]
    mistakes: list[Mistake] = []
    replaced: list[Mistake] = []
    for scene in scenes:
        run = filmed[runs.index(scene.run)]
        replaced += replaced_panes(scene, run.films[0])
        mistakes += [*mistaken(scene, run.stops[scene.line]), *unasked(scene, run.questions[scene.line])]
    slides = [_slide_data(slide, runs, filmed, notes) for slide in lecture.slides]
    films = "".join(f"<div data-run>{''.join(map(packed_film, run.films))}</div>" for run in filmed)
    title = html.escape(lecture.title)
    sections = "\n".join(_section(slide, number, lecture) for number, slide in enumerate(lecture.slides, 1))
    body = (
        f'<main class="deck">\n<h1 class="unseen">{title}</h1>\n{sections}\n</main>\n'
        f"<div hidden>{json_data('slides', slides)}\n{films}</div>"
    )
    text = document(title, body, style_sheet(asks=True) + asset("deck.css"), player(True, "deck.js"), pictures=True)
    return LecturePage(text, sorted(mistakes), replaced)


def _filmed(scenes: Sequence[SlideScene], tell: Tell) -> _Filmed:
    """Find the stops of all scenes of a run or a race, and film it at least as far as the last of them."""
    scene = scenes[0]
    runs = begun(scene)
    try:
        stops = {each.line: positions(runs, each, tell) for each in scenes}
        questions = {each.line: asked_in(each, runs[0], stops[each.line]) for each in scenes}
    finally:
        runs.close()
    shown = [there for its in stops.values() for there in its if isinstance(there, int)]
    shown += [question.shown for its in questions.values() for question in its]
    last = max(MOST_STEPS, *shown)
    cut = Excerpt(last=last, through=0 if scene.lanes else max(0, *shown), tell=lambda made: tell(made.steps))
    films = [film_of(scene.puzzle, one.solver, dict(one.options), cut) for one in scene.runs]
    return _Filmed(films, stops, questions)


def _slide_data(slide: Slide, runs: list[tuple[object, ...]], filmed: Sequence[_Filmed], notes: bool) -> dict[str, Any]:
    """Return what the page's script needs to know about a slide."""
    data: dict[str, Any] = {"title": slide.title} | ({"notes": slide.notes} if notes else {})
    if (scene := slide.scene) is None:
        return data
    run = runs.index(scene.run)
    found = zip(scene.stops, filmed[run].stops[scene.line], strict=True)
    stops = [[there, str(stop), bool(stop.name)] for stop, there in found if isinstance(there, int)]
    return data | {
        "run": run,
        "stops": stops or [[0, "the start", False]],
        "speed": scene.speed,
        "unit": scene.granularity,
        "panes": panes_on_page(scene.panes, filmed[run].films[0]),
        "questions": [question.data(notes) for question in filmed[run].questions[scene.line]],
    }  # fmt: skip


def _section(slide: Slide, number: int, lecture: Lecture) -> str:
    """Return a slide as HTML. The page's script adds the run."""
    parser = markdown()
    text = parser.renderer.render([_for_page(token, lecture) for token in slide.tokens], parser.options, {})
    about = html.escape(f"Slide {number} of {len(lecture.slides)}: {slide.title}".removesuffix(": "))
    kind, scene = ("slide shows", '\n<div class="film"></div>') if slide.scene else ("slide", "")
    return f'<section class="{kind}" aria-label="{about}">\n<div class="prose">\n{text}</div>{scene}\n</section>'


def _for_page(token: "Token", lecture: Lecture) -> "Token":
    """Adapt a token to the page: move headings one level down and embed pictures."""
    if token.type in ("heading_open", "heading_close"):
        return token.copy(tag=f"h{min(6, int(token.tag[1]) + 1)}")
    if token.type in ("th_open", "td_open") and (style := str(token.attrs.get("style", ""))):
        return token.copy(attrs={"class": style.removeprefix("text-align:")})  # the page's policy forbids styles
    if token.type == "inline":
        return token.copy(children=list(_inline(token.children or (), lecture)))
    return token


def _inline(parts: "Iterable[Token]", lecture: Lecture) -> "Iterator[Token]":
    for part in parts:
        if part.type == "image":
            yield _picture(part, lecture)
        elif part.type == "link_open":
            yield part.copy(attrs=part.attrs | {"target": "_blank", "rel": "noopener noreferrer"})
        else:
            yield part


def _picture(image: "Token", lecture: Lecture) -> "Token":
    """Return a picture with its file embedded, or only its description if the file cannot be read."""
    from markdown_it.token import Token

    try:
        path = picture_of(str(image.attrs.get("src", "")), lecture.folder)
        data = read_file(path, LARGEST_PICTURE)
    except (ValueError, OSError):
        return Token("text", "", 0, content=image.content)
    return image.copy(attrs=image.attrs | {"src": data_url(data, KINDS[path.suffix.lower()])})


def available(film: Film) -> list[str]:
    """Return the panes that a page has for a run."""
    return [name for name, *_ in film.header["panes"]]


def panes_on_page(wanted: tuple[str, ...] | None, film: Film) -> list[str] | None:
    """Return the wanted panes that a page has for a run, or the one that tells most if it has none of them; ``None``
    for all of the run's panes.
    """
    if not wanted:
        return None if wanted is None else []
    has, telling = available(film), film.header["telling"]
    return [name for name in wanted if name in has] or ([telling] if telling in has else has[:1])


def replaced_panes(scene: SlideScene, film: Film) -> Iterator[Mistake]:
    """Say which of a scene's panes a page does not have, and what it shows instead."""
    has = available(film)
    missing = [name for name in scene.panes or () if name not in has]
    if missing:
        shown = [name for name in panes_on_page(scene.panes, film) or () if name not in (scene.panes or ())]
        instead = f", and shows {listed(shown)} instead" if shown else ""
        panes = "pane" if len(missing) == 1 else "panes"
        yield Mistake(scene.line, f"the page does not have the {panes} {listed(missing)}{instead}")
