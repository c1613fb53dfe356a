// The run in numbers: small plots over the whole run, as paint.py draws them.
import { svg } from "../../film/player/svg.js";
import { grouped } from "../../film/player/figures.js";
import { make } from "../../film/player/lane.js";
import { declare } from "../../film/player/panes.js";

const TALL = 100; // units of a plot's height
const groupedIn = (value) => String(value).replace(/\d{4,}/g, grouped);

/** The outline of a filled curve with a value per column. */
function curve({ values, high }) {
  return `M0 ${TALL}${values.map((value, column) => `V${TALL - (value / (high || 1)) * (TALL - 4)}H${column + 1}`).join("")}V${TALL}Z`;
}

class StatisticsPage {
  constructor(run) {
    Object.assign(this, { run, figures: [], position: run.first });
    this.element = make("div", { class: "pane statistics", tabindex: "0", role: "region", "aria-label": "The run in numbers" });
    run.prepare().then(() => {
      this.figures = []; // the values along the run are known now
      this.draw(this.position);
    });
  }

  draw(position) {
    this.position = position;
    this.run.seek(position);
    const plots = this.run.samples.plots();
    if (!this.figures.length) this.build(plots);
    const share = ((position - this.run.skipped) / Math.max(1, this.run.last - this.run.skipped)) * plots[0].values.length;
    plots.forEach(({ label, low, high, now }, index) => {
      const { value, range, past, head, picture } = this.figures[index];
      value.textContent = groupedIn(now);
      range.textContent = `${groupedIn(low)} to ${groupedIn(high)}`;
      past.setAttribute("width", Math.max(share, 1e-6));
      for (const end of ["x1", "x2"]) head.setAttribute(end, share);
      picture.setAttribute("aria-label", `${groupedIn(now)} ${label}, ${range.textContent} along the run`);
    });
  }

  build(plots) {
    this.figures = plots.map((plot) => {
      const wide = plot.values.length, outline = () => svg("path", { d: curve(plot) }), past = svg("svg", { class: "past", x: 0, y: 0, width: 0, height: TALL }, outline()), head = svg("line", { y1: 0, y2: TALL });
      const value = make("b", {}), range = make("small", {}), picture = svg("svg", { viewBox: `0 0 ${wide} ${TALL}`, preserveAspectRatio: "none", role: "img" }, outline(), past, head);
      return { value, range, past, head, picture, element: make("figure", {}, make("figcaption", {}, value, ` ${plot.label}`, range), picture) };
    });
    this.element.replaceChildren(...this.figures.map(({ element }) => element));
  }
}

declare("statistics", (run) => [new StatisticsPage(run)]);
