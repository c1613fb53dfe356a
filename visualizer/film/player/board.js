// Draws a board as SVG: sharp at any size, printable, coloured by the page's style sheet. Each state has its own shape,
// as in visualizer/painting/cell.py; colour is never the only sign.

import { edgeContent, edgeGround } from "./edges.js";
import { digitsOf } from "./run.js";
import { svg } from "./svg.js";

const CELL = 60;
const EDGE = 24; // the room for the numbers of rows and columns
const LARGE = 40; // the size of the digit of a cell, as text
const LEGIBLE = 4.5; // pixels below which candidates would be dust, and are left out

export class BoardView {
  constructor(film) {
    this.film = film;
    this.columns = film.columns;
    const [left, top, right, low, frame, digit] = film.room; // as visualizer/views/plan.py has it
    const slotWidth = ((right - left) * CELL) / film.columns, slotHeight = ((low - top) * CELL) / Math.ceil(film.symbols / film.columns);
    Object.assign(this, { left: left * CELL, top: top * CELL, slotWidth, slotHeight, frame: frame * CELL });
    this.small = Math.min(slotWidth, slotHeight) * 0.75; // the size of a candidate, as text
    const [high, wide] = film.size.map((cells) => cells * CELL);
    const groups = () => film.givens.map((_, cell) => svg("g", { transform: `translate(${this.x(cell)} ${this.y(cell)})${film.across?.[cell] === false ? " rotate(90 30 30)" : ""}`, "data-cell": cell }));
    const [below, above] = film.strokes ?? [[], []], apart = below.length || film.across; // marks are above the grounds
    this.cells = groups();
    this.grounds = apart ? groups() : this.cells;
    this.tallies = svg("g");
    this.links = svg("g", { class: "links" });
    this.ring = svg("rect", { class: "ring", visibility: "hidden", width: CELL, height: CELL });
    const edge = film.pitch ? EDGE : 3;
    this.root = svg("svg", { viewBox: `${-edge} ${-edge} ${wide + edge + 3} ${high + edge + 3}`, class: "board", role: "img" }, ...this.numbers(), ...(apart ? this.grounds : []), ...this.strokes(below), this.tallies, ...this.cells, ...this.grid(), ...this.strokes(above), this.links, this.ring);
    this.root.style.setProperty("--digit", digit);
    this.shown = film.givens.map(() => "");
    new ResizeObserver(([{ contentRect }]) => this.root.classList.toggle("dusty", Math.min(contentRect.width / wide, contentRect.height / high) * this.small < LEGIBLE)).observe(this.root);
    this.hides = () => false; // whether a cell's candidates are hidden, because they would answer a question
  }

  /** Give the picture its name for screen readers. */
  call(name) {
    this.root.setAttribute("aria-label", name);
  }

  x(cell) {
    return this.film.places[cell][1] * CELL;
  }

  y(cell) {
    return this.film.places[cell][0] * CELL;
  }

  /** The numbers of rows and columns beside the board, if cells are named by them. */
  *numbers() {
    const pitch = this.film.pitch ?? 1, first = Math.floor(pitch / 2);
    const [rows, columns] = this.film.pitch ? this.film.size : [0, 0];
    for (let row = first; row < rows; row += pitch) yield svg("text", { class: "number", x: -EDGE / 2, y: (row + 0.5) * CELL }, String((row - first) / pitch + 1));
    for (let column = first; column < columns; column += pitch) yield svg("text", { class: "number", x: (column + 0.5) * CELL, y: -EDGE / 2 }, String((column - first) / pitch + 1));
  }

  /** The lines between the cells, thin ones first, as visualizer/views/plan.py has them. */
  *grid() {
    for (const kind of ["thin", "box"]) {
      for (const [across, at, start, end] of this.film[kind === "box" ? "thick" : "thin"]) {
        const [line, from, to] = [at, start, end].map((cells) => cells * CELL);
        yield svg("path", { class: kind, d: across ? `M${from} ${line}H${to}` : `M${line} ${from}V${to}` });
      }
    }
  }

