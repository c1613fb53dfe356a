// The search as a tree whose nodes are the guesses, folded to fit, as visualizer/analysis/search_tree.py, which says why
// it is folded so. Every node comes before its descendants, so a subtree is a range of numbers. Node 0 is the root.
import { BACKTRACK, CONFLICT, GUESS, RESTART, SOLVED } from "./kinds.js";

const MOST_NODES = 4000; // guesses worth drawing individually
const LEAST_SPAN = 8; // leaves, so that a tree of two guesses does not stretch from edge to edge
export const NEVER = 2 ** 31 - 1; // the position of an event that has not happened
export const AHEAD = 0, OPEN = 1, FAILED = 2, FOUND = 3, LEFT = 4; // the states of a node at a position

/** The tree of a run's guesses, which grows as the run is gone through. */
export class SearchTree {
  constructor(run, most = MOST_NODES) {
    const column = (fill = 0) => new Int32Array(most + 1).fill(fill);
    Object.assign(this, { run, most, grown: run.skipped, tooLarge: false, size: 1, jumps: [], open: [0], fold: 0, capacity: 0, laid: null });
    Object.assign(this, { parents: column(-1), cells: column(-1), digits: column(), signs: column(), levels: column(), positions: column(), conflicts: column(), left: column() });
    Object.assign(this, { ends: column(NEVER), solvedAt: column(NEVER), solutions: column() });
    for (const guess of run.board.path()) this.guess(guess, run.skipped);
  }

  /** Take in the steps between two positions. */
  follow(from, to) {
    const { run: { frames, numbers, skipped } } = this, kinds = frames.kind;
    for (let position = from + 1; position <= to && !this.tooLarge; position++) {
      const number = numbers[position - skipped - 1], kind = kinds[number];
      if (kind === GUESS) this.guess({ cell: frames.cell[number], digit: frames.digit[number], sign: frames.sign[number] }, position);
      else if (kind === BACKTRACK) this.goBack(Math.max(frames.level[number], 0), position, frames.why[number] === RESTART);
      else if (kind === CONFLICT) this.conflicts[this.open.at(-1)]++;
      else if (kind === SOLVED) this.solve(position);
    }
    this.grown = to;
  }

  guess({ cell, digit, sign }, position) {
    const { open, size: node } = this;
    if (node > this.most) return void (this.tooLarge = true);
    [this.parents[node], this.cells[node], this.digits[node], this.signs[node], this.levels[node], this.positions[node]] = [open.at(-1), cell, digit, sign, open.length, position];
    open.push(node);
    this.size++;
  }

  goBack(level, position, restart) {
    const undone = this.open.splice(level + 1);
    if (undone.length > 1 || (restart && undone.length)) this.jumps.push([position, undone.at(-1), this.open[level], Number(restart)]);
    for (const node of undone) [this.ends[node], this.left[node]] = [position, Number(restart)];
  }

  solve(position) {
    this.solutions[this.open.at(-1)]++;
    for (const node of this.open) this.solvedAt[node] = Math.min(this.solvedAt[node], position);
  }

  /** The number of nodes in a subtree, including its own root. */
  sizeOf(node) {
    return firstAtLeast(this.positions, this.ends[node], this.size) - node;
  }

  stateOf(node, position) {
    if (this.positions[node] > position) return AHEAD;
    if (this.ends[node] > position) return OPEN;
    return this.solvedAt[node] <= position ? FOUND : this.left[node] ? LEFT : FAILED;
  }

  /** The guesses on the board at a position, outermost first, after the root. */
  path(position) {
    const path = [];
    for (let node = 0; node < this.size; node++) if (this.positions[node] <= position && this.ends[node] > position) path.push(node);
    return path;
  }

  /** Totals of adjacent subtrees up to the node ``last``: guesses, steps, conflicts and solutions. */
  below(first, last = first + this.sizeOf(first) - 1) {
    let steps = 0, conflicts = 0, solutions = 0;
    for (let node = first; node <= last; node++) {
      if (this.parents[node] < first) steps += Math.min(this.ends[node] - 1, this.grown) - this.positions[node];
      conflicts += this.conflicts[node];
      solutions += this.solutions[node];
    }
    return { guesses: last - first + (first > 0 ? 1 : 0), steps, conflicts, solutions };
  }

