// A board's trail: which literals are true, by level, and since when, as visualizer/timeline/trail.py; and the steps that
// made its entries, as visualizer/timeline/search.py.
import { BACKTRACK, ELIMINATE } from "./kinds.js";
import { placeOf } from "./literals.js";

const START = -1; // the entry of what holds from the start

/** The trail of a run's board at its position. Candidates struck by placing a digit are counted with the digit. */
export class Trail {
  constructor({ board, film, peers }) {
    const { symbols } = film, marks = board.marks.list();
    Object.assign(this, { film, symbols, peers, values: Uint16Array.from(board.values), struckByPlacing: film.candidates === "STRUCK", entries: [], depth: marks.length, orders: new Map() });
    let level = 0, placed = null;
    for (const [index, entry] of board.trail.list().entries()) {
      const cell = Math.floor(entry / board.width), digit = entry % board.width, held = board.values[cell];
      while (level < marks.length && index >= marks[level]) level++;
      if (digit && placed?.digit === digit && peers[placed.cell].includes(cell)) continue;
      placed = !digit && this.struckByPlacing ? { cell, digit: held } : null;
      this.entries.push({ literal: digit ? -(cell * symbols + digit) : cell * symbols + held, level, decision: level > 0 && marks[level - 1] === index });
    }
    this.index = new Map(this.entries.map(({ literal }, index) => [literal, index]));
  }

  /** When a literal became true: its entry, and whether it only follows from that; null if it is not true. */
  since(literal) {
    const { index, symbols } = this;
    if (index.has(literal)) return { entry: index.get(literal), follows: false };
    const { cell, digit } = placeOf(this.film, literal), held = this.values[cell];
    if (literal > 0) return held === digit ? { entry: START, follows: false } : null;
    const ways = held && held !== digit ? [index.get(cell * symbols + held) ?? START] : [], holder = this.struckByPlacing ? this.holder(cell, digit) : null;
    if (holder !== null) ways.push(holder);
    return ways.length ? { entry: Math.min(...ways), follows: true } : null;
  }

  /** The entry that first placed a digit in a peer of a cell; null if no peer has it. */
  holder(cell, digit) {
    const holders = this.peers[cell].filter((peer) => this.values[peer] === digit).map((peer) => this.index.get(peer * this.symbols + digit) ?? START);
    return holders.length ? Math.min(...holders) : null;
  }

  /** The level at which a literal became true; null if it is not. */
  levelOf(literal) {
    const since = this.since(literal);
    return since && this.levelAt(since.entry);
  }

  levelAt(entry) {
    return entry >= 0 ? this.entries[entry].level : 0;
  }

  /** A clause's literals: those not false first, then the latest level first, then by cell and digit. */
  inOrder(clause) {
    const key = (literal) => {
      if (!this.orders.has(literal)) this.orders.set(literal, this.levelOf(-literal));
      return this.orders.get(literal);
    };
    return [...clause].sort((one, other) => (key(one) !== null) - (key(other) !== null) || (key(other) ?? 0) - (key(one) ?? 0) || Math.abs(one) - Math.abs(other));
  }
}

/** The positions of the steps that made the entries of the trail at a position, latest first. */
export function* standingSteps(run, position) {
  const { depths, frames, skipped } = run, kinds = frames.kind;
  let least = Infinity;
  for (let end = position - skipped; end > 0; ) {
    const start = depths.grainBefore(end), deep = depths.lowest(start) > least ? [] : depths.exactly(start, end);
    for (let index = deep.length - 1; index >= 0; index--) {
      if (deep[index] > least) continue; // undone by what comes after it
      least = deep[index];
      const at = skipped + start + index + 1, frame = run.frame(at);
      if (kinds[frame] <= ELIMINATE) yield at;
      else if (kinds[frame] === BACKTRACK && frames.level[frame] < 0) return;
    }
    end = start;
  }
}
