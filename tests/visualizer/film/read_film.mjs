// Prints what a player shows of each film at some positions, as JSON: node read_film.mjs JOBS, a file of JSON.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const { films, player } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { open } = await import(pathToFileURL(player));
const { readings } = await import(pathToFileURL(join(dirname(player), "dials.js")));
const pane = (name) => import(pathToFileURL(join(dirname(player), "../../panes", name, "page.js")));
const [{ formulaLines }, { trailBands }, { barsBetween }] = await Promise.all(["formula", "trail", "tree"].map(pane));

/** The guesses whose bars span a position in a drawing of the tree around it. */
function standing(run, position) {
  const { bars } = barsBetween(run, Math.max(run.skipped, position - 50), Math.min(run.last, position + 50));
  const there = bars.filter((bar) => bar.begun <= position && (!bar.dead || bar.to > position));
  return there.map(({ level, begun, cell, digit, sign }) => [level, begun, cell, digit, Number(sign)]);
}

/** The lit line, with the name of its file, and whether the solver failed there. */
function placeAt(run, position) {
  const place = run.place(position);
  return place ? [run.film.files[place.file]?.name ?? "", place.line, place.wrong] : ["", 0, false];
}

/** A line of the formula without the spaces around its parts. */
function plain({ mark, text, note, here }) {
  return { mark, text: text.map(([part, voice, cell]) => [part.trim(), voice, cell ?? -1]), note, here: here ?? false };
}

const texts = ({ heading, chips }) => ({ heading, chips: chips.map(([text]) => text) });

async function shown({ header, numbers, positions }) {
  const run = await open(header, numbers);
  run.cells(positions[Math.floor(positions.length / 2)]); // before the rest has been gone through
  await run.prepare();
  return { last: run.last, shown: positions.map((position) => ({
    caption: run.caption(position), links: run.marks(position).links ?? [], cells: run.cells(position),
    counters: readings(run), path: run.board.path(),
    formula: run.film.formula ? formulaLines(run, position).map(plain) : [], trail: (run.seek(position), trailBands(run).map(texts)),
    standing: standing(run, position), place: placeAt(run, position),
  })) };
}

const answers = [];
for (const film of films) answers.push(await shown(film));
process.stdout.write(JSON.stringify(answers));
