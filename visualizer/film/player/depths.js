// The depth of a search along its run, and the search as an icicle: each guess a bar at its level, as wide as the number of
// steps it stays open. As visualizer/analysis/depth_profile.py and icicle.py, which say why depths are all it takes.
import { BACKTRACK, GUESS } from "./kinds.js";
import { firstAtLeast } from "./search_tree.js";

export const GRAIN = 64; // steps whose depths are summed up, and
const GRAINS = 16; // of these in a longer stretch, as in visualizer/timeline/chunk.py
const STEP_BY_STEP = 48; // the number of steps per column below which columns are computed from individual steps
const LEAST_STEPS = 64, LEAST_LEVELS = 8; // the room that an icicle up to the playhead makes

/** The depths of a run, noted as it is gone through. Steps are counted from 0, where the film begins. */
export class Depths {
  constructor(run) {
    const grains = Math.ceil(run.numbers.length / GRAIN);
    Object.assign(this, { run, done: 0, deepest: 0, lows: new Uint16Array(grains), highs: new Uint16Array(grains), lasts: new Uint16Array(grains), atStart: run.board.marks.length });
  }

  /** Take in the steps between two positions, of which the first is a multiple of a grain from the start. */
  follow(from, to) {
    const { run: { frames: { kind: kinds, level: levels }, numbers, skipped }, lows, highs, lasts } = this, end = to - skipped;
    for (let start = from - skipped; start < end; start += GRAIN) {
      let depth = this.before(start), low = Infinity, high = 0;
      for (let index = start; index < Math.min(end, start + GRAIN); index++) {
        const number = numbers[index], kind = kinds[number];
        if (kind === GUESS) depth++;
        else if (kind === BACKTRACK) depth = Math.max(levels[number], 0);
        if (depth < low) low = depth;
        if (depth > high) high = depth;
      }
      const grain = start / GRAIN;
      [lows[grain], highs[grain], lasts[grain]] = [low, high, depth];
      this.deepest = Math.max(this.deepest, high);
    }
    this.done = end;
  }

  /** The depth before a step that begins a grain. */
  before(start) {
    return start ? this.lasts[start / GRAIN - 1] : this.atStart;
  }

  /** Where the grain begins that ends with a step or holds it. */
  grainBefore(end) {
    return end - 1 - ((end - 1) % GRAIN);
  }

  /** The least depth in the grain that begins at a step. */
  lowest(start) {
    return this.lows[start / GRAIN];
  }

  /** The depth after each step of a range. */
  exactly(start, end) {
    const { frames: { kind: kinds, level: levels }, numbers } = this.run, first = start - (start % GRAIN), depths = [];
    let depth = this.before(first);
    for (let index = first; index < end; index++) {
      const number = numbers[index], kind = kinds[number];
      if (kind === GUESS) depth++;
      else if (kind === BACKTRACK) depth = Math.max(levels[number], 0);
      if (index >= start) depths.push(depth);
    }
    return depths;
  }

  /** Stretches that overlap a range, with the least and the greatest depth in each: single steps if columns are narrower than ``finest``. */
  stretches(start, end, width, finest) {
    const block = GRAIN * GRAINS, grain = width < 2 * block ? GRAIN : block, closed = this.done - (this.done % block), starts = [], lows = [], highs = [], exact = width < finest;
    for (let at = exact ? closed : start - (start % grain); at < Math.min(end, closed); at += grain) {
      const part = [at / GRAIN, (at + grain) / GRAIN];
      starts.push(at);
      lows.push(this.lows.subarray(...part).reduce((one, other) => Math.min(one, other)));
      highs.push(this.highs.subarray(...part).reduce((one, other) => Math.max(one, other)));
    }
    const first = exact ? start : Math.max(start, closed);
    for (const [index, depth] of this.exactly(first, Math.max(first, end)).entries()) {
      starts.push(first + index);
      lows.push(depth);
      highs.push(depth);
    }
    return { starts, lows, highs, exact };
  }

  /** The first position after some steps at which the depth is below a level, or ``most`` if that comes first. */
  undone(steps, level, most) {
    for (let at = steps; at < most; ) {
      const end = at - (at % GRAIN) + GRAIN;
      if (this.lows[(end - GRAIN) / GRAIN] < level) {
        const found = this.exactly(at, Math.min(end, most)).findIndex((depth) => depth < level);
        if (found >= 0) return at + found + 1;
      }
      at = end;
    }
    return most;
  }
}

/** One value for each column: ``pick`` of those of the stretches in it, of which there is at least one. */
export function perColumn(starts, values, edges, end, pick) {
  return edges.map((edge, column) => {
    const first = firstAtLeast(starts, edge + 1) - 1, beyond = firstAtLeast(starts, edges[column + 1] ?? end);
    let value = values[first];
    for (let index = first + 1; index < beyond; index++) value = pick(value, values[index]);
    return value;
  });
}

export const columnsOf = (start, end, columns) => Array.from({ length: columns }, (_, column) => start + Math.floor((column * (end - start)) / columns));

/** Round a number up to the nearest of ``least`` times 1, 1.5, 2, 3, 4, 6 … */
function stride(number, least) {
  let power = least;
  while (power < number) power *= 2;
  return power > least && (power * 3) / 4 >= number ? (power * 3) / 4 : power;
}

/** The icicle up to a position, in so many columns: down to which level a single bar fills a column, how deep it goes, and from where on it belongs to other guesses than the next. */
export function icicleAt(run, position, columns) {
  const { depths } = run, here = position - run.skipped, end = stride(here, LEAST_STEPS), until = Math.min(end, depths.done);
  const edges = columnsOf(0, end, columns), shown = edges.filter((edge) => edge < until), parts = depths.stretches(0, until, Math.floor(end / columns), STEP_BY_STEP);
  const lowest = perColumn(parts.starts, parts.lows, shown, until, Math.min), highest = perColumn(parts.starts, parts.highs, shown, until, Math.max), joined = joinsOf(parts, shown, lowest, until);
  const far = (values) => edges.map((edge, column) => (edge < here ? values[column] ?? 0 : 0));
  const floors = far(lowest), peaks = far(highest), joins = edges.slice(1).map((edge, column) => (edge < here ? joined[column] ?? 0 : 0));
  const picture = { edges: [...edges, end], floors, peaks, joins, deepest: stride(peaks.reduce((one, other) => Math.max(one, other), 0), LEAST_LEVELS), exact: parts.exact };
  return { ...picture, standing: standingOf(run, picture, here) };
}

/** For each column, the deepest level at which a guess continues into the next one. */
function joinsOf({ starts, lows, exact }, edges, floors, end) {
  if (!exact) return floors.map((floor, column) => Math.min(floor, floors[column + 1] ?? 0));
  const at = (step) => lows[firstAtLeast(starts, step + 1) - 1];
  return edges.map((edge, column) => (column + 1 < edges.length ? Math.min(at(Math.max(edges[column + 1] - 1, edge)), at(edges[column + 1])) : 0));
}

/** For each column, how many levels are filled by the guesses on the board. */
function standingOf(run, { edges, floors }, here) {
  const begins = run.seek(run.skipped + here).opened.list().map((at) => at - run.skipped), columns = floors.length;
  const beyond = edges.find((edge) => edge > here) ?? here, ends = begins.map((_, level) => run.depths.undone(here, level + 1, beyond + 1));
  return floors.map((floor, column) => {
    const last = Math.max(edges[column + 1], edges[column] + 1), begun = firstAtLeast(begins, edges[column] + 2), undone = ends.filter((end) => end > last).length;
    return column < columns ? Math.min(floor, begun, undone) : 0;
  });
}
