// The figures of a run at positions all along it, for small plots, as visualizer/analysis/statistics.py.
import { GRAIN, columnsOf, perColumn } from "./depths.js";
import { dial } from "./dials.js";
import { GUESS } from "./kinds.js";

const SAMPLES = 256; // values per plot
const LABELS = { depth: "depth", filled: "filled cells", guesses: "guesses", backtracks: "backtracks", candidates: "candidates left" };
const SEARCH = ["depth", "guesses", "backtracks"]; // plots that only make sense for a search

/** The dials to plot, each with its label: candidates only if the solver keeps them, and the solver's own last. */
function plotted(film) {
  const dials = [film.profile, ...film.dials], named = dials.map(({ name }) => name), searches = named.some((name) => SEARCH.includes(name)) || film.frames.kind.includes(GUESS);
  const leftOut = [...(searches ? [] : SEARCH), ...(["NONE", "MARKED"].includes(film.candidates) ? ["candidates"] : [])];
  const own = film.blackBox ? [] : dials.filter(({ name }, index) => !(name in LABELS) && name !== "technique" && named.indexOf(name) === index);
  return [...Object.entries(LABELS).filter(([name]) => !leftOut.includes(name)).map(([name, many]) => ({ name, many })), ...own];
}

/** The values of the plots at the start of each column, noted as the run is gone through. Steps are counted from 0, where the film begins. */
export class Samples {
  constructor(run) {
    const positions = run.numbers.length + 1, columns = Math.min(SAMPLES, positions), grid = 2 ** Math.floor(Math.log2(Math.floor(positions / columns)));
    this.edges = columnsOf(0, positions, columns);
    this.places = this.edges.map((edge) => edge - (edge % grid));
    Object.assign(this, { run, end: positions, dials: plotted(run.film), rows: new Map(), due: [...new Set([...this.places, positions - 1])], taken: 0 });
  }

  /** The number of steps before the next position to look at. */
  get next() {
    return this.due[this.taken] ?? Infinity;
  }

  /** Note the figures of a run or of its like, with a board at the next position. */
  take(scout) {
    this.rows.set(this.due[this.taken++], this.valuesAt(scout));
  }

  valuesAt(scout) {
    return this.dials.map((one) => {
      const value = dial(scout, one);
      return Number.isFinite(value) ? value : 0;
    });
  }

  /** A plot of each dial: its label, a value per column, the range, and the value at the run's position. */
  plots() {
    const { run, places, edges, end, rows } = this, now = this.valuesAt(run), width = Math.max(1, Math.floor(end / edges.length));
    return this.dials.map(({ name, many: label }, index) => {
      const values = name === "depth" ? this.depths(width) : places.map((place) => rows.get(place)?.[index] ?? 0);
      const all = [...values, now[index], ...[0, end - 1].map((place) => rows.get(place)?.[index] ?? 0)];
      return { label, values, low: Math.min(...all), high: Math.max(...all), now: now[index] };
    });
  }

  depths(width) {
    const { run: { depths }, edges, end } = this, parts = depths.stretches(0, end - 1, width, GRAIN);
    const starts = [0, ...parts.starts.map((start) => start + 1)];
    return perColumn(starts, [depths.atStart, ...parts.highs], edges, end, Math.max);
  }
}
