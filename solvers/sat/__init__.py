"""SAT: formulas in CNF, DIMACS files, and the solvers that answer them."""
