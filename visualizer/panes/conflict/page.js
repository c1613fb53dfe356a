// A conflict's implication graph, and how a clause is learnt from it one resolution at a time, as pane.py and paint.py.
import { svg } from "../../film/player/svg.js";
import { calledOf, counted, grouped, listed, nameOf } from "../../film/player/figures.js";
import { LOWER, TO_CONFLICT, UIP, cutOf, graphAt, jumpAfter, layOut } from "../../film/player/implications.js";
import { CONFLICT, LEARN, LEARNT_CLAUSE } from "../../film/player/kinds.js";
import { make, voiced } from "../../film/player/lane.js";
import { placeOf, withClause, written } from "../../film/player/literals.js";
import { declare } from "../../film/player/panes.js";

const LEARN_THIS = "First unique implication point: learn this";
const EM = 14, LETTER = 0.6 * EM, HIGH = 1.5 * EM, PITCH = 1.95 * EM; // pixels at 16 per em: type, a letter, a frame and a row
const APART = 1.7 * EM; // between the literals of two columns
const LEAST_ROWS = 3;
const MOST_SHRUNK = 1.25; // how much wider than its pane a graph may be to be made smaller, so that it fits

// Sentences

const inWords = (film, literal) => written(film, literal).replace("=", " = ").replace("≠", " ≠ ");
const capitalised = (words) => (/^r\d+c\d/.test(words) ? words : words[0].toUpperCase() + words.slice(1));
const withArticle = (symbol) => `${"8AEFHILMNORSX".includes(symbol) ? "an" : "a"} ${symbol}`;

/** The rule that a clause expresses, such as "row 4 holds a 7"; "" if it expresses none. */
function ruleName(film, names, clause) {
  const places = clause.map((literal) => placeOf(film, literal)), cells = [...new Set(places.map(({ cell }) => cell))].sort((one, other) => one - other), digits = new Set(places.map(({ digit }) => digit));
  if (clause.length === 2 && Math.max(...clause) < 0 && digits.size === 1) {
    const unit = film.units.findIndex((its) => cells.every((cell) => its.includes(cell)));
    return unit < 0 ? "" : `${names[unit]} holds it once`;
  }
  if (Math.min(...clause) < 0 || clause.length < film.symbols) return "";
  if (cells.length === 1) return `${nameOf(film, cells[0])} holds a ${film.called ? "line or a cross" : "digit"}`;
  const unit = film.units.findIndex((its) => its.length === cells.length && cells.every((cell) => its.includes(cell)));
  return unit >= 0 && digits.size === 1 ? `${names[unit]} holds ${withArticle(calledOf(film, places[0].digit))}` : "";
}

/** What a clause demands, as in "r7c7 cannot be 3 and 5 at once". */
function demand(film, names, clause) {
  const places = clause.map((literal) => placeOf(film, literal)).sort((one, other) => one.cell - other.cell || one.digit - other.digit), [{ cell, digit }, second] = places, symbol = (each) => calledOf(film, each);
  if (clause.length === 2 && Math.max(...clause) < 0 && cell === second.cell) return `${nameOf(film, cell)} cannot be ${listed(places.map((place) => symbol(place.digit)))} at once`;
  const rule = ruleName(film, names, clause);
  if (clause.length === 2 && rule) return `${rule.replace(" holds it once", "")} cannot hold ${symbol(digit)} twice`;
  return rule || "a clause learnt earlier says so";
}

/** Why a literal leaves the clause, and which ones come instead. */
function resolved(film, names, { pivot, reason, came }) {
  const gone = inWords(film, -pivot), instead = came.length ? `${listed(came.map((literal) => inWords(film, literal)))} ${came.length === 1 ? "replaces" : "replace"} ${gone}` : `${gone} drops out`;
  return `${capitalised(demand(film, names, reason))}: ${instead}.`;
}

function jumpBack(literal, level) {
  return level ? `Back to level ${level}, where ${literal} follows.` : `Back to level 0: ${literal} holds whatever is guessed.`;
}

