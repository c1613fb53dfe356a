// The player: boards with their sentences, the lines that run, a timeline and buttons, in one element.
import { Address, isEmbedded, stateIn } from "./address.js";
import { grouped, singular, speedText } from "./figures.js";
import { Card, DEEDS, chordOf, deedOf, paneDeeds, tipOf } from "./keys.js";
import { Lane, make } from "./lane.js";
import { pacesOf } from "./pace.js";
import { Beside } from "./panes.js";
import { open } from "./run.js";
import { finer, unitsOf } from "./units.js";

const SPEEDS = [0.5, 1, 2, 5, 10, 20, 50, 100, 1e3, 1e4, 1e5, 1e6];
const READABLE = 20; // counted steps a second up to which each sentence is shown, as in visualizer/timeline/player.py
const TEMPOS = [0.5, 1, 2, 4];
const MOVING = 0.85; // the share of a beat during which its steps pass, as in visualizer/timeline/player.py
const NOTED = 4000; // milliseconds for which a note is shown
const QUIET = 250; // milliseconds after which a board at rest is described to screen readers
const BUTTONS = { play: "playButton", detail: "unitButton", pace: "unitButton", cut: "rate" }; // those that change
const ICONS = {
  start: "M6 5V19M19 5L9 12L19 19Z", back: "M17 5L7 12L17 19Z", play: "M7 4L20 12L7 20Z", pause: "M7 5H10V19H7ZM14 5H17V19H14Z",
  forward: "M7 5L17 12L7 19Z", end: "M18 5V19M5 5L15 12L5 19Z", theme: "M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4M12 4V20A8 8 0 0 0 12 4Z",
  link: "M10 14A4 4 0 0 0 16 14L19 11A4 4 0 0 0 13 5L12 6M14 10A4 4 0 0 0 8 10L5 13A4 4 0 0 0 11 19L12 18",
};

export const TOO_OLD = "This browser is too old to unpack the run: it needs DecompressionStream (Chrome 80, Firefox 113, Safari 16.4 or newer).";

/** A picture on a button. */
export function glyph(shape) {
  const root = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" })) root.setAttribute(key, value);
  path.setAttribute("d", shape);
  root.append(path);
  return root;
}

const icon = (name) => glyph(ICONS[name]);

export class Player {
  /**
   * ``unit``: what counts as a step at first. ``beside``: whether the panes of one lane are shown beside the lanes of a race,
   * and ``paced``: whether these may make equal guesses.
   * ``addressed``: returns what keeps the page's address, if that is the player's.
   */
  constructor(runs, { at = 0, speed = null, unit = null, panes = null, beside = true, paced = true, addressed = () => null } = {}) {
    const longest = runs.reduce((one, other) => (other.last > one.last ? other : one));
    Object.assign(this, { runs, tempo: 1, playing: false, owed: 0, goal: null, most: Infinity, asking: null });
    this.beats = runs.length === 1 ? beatsOf(runs[0]) : [];
    this.units = runs.length === 1 ? unitsOf(longest) : pacesOf(runs).slice(0, paced ? undefined : 1);
    this.unit = [unit, longest.film.grain].map((name) => this.units.find((one) => one.name === name)).find(Boolean) ?? this.units[0];
    this.speeds = new Map(this.units.map((one) => [one, one.speed]));
    if (speed) this.speed = speed;
    Object.assign(this, { directed: !speed && this.beats.length > 0, beat: null, second: 0 });
    this.lanes = runs.map((run) => new Lane(run, longest, runs.length === 1));
    this.chapters = chaptersOf(runs);
    this.hasBeside = beside && runs.length > 1;
    this.lanes.forEach((lane) => (lane.beside = new Beside(lane, panes, (position, byHand) => this.go(position, byHand))));
    this.chosen = this.lanes.find((lane) => lane.beside.parts.length) ?? this.lanes[0];
    this.usual = { unit: this.unit, chosen: this.chosen };
    this.address = addressed(this);
    this.position = at;
    this.build();
    this.lanes.forEach((lane) => lane.run.prepare().then(() => lane.strip.draw(lane.at)));
  }

  // Building

