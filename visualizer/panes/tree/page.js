// The search tree as paint.py draws it: guesses as nodes, the path to the playhead in bold, failed guesses folded into
// triangles; and as an icicle if it is too large.
import { icicleAt } from "../../film/player/depths.js";
import { calledOf, counted, nameOf } from "../../film/player/figures.js";
import { GUESS, SOLVED } from "../../film/player/kinds.js";
import { make } from "../../film/player/lane.js";
import { declare } from "../../film/player/panes.js";
import { AHEAD, FAILED, FOUND, LEFT, OPEN } from "../../film/player/search_tree.js";

const PAD = 16, ACROSS = 9, DOWN = 54; // the margin, the least width of a leaf and the greatest height of a level, in pixels at 16 per em
const FEWEST_LEVELS = 3; // levels that share the height at least
const MOST_JUMPS = 6; // backjumps and restarts, latest first; more would hide the tree
const LEAST_ROW = 4; // pixels per level from which the levels of an icicle are apart

/** The name of a node, such as r1c2 = 3. */
function nodeName({ film, tree }, node) {
  return `${nameOf(film, tree.cells[node])} ${tree.signs[node] ? "=" : "≠"} ${calledOf(film, tree.digits[node])}`;
}

/** Describe an item of a drawn tree, and what is below it. */
export function wordsOfItem(run, { layout }, item) {
  const { tree } = run, node = layout.nodes[item], { guesses, steps, conflicts, solutions } = tree.below(node, layout.last[item] > node ? layout.last[item] : undefined);
  const parts = [guesses > 1 && counted(guesses, "guess", "guesses"), counted(steps, "step"), counted(conflicts, "conflict"), solutions && counted(solutions, "solution")];
  return `${layout.guesses[item] > 1 ? "From " : ""}${nodeName(run, node)}, level ${tree.levels[node]}: ${parts.filter(Boolean).join(", ")} below.`;
}

/** Describe the guess open on a level at a position; "" if there is none. */
export function wordsAtLevel(run, position, level) {
  const { film, depths, skipped } = run, guess = run.seek(position).path()[level - 1];
  if (!guess) return "";
  const end = depths.undone(position - skipped, level, depths.done + 1) - 1 + skipped;
  return `${nameOf(film, guess.cell)} ${guess.sign ? "=" : "≠"} ${calledOf(film, guess.digit)}, level ${level}: ${counted(end - guess.at, "step")} below.`;
}

/** Converts leaves and levels to pixels, so that the whole tree fits. */
class Frame {
  constructor({ span, deepest }, wide, high, scale) {
    const tall = Math.max(FEWEST_LEVELS, deepest), pad = Math.min(PAD * scale, wide / 4, high / 4), across = (wide - 2 * pad) / Math.max(1, span), down = Math.min((high - 2 * pad) / tall, DOWN * scale);
    const radius = Math.max(2, Math.min(5 * scale, across * 0.42, down * 0.6));
    Object.assign(this, { wide, high, scale, pad, across, down, radius, half: Math.max(radius, across * 0.46), crowded: down < 2 * radius + 1 });
  }

  point(x, y) {
    return [this.pad + x * this.across, this.pad + y * this.down];
  }

  /** An item's bounds as [left, top, right, bottom]: a triangle down to its deepest guess, or a node's circle. */
  bounds({ x, y, bottom, guesses }, item) {
    const [middle, top] = this.point(x[item], y[item]), low = this.point(0, bottom[item])[1], { radius, half } = this;
    if (guesses[item] <= 1) return [middle - radius, top - radius, middle + radius, top + radius];
    return [middle - half, top - 2, middle + half, Math.max(low, top + 2 * radius)];
  }

  /** The item at or near a point in pixels, or -1. */
  itemAt({ x, y, bottom, guesses, nodes }, [left, top]) {
    const distance = (_, item) => Math.hypot(Math.abs(this.point(x[item], 0)[0] - left), Math.max(0, this.point(0, y[item])[1] - top, top - this.point(0, bottom[item])[1]));
    const distances = nodes.map(distance), least = Math.min(...distances), item = distances.indexOf(least);
    return least <= 3 * this.radius + 4 && guesses[item] ? item : -1;
  }
}

/** A mix of two colours, each as "rgb(1, 2, 3)", with so large a share of the second. */
function mixed(one, other, share) {
  const [from, to] = [one, other].map((colour) => colour.match(/\d+/g).map(Number));
  return `rgb(${from.map((part, index) => Math.round(part + (to[index] - part) * share))})`;
}