  /** What the kind of puzzle and its rules draw, as visualizer/views/strokes.py has it: texts, discs, rings and lines. */
  *strokes(strokes) {
    for (const [ink, size, lines, text, ring] of strokes) {
      const all = lines.map((line) => line.map(([row, column]) => [column * CELL, row * CELL]));
      for (const [[x, y]] of text || (all[0] && all[0].length === 1) ? all : []) {
        if (text) yield svg("text", { class: `drawn ${ink}`, x, y, "font-size": size * CELL }, text);
        else yield svg("circle", { class: `drawn ${ink} ${ring && "hollow"}`, cx: x, cy: y, r: ((size - ring) / 2) * CELL, "stroke-width": ring * CELL });
      }
      const path = all.filter((line) => line.length > 1).map((line) => `M${line.join("L")}`).join("");
      if (path) yield svg("path", { class: `drawn ${ink}`, d: path, "stroke-width": size * CELL });
    }
  }

  /** The texts whose look follows the digits: pale once what they say is so, ringed once it cannot be. */
  *following(views) {
    for (const [[, size, lines, text, ring], [number, digit, cells]] of this.film.tallies) {
      const held = cells.filter((cell) => views[cell].digit === digit).length, blank = cells.filter((cell) => !views[cell].digit).length;
      const met = held === number && (held || !blank), open = held <= number && number <= held + blank, ink = met ? "met" : open ? "ink" : "unmet";
      yield [ink, size, lines, text, ring];
      if (ink === "unmet") yield [ink, 1.25 * size, lines, "", 0.045];
    }
  }

  /** Draw the cells that have changed, and the links of an explanation. */
  draw(views, links, solved) {
    views.forEach((seen, cell) => {
      const view = this.hides(cell) ? { digit: 0, role: "blank", level: 0, candidates: [], struck: [], hidden: true } : seen;
      const key = JSON.stringify(view);
      if (key === this.shown[cell]) return;
      this.shown[cell] = key;
      const hue = view.digit && this.film.hues?.[view.digit - 1], kinds = classesOf(view, hue, this.film.tinted?.includes(cell));
      for (const group of [this.grounds[cell], this.cells[cell]]) {
        group.setAttribute("class", kinds);
        group.replaceChildren();
      }
      const edge = this.film.across && [edgeGround(view), edgeContent(view, !this.film.across[cell])];
      this.grounds[cell].append(...(edge ? edge[0] : this.squares(hue, cell)));
      this.cells[cell].append(...(edge ? edge[1] : this.parts(view)));
    });
    const held = this.film.tallies && views.map((view) => view.digit).join(" ");
    if (held !== this.held) this.tallies.replaceChildren(...this.strokes([...this.following(views)]));
    this.held = held;
    this.root.classList.toggle("solved", solved);
    const led = JSON.stringify(links);
    if (led !== this.led) this.links.replaceChildren(...links.map((link, turn) => this.link(link, turn, views)));
    this.led = led;
  }

  /** Mark the cell that is pointed at, or none if it is null. */
  point(cell) {
    this.ring.setAttribute("visibility", cell === null ? "hidden" : "visible");
    if (cell !== null) Object.entries({ x: this.x(cell), y: this.y(cell) }).forEach(([name, value]) => this.ring.setAttribute(name, value));
  }