  build() {
    const { lanes } = this, alone = lanes.length === 1, [first] = lanes, name = lanes.map(({ film }) => film.title).join(" and ");
    this.live = make("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.note = make("p", { class: "note", role: "status", hidden: true });
    this.card = new Card(() => [...this.deeds, ...paneDeeds(this)]);
    this.range = make("input", { type: "range", step: 1, "aria-label": "Step of the run", oninput: () => this.scrub() });
    const side = (lane) => make("div", { class: "side" }, lane.title, lane.summary, ...lane.cut, lane.caption, lane.counters, ...lane.key, ...(alone ? lane.beside.parts : []));
    const place = (lane) => make("section", { class: "lane", "aria-label": lane.film.title }, lane.stage, side(lane), ...(alone ? [] : [lane.strip.canvas]));
    const besides = !this.hasBeside ? [] : lanes.flatMap((lane, index) => this.besideLane(lane, index));
    this.element = make("section", { class: alone ? "player" : "player race", tabindex: "-1", "aria-label": `${name}: ${grouped(Math.max(...this.runs.map((run) => run.last)))} steps`, onkeydown: (event) => this.key(event) },
      make("div", { class: "lanes" }, ...lanes.map(place)), ...besides, ...this.marks(),
      make("div", { class: "controls" }, make("div", { class: "time" }, ...(alone ? [first.strip.canvas] : []), this.range), this.bar()), this.live, this.note, this.card.dialog, make("div", { class: "unseen" }, ...lanes.map((lane) => lane.table)));
    this.element.addEventListener("turn", () => this.draw()); // another pane may tell the step in other words
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
  }

  /** In a race: a title for choosing the lane, its board, and the place for the panes beside it. */
  besideLane(lane, index) {
    const { parts } = lane.beside, { title } = lane.film, choose = () => this.choose(lane);
    if (!parts.length) return [];
    lane.chooser = make("button", { type: "button", class: "chooser", title: `What this run does (${index + 1})`, "aria-keyshortcuts": String(index + 1), onclick: choose }, title);
    lane.title.replaceChildren(lane.chooser);
    lane.stage.addEventListener("click", choose);
    lane.place = make("section", { class: "beside", "aria-label": `${title}: what it does` }, make("h2", { class: "title" }, title), lane.echo, ...parts);
    this.mark(lane);
    return [lane.place];
  }

  /** Show whether a lane is the chosen one. */
  mark(lane) {
    lane.chooser?.setAttribute("aria-pressed", String(lane === this.chosen));
    if (lane.place) lane.place.hidden = lane !== this.chosen;
  }

  /** A button for each chapter. */
  marks() {
    if (!this.chapters.length) return [];
    const button = ([position, name], index) => make("button", { type: "button", onclick: () => this.go(this.places[index], true) }, make("span", { class: "level" }, String(index + 1)), ` ${name || `Step ${grouped(position)}`}`);
    return [make("nav", { class: "chapters", "aria-label": "Chapters" }, ...this.chapters.map(button))];
  }

  /** Where the run begins and ends or, in a race, the first and the last time. */
  get first() {
    return this.unit.first;
  }

  get last() {
    return this.unit.last;
  }

  /** Where the chapters are. */
  get places() {
    return this.chapters.map(([position, , run]) => this.unit.arrival(run, position));
  }

  /** How many steps of the unit are played in a second. Each unit keeps its own speed. */
  get speed() {
    return this.speeds.get(this.unit);
  }

  set speed(speed) {
    this.speeds.set(this.unit, speed);
  }

  /** The buttons of what can be done, in the order of the table. */
  bar() {
    const shown = this.deeds.filter(({ shows }) => shows).map((deed) => this.button(deed)), bar = make("div", { class: "bar", role: "group", "aria-label": "Controls" }, ...shown);
    this.rate ??= make("output", { class: "rate", "aria-label": "Speed" });
    bar.querySelector("[data-deed=slower]").after(this.rate);
    return bar;
  }

  button(deed) {
    const { id, shows, help } = deed, speaks = ["unit", "rate"].includes(shows); // it is named by what it shows
    const button = make("button", { type: "button", "data-deed": id, class: speaks ? shows : "", "aria-label": !speaks && help, title: tipOf(deed), onclick: () => deed.act(this) }, ...(ICONS[shows] ? [icon(shows)] : speaks ? [] : [shows]));
    if (BUTTONS[id]) this[BUTTONS[id]] = button;
    return button;
  }

  /** What can be done here, by keys that the reader may press. */
  get deeds() {
    return DEEDS.filter(({ when }) => !when || when(this));
  }

  /** Show what a lane of a race does. */
  choose(lane) {
    if (!lane?.chooser) return;
    this.turnTo(lane);
    this.draw();
  }

  turnTo(lane) {
    this.chosen = lane;
    this.lanes.forEach((one) => this.mark(one));
  }

  // Going through the run

  go(position, byHand = false) {
    if (byHand) this.pause();
    this.position = Math.max(this.first, Math.min(this.last, Math.round(position) || 0));
    this.asking?.moved(this.position);
    this.draw();
  }

  /** Follow the timeline's slider, drawing at most once per frame. */
  scrub() {
    if (this.scrubbing) return;
    const follow = () => Number(this.range.value) !== this.position && this.go(Number(this.range.value), true);
    follow();
    this.scrubbing = requestAnimationFrame(() => {
      this.scrubbing = 0;
      follow();
    });
  }

  /** Go to a position at once, or to a question on the way there. */
  leap(goal) {
    const there = Math.min(goal, this.asking?.next(this.position) ?? Infinity), then = { goal, most: this.most };
    this.go(there, true);
    this.asking?.at(there, then);
  }

  /** Make a step of the unit by hand, but only up to a question on the way. */
  step(by) {
    const { asking, position, unit } = this;
    if (!this.playing && this.chosen.beside.panes.step(by)) return this.draw();
    if (by > 0 && asking?.at(position)) return;
    this.go(by > 0 ? Math.min(unit.after(position), asking?.next(position) ?? Infinity) : unit.before(position), true);
    if (by > 0) asking?.at(this.position);
  }

  /** Go on to the next finer unit of steps or, from the finest, to the coarsest. In a race, the lane furthest ahead stays where it is. */
  refine() {
    const stood = this.lanes.map(({ run, at }) => [run, at]);
    this.unit = finer(this.units, this.unit);
    this.owed = 0;
    this.say();
    this.go(Math.max(...stood.map((place) => this.unit.arrival(...place))));
    this.inform(this.unit.said);
  }

  /** What an address says of the player, apart from what is so at first. */
  get state() {
    const { position, lanes, chosen, unit, usual } = this, { name } = chosen.beside.panes;
    return { step: position, ...(chosen === usual.chosen ? {} : { lane: lanes.indexOf(chosen) + 1 }), ...(name && { pane: name }), ...(unit === usual.unit ? {} : { unit: unit.name }) };
  }

  /** Show what an address asks for. */
  restore({ step, lane, pane, unit }) {
    this.turnTo(this.lanes[lane - 1] ?? this.usual.chosen);
    this.chosen.beside.panes.name = pane;
    this.unit = this.units.find(({ name }) => name === unit) ?? this.usual.unit;
    this.go(step, true);
    this.say();
  }

  /** Go to the nearest step of a kind in any run. */
  find(kind, by) {
    const { unit, position, runs } = this, from = (run) => (by > 0 ? unit.place(run, position) : unit.place(run, position - 1) + 1);
    const found = runs.map((run) => [run, run.find(kind, from(run), by)]).filter(([run, at]) => at >= 0 && !unit.refuses(run)).map((place) => unit.arrival(...place));
    const nearest = by > 0 ? Math.min(...found, Infinity) : Math.max(...found, -Infinity);
    this.go(Number.isFinite(nearest) ? nearest : by > 0 ? this.last : this.first, true);
  }

  /** Go to the next or the previous chapter or, without chapters, make a step. */
  stop(by) {
    if (!this.playing && this.chosen.beside.panes.skip(by)) return this.draw();
    if (!this.chapters.length) return this.step(by);
    const beyond = this.places.filter((at) => (by > 0 ? at > this.position : at < this.position));
    return this.go(by > 0 ? Math.min(...beyond, this.last) : Math.max(...beyond, this.first), true);
  }

  /** Go to the next chapter or, after the last, to the first. */
  nextChapter() {
    const beyond = this.places.filter((at) => at > this.position);
    this.go(Math.min(...(beyond.length ? beyond : this.places)), true);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.position >= this.last) this.position = this.first;
    this.start();
  }

