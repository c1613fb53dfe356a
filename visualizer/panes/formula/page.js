// The part of the formula that matters at a step, as view.py finds it.
import { nameOf } from "../../film/player/figures.js";
import { BACKTRACK, CLAUSE, CONFLICT, FIX, GUESS, LEARN, SOLVED } from "../../film/player/kinds.js";
import { make, see } from "../../film/player/lane.js";
import { heading, part, placeOf, truth, written } from "../../film/player/literals.js";
import { factsOf, modelLines } from "../../film/player/model.js";
import { declare } from "../../film/player/panes.js";

const MARKED = { unit: "unit", conflict: "conflict", learnt: "learnt", satisfied: "true" };

function markOf(run, clause) {
  const values = clause.map((literal) => truth(run, literal)), open = values.filter((value) => value === null).length;
  if (!values.includes(true) && !open) return "conflict";
  if (clause.length === 1 || (!values.includes(true) && open === 1)) return "unit";
  return values.includes(true) ? "satisfied" : "";
}

function joined(parts, operator) {
  return parts.flatMap((part, index) => (index ? [[operator, "operator"], part] : [part]));
}

/** The lines of the formula at a position: each with its mark, its text in parts of [text, voice, cell], and a note. */
export function formulaLines(run, position) {
  return run.film.formula === "equalities" ? [...equalities(run, position)] : [...clauses(run, position)];
}

// Clauses of literals

function* clauses(run, position) {
  const { frames, film } = run, frame = run.frame(position), reason = frame < 0 ? null : film.reasons[frames.reason[frame]];
  const before = frame < 0 ? null : run.seek(position - 1), unit = reason ? markOf(run, reason[1]) === "unit" : false, level = before?.marks.length ?? 0;
  run.seek(position);
  const kind = frames.kind[frame], cell = frames.cell[frame], answer = film.answer, none = modelIsMissing(run, position);
  if (none) yield { mark: "conflict", text: [], note: "No model: whatever is true, some clause is false." };
  if (kind === SOLVED) {
    if (answer?.known ?? true) yield { mark: "satisfied", text: [], note: "Every clause has a true literal." };
    if (!none) yield* modelLines(run, position);
    yield* factsOf(film);
  } else if (frame < 0 || (!reason && cell < 0 && !level)) yield* whole(run, none);
  if (reason) {
    const [title, literals] = reason, clause = inOrder(run, literals);
    yield heading(title);
    yield literalLine(run, clause, kind === LEARN ? "learnt" : unit ? "unit" : markOf(run, clause));
  }
  if (frame >= 0 && cell >= 0 && frames.other[frame] !== CLAUSE) {
    const digit = frames.digit[frame], about = digit ? written(film, cell * film.symbols + digit) : nameOf(film, cell);
    yield heading(`The rules for ${about}`);
    for (const clause of rules(film, cell, digit)) yield literalLine(run, clause, markOf(run, clause));
    if (!none) yield* modelLines(run, position);
    yield* factsOf(film);
  }
}

/** Whether it is known at a position that there is no model. */
function modelIsMissing({ film }, position) {
  return Boolean(film.answer) && film.answer.noModel !== false && position >= film.answer.noModel;
}

/** The size of the formula, and the unit clauses of its givens. */
function* whole(run, none) {
  const { answer, whole: [size, ofThese] } = run.film;
  yield* factsOf(run.film);
  if (none || (answer && !answer.givens)) return;
  if (!answer) yield heading(size);
  if (ofThese) yield heading(ofThese);
  for (const [cell, digit] of run.film.givens.entries()) {
    if (!digit) continue;
    const clause = [cell * run.film.symbols + digit];
    yield literalLine(run, clause, markOf(run, clause));
  }
}

function literalLine(run, clause, mark) {
  const voice = (literal) => ({ true: "true", false: "false", null: "" })[truth(run, literal)];
  return { mark, text: joined(clause.map((literal) => [written(run.film, literal), voice(literal), placeOf(run.film, literal).cell]), " ∨ "), note: "" };
}

function rules(film, cell, digit) {
  const all = [film.alphabet.map((_, index) => cell * film.symbols + index + 1)];
  if (digit) for (const unit of film.units) if (unit.includes(cell)) all.push(unit.map((one) => one * film.symbols + digit));
  return all;
}

/** A clause's literals: those not false first, then the latest level first, then by cell and digit. */
function inOrder(run, clause) {
  const levels = levelsOf(run.board), key = (literal) => falseSince(run, literal, levels);
  const order = clause.map((literal) => [key(literal), literal]);
  order.sort(([one, first], [other, second]) => (one !== null) - (other !== null) || (other ?? 0) - (one ?? 0) || Math.abs(first) - Math.abs(second));
  return order.map(([, literal]) => literal);
}

/** The level of each entry of the trail. */
function levelsOf(board) {
  const levels = new Map();
  let level = 0;
  board.trail.list().forEach((entry, index) => {
    while (level < board.marks.length && index >= board.marks.at(level)) level++;
    levels.set(entry, level);
  });
  return levels;
}

/** The level at which a literal became false; null if it is not. */
function falseSince({ board, film }, literal, levels) {
  const { cell, digit } = placeOf(film, literal), placed = levels.get(cell * board.width) ?? 0, held = board.values[cell];
  if (literal < 0) return held === digit ? placed : null;
  const struck = levels.get(cell * board.width + digit);
  if (struck !== undefined) return struck;
  return held && held !== digit ? placed : null;
}

// Equalities

