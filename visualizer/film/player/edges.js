// Draws cells that are edges: a line for the digit 1, a cross for any other, and marks around it, all as if the edge lay
// across. visualizer/views/edges.py draws the same in the window.

import { svg } from "./svg.js";

const BESIDE = 66; // where the level of a guessed cross is
const MIDDLE = 30; // half a square, in which places are counted
const PILL = 52; // how wide the ground is
const CROSS = "M18 18L42 42M18 42L42 18", SLASH = "M12 48L48 12", BOX = "M-20 4H80V56H-20Z";
const WIDTHS = { given: 22, fixed: 14, guessed: 22, person: 8 };

const path = (kind, d, width, attributes = {}) => svg("path", { class: `span ${kind}`, d, "stroke-width": width, ...attributes });
const asserts = (view) => Boolean((view.asserted & 2) | (view.denied & 4));

function* framesOf(view) {
  if (view.cursor === "pen") yield ["deduced", 5];
  if (view.culprit || view.dead) yield* [["conflict", 3.5], ["paper", 2.5], ["conflict", 2]];
  if (view.clause && asserts(view)) yield [view.clause === "conflict" ? "conflict" : "deduced", 3];
  if (view.wash === "step") yield ["guessed", 2];
  if (view.wash === "lit") yield ["deduced", 2];
}

/** What is below the marks of the board: frames, from the outermost, around a ground with round ends. */
export function* edgeGround(view) {
  yield svg("path", { class: "span touch", d: "M30 -24L84 30L30 84L-24 30Z" }); // what a pointer finds
  if (view.digit === 1) yield path("casing", "M-30 30H90", 28);
  let left = PILL;
  for (const [kind, width] of framesOf(view)) {
    yield path(kind, "M0 30H60", left);
    left -= 2 * width;
  }
  const wash = ["unit", "step", "lit"].includes(view.wash);
  if (wash || left < PILL) yield path(wash ? `wash ${view.wash}` : "paper", "M0 30H60", left);
}

/** What is above the marks of the board. */
export function* edgeContent(view, down) {
  if (view.clause && !asserts(view)) yield path(view.clause === "conflict" ? "conflict" : "deduced", BOX, 3);
  if (view.cursor === "pencil") yield path("deduced", BOX, 4, { "stroke-dasharray": "12 10" });
  if (view.outline === "guilty") yield path("conflict", BOX, 5);
  if (view.digit === 1) yield* lineOf(view, down);
  else if (view.digit) yield* crossOf(view, down);
  else if (view.hidden) yield text("?", "unknown", 30, down);
  else yield* possible(view);
  if (view.refused && !view.digit) yield* [thin(view.refused, "conflict", 8), path("conflict", SLASH, 4)];
  if (view.dead && !view.digit) yield path("conflict", CROSS, 5);
}

function* lineOf({ role, level }, down) {
  if (role === "model") return yield path("model", "M-30 30H90.1", 14, { "stroke-dasharray": "0 30" });
  yield path(role, "M-30 30H90", WIDTHS[role]);
  if (role === "person") yield path("person", "M-30 30h.1M90 30h-.1", 22);
  if (role !== "guessed") return;
  yield path("paper", "M-30 30H90", 10);
  if (level) yield* [svg("circle", { class: "badge", cx: MIDDLE, cy: MIDDLE, r: 18 }), text(level, "level", level < 10 ? 26 : 20, down)];
}

function* crossOf({ role, level }, down) {
  yield path(`cross ${role}`, CROSS, { given: 7, person: 5 }[role] ?? 3.5, role === "model" ? { "stroke-dasharray": "0 11" } : {});
  if (role !== "guessed") return;
  yield svg("circle", { class: "span guessed", cx: MIDDLE, cy: MIDDLE, r: 19, "stroke-width": 4 });
  if (level) yield text(level, "guessed", level < 10 ? 26 : 20, down, BESIDE);
}

/** What an edge may only be: the player's own marks, or the one candidate that is left. */
function* possible(view) {
  const parts = new Map(view.parts ?? []);
  for (const digit of view.noted || view.candidates.length === 1 ? view.candidates : []) if (!parts.has(digit)) yield thin(digit, view.noted ? "own" : "faint");
  for (const [digit, part] of parts) {
    yield thin(digit, `part ${part}`, 6);
    if (part === "target") yield path("part target", SLASH, 4);
  }
}

function thin(digit, kind, width = 3) {
  return path(kind, digit === 1 ? "M-12 30H72" : CROSS, width);
}

function text(words, kind, size, down, x = MIDDLE) {
  return svg("text", { class: kind, x, y: MIDDLE, "font-size": size, ...(down ? { transform: `rotate(-90 ${x} ${MIDDLE})` } : {}) }, String(words));
}
