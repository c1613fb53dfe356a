// Pictures of a lecture's runs at their stops: in the overview of its slides, and on paper.
import { BoardView } from "./board.js";
import { grouped } from "./figures.js";
import { SOLVED } from "./kinds.js";
import { make, spans } from "./lane.js";

const EXTRACT = 90; // letters of a slide's text

/** The boards of a run, or of the lanes of a race, at a position: a picture, in which some cells may hide their candidates. */
export function still(runs, position, hides = []) {
  return make("span", { class: "boards" }, ...runs.map((run) => boardOf(run, Math.min(position, run.last), runs.length > 1 ? `${run.film.title}: the` : "The", hides)));
}

function boardOf(run, position, the, hides) {
  const board = new BoardView(run.film);
  board.hides = (cell) => hides.includes(cell);
  board.draw(run.cells(position), run.marks(position).links ?? [], run.frames.kind[run.frame(position)] === SOLVED);
  board.call(`${the} board after step ${grouped(position)}`);
  return board.root;
}

/** What the film says about a run at a position or, in a race, about each lane. */
export function wordsOf(runs, position) {
  const words = (run) => spans(run.caption(Math.min(position, run.last))).map(({ text }) => text).join("");
  return runs.map((run) => (runs.length > 1 ? `${run.film.title}: ` : "") + words(run)).join(" ");
}

/** For paper: a slide's questions, each with the board on which it is asked, or its run at each of its stops, with the sentence there. */
export function figuresOf({ shows, stops, questions = [] }) {
  if (questions.length) return make("div", { class: "figures wide" }, ...questions.map((question) => asked(shows, question)));
  const figure = ([position, name, named]) => make("figure", {}, still(shows, position), make("figcaption", {}, make("b", {}, named ? `${name}, step ${grouped(position)}.` : `Step ${grouped(position)}.`), ` ${wordsOf(shows, position)}`));
  return make("div", { class: shows.length > 1 ? "figures wide" : "figures" }, ...stops.map(figure));
}

function asked(shows, { position, ask, choices, hides = [] }) {
  const choice = ({ text }) => make("li", {}, text);
  return make("figure", { class: "asked" }, still(shows, position - 1, hides), make("figcaption", {}, make("b", {}, ask), make("ol", {}, ...choices.map(choice))));
}

/** All slides at a glance, to go to one of them. */
export class Overview {
  constructor(deck) {
    this.deck = deck;
    this.list = make("ol", {});
    this.dialog = make("dialog", { class: "overview", "aria-label": "Overview of the slides" }, make("h2", {}, "Slides"), this.list, make("button", { type: "button", class: "close", onclick: () => this.dialog.close() }, "Close"));
    this.dialog.addEventListener("keydown", (event) => event.key.toLowerCase() === "o" && this.dialog.close());
  }

  open() {
    const { deck } = this;
    deck.player?.pause();
    this.list.replaceChildren(...deck.slides.map((slide, index) => make("li", {}, this.card(slide, index))));
    this.dialog.showModal();
    this.list.querySelector("[aria-current]").focus();
  }

  card(slide, index) {
    const { deck } = this, count = slide.stops.length, stops = count > 1 ? `${grouped(count)} stops` : "";
    const picture = make("span", { class: "still" });
    if (slide.run === undefined) picture.append(this.extract(slide));
    else deck.runsOf(slide.run).then((runs) => picture.append(Object.assign(still(runs, slide.stops.at(slide.questions?.length ? 0 : -1)[0]), { ariaHidden: "true" })));
    const go = () => {
      this.dialog.close();
      deck.show(index);
    };
    return make("button", { type: "button", onclick: go, "aria-current": index === deck.at && "true" }, picture, make("span", { class: "name" }, make("b", {}, String(index + 1)), ` ${slide.name}`), make("span", { class: "count" }, stops));
  }

  /** A thumbnail of a slide without a run: its picture, or the beginning of its text. */
  extract(slide) {
    const words = slide.element.querySelector(".prose"), picture = words.querySelector("img");
    if (picture) return Object.assign(picture.cloneNode(), { alt: "" });
    const text = words.textContent.trim().replace(slide.title, "").replace(/\s+/g, " ").trim();
    return text.length > EXTRACT ? `${text.slice(0, EXTRACT)}…` : text;
  }
}
