// The figures that show how a search is going, as solvers/core/dials.py reads them.

import { grouped } from "./figures.js";
import { BACKTRACK, CONFLICT, COVER, FORGET, GUESS, LEARN, SWAP, UNCOVER } from "./kinds.js";

const COUNTED = {
  guesses: ({ board }) => board.counts[GUESS],
  backtracks: ({ board }) => board.counts[BACKTRACK],
  conflicts: ({ board }) => board.counts[CONFLICT],
  depth: ({ board }) => board.marks.length,
  filled: ({ board }) => board.values.reduce((filled, digit) => filled + (digit > 0), 0),
  candidates: ({ board, film }) => (film.candidates === "NONE" ? null : left(board)),
  clashes: ({ board, film }) => clashes(board, film),
  columns: ({ board, film }) => conditions(film) - board.counts[COVER] + board.counts[UNCOVER],
  trail: ({ board }) => board.trail.length,
  learnt: ({ board }) => board.counts[LEARN],
  kept: ({ board }) => board.counts[LEARN] - board.counts[FORGET],
  swaps: ({ board }) => board.counts[SWAP],
};

/** The value of a dial at the run's position; null if unknown. */
export function dial(run, { name, changes }) {
  if (!changes) return COUNTED[name](run);
  let low = 0, high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[middle][0] <= run.at) low = middle + 1;
    else high = middle;
  }
  return low ? changes[low - 1][1] : null;
}

/** The dials of a run at its position, each as [text, label]. */
export function readings(run) {
  const text = (value) => (Number.isInteger(value) ? grouped(value) : String(value));
  const shown = run.film.dials.map((one) => [one, dial(run, one)]).filter(([, value]) => value !== null);
  return shown.map(([one, value]) => (one.name === "filled" ? filled(run, value) : [text(value), value === 1 ? one.one : one.many]));
}

/** The number of filled cells or, if the board is full but wrong, of clashing digits. */
function filled({ board, film }, value) {
  const all = board.values.length, wrong = value === all ? clashes(board, film) : 0;
  return wrong ? [grouped(wrong), wrong === 1 ? "clash" : "clashes"] : [grouped(value), `of ${grouped(all)} filled`];
}

function left(board) {
  let count = 0;
  board.values.forEach((digit, cell) => {
    if (!digit) for (let each = 1; each < board.width; each++) count += board.open[cell * board.width + each];
  });
  return count;
}

function clashes(board, film) {
  let count = 0;
  for (const unit of film.units) {
    const held = unit.map((cell) => board.values[cell]).filter(Boolean);
    count += held.length - new Set(held).size;
  }
  return count;
}

/** The conditions of an exact cover at the start: blank cells, and digits missing from units. */
function conditions(film) {
  const blank = film.givens.filter((digit) => !digit).length;
  return film.units.reduce((count, unit) => count + unit.length - new Set(unit.map((cell) => film.givens[cell]).filter(Boolean)).size, blank);
}
