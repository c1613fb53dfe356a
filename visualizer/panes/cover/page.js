// The part of an exact cover's matrix that matters at a step, as pane.py: the chosen column, its rows, and what they cover.
import { nameOf } from "../../film/player/figures.js";
import { BACKTRACK, COVER, ELIMINATE, FIX, GUESS, UNCOVER } from "../../film/player/kinds.js";
import { make, see } from "../../film/player/lane.js";
import { declare } from "../../film/player/panes.js";

/** The part of the matrix still open on a board. A row places a digit in a cell; a column is a condition to be met once. */
class OpenMatrix {
  constructor({ board, film }, { loose, fits }) {
    const { values } = board, digits = film.alphabet.map((_, index) => index + 1), cells = [...values.keys()].filter((cell) => !values[cell]);
    Object.assign(this, { film, loose, fits, columns: new Map(cells.map((cell) => [keyOf(cell, -1, 0), { cell, unit: -1, digit: 0, rows: [] }])) });
    for (const [unit, its] of film.units.entries()) {
      const held = new Set(its.map((cell) => values[cell]));
      for (const digit of digits) if (!held.has(digit)) this.columns.set(keyOf(-1, unit, digit), { cell: -1, unit, digit, rows: [] });
    }
    for (const cell of cells) for (const digit of digits) if (board.has(cell, digit)) for (const key of this.of([cell, digit])) this.columns.get(key)?.rows.push([cell, digit]);
  }

  /** The columns of a row: that of its cell, then those of its units. */
  of([cell, digit]) {
    return [keyOf(cell, -1, 0), ...this.film.units.flatMap((its, unit) => (its.includes(cell) ? [keyOf(-1, unit, digit)] : []))];
  }

  /** The rows that a rule of two cells removes if a row is chosen. */
  excluded([cell, digit]) {
    return this.fits.flatMap(([first, last, [forwards, backwards]]) => {
      if (cell !== first && cell !== last) return [];
      const other = cell === first ? last : first, mask = (cell === first ? forwards : backwards)[digit - 1];
      return (this.columns.get(keyOf(other, -1, 0))?.rows ?? []).filter(([, its]) => Math.floor(mask / 2 ** its) % 2 === 0);
    });
  }

  /** The first column with the fewest rows, cells before units, but none of a unit that may lack a digit; null if all are covered. */
  smallest() {
    let found = null;
    for (const [key, { unit }] of this.columns) if (!this.loose.includes(unit)) if (!found || this.columns.get(key).rows.length < this.columns.get(found).rows.length) found = key;
    return found;
  }
}

/** What stands for the unit where a rule has removed a row. */
const BY_A_RULE = -2;
const keyOf = (cell, unit, digit) => `${cell} ${unit} ${digit}`;
const rowText = (film, [cell, digit]) => `${nameOf(film, cell)}=${film.alphabet[digit - 1]}`;
const countedRows = (count) => `${count} row${count === 1 ? "" : "s"}`;

/** The view at a position: of the latest choice while its columns are being covered, otherwise of the next one. */
export function coverView(run, data, position) {
  const { frames } = run, kinds = frames.kind, kind = (at) => kinds[run.frame(at)], covered = new Set();
  let at = position;
  for (; at > run.skipped && [COVER, ELIMINATE].includes(kind(at)); at--) covered.add(keyOf(frames.cell[run.frame(at)], kind(at) === COVER ? frames.unit[run.frame(at)] : BY_A_RULE, frames.digit[run.frame(at)]));
  const frame = run.frame(at), chosen = at > run.skipped && [GUESS, FIX].includes(kinds[frame]) ? [frames.cell[frame], frames.digit[frame]] : null;
  run.seek(chosen ? at - 1 : position);
  const view = viewOf(new OpenMatrix(run, data), data.units, chosen, chosen ? covered : new Set());
  run.seek(position);
  if (!chosen && [BACKTRACK, UNCOVER].includes(kind(position))) view.words = `Columns are put back. Then: ${view.words}`;
  return view;
}

