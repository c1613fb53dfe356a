"""``solvescope random``: puzzles drawn from a collection."""

from __future__ import annotations

import argparse
from pathlib import Path

from puzzles import text
from puzzles.corpus import Corpus
from puzzles.record import LEVELS
from visualizer import source
from visualizer.commands.common import Command, Exit, whole
from visualizer.commands.output import results
from visualizer.commands.target import add_output


def configure(parser: argparse.ArgumentParser) -> None:
    what = "a collection in any format (default: the program's own)"
    parser.add_argument("--corpus", type=Path, metavar="FILE", help=what)
    parser.add_argument("--seed", type=whole(0, "seed"), metavar="N", help="the same N draws the same puzzles")
    parser.add_argument("--level", choices=LEVELS, help="only of this level, in a file whose lines state it")
    parser.add_argument("--count", type=whole(1, "count"), default=1, metavar="N", help="how many (default: 1)")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    path = source.corpus_path(args.corpus) if args.corpus else source.default_corpus()
    with Corpus(path, seed=args.seed) as corpus, results(args.output) as put:
        for _ in range(args.count):
            put(text.one_line(corpus.draw(args.level)))
    return Exit.DONE


COMMAND = Command("random", "print puzzles drawn at random from a file of puzzles", configure, run)