  /** An arrow from rim to rim of digits and of candidates, bent as visualizer/painting/board.py bends it. */
  link([cell, digit, otherCell, otherDigit, strong], turn, views) {
    const [from, to] = [[cell, digit], [otherCell, otherDigit]].map(([at, one]) => {
      const { dead, digit: held } = views[at], whole = dead || held === one, [x, y] = whole ? [CELL / 2, CELL / 2] : this.slot(one);
      return { x: x + this.x(at), y: y + this.y(at), rim: whole ? CELL * (dead ? 0.3 : 0.38) : 9 };
    });
    const group = svg("g", { class: `${strong ? "strong" : "weak"} ${views[cell].culprit ? "conflict" : ""}` });
    group.style.setProperty("--turn", turn); // the page's policy forbids the attribute
    const large = views[cell].digit || views[otherCell].digit, dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy);
    if (length <= from.rim + to.rim + 12) return group; // they touch
    const bend = large ? Math.min(0.4, (0.95 * CELL) / length) * (-1) ** turn : 0.12, knee = [from.x + dx / 2 - dy * bend, from.y + dy / 2 + dx * bend];
    const [start, end] = [from, to].map(({ x, y, rim }) => {
      const away = Math.hypot(knee[0] - x, knee[1] - y);
      return [x + ((knee[0] - x) * rim) / away, y + ((knee[1] - y) * rim) / away];
    });
    const angle = (Math.atan2(end[1] - knee[1], end[0] - knee[0]) * 180) / Math.PI;
    group.append(svg("path", { d: `M${start}Q${knee} ${end}` }), svg("path", { class: "head", d: "M0 0L-8 -3.5V3.5Z", transform: `translate(${end}) rotate(${angle})` }));
    return group;
  }

  /** The middle of a candidate's slot in its cell. */
  slot(digit) {
    const column = (digit - 1) % this.columns, row = Math.floor((digit - 1) / this.columns);
    return [this.left + (column + 0.5) * this.slotWidth, this.top + (row + 0.5) * this.slotHeight];
  }

  symbol(digit) {
    return this.film.alphabet[digit - 1] ?? String(digit);
  }

  /** A digit as text or as its picture, centred on a point. Without a size, it is the digit of a cell. */
  *sign(digit, kind, x, y, size = 0) {
    const picture = this.film.pictures[digit - 1];
    if (picture) yield pictureOf(picture, this.symbol(digit), kind, x, y, size);
    else yield svg("text", { class: kind, x, y, ...(size ? { "font-size": size } : {}) }, this.symbol(digit));
  }

  /** The squares that a cell covers, filled with the colour that stands for its digit if the film has one. */
  *squares(hue, cell) {
    const [top, left] = this.film.places[cell];
    for (const [row, column] of this.film.squares?.[cell] ?? [[top, left]]) {
      yield svg("rect", { class: hue ? "filled" : "ground", x: (column - left) * CELL, y: (row - top) * CELL, width: CELL, height: CELL, ...(hue ? { fill: hue } : {}) });
    }
  }

  /** What a cell shows. */
  *parts(view) {
    if (view.dead) yield svg("path", { class: "hatch", d: "M6 54L54 6M6 30L30 6M30 54L54 30" });
    if (view.wash === "lit") yield svg("circle", { class: "disc", cx: CELL / 2, cy: CELL / 2, r: CELL * 0.42 });
    if (view.cursor) yield svg("rect", { class: `cursor ${view.cursor}`, x: 2, y: 2, width: CELL - 4, height: CELL - 4 });
    if (view.digit) yield* this.digit(view);
    if (view.hidden) yield svg("text", { class: "unknown", x: CELL / 2, y: CELL / 2, "font-size": 22 }, "?");
    yield* this.pencil(view);
    if (view.refused) {
      yield* this.sign(view.refused, "digit refused", CELL / 2, CELL / 2);
      yield svg("path", { class: "stroke", d: "M14 46L46 14" });
    }
    if (view.clause && !view.culprit) yield svg("path", { class: `corners ${view.clause}`, d: "M3 16V3H16M44 3H57V16M57 44V57H44M16 57H3V44" });
    if (view.outline === "guilty") yield svg("path", { class: "corners guilty", d: "M8 22V8H22M38 8H52V22M52 38V52H38M22 52H8V38" });
    if (view.culprit) {
      for (const [kind, inset] of [["culprit", view.cursor ? 6 : 2], ["culprit inner", view.cursor ? 10 : 6.5]]) {
        yield svg("rect", { class: kind, x: inset, y: inset, width: CELL - 2 * inset, height: CELL - 2 * inset });
      }
    }
  }

  *digit(view) {
    if (view.role === "guessed") yield svg("rect", { class: "frame", x: this.frame, y: this.frame, width: CELL - 2 * this.frame, height: CELL - 2 * this.frame, rx: 6 });
    yield* this.sign(view.digit, `digit ${view.role}`, CELL / 2, CELL / 2);
    if (!view.level) return;
    yield svg("circle", { class: "badge", cx: CELL - 9, cy: 9, r: 8.5 });
    yield svg("text", { class: "level", x: CELL - 9, y: 9.5 }, String(view.level));
  }

  /** The only candidate of a cell that has a part in an explanation, as large as a digit. */
  *large(digit, kind) {
    yield shape(kind, CELL / 2, CELL / 2, CELL * 0.36);
    yield* this.sign(digit, "mark own", CELL / 2, CELL / 2, CELL / 2);
  }

  *pencil(view) {
    const part = new Map(view.parts ?? []), clause = new Map();
    for (const digit of digitsOf((!view.dead && view.asserted) || 0)) clause.set(digit, "asserted");
    for (const digit of digitsOf((!view.dead && view.denied) || 0)) clause.set(digit, "denied");
    const size = this.small, half = size * 0.62;
    for (let digit = 1; digit <= this.film.symbols; digit++) {
      if (view.large && part.has(digit)) yield* this.large(digit, part.get(digit));
      if (view.large) continue;
      const [x, y] = this.slot(digit), struck = view.struck.includes(digit);
      if (part.has(digit)) yield shape(part.get(digit), x, y, half);
      if (clause.has(digit)) yield shape(clause.get(digit), x, y, half);
      const written = !view.digit && (view.candidates.includes(digit) || struck || part.has(digit));
      if (written) yield* this.sign(digit, struck ? "mark struck" : view.noted ? "mark own" : "mark", x, y, size);
      const [run, rise] = view.earlier?.includes(digit) ? [size * 0.45, 0] : [half, half * 0.8]; // strikes of earlier steps are level
      if (struck || part.get(digit) === "target") yield svg("path", { class: "stroke small", d: `M${x - run} ${y + rise}L${x + run} ${y - rise}` });
    }
  }
}