/** Draws a tree on a canvas. */
class TreePicture {
  constructor(pen, colours, frame, drawing, name) {
    const { panel: ground, soft, guessed, conflict, solved } = colours;
    Object.assign(this, { pen, colours, frame, drawing, name, ground, layout: drawing.layout, path: drawing.pathX.map((x, index) => frame.point(x, drawing.pathY[index])) });
    this.points = this.layout.x.map((x, item) => frame.point(x, this.layout.y[item]));
    this.of = { [AHEAD]: mixed(ground, soft, 0.6), [OPEN]: guessed, [FAILED]: conflict, [FOUND]: solved, [LEFT]: soft };
  }

  draw() {
    this.edges();
    this.jumps();
    this.line(this.path, this.colours.guessed, Math.max(2, this.frame.crowded ? 3 * this.frame.scale : Math.min(3 * this.frame.scale, this.frame.radius * 0.9)));
    this.layout.nodes.forEach((_, item) => this.item(item));
    this.stations();
    this.labels();
  }

  line(points, colour, width) {
    const { pen } = this;
    Object.assign(pen, { strokeStyle: colour, lineWidth: width, lineJoin: "round", lineCap: "round" });
    pen.beginPath();
    points.forEach(([x, y]) => pen.lineTo(x, y));
    pen.stroke();
  }

  shape(points, colour, edge = "") {
    const { pen } = this;
    pen.beginPath();
    points.forEach(([x, y]) => pen.lineTo(x, y));
    pen.closePath();
    Object.assign(pen, { fillStyle: colour, strokeStyle: edge, lineWidth: 1 });
    pen.fill();
    if (edge) pen.stroke();
  }

  disc([x, y], radius, colour) {
    const { pen } = this;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
  }

  edges() {
    const { layout, points, of, ground, drawing } = this;
    layout.parents.forEach((parent, item) => parent >= 0 && this.line([points[parent], points[item]], mixed(ground, of[drawing.states[item]], 0.55), Math.max(1, 0.8 * this.frame.scale)));
  }

  /** The mark of an item's state, with a triangle for a folded subtree. One that has failed gets no mark. */
  item(item) {
    const { layout, frame, drawing, of, ground, points, pen } = this, state = drawing.states[item], colour = of[state], guesses = layout.guesses[item];
    if (guesses > 1) {
      const [left, top, right, bottom] = frame.bounds(layout, item), size = 11 * frame.scale, text = String(guesses), room = (right - left) * (1 - (1.1 * size) / (bottom - top));
      this.shape([[(left + right) / 2, top], [left, bottom], [right, bottom]], mixed(ground, colour, state === AHEAD ? 0.22 : 0.3), mixed(ground, colour, 0.8));
      this.type(size);
      if (pen.measureText(text).width <= room) this.text(text, (left + right) / 2 - pen.measureText(text).width / 2, bottom - 0.65 * size, this.colours.ink);
    }
    if (guesses <= 1 || state !== FAILED) this.mark(points[item], state, colour);
  }

  /** The shape of a state. An open guess has none: it is a ring on the path. */
  mark([x, y], state, colour) {
    const { radius } = this.frame, small = Math.max(2, radius - 1), reach = radius + 1, at = (corners) => corners.map(([right, below]) => [x + right, y + below]);
    if (state === FAILED) this.shape(at([[-small, 1 - small], [small, 1 - small], [0, small + 1]]), colour);
    if (state === FOUND) this.shape(at([[0, -reach], [reach, 0], [0, reach], [-reach, 0]]), colour);
    if (state === LEFT) this.shape(at([[-small, -small], [small, -small], [small, small], [-small, small]]), colour);
    if (state === AHEAD) this.disc([x, y], Math.max(2, radius - 2), colour);
  }

  /** A disc for the last guess on the board, and rings for the others unless they would touch. */
  stations() {
    const { frame: { radius, crowded, scale }, colours: { guessed }, path, ground } = this;
    for (const point of crowded ? [] : path) {
      this.disc(point, radius, guessed);
      this.disc(point, radius - Math.max(1, radius / 3), ground);
    }
    this.disc(path.at(-1), Math.max(radius + 1, 4 * scale), guessed);
  }

