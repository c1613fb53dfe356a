// The lines that run, in plain words and in Python.
import { make, see } from "../../film/player/lane.js";
import { declare } from "../../film/player/panes.js";

/** A line of plain words. The policy of the page forbids style attributes, but not this. */
function indented(text, depth) {
  const line = make("li", {}, text);
  line.style.setProperty("--depth", depth);
  return line;
}

/** Lines of plain words or of Python, with the step's line highlighted. */
class Lines {
  constructor(run, title) {
    Object.assign(this, { run, film: run.film, title, listed: null });
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

  /** Where the solver failed, Python is shown instead. */
  standsFor(position) {
    return this.run.place(position)?.wrong ? Python : Words;
  }

  draw(_, told) {
    const frame = this.run.frame(told);
    this.light(frame < 0 ? -1 : this.run.frames.word[frame] - 1);
  }
}

class Python extends Lines {
  constructor(run) {
    super(run, "Python");
  }

  draw(_, told) {
    const place = this.run.place(told), file = this.film.files[place?.file ?? 0];
    if (file && file !== this.listed) this.list(file);
    this.light(place && file ? place.line - file.first : -1, place?.wrong);
  }

  list(file) {
    this.listed = file;
    this.element.setAttribute("start", file.first);
    const part = (one) => (typeof one === "string" ? one : make("span", { class: one[0] }, one[1]));
    this.element.replaceChildren(...file.lines.map((line) => make("li", {}, ...(line.length ? line.map(part) : [" "]))));
  }
}

declare("code", (run) => [
  ...(run.film.words.length ? [new Words(run)] : []), ...(run.film.files.some((file) => file.lines.length) ? [new Python(run)] : []),
]);