const clauseAfter = (graph, made) => (made ? graph.resolutions[made - 1].clause : graph.start);
const levelsIn = (graph) => new Map(graph.nodes.map(({ literal, level }) => [literal, level]));

/** How far the clause has been resolved. */
function headingOf(film, graph, made) {
  const { resolutions: { length: all }, toCut, level, start } = graph, levels = levelsIn(graph);
  if (made === all) return LEARN_THIS;
  if (!made) return `Conflict: ${counted(start.filter((literal) => levels.get(-literal) === level).length, "literal")} of level ${level}; resolve until 1 is left`;
  if (made === toCut) return `First unique implication point: ${inWords(film, -clauseAfter(graph, made)[0])}`;
  return made > toCut ? `Shortening ${made - toCut} of ${all - toCut}` : `Resolution ${made} of ${toCut}`;
}

/** What the last resolution did, and what comes next. The clause sends the solver back to the given level. */
function wordsOfGraph(film, names, graph, made, level) {
  const all = graph.resolutions.length, more = all - made, said = made ? [resolved(film, names, graph.resolutions[made - 1])] : [];
  if (made === graph.toCut && more) said.push(`${more === 1 ? "1 literal follows" : `${more} literals follow`} from the others and can still be removed.`);
  if (made === all) said.push(jumpBack(inWords(film, clauseAfter(graph, made)[0]), level));
  return said.join(" ");
}

function noGraph(run, position) {
  const kind = run.frames.kind[run.frame(position)], depth = run.seek(position).marks.length;
  const why = kind !== CONFLICT ? "No clause has been learnt yet." : depth ? "The reasons that led to this conflict are not known." : "This conflict does not depend on any guess: nothing can be learnt from it.";
  return { graph: null, made: 0, heading: why, words: "", invites: "At a conflict, the literals that led to it appear here as a graph, with the clause to learn from it: press Ctrl+→ for the next conflict, then → for each resolution." };
}

/** The graphs of a run, with the sentences about them. ``names`` are those of the units. */
export class Implications {
  constructor(run, names) {
    Object.assign(this, { run, names, known: [] });
  }

  graphAt(position) {
    const found = this.known.find(([at]) => at === position);
    if (found) return found[1];
    const graph = position > this.run.skipped ? graphAt(this.run, position) : null;
    this.known = [[position, graph], ...this.known.slice(0, 2)]; // at the playhead, and the last conflict
    return graph;
  }

  /** The graph of the conflict at a position, if there is a clause to resolve. */
  resolvedAt(position) {
    const { frames } = this.run, graph = frames.kind[this.run.frame(position)] === CONFLICT ? this.graphAt(position) : null;
    return graph?.resolutions.length ? graph : null;
  }

  /** What is shown at a position, after so many resolutions if it is a conflict: the graph of the step there or, failing that, of the last clause learnt. */
  at(position, resolutions = 0) {
    const { run, names } = this, { film, frames } = run, graph = this.graphAt(position);
    if (graph) {
      const stepping = frames.kind[run.frame(position)] === CONFLICT, made = stepping ? resolutions : graph.resolutions.length, last = clauseAfter(graph, graph.resolutions.length).slice(1), levels = levelsIn(graph);
      const level = jumpAfter(run, position) ?? Math.max(0, ...last.map((literal) => levels.get(-literal)));
      return { graph, made, heading: headingOf(film, graph, made), words: wordsOfGraph(film, names, graph, made, level), here: true, stepping };
    }
    const at = run.find(LEARN, Math.min(position, run.last) + 1, -1), learnt = at > 0 && frames.why[run.frame(at)] === LEARNT_CLAUSE ? this.graphAt(at) : null;
    if (!learnt) return { ...noGraph(run, position), here: true, stepping: false };
    return { graph: learnt, made: learnt.resolutions.length, heading: `Last clause learnt, at step ${grouped(at)}`, words: "", here: false, stepping: false };
  }
}

const voiceOf = ({ graph, made }) => (made === graph.resolutions.length ? "solved" : made ? "guessed" : "conflict");

