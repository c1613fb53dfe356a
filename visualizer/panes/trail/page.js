// The trail at a step, level by level.
import { grouped } from "../../film/player/figures.js";
import { make } from "../../film/player/lane.js";
import { part, placeOf, written } from "../../film/player/literals.js";
import { declare } from "../../film/player/panes.js";
import { Trail } from "../../film/player/trail.js";

const MOST_WRITTEN = 600; // literals shown, latest first

/** The trail by level: each with its heading, its latest literals in order, each with its cell, and how many are earlier. */
export function trailBands(run) {
  const { film } = run, { entries } = new Trail(run), bands = [{ heading: "level 0: no guess", chips: [], earlier: 0 }], first = entries.length - MOST_WRITTEN;
  for (const [index, { literal, level, decision }] of entries.entries()) {
    if (decision) bands.push({ heading: `level ${level}: ${written(film, literal)} (guess)`, chips: [], earlier: 0 });
    if (index < first) bands.at(-1).earlier++;
    else bands.at(-1).chips.push([written(film, literal), placeOf(film, literal).cell]);
  }
  return bands;
}

/** A pane with the trail at the run's position, the newest level first. */
export class TrailPane {
  constructor(run) {
    this.run = run;
    this.element = make("div", { class: "pane trail", tabindex: "0", role: "region", "aria-label": "The trail: what is true, by level" });
  }

  draw() {
    const band = ({ heading: title, chips, earlier }) => make("section", {}, make("h3", {}, `${title}, ${grouped(chips.length + earlier)}`), make("p", {}, ...chips.flatMap(([text, cell], index) => [index ? "  " : "", part([text, "", cell])])));
    this.element.replaceChildren(...trailBands(this.run).reverse().map(band));
  }
}

declare("trail", (run) => [new TrailPane(run)]);
