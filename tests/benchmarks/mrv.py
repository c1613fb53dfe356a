"""Compares ``mrv``, which yields every step, with a plain implementation of the same method without steps.

Run it by hand: ``python tests/benchmarks/mrv.py 17clue.txt [--every 25]``. Its time must stay within 1.3 times.
"""

import sys

import bitboard

if __name__ == "__main__":
    sys.argv += ["--solvers", "mrv"]
    bitboard.main()