  /** The tree, folded until its leaves fit or it cannot be folded further. */
  layout(capacity) {
    if (this.laid?.key === `${this.grown} ${capacity}`) return this.laid;
    if (capacity !== this.capacity) Object.assign(this, { fold: 0, capacity });
    const folds = foldsOf(this.most);
    let folding = foldingOf(this, ...folds[this.fold]);
    while (folding.leaves > capacity && this.fold < folds.length - 1) folding = foldingOf(this, ...folds[++this.fold]);
    this.laid = { ...place(this, folding, capacity), key: `${this.grown} ${capacity}` };
    return this.laid;
  }

  /** The tree at a position, laid out in room for ``capacity`` leaves; null if there is none, or it is too large. */
  drawing(position, capacity) {
    if (this.tooLarge || this.size < 2) return null;
    const layout = this.layout(capacity), path = this.path(position), items = path.map((node) => layout.items[node]);
    const states = layout.nodes.map((node, item) => {
      const state = this.stateOf(node, position);
      return layout.solvedAt[item] <= position && state > OPEN ? FOUND : state;
    });
    for (const item of items) states[item] = OPEN;
    return { layout, states, path, pathX: items.map((item) => layout.x[item]), pathY: path.map((node) => this.levels[node]), jumps: layout.jumps.filter(([at]) => at <= position) };
  }
}

/** The first index below ``end`` of an increasing array whose value is at least ``value``. */
export function firstAtLeast(values, value, end = values.length) {
  let low = 0, high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const bits = (number) => 32 - Math.clz32(number);

/** The levels of folding, from least to most: a threshold, and whether solutions are folded too. */
function foldsOf(most) {
  const thresholds = Array.from({ length: bits(most + 1) + 1 }, (_, power) => 2 ** power);
  return [[0, false], ...thresholds.map((each) => [each, false]), ...thresholds.map((each) => [each, true])];
}

/** Which nodes are folded, placed, and have nothing below them. Adjacent folded subtrees share one triangle. */
function foldingOf(tree, threshold, solutions) {
  const { size, parents, ends, solvedAt } = tree, sizes = Array.from({ length: size }, (_, node) => tree.sizeOf(node));
  const stays = (node) => solvedAt[node] < NEVER && (!solutions || solvedAt[node] === solvedAt[0]);
  const folded = sizes.map((its, node) => ends[node] < NEVER && its <= threshold && !stays(node)), shown = folded.map((its) => !its);
  let before = -1;
  for (let head = 1; head < size; head++) {
    if (!folded[head] || folded[parents[head]]) continue;
    shown[head] = before < 0 || parents[head] !== parents[before] || before + sizes[before] !== head;
    before = head;
  }
  const tips = shown.map((its, node) => its && (folded[node] || sizes[node] === 1));
  return { folded, shown, tips, sizes, leaves: tips.filter(Boolean).length };
}

/** Place leaves side by side in the order of the guesses, and every other node centred above its children. */
function place(tree, { folded, shown, tips, sizes, leaves }, capacity) {
  const { levels, positions, solvedAt, size } = tree, count = (flags) => flags.map(((sum) => (flag) => (sum += Number(flag)))(0));
  const placed = count(shown), tipsTo = count(tips), items = placed.map((number) => number - 1);
  const nodes = shown.flatMap((its, node) => (its ? [node] : [])), last = nodes.map((node, item) => (folded[node] ? (nodes[item + 1] ?? size) - 1 : node));
  const beneath = nodes.map((node) => (folded[node] ? node : node + sizes[node] - 1));
  const over = (values, pick) => nodes.map((node, item) => values.subarray(node, last[item] + 1).reduce(pick));
  let wide = Math.max(leaves, LEAST_SPAN);
  const step = 1 << Math.max(0, bits(wide - 1) - 3);
  wide = Math.ceil(wide / step) * step;
  const jumps = tree.jumps.map(([at, source, target, restart]) => [at, items[source], items[target], restart]);
  return {
    nodes, last, items, leaves, parents: nodes.map((node) => (node ? items[tree.parents[node]] : -1)),
    x: nodes.map((node, item) => (tipsTo[node] - Number(tips[node]) + tipsTo[beneath[item]]) / 2), y: nodes.map((node) => levels[node]),
    bottom: over(levels, (one, other) => Math.max(one, other)), solvedAt: over(solvedAt, (one, other) => Math.min(one, other)),
    guesses: nodes.map((node, item) => last[item] - node + (node ? 1 : 0)), positions: nodes.map((node) => positions[node]),
    jumps: jumps.filter(([, source, target]) => source !== target),
    deepest: levels.subarray(0, size).reduce((one, other) => Math.max(one, other), 0), span: Math.max(leaves, Math.min(wide, capacity)),
  };
}
