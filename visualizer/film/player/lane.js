// One run of a film: its board, the sentence of the step and its figures.
import { BoardView, pictureOf } from "./board.js";
import { readings } from "./dials.js";
import { calledOf, grouped } from "./figures.js";
import { SOLVED } from "./kinds.js";
import { Strip } from "./strip.js";
import { svg } from "./svg.js";
import { struckWords } from "./units.js";

const VOICES = ["", "deduced", "guessed", "conflict", "solved", "learnt", "restart"];

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** Scroll a list to one of its lines if that is out of sight. */
export function see(list, line) {
  if (!line) return;
  const above = line.offsetTop - list.scrollTop;
  if (above < 0 || above + line.offsetHeight > list.clientHeight) list.scrollTop = line.offsetTop - list.clientHeight / 3;
}

/** The parts of a packed sentence, each in its voice. */
export function spans(caption) {
  return caption.split(/([\x01-\x08][^\x0f]*\x0f)/).filter(Boolean).map((part) => {
    const voice = VOICES[part.charCodeAt(0)];
    return voice ? { voice, text: part.slice(1, -1) } : { voice: "", text: part };
  });
}

/** Words in a voice, as a part of a packed sentence. */
export const voiced = (voice, words) => `${String.fromCharCode(VOICES.indexOf(voice))}${words}\x0f`;

/** Write a packed sentence into an element. */
export function speak(line, caption) {
  const parts = spans(caption);
  line.dataset.voice = parts.find(({ voice }) => voice)?.voice ?? "";
  line.replaceChildren(...parts.map(({ voice, text }) => (voice ? make("b", { class: voice }, text) : text)));
}

/** The entries of a list of figures with their labels. */
export const figures = (values) => values.map(([value, label]) => make("div", {}, make("dt", {}, label), make("dd", {}, value)));

export class Lane {
  constructor(run, longest, alone) {
    Object.assign(this, { run, film: run.film });
    this.board = new BoardView(this.film);
    this.stage = make("div", { class: "stage" }, this.board.root);
    this.strip = new Strip(run, longest);
    this.caption = make("p", { class: "caption" });
    this.echo = make("p", { class: "caption echo" }); // beside the panes of a race, where a phone has room for it
    this.counters = make("dl", { class: "counters" });
    this.table = make("table");
    this.key = this.film.pictures.length ? [make("p", { class: "key", "aria-label": "The digits" }, ...this.film.pictures.flatMap((picture, index) => picture ? [this.entry(picture, this.film.alphabet[index])] : []))] : [];
    this.title = make("h2", { class: "title" }, [this.film.title, this.film.puzzle].filter(Boolean).join(": "));
    this.summary = make("p", { class: "summary" }, [this.film.options && `With ${this.film.options}.`, alone && this.film.summary].filter(Boolean).join(" "));
    this.cut = this.film.ended ? [] : [make("p", { class: "summary cut" }, `The run goes on after step ${grouped(run.last)}, but the film ends there.`)];
  }

  /** An entry of the key: a picture and the digit that it stands for. */
  entry(picture, symbol) {
    return make("span", {}, svg("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, pictureOf(picture, "", "mark", 0, 0, 16)), symbol);
  }

  /** Show a position, or the nearest one in the run. ``hurried`` replaces a sentence shown too briefly to read. Candidates struck since a position are shown as struck, and ``tells`` says whether the sentence counts them. ``part``: what a pane tells and marks in place of the step, if it does. */
  draw(position, hurried = "", since = position - 1, tells = false, part = null) {
    const { run } = this, at = Math.max(run.first, Math.min(run.last, position)), frame = run.frame(at);
    const from = Math.max(run.skipped, Math.min(at - 1, since)), struck = tells && at < run.last ? struckWords(run, from, at) : "";
    this.views = part ? part.marks(run.cells(at)) : run.cells(at, from, tells);
    this.at = at;
    this.board.call(`Board of ${this.film.title}`); // until the run is at rest and describe() says more
    this.board.draw(this.views, (!hurried && !part && run.marks(at).links) || [], run.frames.kind[frame] === SOLVED);
    this.tell(part?.caption ?? (hurried && at < run.last ? hurried : run.caption(at) + struck));
    this.count();
    this.strip.draw(at);
  }

  tell(caption) {
    if (caption === this.told) return;
    this.told = caption;
    for (const line of [this.caption, this.echo]) speak(line, caption);
  }

  count() {
    const { run } = this, step = [grouped(this.at), `step of ${grouped(run.last)}${run.film.ended ? "" : " so far"}`];
    const values = [step, ...readings(run)];
    const key = JSON.stringify(values);
    if (key === this.counted) return;
    this.counted = key;
    this.counters.replaceChildren(...figures(values));
  }

  said({ digit, role, level }) {
    return digit ? `${calledOf(this.film, digit)} ${role}${level ? ` at level ${level}` : ""}` : "blank";
  }

  /** Each square's row, column and words, if cells are edges: its number, and what its sides are. */
  squares() {
    const at = new Map(this.film.places.map((place, cell) => [String(place), cell])), numbers = new Map((this.film.tallies ?? []).map(([stroke, [number]]) => [String(stroke[2][0][0].map((far) => Math.floor(far / 2))), number]));
    const tops = this.film.places.filter(([y], cell) => this.film.across[cell] && y < this.film.size[0] - 1);
    return tops.map(([y, x]) => {
      const square = [y / 2, (x - 1) / 2], sides = { top: [y, x], left: [y + 1, x - 1], right: [y + 1, x + 1], bottom: [y + 2, x] };
      const words = Object.entries(sides).map(([side, place]) => `${side} ${this.said(this.views[at.get(String(place))])}`);
      return [square, [numbers.get(String(square)) ?? "no number", ...words].join(", ")];
    });
  }

  /** Write the board as a table for screen readers. */
  describe() {
    const { film } = this, pitch = film.pitch || 1, said = film.across ? this.squares() : this.film.places.map((place, cell) => [place, this.said(this.views[cell])]);
    const [rows, columns] = film.size.map((length) => Math.floor(length / pitch));
    const row = (_, index) => {
      const cells = Array.from({ length: columns }, () => make("td"));
      for (const [[at, column], words] of said) if (at === index) cells[column].append(words);
      return make("tr", {}, make("th", { scope: "row" }, `Row ${index + 1}`), ...cells);
    };
    this.table.replaceChildren(make("caption", {}, `${film.title}: the board after step ${grouped(this.at)}`), ...Array.from({ length: rows }, row));
    this.board.call(`${this.film.title}: the board after step ${grouped(this.at)}. It is also a table at the end of the page.`);
  }
}
