"""Makes ``python -m visualizer`` equivalent to ``solvescope``."""

import sys

from visualizer.cli.start import main

if __name__ == "__main__":
    sys.exit(main())