/** What is told of the last resolution in place of the step, and marked on the board; null before the first. */
export function partOf(film, view) {
  const { graph, made, heading, words, stepping } = view;
  if (!stepping || !made) return null;
  const { cell } = placeOf(film, graph.resolutions[made - 1].pivot);
  return { caption: voiced(voiceOf(view), `${heading}. `) + words, marks: (views) => withClause(film, views, clauseAfter(graph, made), cell) };
}

/** A view's clause in its usual order, with the literal just removed still in its place. */
export function literalsOf({ graph, made, stepping }) {
  const levels = levelsIn(graph), gone = stepping && made ? [-graph.resolutions[made - 1].pivot] : [], level = (literal) => levels.get(-literal) ?? 0;
  return [...new Set([...clauseAfter(graph, made), ...gone])].sort((one, other) => level(other) - level(one) || Math.abs(one) - Math.abs(other));
}

// Showing it

/** Draws a graph: literals in columns, arrows for reasons, the cut, and the conflict on the right. */
class GraphPicture {
  constructor(film, view, high) {
    const { graph, made } = view, pivots = graph.resolutions.slice(0, made).map(({ pivot }) => pivot), clause = clauseAfter(graph, made), last = view.stepping && made ? graph.resolutions[made - 1] : null;
    Object.assign(this, { film, view, graph, pivot: last?.pivot ?? 0, resolved: (index) => pivots.includes(graph.nodes[index]?.literal), named: (index) => clause.includes(-graph.nodes[index].literal) });
    this.texts = graph.nodes.map(({ literal }) => written(film, literal));
    this.rows = Math.max(LEAST_ROWS, Math.floor((high - 2.6 * EM) / PITCH));
    this.layout = layOut(graph, this.rows);
    const shown = [...clause, ...graph.resolutions.slice(graph.toCut, made).map(({ pivot }) => -pivot)], lower = shown.map((literal) => graph.nodes.findIndex((node) => node.literal === -literal && node.side === LOWER)).filter((index) => index >= 0);
    this.lowerColumns = Math.ceil(lower.length / this.rows);
    const widths = (wanted) => Math.max(0, ...graph.nodes.map((node, index) => ((node.side === LOWER) === wanted ? this.widthOf(index) : 0))) + APART;
    Object.assign(this, { pitch: widths(false), apart: lower.length ? this.lowerColumns * widths(true) + EM : 0, top: 1.4 * EM });
    this.high = this.top + PITCH * Math.min(this.rows, Math.max(2, lower.length, ...[...this.layout.slots.values()].map(({ rows }) => rows))) + EM;
    this.wide = this.apart + this.layout.columns * this.pitch;
    this.places = new Map(lower.map((index, at) => [index, this.lowerPlace(at, lower.length)]));
    for (const [index, { column, row, rows }] of this.layout.slots) this.places.set(index, [this.x(column), this.y((row + 0.5) / rows)]);
  }

  widthOf(index) {
    return (this.texts[index].length + (this.graph.nodes[index].side === LOWER ? 1 + String(this.graph.nodes[index].level).length : 0)) * LETTER + EM;
  }

  lowerPlace(at, count) {
    const column = Math.floor(at / this.rows), rows = Math.min(this.rows, count - column * this.rows), each = (this.apart - EM) / this.lowerColumns;
    return [(column + 0.5) * each - EM / 2, this.y(((at % this.rows) + 0.5) / rows)];
  }

  x(column) {
    return this.apart + (column + 0.5) * this.pitch;
  }

  y(share) {
    return this.top + (this.high - this.top - EM) * share;
  }

  draw() {
    const edges = [...this.edges()], label = this.apart ? [svg("text", { class: "label", x: 0, y: 0.8 * EM }, "earlier levels")] : [];
    const said = this.graph.nodes.map((_, index) => this.texts[index]).join(", ");
    return svg("svg", { viewBox: `0 0 ${this.wide} ${this.high}`, role: "img", "aria-label": `The implication graph of ${said}` }, ...edges, ...label, ...this.cut(), ...[...this.places].map(([index, place]) => (index === TO_CONFLICT ? this.conflict(place) : this.literal(index, place))));
  }

