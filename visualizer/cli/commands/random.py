"""``solvescope random``: draws puzzles from a collection."""

import argparse
from pathlib import Path

from puzzles import writing
from puzzles.corpus.corpus import Corpus
from puzzles.corpus.record import LEVELS
from puzzles.discovery import About
from visualizer.cli.arguments import add_number
from visualizer.cli.output import add_output, results
from visualizer.files import resolve
from visualizer.text.shell import Exit

ABOUT = About("random", summary="print puzzles drawn at random from a file of puzzles", rank=170)


def configure(parser: argparse.ArgumentParser) -> None:
    what = "a collection in any format (default: the program's own)"
    parser.add_argument("--corpus", type=Path, metavar="FILE", help=what)
    add_number(parser, "--seed", "the same N draws the same puzzles", least=0)
    parser.add_argument("--level", choices=LEVELS, help="draw only puzzles of this level, if the file has levels")
    add_number(parser, "--count", "number of puzzles (default: 1)", default=1)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    path = resolve.corpus_path(args.corpus) if args.corpus else resolve.default_corpus()
    with Corpus(path, seed=args.seed) as corpus, results(args.output) as put:
        for _ in range(args.count):
            put(writing.record(corpus.draw(args.level)))
    return Exit.DONE
