"""Measures how often someone wins who answers questions without looking at the board, compared with chance.

Run it by hand: ``python tests/benchmarks/guessing.py [--puzzles 40] [--seed 0] [--window]``. For each kind of
question it prints how many were asked, the share of all, repeats within sets, chance, and the luck of each way to
guess. It fails if one of them wins more than 1.25 times as often as chance.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "shared"), str(Path(__file__).parents[2])]

from question_guessing import GUESSERS, MOST_LUCK, by_kind, in_the_window, luck, rare_sets, sets  # noqa: E402

from visualizer.questions.registry import declared  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=40, help="the number of puzzles for each algorithm")
    parser.add_argument("--seed", type=int, default=0, help="another seed for other puzzles and other questions")
    parser.add_argument("--window", action="store_true", help="ask as the window does, instead of writing sets")
    args = parser.parse_args()
    found = list((in_the_window if args.window else sets)(args.puzzles, seed=args.seed * args.puzzles))
    total, repeats = Counter[str](), Counter[str]()
    for asked in found:
        total.update(one.kind for one in asked)
        seen = Counter((one.kind, one.ask, frozenset(choice.text for choice in one.choices)) for one in asked)
        repeats.update({kind: times - 1 for (kind, _, _), times in seen.items()})
    print(f"{total.total():,} questions in {len(found):,} sets, {repeats.total()} repeats within sets")
    print(f"| kind | asked | of all | repeats | chance | {' | '.join(GUESSERS)} |")
    print("| --- " * (5 + len(GUESSERS)) + "|", flush=True)
    worst = 0.0
    posed = by_kind([*found, *(() if args.window else rare_sets(args.puzzles, seed=args.seed * args.puzzles))])
    for kind in declared():
        lucks = [luck(posed.get(kind, []), guesser) for guesser in GUESSERS.values()]
        worst = max(worst, *lucks)
        chance = sum(one.chance for one in posed.get(kind, [])) / max(1, len(posed.get(kind, [])))
        cells = " | ".join(f"{one:.2f}{'!' * (one > MOST_LUCK)}" for one in lucks)
        share = f"{total[kind]} | {total[kind] / total.total():.1%} | {repeats[kind]} | {chance:.1%}"
        print(f"| {kind} | {share} | {cells} |")
    if worst > MOST_LUCK:
        sys.exit(f"no way to guess shall win more than {MOST_LUCK} times as often as chance")


if __name__ == "__main__":
    main()