  /** The arrows: strongest to the resolved literal, weaker across the cut, the rest faint. */
  *edges() {
    const { graph, pivot, resolved } = this;
    for (const [one, other] of graph.edges) {
      if (!this.places.has(one)) continue;
      const strong = pivot ? graph.nodes[other]?.literal === pivot : other === TO_CONFLICT, across = !resolved(one) && (other === TO_CONFLICT || resolved(other));
      if (strong || graph.nodes[one].side !== LOWER) yield this.edge(one, other, strong ? "strong" : across ? "across" : "");
    }
  }

  edge(one, other, kind) {
    const [x, y] = this.places.get(one), [far, low] = this.places.get(other), left = x + this.widthOf(one) / 2, right = far - (other === TO_CONFLICT ? 0.7 * EM : this.widthOf(other) / 2);
    const bend = right - left >= this.pitch ? 1.9 * EM * (y + low >= this.top + this.high - EM ? 1 : -1) : 0, knee = [(left + right) / 2, (y + low) / 2 + bend];
    const length = Math.hypot(right - knee[0], low - knee[1]) || 1, [ux, uy] = [(right - knee[0]) / length, (low - knee[1]) / length], head = 0.5 * EM;
    const corners = [[right, low], [right - ux * head - uy * head * 0.45, low - uy * head + ux * head * 0.45], [right - ux * head + uy * head * 0.45, low - uy * head - ux * head * 0.45]];
    return svg("g", { class: `edge ${kind}` }, svg("path", { d: `M${left} ${y}Q${knee[0]} ${knee[1]} ${right} ${low}` }), ...(kind ? [svg("path", { class: "head", d: `M${corners.map((corner) => corner.join(" ")).join("L")}Z` })] : []));
  }

  /** The cut, through the gaps between the literals. */
  cut() {
    const { column, y } = cutOf(this.layout, this.view.made), right = this.x(column + 0.5), left = this.x(column - 0.5), middle = this.y(y), bottom = this.high;
    const ways = [...(y > 0 ? [`M${right} 0V${middle}`] : []), ...(y > 0 && y < 1 ? [`H${left}`] : []), ...(y < 1 ? [`${y > 0 ? "" : `M${left} 0`}V${bottom}`] : [])];
    return [svg("path", { class: "cut", d: ways.join("") }), svg("text", { class: "label cut", x: (y > 0 ? right : left) + EM / 2, y: 0.8 * EM }, "cut")];
  }

  conflict([x, y]) {
    const reach = 0.5 * EM;
    return svg("g", { class: "conflict" }, svg("path", { d: `M${x - reach} ${y - reach}L${x + reach} ${y + reach}M${x + reach} ${y - reach}L${x - reach} ${y + reach}` }), svg("text", { class: "label", x: x - 4 * LETTER, y: y + 1.6 * EM }, "conflict"));
  }

  literal(index, [x, y]) {
    const { graph, view } = this, { literal, level, side, decision } = graph.nodes[index], width = this.widthOf(index), heavy = literal === this.pivot || (side === UIP && view.made >= graph.toCut);
    const kinds = ["literal", decision && "decision", this.named(index) && "named", heavy && "heavy", this.resolved(index) && !heavy && "gone"].filter(Boolean).join(" ");
    const below = side === LOWER ? "" : heavy && side === UIP ? "first UIP" : decision ? "guess" : "";
    return svg("g", { class: kinds, "data-cell": placeOf(this.film, literal).cell }, svg("rect", { x: x - width / 2, y: y - HIGH / 2, width, height: HIGH, rx: decision ? HIGH / 2 : HIGH / 5 }), svg("text", { x: x - width / 2 + EM / 2, y: y + 0.35 * EM }, this.texts[index]),
      ...(side === LOWER ? [svg("text", { class: "level", x: x + width / 2 - EM / 2 - String(level).length * LETTER, y: y + 0.35 * EM }, String(level))] : []), ...(below ? [svg("text", { class: "label", x: x - (below.length * LETTER) / 2, y: y + 1.6 * EM }, below)] : []));
  }
}

