// The trail at a step, level by level.
import { grouped } from "../../film/player/figures.js";
import { make } from "../../film/player/lane.js";
import { part, written } from "../../film/player/literals.js";
import { declare } from "../../film/player/panes.js";

/** The trail by level: each with its heading and its literals in order, each with its cell. */
export function trailBands({ board, film }) {
  const bands = [{ heading: "level 0: no guess", chips: [] }];
  board.trail.list().forEach((entry, index) => {
    const cell = Math.floor(entry / board.width), digit = entry % board.width, text = written(film, digit ? -(cell * film.symbols + digit) : cell * film.symbols + board.values[cell]);
    while (bands.length <= board.marks.length && index >= board.marks.at(bands.length - 1)) bands.push({ heading: `level ${bands.length}: ${text} (guess)`, chips: [] });
    bands.at(-1).chips.push([text, cell]);
  });
  return bands;
}

/** A pane with the trail at the run's position, the newest level first. */
export class TrailPane {
  constructor(run) {
    this.run = run;
    this.element = make("div", { class: "pane trail", tabindex: "0", role: "region", "aria-label": "The trail: what is true, by level" });
  }

  draw() {
    const band = ({ heading: title, chips }) => make("section", {}, make("h3", {}, `${title}, ${grouped(chips.length)}`), make("p", {}, ...chips.flatMap(([text, cell], index) => [index ? "  " : "", part([text, "", cell])])));
    this.element.replaceChildren(...trailBands(this.run).reverse().map(band));
  }
}

declare("trail", (run) => [new TrailPane(run)]);
