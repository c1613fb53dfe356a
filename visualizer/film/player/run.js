// A film's run: what each step does to the board, and what every cell shows at any position. It draws nothing and asks
// for nothing outside, so it also runs in node.

import { dial } from "./dials.js";
import { BACKTRACK, CONFLICT, ELIMINATE, ERASE, FIX, GAVE_UP, GUESS, LOOK, PLACE, SWAP } from "./kinds.js";

const BLOCK = 256; // steps between two snapshots of the board, or more so that a long run has no more of them than
const SNAPSHOTS = 4096; // this number, and no larger ones together than
const ROOM = 32e6; // this number of bytes
const COLUMNS = 1024; // columns of the profile

/** Decompress base64 text. Returns bytes. */
export async function unpack(text) {
  const letters = atob(text.trim()), bytes = new Uint8Array(letters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = letters.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Open a film from its two packed parts. */
export async function open(headerText, numbersText) {
  const [header, numbers] = await Promise.all([unpack(headerText), unpack(numbersText)]);
  const film = JSON.parse(new TextDecoder().decode(header));
  const small = film.frames.kind.length <= 65536;
  return new Run(film, small ? new Uint16Array(numbers) : new Uint32Array(numbers));
}

/** The digits of a mask that may have more bits than JavaScript's integers: bit d for digit d. */
export function digitsOf(mask) {
  const digits = [];
  for (let rest = Math.floor(mask / 2), digit = 1; rest > 0; rest = Math.floor(rest / 2), digit++) {
    if (rest % 2) digits.push(digit);
  }
  return digits;
}

/** Remove the end of a list. To pop a few items is several times faster than to set the length. */
function shorten(list, length) {
  while (list.length > length) list.pop();
}

/** A board that follows the steps, as solvers/core/board.py does. It also knows where each open guess was made. */
class Board {
  constructor(film, peers) {
    this.film = film;
    this.peers = peers;
    this.width = film.symbols + 1;
    this.strikes = film.candidates === "STRUCK";
    this.values = Uint16Array.from(film.start.values);
    // One flag for each digit of each cell, because a mask of 36 digits does not fit into 32 bits.
    this.open = new Uint8Array(this.values.length * this.width);
    film.start.candidates.forEach((mask, cell) => this.note(cell, mask));
    this.trail = film.start.trail.slice();
    this.marks = film.start.marks.slice(); // the length of the trail when each level was opened
    this.counts = film.start.counts.slice(); // of each kind of step
    this.opened = this.marks.map(() => 0); // the position at which each level was opened
    this.tried = []; // the guesses refuted at each level, in order of level, packed by guessAt
    this.triedFrom = [0, ...this.marks.map(() => 0)]; // where those of each level begin
  }

  note(cell, mask) {
    this.open.fill(0, cell * this.width, (cell + 1) * this.width);
    for (const digit of digitsOf(mask)) this.open[cell * this.width + digit] = 1;
  }

  has(cell, digit) {
    return this.open[cell * this.width + digit] === 1;
  }

  snapshot() {
    return {
      values: this.values.slice(), open: this.open.slice(), trail: Uint32Array.from(this.trail), marks: Uint32Array.from(this.marks),
      counts: this.counts.slice(), opened: Float64Array.from(this.opened), tried: Uint32Array.from(this.tried), triedFrom: Uint32Array.from(this.triedFrom),
    };
  }

  restore(saved) {
    this.values.set(saved.values);
    this.open.set(saved.open);
    for (const name of ["trail", "marks", "counts", "opened", "tried", "triedFrom"]) this[name] = Array.from(saved[name]);
  }

  apply(frames, number, position) {
    const kind = frames.kind[number], cell = frames.cell[number], digit = frames.digit[number];
    this.counts[kind]++;
    if (kind >= LOOK) return;
    if (kind === GUESS) {
      this.marks.push(this.trail.length);
      this.opened.push(position);
      this.triedFrom.push(this.tried.length);
    }
    if (kind <= FIX && frames.sign[number]) this.place(cell, digit);
    else if (kind <= ELIMINATE) this.strike(cell, digit);
    else if (kind === BACKTRACK) this.goBack(frames.level[number]);
    else if (kind === SWAP) this.swap(cell, frames.other[number]);
    else if (kind === PLACE) this.values[cell] = digit;
    else if (kind === ERASE) this.erase(cell);
    else this.note(cell, frames.other[number]);
  }

  place(cell, digit) {
    this.values[cell] = digit;
    this.trail.push(cell * this.width);
    if (!this.strikes) return;
    for (const peer of this.peers[cell]) if (this.has(peer, digit)) this.strike(peer, digit);
  }

  strike(cell, digit) {
    this.open[cell * this.width + digit] = 0;
    this.trail.push(cell * this.width + digit);
  }

  swap(cell, other) {
    [this.values[cell], this.values[other]] = [this.values[other], this.values[cell]];
  }

  erase(cell) {
    if (this.values[cell]) this.values[cell] = 0;
    else this.note(cell, 0);
  }

  goBack(level) {
    const keep = level < 0 ? 0 : this.marks[level], back = Math.max(level, 0), refuted = level < 0 ? null : this.guessAt(level);
    shorten(this.tried, level < 0 ? 0 : this.triedFrom[level + 1]);
    if (refuted !== null) this.tried.push(refuted);
    shorten(this.marks, back);
    shorten(this.opened, back);
    shorten(this.triedFrom, back + 1);
    while (this.trail.length > keep) {
      const entry = this.trail.pop(), digit = entry % this.width;
      if (digit) this.open[entry] = 1;
      else this.values[entry / this.width] = 0;
    }
  }

  /** The guess that opened a level, counted from 0, in one number: see unpackGuess. */
  guessAt(level) {
    const entry = this.trail[this.marks[level]], struck = entry % this.width;
    return 2 * (struck ? entry : entry + this.values[entry / this.width]) + (struck ? 0 : 1);
  }

  unpackGuess(packed) {
    const entry = packed >> 1;
    return { cell: Math.floor(entry / this.width), digit: entry % this.width, sign: packed & 1 };
  }

  /** The open guesses, outermost first, each with the digits that were refuted in its cell before it. */
  path() {
    return this.marks.map((_, level) => {
      const guess = this.unpackGuess(this.guessAt(level)), end = this.triedFrom[level + 1];
      const refuted = this.tried.slice(this.triedFrom[level], end).map((packed) => this.unpackGuess(packed));
      return { ...guess, at: this.opened[level], refuted: refuted.filter((other) => other.cell === guess.cell && other.sign === guess.sign).map(({ digit }) => digit) };
    });
  }

  /** For each cell filled since the start: its level, and whether it was a guess. */
  placements() {
    const found = new Map();
    let level = 0;
    this.trail.forEach((entry, index) => {
      while (level < this.marks.length && index >= this.marks[level]) level++;
      const guess = level > 0 && index === this.marks[level - 1];
      if (entry % this.width === 0) found.set(entry / this.width, { level, guess });
    });
    return found;
  }
}

/** A film with a playhead. Positions are numbers of steps, from ``first`` to ``last``. */
export class Run {
  constructor(film, numbers) {
    this.film = film;
    this.numbers = numbers;
    this.frames = columns(film.frames);
    this.skipped = film.skipped;
    this.first = film.skipped ? film.skipped + 1 : 0;
    this.last = film.skipped + numbers.length;
    this.peers = peersOf(film);
    this.board = new Board(film, this.peers);
    this.at = this.skipped;
    this.block = Math.max(BLOCK, Math.ceil(numbers.length / SNAPSHOTS), Math.ceil((numbers.length * this.board.open.length) / ROOM));
    this.snapshots = [this.board.snapshot()];
    this.profile = null;
  }

  /** Go through the run once, for snapshots and the profile. A generator, so that a page stays alive meanwhile. */
  *index(portion = 1 << 20) {
    const steps = this.numbers.length, columns = Math.min(COLUMNS, Math.max(1, steps)), kinds = this.frames.kind;
    const values = new Float64Array(columns), conflicts = new Uint32Array(columns), byDepth = this.film.profile.name === "depth";
    for (let column = 0, done = 0; column < columns; column++) {
      const end = Math.ceil(((column + 1) * steps) / columns);
      let deepest = 0;
      while (done < end) {
        this.forward();
        deepest = Math.max(deepest, this.board.marks.length);
        if (kinds[this.numbers[done]] === CONFLICT) conflicts[column]++;
        done++;
        if (done % this.block === 0) this.snapshots.push(this.board.snapshot());
        if (done % portion === 0) yield done;
      }
      values[column] = byDepth ? deepest : Number(dial(this, this.film.profile)) || 0;
    }
    this.profile = { values, conflicts, highest: values.reduce((one, other) => Math.max(one, other), 0) };
  }

  forward() {
    this.at++;
    this.board.apply(this.frames, this.numbers[this.at - this.skipped - 1], this.at);
  }

  /** Move the board to a position, replaying at most one block. Returns the board. */
  seek(position) {
    const block = Math.min(Math.floor((position - this.skipped) / this.block), this.snapshots.length - 1), start = this.skipped + block * this.block;
    if (position < this.at || start > this.at) {
      this.board.restore(this.snapshots[block]);
      this.at = start;
    }
    while (this.at < position) this.forward();
    return this.board;
  }

  /** The number of the frame at a position; -1 before the first step. */
  frame(position) {
    return position > this.skipped ? this.numbers[position - this.skipped - 1] : -1;
  }

  caption(position) {
    if (position === this.last && this.film.failure) return this.film.failure;
    return position > this.skipped ? this.film.captions[this.frames.caption[this.frame(position)]] : this.film.introduction;
  }

  marks(position) {
    return position > this.skipped ? this.film.marks[this.frames.marks[this.frame(position)]] : {};
  }

  /** The next position (``by`` 1) or the previous one (``by`` -1) with a step of this kind; -1 if there is none. */
  find(kind, position, by) {
    for (let at = position + by; at > this.skipped && at <= this.last; at += by) {
      if (this.frames.kind[this.frame(at)] === kind) return at;
    }
    return -1;
  }

  /** What each cell shows at a position, with the names of visualizer/views/board.py. Digits are lists, not masks. */
  cells(position) {
    const film = this.film, shown = film.candidates !== "NONE";
    const before = position > this.skipped && shown ? this.seek(position - 1).open.slice() : null;
    const board = this.seek(position), placed = board.placements(), marks = this.marks(position).cells ?? {};
    const clashing = this.clashing(position);
    return Array.from(board.values, (digit, cell) => {
      const where = placed.get(cell), guessed = Boolean(where?.guess) && !film.givens[cell];
      const view = { digit, role: digit ? this.role(cell, guessed) : "blank", level: digit && guessed ? where.level : 0, candidates: [], struck: [] };
      if (!digit && shown) this.pencil(view, board, before, cell);
      if (clashing && this.clashes(cell)) view.culprit = true;
      return Object.assign(view, marks[cell]);
    });
  }

  role(cell, guessed) {
    if (this.film.givens[cell]) return this.film.placed.includes(cell) ? "person" : "given";
    return guessed ? "guessed" : this.film.blackBox ? "model" : "fixed";
  }

  pencil(view, board, before, cell) {
    for (let digit = 1; digit < board.width; digit++) {
      if (board.has(cell, digit)) view.candidates.push(digit);
      else if (before?.[cell * board.width + digit]) view.struck.push(digit);
    }
  }

  /** Whether the step is one of a local search on a full grid, which marks every clash. */
  clashing(position) {
    const kind = this.frames.kind[this.frame(position)];
    return [SWAP, LOOK, GAVE_UP].includes(kind) && !this.board.values.includes(0);
  }

  clashes(cell) {
    const values = this.board.values;
    return this.peers[cell].some((peer) => values[peer] === values[cell]);
  }
}

/** The table of frames with typed columns, which are read faster; but sets of digits may have more than 32 bits. */
function columns({ other, ...rest }) {
  return { ...Object.fromEntries(Object.entries(rest).map(([name, column]) => [name, Int32Array.from(column)])), other };
}

function peersOf(film) {
  const peers = film.givens.map(() => new Set());
  for (const unit of film.units) for (const cell of unit) for (const other of unit) if (other !== cell) peers[cell].add(other);
  return peers.map((others) => [...others].sort((one, other) => one - other));
}