class ConflictPage {
  constructor(run, { units }) {
    Object.assign(this, { run, graphs: new Implications(run, units), made: [0, 0], drawn: null });
    this.lead = make("h3", {});
    this.words = make("p", { class: "words" });
    this.graph = make("div", { class: "graph", tabindex: "0", role: "group", "aria-label": "The implication graph" });
    this.clause = make("p", { class: "clause" });
    this.element = make("div", { class: "pane conflict", tabindex: "0", role: "region", "aria-label": "The conflict and the clause learnt from it" }, this.lead, this.words, this.graph, this.clause);
    new ResizeObserver(() => this.position !== undefined && this.draw(this.position)).observe(this.element);
  }

  madeAt(position) {
    return this.made[0] === position ? this.made[1] : 0;
  }

  told(position) {
    const made = this.madeAt(position);
    return made ? partOf(this.run.film, this.graphs.at(position, made)) : null;
  }

  /** Make or undo a resolution. Stepping back from the learnt clause returns to the last resolution. Returns whether there was one. */
  step(by) {
    const { graphs, position } = this, before = by < 0 ? graphs.resolvedAt(position - 1) : null, made = this.madeAt(position) + by;
    if (before) this.made = [position - 1, before.resolutions.length];
    const graph = graphs.resolvedAt(position);
    if (!graph || made < 0 || made > graph.resolutions.length) return false;
    this.made = [position, made];
    return true;
  }

  /** Make all resolutions, which gives the learnt clause, or undo them all. Returns whether there were any. */
  skip(by) {
    const graph = this.graphs.resolvedAt(this.position), made = graph && by > 0 ? graph.resolutions.length : 0;
    if (!graph || made === this.madeAt(this.position)) return false;
    this.made = [this.position, made];
    return true;
  }

  draw(position) {
    if (position !== this.made[0]) this.made = [position, 0]; // returning to a conflict starts it over
    this.position = position;
    const { run, graphs, element } = this, view = graphs.at(position, this.madeAt(position)), { graph, made, heading, words, invites, here, stepping } = view, key = JSON.stringify([heading, words, made, position * Number(here), element.clientHeight]);
    run.seek(position);
    if (key === this.drawn) return;
    this.drawn = element.clientHeight ? key : null;
    this.lead.className = !graph || !here ? "" : voiceOf(view);
    this.lead.textContent = heading;
    this.words.textContent = invites ?? (stepping && graph.resolutions.length ? "→ makes a resolution, ← undoes it." : "");
    this.graph.replaceChildren();
    this.clause.replaceChildren();
    if (!graph) return;
    const picture = new GraphPicture(run.film, view, element.clientHeight * 0.6), drawing = picture.draw(), levels = levelsIn(graph);
    drawing.style.setProperty("--wide", `${picture.wide / 16}em`);
    this.graph.append(drawing);
    drawing.classList.toggle("fits", this.graph.scrollWidth < MOST_SHRUNK * this.graph.clientWidth);
    this.clause.append(...literalsOf(view).flatMap((literal, index) => [...(index ? [" or "] : []), this.literal(view, literal, levels.get(-literal) ?? 0)]));
    this.graph.scrollLeft = ((picture.x(cutOf(picture.layout, made).column) / picture.wide) * this.graph.scrollWidth) - this.graph.clientWidth * 0.6;
  }

  literal({ graph, made, stepping }, literal, level) {
    const last = stepping && made ? graph.resolutions[made - 1] : null, kind = last?.pivot === -literal ? "gone" : last?.came.includes(literal) ? "came" : "";
    return make("span", { class: kind, "data-cell": placeOf(this.run.film, literal).cell }, make(kind === "gone" ? "s" : "span", {}, written(this.run.film, literal)), make("small", { title: `Level ${level}` }, String(level)));
  }
}

declare("implications", (run, data) => [new ConflictPage(run, data)]);
