// What counts as a step for the arrows and the speed, as in visualizer/timeline/condition.py. It draws nothing.
import { counted, listed, nameOf } from "./figures.js";
import { CONFLICT, ELIMINATE, FIX, GUESS } from "./kinds.js";

const MOST_ASKED = 1000, MOST_CELLS = 4; // steps that are searched for techniques, and cells struck to name, as in visualizer/scene/board.py

/** A unit of steps in a run. A step counts if its frame does and, for some units, only before certain others. */
export class Unit {
  constructor(run, { unit, word, said, speed, kinds, frames, then, alone = [] }) {
    const kindsOf = run.frames.kind, flags = (of) => Uint8Array.from(kindsOf, (kind) => Number(of.includes(kind)));
    Object.assign(this, { run, name: unit, word, said, speed, all: !kinds.length });
    this.wanted = frames ? flagged(kindsOf.length, frames) : flags(kinds);
    Object.assign(this, then ? { then: flags(then), alone: flags(alone) } : {});
  }

  get first() {
    return this.run.first;
  }

  get last() {
    return this.run.last;
  }

  /** What the paces of a race answer as well (pace.js): where the run is, when it gets there, and why not. */
  place(_, position) {
    return position;
  }

  arrival(_, position) {
    return position;
  }

  refuses() {
    return "";
  }

  /** Whether the step that leads to a position counts. */
  counts(position) {
    const { run, then } = this, frame = run.frame(position);
    if (this.all || !this.wanted[frame]) return this.all;
    return !then || this.alone[frame] === 1 || then[run.frame(position + 1)] === 1;
  }

  /** The position after so many more counted steps; the end of the run if there are fewer. */
  after(position, count = 1) {
    const { last } = this.run;
    if (this.all) return Math.min(last, position + count);
    for (let at = position + 1; at < last; at++) if (this.counts(at) && !--count) return at;
    return last;
  }

  /** The last counted position before another; the start of the run if there is none. */
  before(position) {
    const { first } = this.run;
    for (let at = position - 1; at > first; at--) if (this.counts(at)) return at;
    return first;
  }

  /** The number of counted steps after a position, up to another. */
  between(start, end) {
    if (this.all) return end - start;
    let count = 0;
    for (let at = start + 1; at <= end; at++) count += Number(this.counts(at));
    return count;
  }
}

function flagged(length, frames) {
  const flags = new Uint8Array(length);
  for (const frame of frames) flags[frame] = 1;
  return flags;
}

/** The units that make sense for a run, finest first. */
export const unitsOf = (run) => run.film.grains.map((grain) => new Unit(run, grain));

/** The unit before another, or the last after the first: the next finer one, and after every step the coarsest. */
export const finer = (units, unit) => units.at(units.indexOf(unit) - 1);

/** How many candidates were struck since a position before a step, and how many the step strikes, as in visualizer/scene/board.py. */
export function struckWords(run, since, position) {
  const { film, frames } = run, frame = run.frame(position);
  if (film.candidates === "NONE" || ![GUESS, FIX, CONFLICT].includes(frames.kind[frame])) return "";
  const earlier = run.seek(since).counts[ELIMINATE], { counts, open } = run.seek(position - 1), number = counts[ELIMINATE] - earlier;
  const by = listed(techniquesBetween(run, since, position)), own = strikes(open.slice(), run.seek(position), frames.cell[frame]);
  const said = [number && `on the way, ${counted(number, "candidate")} ${number === 1 ? "was" : "were"} struck (level strokes)${by && `, ${by}`}`, own && `it strikes ${counted(own, "candidate")} (slanted strokes)`].filter(Boolean).join("; ");
  return said && ` ${said[0].toUpperCase()}${said.slice(1)}.`;
}

/** What struck the cells between two positions, easiest first; nothing if those are far apart or these are many. */
function techniquesBetween({ frames, film, numbers, skipped }, start, end) {
  if (end - start > MOST_ASKED) return [];
  const striking = [...numbers.subarray(start - skipped, end - 1 - skipped)].filter((number) => frames.kind[number] === ELIMINATE);
  const by = new Map(), inOrder = (one, other) => one - other;
  for (const number of striking) {
    const why = frames.why[number];
    if (film.techniques[why]) by.set(why, (by.get(why) ?? new Set()).add(frames.cell[number]));
  }
  if ([...by.values()].reduce((sum, { size }) => sum + size, 0) > MOST_CELLS) return [];
  const cells = (its) => listed([...its].sort(inOrder).map((cell) => nameOf(film, cell)));
  return [...by].sort(([one], [other]) => inOrder(one, other)).map(([why, its]) => `from ${cells(its)} by ${film.techniques[why]}`);
}

/** The number of candidates that a board has lost since it had the ``open`` ones, apart from those of filled cells and of the step's. */
function strikes(open, { open: left, values, width }, own) {
  return open.reduce((count, was, at) => count + Number(was > left[at] && at % width > 0 && !values[Math.floor(at / width)] && Math.floor(at / width) !== own), 0);
}
