// Literals: what they say of a cell, whether they are true, and how they are written.
import { calledOf, nameOf } from "./figures.js";
import { make } from "./lane.js";

/** A line above others. */
export const heading = (text) => ({ mark: "heading", text: [], note: text });

/** Whether a literal is true on a board; null if it is open. */
export function truth({ board, film }, literal) {
  const { cell, digit } = placeOf(film, literal);
  if (board.values[cell]) return (board.values[cell] === digit) === literal > 0;
  return film.candidates !== "NONE" && !board.has(cell, digit) ? literal < 0 : null;
}

/** The cell and the digit of a literal. */
export function placeOf(film, literal) {
  const entry = Math.abs(literal) - 1;
  return { cell: Math.floor(entry / film.symbols), digit: (entry % film.symbols) + 1 };
}

/** What cells show with a clause and a cell marked in place of the step, as visualizer/scene/board.py. */
export function withClause(film, views, clause, pivot) {
  const named = new Map();
  for (const literal of clause) {
    const { cell, digit } = placeOf(film, literal), marks = named.get(cell) ?? { wash: "unit", clause: "reason" }, kind = literal > 0 ? "asserted" : "denied";
    named.set(cell, { ...marks, [kind]: (marks[kind] ?? 0) + 2 ** digit });
  }
  const plain = ({ digit, role, level, candidates }) => ({ digit, role, level, candidates, struck: [] });
  return views.map((view, cell) => ({ ...plain(view), ...named.get(cell), ...(cell === pivot ? { wash: "step" } : {}) }));
}

/** A literal as text, such as r1c2=3. */
export function written(film, literal) {
  const { cell, digit } = placeOf(film, literal);
  return `${nameOf(film, cell)}${literal > 0 ? "=" : "≠"}${calledOf(film, digit)}`;
}

/** A part of a line, which names a cell if it is a literal. */
export function part([text, voice, cell]) {
  return make("span", { class: voice, "data-cell": cell ?? false }, text);
}
