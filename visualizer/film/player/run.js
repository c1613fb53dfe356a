// A film's run: what each step does to the board, and what every cell shows at any position. It draws nothing and needs
// nothing from outside, so it also runs in Node.

import { Depths } from "./depths.js";
import { dial } from "./dials.js";
import { BACKTRACK, CONFLICT, ELIMINATE, ERASE, FIX, GAVE_UP, GUESS, LOOK, PLACE, SWAP } from "./kinds.js";
import { Samples } from "./samples.js";
import { SearchTree } from "./search_tree.js";
import { Stack } from "./stack.js";

const BLOCK = 256; // steps between two snapshots of the board; more in long runs, so that there are no more than
const SNAPSHOTS = 4096; // this many snapshots, which together take no more than
const ROOM = 32e6; // this number of bytes
const COLUMNS = 1024; // columns of the profile
const PORTION = 1 << 15; // steps to go through before looking at the clock
const SLICE = 8; // milliseconds to go through a run before letting the page work
const NEAR = 16; // ranks that are looked up in one table
const LATE = 254; // stands before a rank that does not fit into a byte; a greater byte before a number
const WARM = 50; // blocks to jump around in once the snapshots are there

/** The bytes of base64 text. Not every browser has a function for that yet. */
function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

/** Decompress base64 text. Returns bytes. */
export async function unpack(text) {
  const stream = new Blob([bytesOf(text.trim())]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Open a film from its two packed parts. */
export async function open(headerText, numbersText) {
  const [header, numbers] = await Promise.all([unpack(headerText), unpack(numbersText)]);
  const film = JSON.parse(new TextDecoder().decode(header));
  return new Run(film, numbersFrom(new Uint8Array(numbers), film));
}

/** The frames' numbers from their ranks among those that followed the same frame before, as in_bytes of film.py packs them. */
function numbersFrom(bytes, { steps, frames }) {
  const count = frames.kind.length, numbers = count <= 65536 ? new Uint16Array(steps) : new Uint32Array(steps), followers = Array.from({ length: count + 1 }, () => []);
  const near = new numbers.constructor((count + 1) * NEAR); // the first followers of every frame, which nearly all steps ask for
  const word = (at) => bytes[at] + 256 * (bytes[at + 1] + 256 * (bytes[at + 2] + 256 * bytes[at + 3]));
  for (let step = 0, at = 0, number = count; step < steps; step++) {
    const byte = bytes[at++];
    if (byte < NEAR) number = near[number * NEAR + byte];
    else if (byte < LATE) number = followers[number][byte];
    else {
      const known = followers[number], value = word(at);
      at += 4;
      if (byte > LATE && known.length < NEAR) near[number * NEAR + known.length] = value;
      if (byte > LATE) known.push(value);
      number = byte > LATE ? value : known[value];
    }
    numbers[step] = number;
  }
  return numbers;
}

/** The digits of a mask that may have more bits than JavaScript's integers: bit d for digit d. */
export function digitsOf(mask) {
  const digits = [];
  for (let rest = Math.floor(mask / 2), digit = 1; rest > 0; rest = Math.floor(rest / 2), digit++) {
    if (rest % 2) digits.push(digit);
  }
  return digits;
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
    this.counts = Int32Array.from(film.start.counts); // of each kind of step
    const { trail, marks } = film.start, levels = marks.map(() => 0), room = this.open.length + 1;
    this.trail = new Stack(trail, room);
    this.marks = new Stack(marks, room); // the length of the trail when each level was opened
    this.opened = new Stack(levels, room); // the position at which each level was opened
    this.tried = new Stack([], room); // the guesses refuted at each level, in order of level, packed by guessAt
    this.triedFrom = new Stack([0, ...levels], room); // where those of each level begin
    this.stacks = [this.trail, this.marks, this.opened, this.tried, this.triedFrom];
  }

  note(cell, mask) {
    this.open.fill(0, cell * this.width, (cell + 1) * this.width);
    for (const digit of digitsOf(mask)) this.open[cell * this.width + digit] = 1;
  }

  has(cell, digit) {
    return this.open[cell * this.width + digit] === 1;
  }

  /** All of the board's state in one array, the flags of open digits 32 in a number. */
  snapshot() {
    const { values, counts, open, stacks } = this, flags = Math.ceil(open.length / 32);
    const saved = new Int32Array(stacks.reduce((size, stack) => size + 1 + stack.length, values.length + counts.length + flags));
    saved.set(values);
    saved.set(counts, values.length);
    let at = values.length + counts.length;
    for (let flag = 0; flag < open.length; flag++) saved[at + (flag >> 5)] |= open[flag] << (flag & 31);
    at += flags;
    for (const stack of stacks) at = stack.save(saved, at);
    return saved;
  }

  restore(saved) {
    const { values, counts, open, stacks } = this;
    let at = 0;
    for (let cell = 0; cell < values.length; cell++) values[cell] = saved[at++];
    for (let kind = 0; kind < counts.length; kind++) counts[kind] = saved[at++];
    for (let flag = 0; flag < open.length; flag++) open[flag] = (saved[at + (flag >> 5)] >>> (flag & 31)) & 1;
    at += Math.ceil(open.length / 32);
    for (const stack of stacks) at = stack.restore(saved, at);
  }

  /** Take in a step of a kind that changes the board. */
  apply(frames, number, position) {
    const kind = frames.kind[number], cell = frames.cell[number], digit = frames.digit[number];
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
    const keep = level < 0 ? 0 : this.marks.at(level), back = Math.max(level, 0), refuted = level < 0 ? -1 : this.guessAt(level);
    this.tried.shorten(level < 0 ? 0 : this.triedFrom.at(level + 1));
    if (refuted >= 0) this.tried.push(refuted);
    this.marks.shorten(back);
    this.opened.shorten(back);
    this.triedFrom.shorten(back + 1);
    while (this.trail.length > keep) {
      const entry = this.trail.pop(), digit = entry % this.width;
      if (digit) this.open[entry] = 1;
      else this.values[(entry / this.width) | 0] = 0;
    }
  }

  /** The guess that opened a level, counted from 0, in one number: see unpackGuess. */
  guessAt(level) {
    const entry = this.trail.at(this.marks.at(level)), struck = entry % this.width;
    return 2 * (struck ? entry : entry + this.values[(entry / this.width) | 0]) + (struck ? 0 : 1);
  }

  unpackGuess(packed) {
    const entry = packed >> 1;
    return { cell: Math.floor(entry / this.width), digit: entry % this.width, sign: packed & 1 };
  }

  /** The open guesses, outermost first, each with the digits that were refuted in its cell before it. */
  path() {
    const tried = this.tried.list();
    return this.marks.list().map((_, level) => {
      const guess = this.unpackGuess(this.guessAt(level)), end = this.triedFrom.at(level + 1);
      const refuted = tried.slice(this.triedFrom.at(level), end).map((packed) => this.unpackGuess(packed));
      return { ...guess, at: this.opened.at(level), refuted: refuted.filter((other) => other.cell === guess.cell && other.sign === guess.sign).map(({ digit }) => digit) };
    });
  }

  /** For each cell filled since the start: its level, and whether it was a guess. */
  placements() {
    const found = new Map();
    let level = 0;
    this.trail.list().forEach((entry, index) => {
      while (level < this.marks.length && index >= this.marks.at(level)) level++;
      const guess = level > 0 && index === this.marks.at(level - 1);
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
    Object.assign(this, { tree: new SearchTree(this), depths: new Depths(this), samples: new Samples(this) });
    this.profile = null; // until the run has been gone through
    this.indexing = this.index();
  }

  /** Go through the rest of the run in the background. The page stays responsive meanwhile. */
  prepare() {
    this.prepared ??= this.goThrough();
    return this.prepared;
  }

  async goThrough() {
    for (let until = 0; !this.indexing.next().done; ) {
      if (performance.now() < until) continue;
      await new Promise((resolve) => setTimeout(resolve));
      until = performance.now() + SLICE;
    }
  }

  /** Go through the run once, with a board of its own, for snapshots, the profile, and what panes show of the whole. Yields after every portion. */
  *index() {
    const steps = this.numbers.length, columns = Math.min(COLUMNS, Math.max(1, steps)), { film, skipped, block, samples } = this;
    const board = new Board(film, this.peers), scout = { film, board, at: skipped }, byDepth = film.profile.name === "depth";
    const values = new Float64Array(columns), conflicts = new Uint32Array(columns);
    samples.take(scout);
    for (let column = 0, done = 0, seen = 0; column < columns; column++) {
      const end = Math.ceil(((column + 1) * steps) / columns), before = board.counts[CONFLICT];
      let deepest = 0;
      while (done < end) {
        const stop = Math.min(end, done + block - (done % block), done + PORTION - (done % PORTION), samples.next);
        deepest = Math.max(deepest, this.forward(board, skipped + done, skipped + stop));
        done = stop;
        if (done % block === 0) this.snapshots.push(board.snapshot());
        scout.at = skipped + done;
        if (done === samples.next) samples.take(scout);
        if (done % PORTION && done < steps) continue;
        for (const part of [this.tree, this.depths]) part.follow(skipped + seen, skipped + done);
        seen = done;
        yield;
      }
      conflicts[column] = board.counts[CONFLICT] - before;
      values[column] = byDepth ? deepest : Number(dial(scout, film.profile)) || 0;
    }
    this.profile = { values, conflicts, highest: values.reduce((one, other) => Math.max(one, other), 0) };
    this.warm();
  }

  /** Jump around: browsers compile only code that ran often, and the reader's first jumps should not be slow. */
  warm() {
    const { at, block } = this;
    for (let to = Math.min(this.last, this.skipped + WARM * block); to > this.skipped; to -= Math.ceil(block / 2)) this.seek(to);
    this.seek(at);
  }

  /** Move a board forward between two positions. Returns the largest number of open guesses on the way. */
  forward(board, from, to) {
    const { frames, numbers, skipped } = this, { marks, counts } = board, kinds = frames.kind, end = to - skipped;
    let deepest = 0;
    for (let index = from - skipped; index < end; index++) {
      const number = numbers[index], kind = kinds[number];
      counts[kind]++;
      if (kind < LOOK) board.apply(frames, number, skipped + index + 1);
      if (marks.length > deepest) deepest = marks.length;
    }
    return deepest;
  }

  /** Move the board to a position, replaying at most one block once the run has been gone through. Returns the board. */
  seek(position) {
    const wanted = Math.floor((position - this.skipped) / this.block);
    while (wanted >= this.snapshots.length && !this.indexing.next().done);
    const block = Math.min(wanted, this.snapshots.length - 1), start = this.skipped + block * this.block;
    if (position < this.at || start > this.at) {
      this.board.restore(this.snapshots[block]);
      this.at = start;
    }
    this.forward(this.board, this.at, position);
    this.at = position;
    return this.board;
  }

  /** Go through the run at least up to a position, so that what panes show of the whole is known that far. */
  reach(position) {
    while (this.skipped + this.depths.done < position && !this.indexing.next().done);
  }

  /** The number of the frame at a position; -1 before the first step. */
  frame(position) {
    return position > this.skipped ? this.numbers[position - this.skipped - 1] : -1;
  }

  caption(position) {
    if (position === this.last && this.film.end.caption) return this.film.end.caption;
    return position > this.skipped ? this.film.captions[this.frames.caption[this.frame(position)]] : this.film.introduction;
  }

  /** The file and the line that made the step at a position, or where the solver failed there; null at the start. */
  place(position) {
    const { failed } = this.film.end, frame = this.frame(position);
    if (failed && position === this.last) return { file: failed[0], line: failed[1], wrong: true };
    return frame < 0 ? null : { file: this.frames.file[frame], line: this.frames.line[frame], wrong: false };
  }

  /** Whether the solver stopped here with a step that is not legal, which is marked in place of the last one. */
  illegal(position) {
    return position === this.last && Boolean(this.film.end.marks);
  }

  marks(position) {
    if (this.illegal(position)) return this.film.end.marks;
    return position > this.skipped ? this.film.marks[this.frames.marks[this.frame(position)]] : {};
  }

  /** The positions of all guesses, in order. */
  get guesses() {
    const { frames: { kind }, numbers, skipped } = this, found = [];
    if (!this.guessed) numbers.forEach((number, index) => kind[number] === GUESS && found.push(skipped + index + 1));
    return (this.guessed ??= found);
  }

  /** The next position (``by`` 1) or the previous one (``by`` -1) with a step of this kind; -1 if there is none. */
  find(kind, position, by) {
    for (let at = position + by; at > this.skipped && at <= this.last; at += by) {
      if (this.frames.kind[this.frame(at)] === kind) return at;
    }
    return -1;
  }

  /** What each cell shows at a position, with the names of visualizer/views/board.py. Digits are lists, not masks. ``tells`` says whether strikes of earlier steps are told apart. */
  cells(position, since = position - 1, tells = false) {
    const film = this.film, shown = film.candidates !== "NONE";
    const before = position > this.skipped && shown && !this.illegal(position) ? this.seek(since).open.slice() : null;
    const just = before && tells ? this.seek(position - 1).open.slice() : before;
    const board = this.seek(position), placed = board.placements(), added = this.marks(position).cells ?? [];
    const marks = new Map(added.flatMap(([look, ...cells]) => cells.map((cell) => [cell, film.looks[look]])));
    const clashing = this.clashing(position) && !this.illegal(position);
    return Array.from(board.values, (digit, cell) => {
      const where = placed.get(cell), guessed = Boolean(where?.guess) && !film.givens[cell];
      const view = { digit, role: digit ? this.role(cell, guessed) : "blank", level: digit && guessed ? where.level : 0, candidates: [], struck: [] };
      if (!digit && shown) this.pencil(view, board, before, just, cell);
      if (clashing && this.clashes(cell)) view.culprit = true;
      return Object.assign(view, marks.get(cell));
    });
  }

  role(cell, guessed) {
    if (this.film.givens[cell]) return this.film.placed.includes(cell) ? "person" : "given";
    return guessed ? "guessed" : this.film.blackBox ? "model" : "fixed";
  }

  pencil(view, board, before, just, cell) {
    for (let digit = 1; digit < board.width; digit++) {
      if (board.has(cell, digit)) view.candidates.push(digit);
      else if (before?.[cell * board.width + digit]) view.struck.push(digit);
    }
    if (just !== before) view.earlier = view.struck.filter((digit) => !just[cell * board.width + digit]);
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

/** The table of frames with typed columns, which are faster to read, except for sets of digits, which may exceed 32 bits. */
function columns({ other, ...rest }) {
  return { ...Object.fromEntries(Object.entries(rest).map(([name, column]) => [name, Int32Array.from(column)])), other };
}

function peersOf(film) {
  const peers = film.givens.map(() => new Set());
  for (const unit of film.units) for (const cell of unit) for (const other of unit) if (other !== cell) peers[cell].add(other);
  return peers.map((others) => [...others].sort((one, other) => one - other));
}