  /** Play up to a position in at most the given number of seconds. */
  playTo(goal, most) {
    this.pause();
    const usual = this.directed ? (this.time(goal) - this.time(this.position)) / this.tempo : this.unit.between(this.position, goal) / this.speed;
    Object.assign(this, { goal, most, haste: Math.max(1, usual / most) });
    this.start();
  }

  start() {
    Object.assign(this, { playing: true, owed: 0, beat: null, ticked: performance.now() });
    this.say();
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    if (!this.playing) return;
    const goal = Math.min(this.goal ?? this.last, this.asking?.next(this.position) ?? Infinity), then = { goal: this.goal, most: this.most };
    const passed = (Math.max(0, now - this.ticked) / 1000) * (this.goal === null ? 1 : this.haste), before = this.beat;
    this.ticked = now;
    const there = Math.min(goal, this.directed ? this.direct(passed * this.tempo) : this.count(passed * this.speed));
    if (there !== this.position || this.beat !== before) this.go(there);
    if (this.position >= goal) {
      this.pause();
      this.asking?.at(this.position, then);
    }
    requestAnimationFrame((later) => this.tick(later));
  }

  pause() {
    if (!this.playing) return;
    Object.assign(this, { playing: false, goal: null, most: Infinity, beat: null });
    this.say();
    this.draw();
  }

