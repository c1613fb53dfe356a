"""The session as the command line asks for it."""

from __future__ import annotations

from puzzles import Corpus, CorpusError
from solvers import registry
from visualizer import source
from visualizer.event_log import EventLog
from visualizer.grain import with_unit
from visualizer.options import Options
from visualizer.session import Session
from visualizer.supply import Supply
from visualizer.symbols import Symbols, show


def open_session(options: Options, log: EventLog) -> Session:
    """Trouble with its file or with installed solvers is a notice."""
    trouble, complaints = "", registry.load_installed()
    corpus: Corpus | None = None
    try:
        corpus = Corpus(options.corpus or source.default_corpus(), seed=options.seed)
        corpus.start_scan()
    except (CorpusError, OSError) as error:
        trouble = f"The file of puzzles cannot be used.\n{error}"
    session = Session(
        options.puzzle,
        Supply(corpus, options.level, options.seed),
        options.solver,
        speed=options.speed,
        log=log,
        options=options.options,
    )
    if options.granularity:
        session.player.grain = with_unit(options.granularity)
    if options.symbols:
        show(session, Symbols(options.symbols))
    session.notice = "\n".join(filter(None, [session.notice or trouble, *complaints]))
    if options.autoplay:
        session.player.play()
    if options.at:
        session.player.to(options.at)
    return session