  /** A dashed arc with a head for each jump. A restart leads to the root. */
  jumps() {
    const { drawing, frame, points, colours, pen } = this, shown = drawing.jumps.slice(-MOST_JUMPS);
    for (const [index, [, source, target, restart]] of shown.entries()) {
      const colour = mixed(this.ground, colours.deduced, 0.35 + (0.65 * (index + 1)) / shown.length), [start, end] = [points[source], points[target]];
      const bend = Math.max(Math.abs(start[1] - end[1]) * 0.35, 3 * frame.radius) * (start[0] >= end[0] ? 1 : -1), knee = [Math.min(Math.max((start[0] + end[0]) / 2 + bend, 0), frame.wide), (start[1] + end[1]) / 2];
      Object.assign(pen, { strokeStyle: colour, lineWidth: (restart ? 2 : 1.5) * frame.scale });
      pen.setLineDash([5 * frame.scale, 4 * frame.scale]);
      pen.beginPath();
      pen.moveTo(...start);
      pen.quadraticCurveTo(...knee, ...end);
      pen.stroke();
      pen.setLineDash([]);
      const far = Math.hypot(end[0] - knee[0], end[1] - knee[1]) || 1, [x, y] = [(end[0] - knee[0]) / far, (end[1] - knee[1]) / far], reach = frame.radius + 2;
      this.shape([end, [end[0] - x * reach - (y * reach) / 2, end[1] - y * reach + (x * reach) / 2], [end[0] - x * reach + (y * reach) / 2, end[1] - y * reach - (x * reach) / 2]], colour);
    }
  }

  /** The names of the guesses on the path: the last where it hides least, others only if they hide nothing. */
  labels() {
    const { drawing, frame, layout, path } = this, size = 12.5 * frame.scale, taken = [], items = layout.nodes.map((_, item) => frame.bounds(layout, item));
    const apart = ([left, top, right, bottom], [x, y, far, low]) => right <= x || far <= left || bottom <= y || low <= top;
    const hidden = (box) => items.filter((item) => !apart(item, box)).length + path.slice(1).filter((point, index) => crosses(path[index], point, box)).length;
    for (let index = path.length - 1; index > 0; index--) {
      const last = index === path.length - 1, node = drawing.path[index], text = this.name(node), item = layout.items[node], [x, y] = path[index];
      this.type(size, last);
      const width = this.pen.measureText(text).width, reach = (layout.guesses[item] > 1 ? frame.half : frame.radius) + 5 * frame.scale, top = y - size / 2 - 1;
      const places = [[x + reach, top], [x - reach - width, top], ...(last ? [[x - width / 2, y + frame.radius + 4 * frame.scale]] : [])].map(([left, above]) => [left, above, left + width, above + size + 2]);
      const free = places.filter((box) => box[0] >= 0 && box[1] >= 0 && box[2] <= frame.wide && box[3] <= frame.high && taken.every((other) => apart(other, box)));
      const best = free.sort((one, other) => hidden(one) - hidden(other))[0];
      if (!best || (!last && hidden(best))) continue;
      taken.push(best);
      this.pen.fillStyle = this.ground;
      this.pen.fillRect(best[0], best[1], best[2] - best[0], best[3] - best[1]);
      this.text(text, best[0], (best[1] + best[3]) / 2, last ? this.colours.ink : this.colours.soft);
    }
  }

  type(size, strong = false) {
    Object.assign(this.pen, { font: `${strong ? "600 " : ""}${size}px system-ui, sans-serif`, textBaseline: "middle" });
  }

  text(text, left, middle, colour) {
    this.pen.fillStyle = colour;
    this.pen.fillText(text, left, middle);
  }
}

/** Whether a straight line crosses a box. */
function crosses([x, y], [right, low], [left, top, far, bottom]) {
  let from = 0, to = 1;
  for (const [start, way, least, most] of [[x, right - x, left, far], [y, low - y, top, bottom]]) {
    if (!way && (start < least || start > most)) return false;
    if (!way) continue;
    const ends = [(least - start) / way, (most - start) / way];
    [from, to] = [Math.max(from, Math.min(...ends)), Math.min(to, Math.max(...ends))];
  }
  return from <= to;
}

/** The level down to which a column and the next are both filled. */
const sharedBy = (floors, column) => Math.min(floors[column], floors[column + 1] ?? 0);

/** Draw an icicle, with a column for each pixel and a line between neighbouring guesses. */
function drawIcicle(pen, colours, { edges, floors, peaks, joins, standing, deepest }, here, solved, high) {
  const { panel: ground, soft, guessed, conflict } = colours, top = (level) => high - Math.floor((level * high) / deepest);
  const bar = (colour, column, from, to) => {
    pen.fillStyle = colour;
    if (to > from) pen.fillRect(column, top(to), 1, top(from) - top(to));
  };
  for (let column = 0; column < floors.length; column++) {
    const ahead = edges[column] >= here, colour = ahead ? soft : conflict, floor = floors[column];
    bar(mixed(ground, colour, ahead ? 0.3 : 0.45), column, 0, floor);
    bar(mixed(ground, colour, ahead ? 0.17 : 0.24), column, floor, peaks[column]);
    bar(solved ? colours.solved : guessed, column, 0, standing[column]);
    const both = sharedBy(floors, column), join = joins[column] ?? both, [joined, shared] = column ? [joins[column - 1], sharedBy(floors, column - 1)] : [0, 0];
    bar(ground, column, join, Math.min(both, joined)); // a line where neighbours are different guesses, but never two lines beside each other
    bar(ground, column, Math.max(join, shared), both);
  }
  pen.fillStyle = ground;
  if (high / deepest >= LEAST_ROW) for (let level = 1; level < deepest; level++) pen.fillRect(0, top(level), floors.length, 1);
}