  /** Where the playhead goes at a fixed speed, with so many more steps of the unit due. */
  count(due) {
    this.owed += due;
    const whole = Math.floor(this.owed);
    this.owed -= whole;
    return whole ? this.unit.after(this.position, whole) : this.position;
  }

  /** Where the playhead goes in a directed run after so many more seconds. */
  direct(seconds) {
    let { beat, position } = this;
    this.second += seconds;
    if (!beat || position < beat.start || position > beat.end) {
      beat = this.beatAfter(position);
      this.second = beat ? this.time(position) - beat.begins : 0;
    }
    while (beat && this.second >= beat.seconds) {
      this.second -= beat.seconds;
      position = beat.end;
      beat = this.beatAfter(position);
    }
    this.beat = beat;
    if (!beat) return position;
    const steps = beat.end - beat.start, passed = beat.wave ? steps : Math.floor((steps * this.second) / (beat.seconds * MOVING));
    return beat.start + Math.min(steps, passed + 1);
  }

  beatAfter(position) {
    let low = 0, high = this.beats.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.beats[middle].end > position) high = middle;
      else low = middle + 1;
    }
    return this.beats[low] ?? null;
  }

  /** The time at which a position has been shown in the directed run, in seconds. */
  time(position) {
    const beat = this.beatAfter(position), last = this.beats.at(-1);
    if (!beat) return last.begins + last.seconds;
    return beat.begins + (beat.seconds * MOVING * Math.max(0, position - beat.start)) / (beat.end - beat.start);
  }

  /** Play directed, or at a fixed speed. */
  turn() {
    if (!this.beats.length) return;
    Object.assign(this, { directed: !this.directed, beat: null });
    this.say();
    this.draw();
  }

  faster(by) {
    if (this.directed) {
      this.tempo = TEMPOS[Math.max(0, Math.min(TEMPOS.length - 1, TEMPOS.indexOf(this.tempo) + by))];
      return this.say();
    }
    const found = SPEEDS.findIndex((speed) => speed >= this.speed), here = found < 0 ? SPEEDS.length : found;
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, here + by))];
    this.say();
  }

  theme() {
    turnTheme(this.root);
    this.draw();
  }

  /** Paper is light, and canvases are printed as they are. */
  print(printing) {
    this.root.toggleAttribute("data-printing", printing);
    this.draw();
  }

  /** The element with the theme: the page, or the host of a shadow root. */
  get root() {
    return this.element.getRootNode().host ?? document.documentElement;
  }

  /** Do what a key is for, unless the browser or what has the focus needs it. */
  key(event) {
    if (event.altKey || event.metaKey || event.defaultPrevented) return;
    if (this.asking?.key(event)) return void event.preventDefault();
    const chord = chordOf(event), deed = deedOf([...this.deeds, ...paneDeeds(this)], chord);
    if (!deed || needs(event.target, chord, this.range)) return;
    event.preventDefault();
    deed.act(this, chord);
  }

  // Showing it

  draw() {
    const { position, beat } = this, pace = this.speed * (this.goal === null ? 1 : this.haste), fast = this.playing && !this.directed && pace > READABLE;
    const hurried = fast ? `${speedText(Math.round(pace), this.unit.word ?? this.unit.name)}. Pause to read each step.` : beat?.said ?? "";
    const { unit, range } = this, tells = unit.name === "digits" && !beat, since = beat?.wave ? beat.start : tells ? unit.before(position) : Infinity;
    for (const lane of this.lanes) {
      const at = unit.place(lane.run, position), part = lane === this.chosen && !this.playing ? lane.beside.panes.told(at) : null;
      lane.draw(at, unit.refuses(lane.run) || hurried, since, tells, part);
    }
    this.chosen.beside.draw(this.chosen.at, beat?.wave ? beat.start + 1 : this.chosen.at);
    Object.assign(range, { min: this.first, max: this.last, value: position });
    range.setAttribute("aria-valuetext", `${unit.clock ?? "Step"} ${grouped(position)} of ${grouped(this.last)}`);
    this.settle();
    this.element.dispatchEvent(new Event("move"));
  }

  /** Wait until the reader rests, and then describe what is shown. */
  settle() {
    clearTimeout(this.quiet);
    if (!this.playing) this.quiet = setTimeout(() => this.describe(), QUIET);
  }

  /** Show a note for a moment, or one with something to use until that is left; none to end it. */
  inform(...parts) {
    clearTimeout(this.noting);
    this.note.replaceChildren(...parts);
    this.note.hidden = !parts.length;
    if (parts.length === 1) this.noting = setTimeout(() => this.inform(), NOTED);
  }

  /** Tell screen readers what is shown, once the run is at rest. */
  describe() {
    this.live.textContent = this.lanes.map((lane) => (this.lanes.length > 1 ? `${lane.film.title}: ` : "") + lane.caption.textContent).join(" ");
    this.lanes.forEach((lane) => lane.describe());
    this.element.dispatchEvent(new Event("rest"));
  }

  say() {
    const label = this.playing ? "Pause" : "Play";
    this.playButton.replaceChildren(icon(label.toLowerCase()));
    this.playButton.setAttribute("aria-label", label);
    this.rate.textContent = this.directed ? `Tempo ${this.tempo}×` : speedText(this.speed, this.unit.word ?? this.unit.name);
    if (this.unitButton) this.unitButton.textContent = `By ${singular(this.unit.word ?? this.unit.name)}`;
  }
}

