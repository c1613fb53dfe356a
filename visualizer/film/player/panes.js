// The panes beside a board: the lines that run, the formula, the trail and the open guesses.
import { Formula, TrailPane } from "./formula.js";
import { GUESS } from "./kinds.js";
import { make, see } from "./lane.js";
import { nameOf } from "./literals.js";
import { Pointing } from "./point.js";
import { Tree } from "./tree.js";

/** A line of plain words. The policy of the page forbids style attributes, but not this. */
function indented(text, depth) {
  const line = make("li", {}, text);
  line.style.setProperty("--depth", depth);
  return line;
}

/** Lines of plain words or of Python, with the step's line highlighted. */
class Lines {
  constructor(run, title) {
    Object.assign(this, { run, film: run.film, title, shown: null });
    this.element = make("ol", { class: "lines", tabindex: "0", "aria-label": "The lines that run" });
    new ResizeObserver(() => this.see()).observe(this.element);
  }

  see() {
    this.seeing = 0;
    see(this.element, this.lit);
  }

  light(line, wrong = false) {
    const lit = this.element.children[line] ?? null;
    lit?.classList.toggle("wrong", wrong);
    if (lit === this.lit) return;
    this.lit?.removeAttribute("aria-current");
    this.lit?.classList.remove("wrong");
    this.lit = lit;
    if (!lit) return;
    lit.setAttribute("aria-current", "step");
    this.seeing ||= requestAnimationFrame(() => this.see()); // the page is laid out then anyway
  }
}

class Words extends Lines {
  constructor(run) {
    super(run, "Plain words");
    this.element.classList.add("words");
    this.element.append(...run.film.words.map(([text, depth]) => indented(text, depth)));
  }

  draw(position) {
    const frame = this.run.frame(position);
    this.light(frame < 0 ? -1 : this.run.frames.word[frame] - 1);
  }
}

class Python extends Lines {
  constructor(run) {
    super(run, "Python");
  }

  draw(position) {
    const place = this.run.place(position), file = this.film.files[place?.file ?? 0];
    if (file && file !== this.shown) this.list(file);
    this.light(place && file ? place.line - file.first : -1, place?.wrong);
  }

  list(file) {
    this.shown = file;
    this.element.setAttribute("start", file.first);
    const part = (one) => (typeof one === "string" ? one : make("span", { class: one[0] }, one[1]));
    this.element.replaceChildren(...file.lines.map((line) => make("li", {}, ...(line.length ? line.map(part) : [" "]))));
  }
}

/** The panes that a run has, one of them open; only those with the given names, if any are given. */
class Panes {
  constructor(run, names) {
    const { film } = run, has = (name, kind, there) => (there ? [[name, kind]] : []);
    Object.assign(this, { run, position: run.first });
    const all = [
      ...has("code", Words, film.words.length), ...has("code", Python, film.files.some((file) => file.lines.length)),
      ...has("tree", Tree, film.frames.kind.includes(GUESS)), ...has("formula", Formula, film.formula), ...has("trail", TrailPane, film.formula === "clauses" && !film.blackBox),
    ];
    const chosen = (names ?? []).flatMap((wanted) => all.filter(([name]) => name === wanted)), none = names && !names.length;
    this.panes = (none || chosen.length ? chosen : all).map(([, kind]) => new kind(run));
    this.tabs = this.panes.map((pane, index) => make("button", { type: "button", class: "tab", onclick: () => this.open(index) }, pane.title));
    this.element = make("div", { class: "panes" }, make("div", { class: "tabs", role: "group", "aria-label": "Beside the board" }, ...this.tabs), ...this.panes.map((pane) => pane.element));
    if (this.panes.length) this.open(0);
  }

  next() {
    if (this.panes.length) this.open((this.opened + 1) % this.panes.length);
  }

  open(opened) {
    this.opened = opened;
    this.draw(this.position);
  }

  /** The pane to show: the one that was opened, but Python in place of plain words where the solver failed. */
  shown(position) {
    const python = this.panes.findIndex((pane) => pane instanceof Python);
    return this.run.place(position)?.wrong && python >= 0 && this.panes[this.opened] instanceof Words ? python : this.opened;
  }

  /** Show a position. The lines show ``told``, the position of the step that is told. */
  draw(position, told = position) {
    this.position = position;
    const shown = this.shown(position), pane = this.panes[shown];
    if (shown !== this.visible) this.reveal(shown);
    pane?.draw(pane instanceof Lines ? told : position);
  }

  reveal(shown) {
    this.visible = shown;
    this.tabs.forEach((tab, index) => tab.setAttribute("aria-pressed", String(index === shown)));
    this.panes.forEach((pane, index) => (pane.element.hidden = index !== shown));
  }
}

/** The open guesses, outermost first: what was tried before each, and a way back to it. */
class Path {
  constructor(run, go) {
    Object.assign(this, { run, go, drawn: "" });
    this.list = make("ol", { class: "path" });
    new ResizeObserver(() => (this.list.scrollLeft = this.list.scrollWidth)).observe(this.list);
    this.element = make("div", { class: "guesses" }, make("h3", {}, "Open guesses"), this.list);
  }

  /** Draw the path to the run's position. */
  draw() {
    const path = this.run.board.path(), key = JSON.stringify(path);
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.classList.toggle("none", !path.length);
    this.list.replaceChildren(...path.map((guess, level) => make("li", {}, this.button(guess, level))));
    requestAnimationFrame(() => (this.list.scrollLeft = this.list.scrollWidth));
  }

  button({ cell, digit, sign, at, refuted }, level) {
    const { film } = this.run, symbol = (each) => film.alphabet[each - 1], name = nameOf(film, cell);
    const what = `${name} ${sign ? "is" : "is not"} ${symbol(digit)}`;
    const told = `Level ${level + 1}: ${what}${refuted.length ? `, after ${refuted.map(symbol).join(", ")} failed` : ""}`;
    const tried = refuted.map((each) => make("s", {}, symbol(each)));
    return make("button", { type: "button", "aria-label": told, title: told, disabled: !at, onclick: () => this.go(at, true) },
      make("span", { class: "level" }, String(level + 1)), ` ${name}${sign ? " " : " ≠ "}`, ...tried, make("b", {}, symbol(digit)));
  }
}

/** Everything beside a board. A run may have nothing there. */
export class Beside {
  constructor({ run, board }, panes, go) {
    this.run = run;
    this.path = run.film.frames.kind.includes(GUESS) ? new Path(run, go) : null;
    this.panes = new Panes(run, panes);
    this.pointing = new Pointing(board, [this.panes.element], () => this.panes.panes[this.panes.visible]?.element);
    this.parts = [...(this.path ? [this.path.element] : []), ...(this.panes.panes.length ? [this.panes.element] : [])];
  }

  draw(position, told) {
    this.run.seek(position);
    this.path?.draw();
    this.panes.draw(position, told);
    this.pointing.mark();
  }
}
