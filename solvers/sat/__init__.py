"""SAT: formulas in CNF, DIMACS files, and SAT solvers."""