/** The chapters of the runs in order. In a race, each names its run. */
function chaptersOf(runs) {
  const named = (run, { chapters, title }) => chapters.map(([at, name]) => [at, runs.length > 1 ? `${title}: ${name || `step ${grouped(at)}`}` : name, run]);
  return runs.flatMap((run) => named(run, run.film)).sort(([one], [other]) => one - other);
}

/** The beats of a run, each with its start and the time at which it begins. */
function beatsOf({ film, first }) {
  let start = film.skipped, begins = 0;
  return (film.beats ?? []).map(([end, seconds, said, wave]) => {
    const beat = { start: Math.max(first, start), end, seconds, said, wave, begins };
    start = end;
    begins += seconds;
    return beat;
  });
}

/** Whether an element that has the focus uses a key itself: a button Space, a slider or what can scroll the arrows up and down. */
function needs(element, chord, range) {
  if (element.matches("input:not([type=range])")) return true;
  if (chord === "Space") return element.tagName === "BUTTON";
  return ["Up", "Down"].includes(chord) && (element === range || scrolls(element));
}

function scrolls(element) {
  const page = document.scrollingElement, moves = ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1;
  for (let one = element; one && one !== document.body; one = one.parentElement) if (moves(one) && getComputedStyle(one).overflowY !== "visible") return true;
  return moves(page);
}

/** Change an element's theme from light to dark, or back. */
export function turnTheme(root) {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

/** Put a player into a place of the page or of a shadow root, with the data blocks in it. */
export async function mount(place, options = {}) {
  const texts = (name) => [...place.querySelectorAll(`[data-${name}]`)].map((block) => block.textContent);
  const chosen = JSON.parse(texts("options")[0]), note = place.querySelector("[data-note]");
  if (typeof DecompressionStream === "undefined") {
    note.textContent = TOO_OLD;
    return null;
  }
  note.textContent = "Reading the run …";
  const numbers = texts("numbers"), runs = await Promise.all(texts("header").map((header, index) => open(header, numbers[index])));
  const linked = place.getRootNode() === document, framed = location.protocol === "about:"; // as in a notebook
  const player = new Player(runs, { ...chosen, ...options, ...(linked && !framed ? { addressed: (its) => new Address(its) } : {}) });
  if (linked && isEmbedded()) player.element.classList.add("embed");
  note.replaceWith(player.element);
  player.say();
  const follow = (otherwise) => player.restore({ ...stateIn(location.hash), step: stateIn(location.hash).step ?? otherwise });
  if (linked) follow(player.position);
  else player.go(player.position);
  player.address?.begin();
  place.player = player;
  if (linked) player.element.focus({ preventScroll: true }); // so that its keys work right away
  if (linked) addEventListener("hashchange", () => follow(player.first));
  return player;
}
