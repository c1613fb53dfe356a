"""Why a puzzle has no solution or several, what to do next, and where a mistake was made."""
