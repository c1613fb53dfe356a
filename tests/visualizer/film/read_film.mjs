// Prints a line of JSON for each film, and then one for each position: what a player shows there. node read_film.mjs JOBS
import { readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const { films, player } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { open } = await import(pathToFileURL(player));
const { readings } = await import(pathToFileURL(join(dirname(player), "dials.js")));
const { icicleAt } = await import(pathToFileURL(join(dirname(player), "depths.js")));
const LEAVES = 24, ICICLE = 90, ROWS = 4;
const pane = (name) => import(pathToFileURL(join(dirname(player), "../../panes", name, "page.js")));
const { unitsOf, struckWords } = await import(pathToFileURL(join(dirname(player), "units.js")));
const [{ formulaLines }, { trailBands }, { wordsAtLevel, wordsOfItem }, { coverView }, { Implications, literalsOf, partOf }] = await Promise.all(["formula", "trail", "tree", "cover", "conflict"].map(pane));
const { cutOf, layOut } = await import(pathToFileURL(join(dirname(player), "implications.js")));

const seen = new WeakMap(); // the layout of each run's tree that was printed last

/** The tree in room for some leaves, with its layout and what is said about that where it is another than before. */
function tree(run, position) {
  const drawing = run.tree.drawing(position, LEAVES), { layout, ...rest } = drawing ?? {};
  if (!drawing) return null;
  if (seen.get(run) === layout) return rest;
  seen.set(run, layout);
  return { ...rest, layout: { ...layout, key: 0 }, words: layout.nodes.map((_, item) => (layout.guesses[item] ? wordsOfItem(run, drawing, item) : "")) };
}

/** The icicle in some columns, and what is said about the innermost open guess. */
function icicle(run, position) {
  const level = run.seek(position).marks.length;
  return { picture: position > run.skipped ? icicleAt(run, position, ICICLE) : null, level: wordsAtLevel(run, position, level) };
}

/** What the pane of a name has added to a film; undefined if the film has no such pane. */
const dataOf = ({ film }, name) => film.panes.find(([pane]) => pane === name)?.[2];

/** The matrix, without the cells that the pointer finds. */
function matrix(run, position) {
  const data = dataOf(run, "cover");
  if (!data) return null;
  const { rows, ...view } = coverView(run, data, position);
  return { ...view, rows: rows.map(({ cell, ...row }) => row) };
}

/** The implication graph, and what is said of it after each of its first resolutions and after all of them. */
function implications(run, position) {
  const data = dataOf(run, "implications");
  if (!data) return null;
  const all = new Implications(run, data.units), { graph, stepping } = all.at(position), last = graph?.resolutions.length ?? 0;
  const said = (stepping ? [...new Set([...[0, 1, 2, 3, 4].filter((made) => made < last), last])] : [0]).map((made) => {
    const view = all.at(position, made), part = graph && partOf(run.film, view), told = part && [part.caption, part.marks(run.cells(position))];
    return [view.heading, view.words, view.invites ?? "", graph ? literalsOf(view) : [], graph ? cutOf(layOut(graph, ROWS), view.made) : null, told];
  });
  const places = graph && [...layOut(graph, ROWS).slots].map(([index, { column, row, rows }]) => [index, column, row, rows]);
  return { said, graph: graph && { ...graph, edges: graph.edges.map(([one, other]) => [one, other]).sort((one, other) => one[0] - other[0] || one[1] - other[1]) }, places };
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

/** Where the steps of each unit lead, forwards and backwards, and after how many steps half of the run is passed. */
function stops(run) {
  const walk = (start, step, end) => {
    const found = [start];
    while (found.at(-1) !== end) found.push(step(found.at(-1)));
    return found;
  };
  return unitsOf(run).map((unit) => ({
    unit: unit.name, forward: walk(run.first, (at) => unit.after(at), run.last), back: walk(run.last, (at) => unit.before(at), run.first),
    leaps: [2, 3, 7].map((count) => unit.after(run.first, count)), between: unit.between(run.first, run.last),
  }));
}

/** What a step by digits shows besides: the candidates struck since the digit before. */
function byDigits(run, position) {
  const before = unitsOf(run).find(({ name }) => name === "digits").before(position);
  return { words: position > run.skipped ? struckWords(run, before, position) : "", struck: run.cells(position, before, true).map(({ struck, earlier }) => [struck, earlier ?? []]) };
}

const texts = ({ heading, chips, earlier }) => ({ heading, earlier, chips: chips.map(([text]) => text) });

/** What is compared at every position. */
function shownAt(run, position) {
  return {
    position, caption: run.caption(position), links: run.marks(position).links ?? [], cells: run.cells(position),
    counters: readings(run), path: run.board.path(), tree: tree(run, position), place: placeAt(run, position),
  };
}

/** What is compared besides at some positions. */
function panesAt(run, position) {
  return {
    formula: run.film.formula ? formulaLines(run, position).map(plain) : [], trail: (run.seek(position), trailBands(run).map(texts)),
    digits: byDigits(run, position), icicle: icicle(run, position), matrix: matrix(run, position), implications: implications(run, position), plots: (run.seek(position), run.samples.plots()),
  };
}

const print = (answer) => writeSync(1, `${JSON.stringify(answer)}\n`);

for (const { header, numbers, positions, closely } of films) {
  const run = await open(header, numbers), close = new Set(closely);
  run.cells(positions[Math.floor(positions.length / 2)]); // before the rest has been gone through
  await run.prepare();
  print({ last: run.last, stops: stops(run) });
  for (const position of positions) print({ ...shownAt(run, position), ...(close.has(position) ? panesAt(run, position) : {}) });
}