export class Tree {
  constructor(run, go) {
    Object.assign(this, { run, go, at: null });
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.box = make("div", { class: "picture" }, this.canvas);
    this.said = make("p", {});
    this.element = make("div", { class: "tree", tabindex: "0", role: "group", "aria-label": "The search tree. Up goes to the guess above, Down to the next guess.", onkeydown: (event) => this.press(event) }, this.box, this.said);
    const follow = ({ offsetX, offsetY }) => this.point([offsetX, offsetY]);
    for (const [name, act] of Object.entries({ pointermove: follow, pointerleave: () => this.point(null), click: (event) => (follow(event), this.visit()) })) this.canvas.addEventListener(name, act);
    new ResizeObserver(([{ contentRect: { width, height } }]) => this.resize(Math.round(width), Math.round(height))).observe(this.box);
    run.prepare().then(() => this.draw(this.position));
  }

  resize(wide, high) {
    Object.assign(this, { wide, high });
    this.draw(this.position);
  }

  draw(position) {
    this.position = position;
    if (!this.wide) Object.assign(this, { wide: this.box.clientWidth, high: this.box.clientHeight }); // it was hidden until now
    const { run, canvas, wide, high } = this, ratio = devicePixelRatio;
    if (!wide || !high || position === undefined) return;
    run.seek(position);
    const style = getComputedStyle(this.box), scale = parseFloat(style.fontSize) / 16, colours = Object.fromEntries(["panel", "soft", "guessed", "conflict", "solved", "deduced", "ink"].map((name) => [name, style.getPropertyValue(`--${name}`)]));
    [canvas.width, canvas.height] = [wide * ratio, high * ratio];
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    this.drawing = run.tree.drawing(Math.min(position, run.tree.grown), Math.max(8, Math.floor((wide - 2 * PAD * scale) / (ACROSS * scale))));
    this.icicle = this.drawing || !run.tree.tooLarge ? null : icicleAt(run, Math.min(position, run.skipped + run.depths.done), wide);
    if (this.drawing) {
      this.frame = new Frame(this.drawing.layout, wide, high, scale);
      new TreePicture(pen, colours, this.frame, this.drawing, (node) => nodeName(run, node)).draw();
    } else if (this.icicle) drawIcicle(pen, colours, this.icicle, position - run.skipped, run.frames.kind[run.frame(position)] === SOLVED, high);
    run.seek(position);
    this.say();
  }

  /** What is under a point of the picture: where it leads, and what is said about it. */
  under([x, y]) {
    const { run, drawing, icicle, high } = this;
    if (drawing) {
      const item = this.frame.itemAt(drawing.layout, [x, y]);
      return item < 0 ? null : { to: drawing.layout.positions[item], words: wordsOfItem(run, drawing, item) };
    }
    const to = icicle && run.skipped + icicle.edges[Math.min(Math.floor(x), icicle.floors.length - 1)];
    if (!icicle || to > this.position) return null;
    return { to, words: wordsAtLevel(run, to, Math.min(icicle.deepest, Math.max(1, Math.ceil(((high - y) * icicle.deepest) / high)))) };
  }

  point(at) {
    this.at = at;
    this.say();
    this.run.seek(this.position);
  }

  /** Say what is under the pointer or, if nothing is, what is below the innermost open guess. */
  say() {
    const under = this.at && this.under(this.at), { run, drawing } = this, path = run.seek(this.position).path();
    const here = drawing ? (drawing.path.length > 1 ? wordsOfItem(run, drawing, drawing.layout.items[drawing.path.at(-1)]) : "") : wordsAtLevel(run, this.position, path.length);
    this.canvas.classList.toggle("leads", Boolean(under));
    this.said.textContent = under?.words || here;
  }

  visit() {
    const under = this.at && this.under(this.at);
    if (under) this.go(under.to, true);
  }

  press(event) {
    const { run, position } = this, path = run.seek(position).path(), next = run.find(GUESS, position, 1);
    const ways = { ArrowUp: (path.at(-1)?.at === position ? path.at(-2)?.at : path.at(-1)?.at) || run.first, ArrowDown: next < 0 ? run.last : next };
    if (!(event.key in ways) || event.ctrlKey || event.altKey || event.metaKey) return;
    this.go(ways[event.key], true);
    event.preventDefault();
    event.stopPropagation();
  }
}

declare("tree", (run, _, go) => [new Tree(run, go)]);