function* equalities(run, position) {
  const { frames, film } = run, frame = run.frame(position), kind = frames.kind[frame];
  run.seek(position);
  if (frame < 0) {
    yield heading("The equalities to choose from, shortest first");
    const all = film.givens.map((given, cell) => [cell, given ? [given] : film.alphabet.map((_, index) => index + 1)]);
    return yield* product(film, sorted(all));
  }
  if (kind === SOLVED) return yield { mark: "satisfied", text: [], note: "No clause is left: the formula holds." };
  const focus = focusOf(run, position);
  run.seek(position);
  if (focus < 0) {
    yield heading("The equalities of the open cells, shortest first");
    return yield* product(film, openClauses(run, film.givens.map((_, cell) => cell)));
  }
  yield heading(`${variable(film, focus)} and its open peers`);
  const reason = film.reasons[frames.reason[frame]];
  if (reason) yield inequality(film, frames, frame, reason[1]);
  const own = ownClause(run, position, focus);
  run.seek(position);
  const peers = openClauses(run, run.peers[focus]);
  yield peers.length ? { ...own, text: [...own.text, [" *", "operator"]] } : own;
  return yield* product(film, peers);
}

function variable(film, cell) {
  const [row, column] = film.places[cell];
  return `v${row + 1}${Math.max(...film.size) > 9 ? "_" : ""}${column + 1}`;
}

const sorted = (all) => all.sort(([one, digits], [other, others]) => digits.length - others.length || one - other);

/** The step's cell; for a step back, the cell of the guess that it refutes. */
function focusOf(run, position) {
  const { frames } = run, frame = run.frame(position);
  if (frames.kind[frame] !== BACKTRACK || frames.level[frame] < 0) return frames.cell[frame];
  const board = run.seek(position - 1);
  return board.unpackGuess(board.guessAt(frames.level[frame])).cell;
}

function equalitiesLeft({ board, film }, cell) {
  const digits = film.alphabet.map((_, index) => index + 1);
  return [cell, film.candidates === "NONE" ? digits : digits.filter((digit) => board.has(cell, digit))];
}

function openClauses(run, cells) {
  return sorted(cells.filter((cell) => !run.board.values[cell]).map((cell) => equalitiesLeft(run, cell)));
}

function inequality(film, frames, frame, [one, other]) {
  const digit = frames.digit[frame], text = [[`${variable(film, one)} != ${variable(film, other)}`, ""], [" *", "operator"]];
  if (frames.kind[frame] === CONFLICT) return { mark: "conflict", text, note: `both are ${digit}` };
  const struck = frames.cell[frame], holder = struck === one ? other : one;
  return { mark: "unit", text, note: `${variable(film, holder)} = ${digit}, so ${variable(film, struck)} is not` };
}

function ownClause(run, position, cell) {
  const { frames, film } = run, frame = run.frame(position), kind = frames.kind[frame], given = film.givens[cell];
  if ((kind === GUESS || kind === FIX) && frames.sign[frame]) {
    run.seek(position - 1);
    const clause = equalitiesLeft(run, cell), only = clause[1].length === 1;
    const text = equalitySpans(film, clause, frames.digit[frame], only ? "true" : "guessed");
    return only ? { mark: "unit", text, note: "its only equality" } : { mark: "satisfied", text, note: "a shortest clause: its equalities are tried in order" };
  }
  if (given && kind === CONFLICT) return { mark: "conflict", text: [["0", ""]], note: `${variable(film, cell)} = ${given} was its only equality` };
  if (given) return { mark: "unit", text: equalitySpans(film, [cell, [given]], given, "true"), note: "a given" };
  return equalityLine(film, equalitiesLeft(run, cell));
}

function* product(film, all) {
  for (const [index, clause] of all.entries()) {
    const line = equalityLine(film, clause);
    yield index < all.length - 1 ? { ...line, text: [...line.text, [" *", "operator"]] } : line;
  }
}

function equalityLine(film, clause) {
  if (!clause[1].length) return { mark: "conflict", text: [["0", ""]], note: `${variable(film, clause[0])} has no equality left` };
  return { mark: clause[1].length === 1 ? "unit" : "", text: equalitySpans(film, clause), note: "" };
}

function equalitySpans(film, [cell, digits], asserted = 0, voice = "") {
  return joined(digits.map((digit) => [`${variable(film, cell)} = ${digit}`, digit === asserted ? voice : "", cell]), " + ");
}

// Showing them

/** A pane with the formula at the run's position. */
export class Formula {
  constructor(run) {
    this.run = run;
    this.element = make("div", { class: "pane formula", tabindex: "0", role: "region", "aria-label": "The clauses that matter at this step" });
  }

  draw(position) {
    const lines = formulaLines(this.run, position).map((one) => [one.mark, this.line(one)]), shown = [];
    for (const [mark, line] of lines) {
      if (mark === "literal" && shown.at(-1)?.className === "model") shown.at(-1).append(line);
      else shown.push(mark === "literal" ? make("div", { class: "model" }, line) : line);
    }
    this.element.replaceChildren(...shown);
    see(this.element, this.element.querySelector(".here"));
    this.run.seek(position);
  }

  line({ mark, text, note, here }) {
    if (mark === "heading") return make("h3", {}, note);
    const said = text.length && MARKED[mark];
    return make("p", { class: `clause ${mark}${here ? " here" : ""}` }, ...text.map(part), ...(note ? [make("small", {}, note)] : []), ...(said ? [make("em", {}, said)] : []));
  }
}

declare("formula", (run) => [new Formula(run)]);
