// What stands beside a single board: the lines that run, and the open guesses.
import { make } from "./lane.js";

/** A line of plain words. The policy of the page forbids style attributes, but not this. */
function indented(text, depth) {
  const line = make("li", {}, text);
  line.style.setProperty("--depth", depth);
  return line;
}

/** The algorithm in plain words or in Python, with the line of the step. */
export class Code {
  constructor(run) {
    Object.assign(this, { run, film: run.film, python: !run.film.words.length, shown: null });
    this.lines = make("ol", { class: "lines", tabindex: "0", "aria-label": "The lines that run" });
    const both = this.film.words.length && this.film.files.some((file) => file.lines.length);
    this.tabs = (both ? [["Plain words", false], ["Python", true]] : [])
      .map(([text, python]) => make("button", { type: "button", class: "tab", onclick: () => this.show(python) }, text));
    this.element = make("div", { class: "code" }, make("div", { class: "tabs" }, ...this.tabs), this.lines);
    this.position = run.first;
    this.show(this.python);
  }

  get empty() {
    return !this.film.words.length && !this.film.files.some((file) => file.lines.length);
  }

  swap() {
    if (this.tabs.length) this.show(!this.python);
  }

  show(python) {
    this.python = python;
    this.tabs.forEach((tab, index) => tab.setAttribute("aria-pressed", String(Boolean(index) === python)));
    this.shown = null;
    this.draw(this.position);
  }

  draw(position) {
    this.position = position;
    const { film, run } = this, frame = run.frame(position), file = frame < 0 ? 0 : run.frames.file[frame];
    const wanted = this.python ? film.files[file] : film.words;
    if (wanted !== this.shown) this.list(wanted);
    const first = this.python ? wanted?.first ?? 1 : 1, line = frame < 0 ? 0 : (this.python ? run.frames.line : run.frames.word)[frame];
    const lit = this.lines.children[line - first] ?? null;
    if (lit === this.lit) return;
    this.lit?.removeAttribute("aria-current");
    this.lit = lit;
    if (!lit) return;
    lit.setAttribute("aria-current", "step");
    const above = lit.offsetTop - this.lines.scrollTop;
    if (above < 0 || above + lit.offsetHeight > this.lines.clientHeight) this.lines.scrollTop = lit.offsetTop - this.lines.clientHeight / 3;
  }

  list(wanted) {
    this.shown = wanted;
    this.lines.classList.toggle("words", !this.python);
    this.lines.setAttribute("start", this.python ? wanted?.first ?? 1 : 1);
    const python = () => (wanted?.lines ?? []).map((line) => make("li", {}, ...this.coloured(line)));
    this.lines.replaceChildren(...(this.python ? python() : wanted.map(([text, depth]) => indented(text, depth))));
  }

  /** The parts of a line of Python: text, or [voice, text]. */
  coloured(line) {
    return line.length ? line.map((part) => (typeof part === "string" ? part : make("span", { class: part[0] }, part[1]))) : [" "];
  }
}

/** The open guesses, outermost first: what was tried before each, and a way back to it. */
export class Path {
  constructor(run, go) {
    Object.assign(this, { run, go, drawn: "" });
    this.list = make("ol", { class: "path" });
    this.element = make("div", { class: "guesses" }, make("h3", {}, "Open guesses"), this.list);
  }

  /** Draw the path to the run's position. */
  draw() {
    const path = this.run.board.path(), key = JSON.stringify(path);
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.classList.toggle("none", !path.length);
    this.list.replaceChildren(...path.map((guess, level) => make("li", {}, this.button(guess, level))));
    this.list.scrollTop = this.list.scrollHeight;
  }

  button({ cell, digit, sign, at, refuted }, level) {
    const { film } = this.run, side = film.symbols, symbol = (each) => film.alphabet[each - 1];
    const name = `r${Math.floor(cell / side) + 1}c${(cell % side) + 1}`, what = `${name} ${sign ? "is" : "is not"} ${symbol(digit)}`;
    const told = `Level ${level + 1}: ${what}${refuted.length ? `, after ${refuted.map(symbol).join(", ")} failed` : ""}`;
    const tried = refuted.map((each) => make("s", {}, symbol(each)));
    return make("button", { type: "button", "aria-label": told, title: told, disabled: !at, onclick: () => this.go(at, true) },
      make("span", { class: "level" }, String(level + 1)), ` ${name}${sign ? " " : " ≠ "}`, ...tried, make("b", {}, symbol(digit)));
  }
}
