"""Opens the session that the command line asks for."""

from __future__ import annotations

from puzzles import Corpus, CorpusError
from solvers.core import registry
from visualizer.files import resolve
from visualizer.files.event_log import EventLog
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.style.symbols import Symbols
from visualizer.supply.puzzle_supply import PuzzleSupply
from visualizer.timeline.granularity import with_unit


def open_session(options: Options, log: EventLog) -> Session:
    """Open a session. Problems with its collection or with installed solvers are reported in a notice."""
    trouble, complaints = "", registry.load_installed()
    corpus: Corpus | None = None
    try:
        corpus = Corpus(options.corpus or resolve.default_corpus(), seed=options.seed)
        corpus.start_scan()
    except (CorpusError, OSError) as error:
        trouble = f"The puzzle file cannot be used.\n{error}"
    session = Session(
        options.puzzle,
        PuzzleSupply(corpus, options.level, options.seed),
        options.solver,
        speed=options.speed,
        log=log,
        options=options.options,
    )
    if options.granularity:
        session.player.grain = with_unit(options.granularity)
    if options.symbols:
        session.show_symbols(Symbols(options.symbols))
    session.notice = "\n".join(filter(None, [session.notice or trouble, *complaints]))
    if options.autoplay:
        session.player.play()
    if options.at:
        session.player.to(options.at)
    return session
