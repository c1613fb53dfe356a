"""A run as a film for slides, with subtitles beside it: an MP4 (H.264), or a WebM (VP9)."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import escape
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

import numpy as np
import pygame

from puzzles.figures import counted
from solvers.core.step import Kind
from visualizer.export.camera import Camera, PictureOutlook, Pixels, Reel, pixels_of
from visualizer.export.recording import Exporter, Recording
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
Options = dict[str, str]
_BT709 = 1
"""The number of the colour space that players assume for films of this size."""


_THREADS = "4"
"""How many threads encode, whatever the number of processors, because what is encoded depends on it."""
_H264 = {"crf": "23", "preset": "veryfast", "threads": _THREADS}
_VP9 = {
    "crf": "32", "b:v": "0", "deadline": "realtime", "cpu-used": "6", "row-mt": "1", "tune-content": "screen",
    "threads": _THREADS,
}  # fmt: skip


class Video:
    """A film, open for writing. Pictures are encoded as they come, so that memory use does not grow with its length."""

    def __init__(self, container: "OutputContainer", size: Size, fps: int, codec: str, options: Options) -> None:
        self._container, self._fps = container, fps
        stream = cast("VideoStream", container.add_stream(codec, rate=fps, options=options))
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        colours = stream.codec_context
        colours.colorspace = colours.color_primaries = colours.color_trc = colours.color_range = _BT709
        self._stream = stream
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

    def add(self, pixels: Pixels) -> None:
        from av import VideoFrame

        height, width = pixels.shape
        channels = np.ascontiguousarray(pixels, "<u4").view(np.uint8).reshape(height, width, 4)
        frame = VideoFrame.from_ndarray(channels, format="bgra")
        frame = frame.reformat(format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG")
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
        self.lead = TITLE if self._options.title else 0.0
        """How long the title card is shown, in seconds."""
        self._rest = SOLUTION if solved else LAST_PICTURE
        self._reel = Reel(recording, camera, self.lead + self._rest)
        self.seconds = self.lead + self._reel.pacing.seconds + self._rest

    def pictures(self) -> Iterator[tuple[Pixels, str]]:
        fps, picture, session = self._options.fps, self._camera.picture, self._session
        options = in_words(session.options)
        puzzle = " · ".join(filter(None, [session.origin(), in_numbers(session.puzzle)]))
        lines = [session.composer.title, *([f"With {options}"] if options else []), puzzle]
        card = pixels_of(title_card(lines, picture.theme, picture.fonts, self._options.size))
        shown = round(self.lead * fps)
        for _ in range(shown):
            yield card, f"{session.composer.title}."
        for pixels in self._reel.pictures():
            shown += 1
            yield pixels, plain(picture.caption)
        for _ in range(shown, round(self.seconds * fps)):
            yield pixels, plain(picture.caption)


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
    film, subtitles = _VideoScript(recording, Camera(recording)), Subtitles(recording.beside(beside))
    outlook = PictureOutlook(recording.tell)
    form = options.output.suffix[1:].lower()
    with av.open(recording.path, "w", format=form, container_options=layout) as container:
        video = Video(container, options.size, options.fps, codec, encoder)
        for pixels, sentence in film.pictures():
            subtitles.say(sentence, video.second, session.player.position)
            video.add(pixels)
            if video.encoded > film.lead:
                share = min(1.0, video.second / film.seconds)
                outlook.tell(session.timeline.length, video.count, share, video.size)
        video.close()
    subtitles.end(video.second)
    return video.count


MP4 = Exporter(
    "mp4", partial(_write, codec="libx264", encoder=_H264, layout={"movflags": "+faststart"}, beside=".vtt"),
    title="a film", summary="a .mp4 film for slides", rank=6, endings=(".mp4",),
    share="Film for slides: the run in a minute", moving=True, beside=(".vtt",), package="av",
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


READING = 20.0
"""The speed at which people read subtitles, in characters per second."""
SHORTEST = 1.0
"""The shortest time that a sentence is shown, in seconds."""
LONGEST = 7.0
"""The time that is long enough to read any sentence, in seconds."""


def reading_time(sentence: str) -> float:
    """Return how long it takes to read a sentence, in seconds."""
    return min(LONGEST, max(SHORTEST, len(sentence) / READING)) if sentence else 0.0


class _Cue(NamedTuple):
    start: float
    sentence: str = ""
    until: float = 0.0
    """The last time at which the film is known to have shown the sentence."""

    @property
    def read(self) -> float:
        """The time at which the sentence has been read."""
        return self.start + reading_time(self.sentence)


class Subtitles:
    """A WebVTT file, open for writing.

    A sentence stays until it has been read. Sentences that pass in the meantime are left out, because nobody could read
    them in the film either. If there is time, the number of steps that passed is shown instead. The last sentence is
    never left out, because it says how the run ended.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._cues: list[_Cue] = []
        self._said = _Cue(0.0)
        """The sentence that the film shows now, and since when."""
        self._end = 0.0
        """The length of the film, once it is known."""
        self._steps: list[tuple[float, int]] = [(0.0, 0)]
        """The number of steps so far, at each time at which it changed."""

    def say(self, sentence: str, second: float, step: int = 0) -> None:
        """Note which sentence and step the film shows at a time. Times must not decrease."""
        sentence = " ".join(blanked(sentence).split())
        if step != self._steps[-1][1]:
            self._steps.append((second, step))
        if self._cues and self._said.sentence == self._cues[-1].sentence:
            self._cues[-1] = self._cues[-1]._replace(until=second)
        if sentence != self._said.sentence:
            self._said = _Cue(second, sentence)
        last = self._cues[-1] if self._cues else _Cue(0.0)
        if sentence != last.sentence and second >= last.read:
            self._cues.append(_Cue(second, sentence))

    def end(self, second: float) -> None:
        """Write the file. The film ends at the given time."""
        self._end = second
        said, cues = self._said, self._cues
        if cues and cues[-1].sentence == said.sentence:
            cues.pop()
        latest = max(said.start, second - reading_time(said.sentence))
        while cues and cues[-1].read > latest:  # it would leave too little time to read the last one
            cues.pop()
        cues.append(_Cue(max(said.start, cues[-1].read if cues else 0.0), said.sentence))
        self._file.write(b"WEBVTT\n")
        for cue, following in pairwise([*cues, _Cue(second)]):
            if cue.sentence and following.start > cue.start:
                self._write(cue, following.start)

    def _write(self, cue: _Cue, end: float) -> None:
        """Write a cue. If steps then go by for a while without a sentence, also say how many."""
        over = max(cue.read, cue.until)
        passed = self._step(end) - self._step(over) if end - over >= SHORTEST and end < self._end else 0
        cues = [(cue.start, over, cue.sentence), (over, end, f"{counted(passed, 'more step')}.")]
        for start, stop, sentence in cues if passed > 0 else [(cue.start, end, cue.sentence)]:
            times = f"{_stamp(start)} --> {_stamp(stop)}"
            self._file.write(f"\n{times}\n{escape(sentence, quote=False)}\n".encode())

    def _step(self, second: float) -> int:
        """Return the step that the film shows just before a time."""
        return self._steps[max(0, bisect_left(self._steps, second, key=itemgetter(0)) - 1)][1]


def _stamp(second: float) -> str:
    """Return a time as WebVTT writes it: hours, minutes, seconds and milliseconds."""
    minutes, milliseconds = divmod(round(second * 1000), 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{milliseconds // 1000:02}.{milliseconds % 1000:03}"
