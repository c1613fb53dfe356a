// The model that a SAT solver found, and what is known about its formula, as visualizer/panes/formula/view.py lists them.
import { grouped } from "./figures.js";
import { heading, placeOf, written } from "./literals.js";

/** What is known about a formula whose search cannot be seen. */
export function factsOf({ answer }) {
  return (answer?.facts ?? []).map(([mark, note]) => ({ mark, text: [], note }));
}

/** The true literals on the board, cell by cell, with the numbers of their variables; the step's own is ``here``. */
export function* modelLines(run, position) {
  const { film, board } = run, { model } = film.answer ?? {}, cell = run.frames.cell[run.frame(position)];
  if (!model) return;
  const literals = Array.from(board.values, (digit, at) => digit && at * film.symbols + digit).filter((literal) => model.numbers[literal]);
  if (model.variables) yield heading(`The model: ${howMany(model, literals.length)}`);
  if (model.settled) yield { mark: "", text: [], note: model.settled };
  for (const literal of literals) {
    const at = placeOf(film, literal).cell, here = at === cell;
    yield { mark: "literal", text: [[String(model.numbers[literal]), "operator", at], [written(film, literal), here ? "true" : "", at]], note: "", here };
  }
  if (model.renumbered) yield { mark: "", text: [], note: model.renumbered };
}

function howMany({ variables, true: all }, count) {
  const said = `${grouped(all)} of ${grouped(variables)}`;
  return count === all ? `${said} variables are true` : `${said} are true, ${grouped(count)} on the board`;
}
