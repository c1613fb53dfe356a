"""A run as a film for slides, with subtitles beside it: an MP4 (H.264), or a WebM (VP9)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import escape
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, BinaryIO, cast

import numpy as np
import pygame

from solvers.core.step import Kind
from visualizer.export.camera import Camera, PictureOutlook
from visualizer.export.recording import Exporter, Recording
from visualizer.narration.director import reading_time
from visualizer.narration.outcome import in_words
from visualizer.session.settings import Size
from visualizer.style.theme import Theme
from visualizer.text.shell import blanked
from visualizer.text.spans import plain
from visualizer.toolkit.canvas import Canvas, Face, Fonts
from visualizer.toolkit.layout import WindowLayout
from visualizer.views.board import in_numbers

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.video.stream import VideoStream

TITLE = 1.5
"""How long the title card is shown, in seconds."""
LAST_PICTURE, SOLUTION = 1.5, 2.0
"""How long the last picture is shown, in seconds: normally, and if it is a solution."""
MOST_TITLE, MOST_LAST = 0.1, 0.25
"""The shares of a requested length that the title card and the last picture may take up."""
Options = dict[str, str]
_BT709 = 1
"""The number of the colour space that players assume for films of this size."""


_THREADS = "2"
"""How many threads encode, whatever the number of processors, because what is encoded depends on it."""
_H264 = {"crf": "23", "preset": "veryfast", "bf": "0", "rc-lookahead": "1", "threads": _THREADS}
"""To look ahead further would take 100 MB more at 1920x1080, and would not make such films smaller."""
_VP9 = {
    "crf": "32", "b:v": "0", "deadline": "realtime", "cpu-used": "6", "row-mt": "1", "tune-content": "screen",
    "lag-in-frames": "0", "threads": _THREADS,
}  # fmt: skip


class Video:
    """A film, open for writing. Pictures are encoded as they come, so that memory use does not grow with its length."""

    def __init__(self, container: "OutputContainer", size: Size, fps: int, codec: str, options: Options) -> None:
        from av import VideoFrame
        from av.video.reformatter import VideoReformatter

        self._container, self._fps = container, fps
        stream = cast("VideoStream", container.add_stream(codec, rate=fps, options=options))
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        colours = stream.codec_context
        colours.colorspace = colours.color_primaries = colours.color_trc = colours.color_range = _BT709
        self._stream = stream
        self._frame, self._reformatter = VideoFrame(*size, "bgr0"), VideoReformatter()
        self.count = 0
        """The number of pictures added so far."""
        self._packets = self._bytes = 0
        """The number of pictures encoded so far, and their size."""

    @property
    def size(self) -> int:
        """About how many bytes the pictures so far take up, including those still in the encoder."""
        return self._bytes * self.count // max(1, self._packets)

    @property
    def encoded(self) -> float:
        """The time of the last encoded picture."""
        return (self._packets - 1) / self._fps

    @property
    def second(self) -> float:
        """The time at which the next picture is shown."""
        return self.count / self._fps

    def add(self, picture: pygame.Surface) -> None:
        width, height = picture.get_size()
        rows = np.frombuffer(self._frame.planes[0], "<u4").reshape(height, -1)
        rows[:, :width] = np.asarray(picture.get_view("2")).T
        frame = self._reformatter.reformat(self._frame, format="yuv420p", dst_colorspace=_BT709, dst_color_range=_BT709)
        frame.pts, frame.time_base = self.count, Fraction(1, self._fps)
        self.count += 1
        for packet in self._stream.encode(frame):
            self._packets, self._bytes = self._packets + 1, self._bytes + packet.size
            self._container.mux(packet)

    def close(self) -> None:
        """Write the pictures that the encoder still holds."""
        for packet in self._stream.encode():
            self._container.mux(packet)


class _VideoScript:
    """A film to write: its title card, the run, and the last picture, which stays for a while."""

    def __init__(self, recording: Recording, camera: Camera) -> None:
        self._session, self._options, self._camera = recording.session, recording.options, camera
        timeline, last = recording.session.timeline, camera.last
        solved = last > recording.opening and timeline.step(last).kind is Kind.SOLVED
        seconds = self._options.seconds or inf
        lead = min(TITLE, MOST_TITLE * seconds)
        readable = lead >= min(TITLE, reading_time(recording.session.composer.title))
        self.lead = lead if self._options.title and readable else 0.0
        """How long the title card is shown, in seconds."""
        self._rest = min(SOLUTION if solved else LAST_PICTURE, MOST_LAST * seconds)

    @property
    def title_pictures(self) -> int:
        return round(self.lead * self._options.fps)

    def pictures(self) -> Iterator[tuple[pygame.Surface, str]]:
        fps, picture, session = self._options.fps, self._camera.picture, self._session
        options = in_words(session.options)
        puzzle = " · ".join(filter(None, [session.origin(), in_numbers(session.puzzle)]))
        lines = [session.composer.title, *([f"With {options}"] if options else []), puzzle]
        card = title_card(lines, picture.theme, picture.fonts, self._options.size)
        shown = self.title_pictures
        for _ in range(shown):
            yield card, f"{session.composer.title}."
        for drawn in self._camera.pictures(aside=self.lead + self._rest, held=self._rest):
            shown += 1
            yield drawn, plain(picture.caption)
        rest = max(self._rest, reading_time(plain(picture.caption)))
        ends = shown / fps + rest if self._options.seconds is None else self._options.seconds
        for _ in range(shown, round(ends * fps)):
            yield drawn, plain(picture.caption)


def _write(recording: Recording, file: BinaryIO, codec: str, encoder: Options, layout: Options, beside: str) -> int:
    """Write the film and its subtitles, reporting progress after each picture. Return the number of pictures.

    ``encoder`` and ``layout`` are options of the codec and of the file's format. ``beside`` is the extension of the
    file with subtitles. Players look for those of an MP4 under its name; a WebM is for web pages, which name them.
    """
    import av

    width, height = recording.options.size
    even = width + width % 2, height + height % 2  # as the format requires
    recording = replace(recording, options=replace(recording.options, size=even))
    session, options = recording.session, recording.options
    camera = Camera(recording)
    film, subtitles = _VideoScript(recording, camera), Subtitles(recording.beside(beside))
    outlook = PictureOutlook(recording.tell)
    form = options.output.suffix[1:].lower()
    with av.open(recording.path, "w", format=form, container_options=layout) as container:
        video = Video(container, options.size, options.fps, codec, encoder)
        for drawn, sentence in film.pictures():
            subtitles.say(sentence, video.second)
            video.add(drawn)
            if video.encoded > film.lead:
                outlook.tell(
                    session.timeline.length, video.count, camera.share(video.count - film.title_pictures), video.size
                )
        video.close()
    subtitles.end(video.second)
    return video.count


MP4 = Exporter(
    "mp4", partial(_write, codec="libx264", encoder=_H264, layout={"movflags": "+faststart"}, beside=".vtt"),
    title="a film", summary="a .mp4 film for slides", rank=6, endings=(".mp4",),
    share="Film for slides: the run as you watch it", moving=True, beside=(".vtt",), package="av",
)  # fmt: skip
WEBM = Exporter(
    "webm", partial(_write, codec="libvpx-vp9", encoder=_VP9, layout={"fflags": "+bitexact"}, beside=".webm.vtt"),
    title="a film", summary="a .webm film", rank=7, endings=(".webm",),  # bitexact: no random names of its parts
    moving=True, beside=(".webm.vtt",), package="av",
)  # fmt: skip


SHARE = 0.8
"""The share of the width that text may take up."""


def title_card(lines: Sequence[str], theme: Theme, fonts: Fonts, size: Size) -> pygame.Surface:
    surface = pygame.Surface(size, depth=32)
    canvas = Canvas(surface, theme, fonts, WindowLayout.of(size).scale)
    canvas.fill(theme.background, surface.get_rect())
    styles = [(Face.STRONG, canvas.em(54), theme.ink), *[(Face.BODY, canvas.em(30), theme.soft)] * (len(lines) - 1)]
    leading = [round(1.5 * em) for _, em, _ in styles]
    y, room = (size[1] - sum(leading)) // 2, round(SHARE * size[0])
    for text, style, high in zip(lines, styles, leading, strict=True):
        canvas.text(text, *style, within=room, least=canvas.smallest, centre=size[0] // 2, middle=y + high // 2)
        y += high
    return surface


SHORTEST = 0.15
"""The shortest time that a subtitle is shown, in seconds."""


class Subtitles:
    """A WebVTT file, open for writing: the sentences of the pictures, each for as long as it is shown there.

    A sentence that nobody could read in the film either is left out, unless it is the last.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._cues: list[tuple[float, str]] = []
        """The time at which each sentence begins, and the sentence."""

    def say(self, sentence: str, second: float) -> None:
        """Note which sentence the film shows at a time. Times must not decrease."""
        sentence = " ".join(blanked(sentence).split())
        if self._cues and sentence != self._cues[-1][1] and second - self._cues[-1][0] < SHORTEST:
            second, _ = self._cues.pop()
        if not self._cues or sentence != self._cues[-1][1]:
            self._cues.append((second, sentence))

    def end(self, second: float) -> None:
        """Write the file. The film ends at the given time."""
        self._file.write(b"WEBVTT\n")
        for (start, sentence), (stop, _) in pairwise([*self._cues, (second, "")]):
            if sentence:
                times = f"{_stamp(start)} --> {_stamp(stop)}"
                self._file.write(f"\n{times}\n{escape(sentence, quote=False)}\n".encode())


def _stamp(second: float) -> str:
    """Return a time as WebVTT writes it: hours, minutes, seconds and milliseconds."""
    minutes, milliseconds = divmod(round(second * 1000), 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{milliseconds // 1000:02}.{milliseconds % 1000:03}"
