// The kinds of step and some of its reasons, as in solvers/core/step.py.

export const GUESS = 0, FIX = 1, ELIMINATE = 2, BACKTRACK = 3, SWAP = 4, PLACE = 5, ERASE = 6, LOOK = 9;
export const CONFLICT = 11, LEARN = 12, FORGET = 13, COVER = 14, UNCOVER = 15, SOLVED = 16, GAVE_UP = 17;
export const RULE = 2, RESTART = 60, LEARNT_CLAUSE = 61, ASSUMED = 66;
export const CLAUSE = -2; // the detail of a step that names a clause