/** A shape, a picture with an edge, or a patch of colour with the digit on it, as large as text of a size. */
export function pictureOf({ filled, stroked, colour, black, href }, symbol, kind, x, y, size = 0) {
  const root = svg("g", { class: `picture ${kind}` }), em = size || LARGE;
  if (href) {
    const side = em, place = { x: x - side / 2, y: y - side / 2, width: side, height: side };
    root.append(svg("rect", { class: "paper", ...place }), svg("image", { href, ...place }));
    if (!size) root.append(svg("rect", { class: "patch", fill: "none", ...place }));
    return root;
  }
  if (!colour) {
    const bold = kind.includes("given") ? 1.2 : 1;
    root.setAttribute("transform", `translate(${x} ${y}) scale(${em * (size ? 0.5 : 0.39 * bold)})`);
    if (filled) root.append(svg("path", { class: "full", d: filled }));
    if (stroked) root.append(svg("path", { class: "line", d: stroked }));
    return root;
  }
  const side = em * (size ? 1.1 : 0.92), corner = size ? 0 : side * 0.26;
  root.append(svg("rect", { class: "patch", fill: colour, x: x - side / 2, y: y - side / 2, width: side, height: side, rx: side / 8 }));
  root.append(svg("text", { class: black ? "black" : "white", x: x - corner, y: y - corner * 0.9, "font-size": side * (size ? 0.74 : 0.44) }, symbol));
  return root;
}

/** The shape around a candidate: each part that it plays has its own. */
function shape(kind, x, y, half) {
  if (kind === "other" || kind === "denied") return svg("rect", { class: `part ${kind}`, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  if (kind === "fin") return svg("path", { class: "part fin", d: `M${x} ${y - half * 1.3}L${x + half * 1.3} ${y}L${x} ${y + half * 1.3}L${x - half * 1.3} ${y}Z` });
  return svg("circle", { class: `part ${kind}`, cx: x, cy: y, r: half });
}

function classesOf(view, hue, tinted) {
  return ["cell", hue && "hued", tinted && "tinted", view.wash, view.dead && "dead", view.culprit && "blamed"].filter(Boolean).join(" ");
}