function viewOf(matrix, names, choice, covered) {
  const { film, columns } = matrix, smallest = matrix.smallest(), same = ([cell, digit]) => choice !== null && cell === choice[0] && digit === choice[1], id = (row) => row.join(" ");
  if (!smallest) return { heads: [], rows: [], first: 0, words: "Every column is covered: the chosen rows are a solution." };
  const column = columns.get(smallest), own = [...column.rows.filter(same), ...column.rows.filter((row) => !same(row))], owned = new Set(own.map(id));
  const shown = [...new Set([smallest, ...own.flatMap((row) => matrix.of(row))])], removed = choice ? [...matrix.of(choice).flatMap((key) => columns.get(key)?.rows ?? []), ...matrix.excluded(choice)] : [];
  const others = [...new Map(removed.filter((row) => !owned.has(id(row))).map((row) => [id(row), row])).values()].sort(([one, first], [other, second]) => one - other || first - second);
  const head = (key) => {
    const { cell, unit, digit, rows } = columns.get(key), facts = { rows: rows.length, chosen: key === smallest, covered: covered.has(key) };
    return cell >= 0 ? { place: nameOf(film, cell), digit: "", ...facts } : { place: names[unit].replace("column", "col"), digit: film.alphabet[digit - 1], ...facts };
  };
  const line = (row) => {
    const its = new Set(matrix.of(row)), reasons = [...its, keyOf(row[0], BY_A_RULE, row[1])];
    return { text: rowText(film, row), cell: row[0], marks: shown.map((key) => its.has(key)), chosen: same(row), gone: !same(row) && reasons.some((key) => covered.has(key)) };
  };
  return { heads: shown.map(head), rows: [...own, ...others].map(line), first: own.length, words: wordsOfCover(film, names, column, choice, others.length) };
}

function wordsOfCover(film, names, { cell, unit, digit, rows: { length: rows } }, choice, others) {
  const name = cell >= 0 ? `“${nameOf(film, cell)} is filled”` : `“${film.alphabet[digit - 1]} in ${names[unit]}”`, out = rows - 1 + others;
  if (choice) return `${name} has ${countedRows(rows)}. ${rowText(film, choice)} is chosen: ${out} other row${out === 1 ? "" : "s"} must go.`;
  return rows ? `The shortest column is ${name}, with ${countedRows(rows)}.` : `${name} has no row left: a dead end.`;
}

class CoverPage {
  constructor(run, data) {
    Object.assign(this, { run, data });
    this.words = make("p", { class: "words" });
    this.table = make("table", {});
    this.element = make("div", { class: "pane cover", tabindex: "0", role: "region", "aria-label": "The matrix: the chosen column, its rows and what they cover" }, this.words, this.table);
  }

  draw(position) {
    const { heads, rows, first, words } = coverView(this.run, this.data, position);
    this.words.textContent = words;
    const part = (of, attributes = {}) => make("tr", attributes, ...of), cell = (head) => ({ class: head.chosen ? "chosen" : head.covered ? "covered" : false });
    const over = (head) => make("th", { ...cell(head), scope: "col" }, make("span", {}, head.place), make("span", {}, head.digit || "filled"), make("small", { title: countedRows(head.rows) }, String(head.rows)));
    const row = ({ text, cell: named, marks, chosen, gone }, index) => part([make("th", { scope: "row", "data-cell": named }, text), ...marks.map((there, at) => make("td", cell(heads[at]), ...(there ? [make("i", {})] : [])))], { class: [chosen && "chosen", gone && "gone", index && index === first && "others"].filter(Boolean).join(" ") || false });
    this.table.replaceChildren(...(heads.length ? [make("thead", {}, part([make("td", {}), ...heads.map(over)])), make("tbody", {}, ...rows.map(row))] : []));
    see(this.element, this.table.querySelector("tr.chosen"));
  }
}

declare("cover", (run, data) => [new CoverPage(run, data)]);
