// The search tree around the playhead: each guess is a bar from the step that made it to the step that undid it.
import { grouped } from "../../film/player/figures.js";
import { BACKTRACK, CONFLICT, GUESS } from "../../film/player/kinds.js";
import { make } from "../../film/player/lane.js";
import { nameOf } from "../../film/player/literals.js";
import { declare } from "../../film/player/panes.js";

const TALL = 1.65; // ems per level
const LEAST = 0.6; // ems per level if there are many
const BELOW = 1.65; // ems for the conflicts below the levels
const WRITTEN = 1.1; // ems that a level needs for text
const STEP = 0.44; // ems per step

/** The bars between two positions: {level, from, to, cell, digit, sign, begun, dead}, and the positions of the conflicts. */
export function barsBetween(run, start, end) {
  const { frames } = run, board = run.seek(start), open = board.path().map((guess, index) => ({ ...guess, level: index + 1, from: start, to: end, begun: guess.at, dead: false }));
  const bars = [...open], conflicts = [];
  for (let position = start + 1; position <= end; position++) {
    const frame = run.frame(position), kind = frames.kind[frame];
    if (kind === CONFLICT) conflicts.push(position);
    if (kind === GUESS) {
      const bar = { cell: frames.cell[frame], digit: frames.digit[frame], sign: frames.sign[frame], level: open.length + 1, from: position, to: end, begun: position, dead: false };
      open.push(bar);
      bars.push(bar);
    }
    if (kind === BACKTRACK) for (const bar of open.splice(Math.max(frames.level[frame], 0))) Object.assign(bar, { to: position, dead: true });
  }
  return { bars, conflicts };
}

export class Tree {
  constructor(run) {
    this.run = run;
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.element = make("div", { class: "tree", role: "img", "aria-label": "The search tree around this step. The open guesses are listed above it." }, this.canvas);
    new ResizeObserver(([{ contentRect }]) => this.resize(contentRect)).observe(this.element);
  }

  resize({ width, height }) {
    Object.assign(this, { wide: Math.round(width), high: Math.round(height) });
    this.draw(this.position);
  }

  draw(position) {
    this.position = position;
    if (!this.wide) Object.assign(this, { wide: this.element.clientWidth, high: this.element.clientHeight }); // it was hidden until now
    const { run, canvas, wide, high } = this, scale = devicePixelRatio, style = getComputedStyle(this.element), em = parseFloat(style.fontSize);
    if (!wide || position === undefined) return;
    const room = Math.floor(wide / (STEP * em)), start = Math.max(run.skipped, Math.min(position - Math.floor(room / 2), run.last - room)), end = Math.min(run.last, start + room);
    const { bars, conflicts } = barsBetween(run, start, end), depth = run.seek(position).marks.length, levels = bars.reduce((most, { level }) => Math.max(most, level), 1);
    const row = Math.max(LEAST, Math.min(TALL, (high / em - BELOW) / levels)) * em, rows = Math.max(1, Math.floor(high / row - (BELOW * em) / row + 1e-6));
    const top = Math.max(1, depth - rows + 2);
    [canvas.width, canvas.height] = [wide * scale, high * scale];
    const colour = (name) => style.getPropertyValue(`--${name}`), pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const x = (at) => (at - start) * STEP * em;
    for (const bar of bars) if (bar.level >= top && bar.level < top + rows) this.bar(pen, colour, bar, x(bar.from), x(bar.to), [(bar.level - top) * row, row, em], bar.begun <= position && (!bar.dead || bar.to > position));
    pen.fillStyle = colour("conflict");
    for (const at of conflicts) pen.fillRect(x(at) - 1, high - BELOW * em + 4, 3, (BELOW * em) / 2);
    pen.fillStyle = colour("ink");
    pen.fillRect(x(position) - 1, 0, 2, high);
    pen.font = `${0.82 * em}px system-ui, sans-serif`;
    if (top > 1) pen.fillText(`↑ ${grouped(top - 1)} more`, 4, high - 6);
  }

  bar(pen, colour, bar, left, right, [top, row, em], open) {
    const width = Math.max(2, right - left - 1), inset = row < WRITTEN * em ? 1 : 2;
    pen.globalAlpha = open ? 1 : 0.55;
    pen.fillStyle = open ? colour("step-wash") : colour("panel");
    pen.strokeStyle = open ? colour("guessed") : colour("faint");
    pen.lineWidth = open ? 2 : 1;
    pen.fillRect(left, top + inset, width, row - 2 * inset);
    pen.strokeRect(left + 0.5, top + inset + 0.5, width - 1, row - 2 * inset - 1);
    if (row >= WRITTEN * em) this.name(pen, colour, bar, left, [top, row, em], width);
    pen.globalAlpha = 1;
  }

  /** Write a guess into its bar, or its digit alone if there is no room for more. */
  name(pen, colour, bar, left, [top, row, em], width) {
    const { film } = this.run;
    pen.save();
    pen.beginPath();
    pen.rect(left, top + 2, width, row - 4);
    pen.clip();
    pen.fillStyle = colour("ink");
    pen.font = `${0.82 * em}px system-ui, sans-serif`;
    const text = `${nameOf(film, bar.cell)}${bar.sign ? "=" : "≠"}${film.alphabet[bar.digit - 1]}`;
    if (width > 2.8 * em) pen.fillText(text, left + 5, top + row / 2 + em * 0.3);
    else if (width > 0.9 * em) pen.fillText(film.alphabet[bar.digit - 1], left + 4, top + row / 2 + em * 0.3);
    pen.restore();
  }
}

declare("tree", (run) => [new Tree(run)]);
