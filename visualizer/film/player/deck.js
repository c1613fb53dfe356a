// A lecture: slides, some of which show a run. The clicker goes from stop to stop, and the run plays up to each.
import { ask } from "./ask.js";
import { grouped } from "./figures.js";
import { make } from "./lane.js";
import { Overview, figuresOf } from "./overview.js";
import { Player, TOO_OLD, glyph, turnTheme } from "./player.js";
import { open } from "./run.js";
import { Speaker } from "./speaker.js";

const LONGEST = 6; // the longest time in seconds that a run plays up to a stop
const NARROW = "(max-width: 620px)"; // where the text is below the board, and the sentence below the text
const PATIENCE = 1200; // milliseconds to wait for another digit of a slide's number
const SHAPES = {
  previous: "M15 5L8 12L15 19", next: "M9 5L16 12L9 19", theme: "M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4M12 4V20A8 8 0 0 0 12 4Z", full: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
};
const KEYS = [
  ["PageDown", "Next stop of the run, then the next slide"], ["PageUp", "Back"], ["1 2 3 …", "Go to the slide with that number, or choose an answer"], ["O", "Overview of the slides"],
  ["S", "Speaker's window: notes, clock, what comes next"], [". or B", "Black screen; any key ends it"], ["F", "Full screen"], ["T", "Light or dark"],
  ["Space", "Play or pause the run"], ["← →", "A step back or forward"], ["Shift+← →", "Previous or next guess"], ["Ctrl+← →", "Previous or next conflict"], ["K", "Next pane"], ["Esc", "Close what is open"],
];

export class Deck {
  /** ``runsOf``: returns the promise of the run with a number or, if it is a race, of its lanes. */
  constructor(root, slides, runsOf) {
    const sections = [...root.querySelectorAll(".slide")];
    this.slides = slides.map((slide, index) => ({ stops: [], ...slide, element: sections[index], name: slide.title || `Slide ${index + 1}` }));
    Object.assign(this, { root, runsOf, at: 0, wanted: 0, typed: "" });
    this.overview = new Overview(this);
    this.speaker = new Speaker(this);
    this.build();
    root.classList.add("ready");
    addEventListener("keydown", (event) => this.key(event), true);
    addEventListener("hashchange", () => this.follow());
    addEventListener("beforeprint", () => this.slides.forEach((slide) => slide.shows && (slide.figures ??= slide.element.appendChild(figuresOf(slide)))));
    new ResizeObserver(() => this.fit()).observe(root);
    this.follow();
  }

  build() {
    const button = (label, keys, act, ...content) => make("button", { type: "button", "aria-label": label, title: `${label} (${keys})`, onclick: act }, ...content);
    this.transport = make("div", { class: "transport" });
    this.where = make("p", { class: "where", role: "status" });
    this.stops = make("nav", { class: "stops", "aria-label": "Stops of this run" });
    this.help = make("dialog", { class: "help", "aria-label": "Keys" }, make("h2", {}, "Keys"), make("dl", {}, ...KEYS.map(([key, what]) => make("div", {}, make("dt", {}, key), make("dd", {}, what)))), make("button", { type: "button", onclick: () => this.help.close() }, "Close"));
    this.bar = make("footer", { class: "deckbar" }, this.transport, this.where, this.stops, make("div", { class: "bar", role: "group", "aria-label": "Lecture" },
      button("Previous stop or slide", "Page Up", () => this.previous(), glyph(SHAPES.previous)), button("Next stop or slide", "Page Down", () => this.next(), glyph(SHAPES.next)),
      button("Overview", "O", () => this.overview.open(), "Overview"), button("Speaker's window", "S", () => this.speaker.open(), "Speaker"), button("Black screen", "B", () => this.blacken(true), "Black"),
      button("Light or dark", "T", () => this.theme(), glyph(SHAPES.theme)), button("Full screen", "F", () => this.fill(), glyph(SHAPES.full)), button("Keys", "?", () => this.help.showModal(), "?")));
    this.curtain = make("div", { class: "curtain", hidden: true, onclick: () => this.blacken(false) });
    this.root.after(this.bar, this.help, this.overview.dialog, this.curtain);
  }

  get slide() {
    return this.slides[this.at];
  }

  get player() {
    return this.slide.player;
  }

  /** The number of the slide's stops reached so far. */
  get reached() {
    const { player, stops } = this.slide;
    return player ? stops.filter(([position]) => position <= player.position).length : Math.min(this.wanted + 1, stops.length);
  }

  // Going through the lecture

  /** Go where the page's address says: page.html#3.2 is the second stop of the third slide. */
  follow() {
    const [slide, stop = 1] = location.hash.slice(1).split(".").map((part) => Math.floor(Number(part)) || 1);
    const at = Math.max(0, Math.min(this.slides.length, slide) - 1);
    if (!this.shown || at !== this.at || stop !== Math.max(1, this.reached)) this.show(at, Math.max(0, stop - 1));
  }

  /** Show a slide at one of its stops, counted from 0. */
  async show(at, stop = 0) {
    this.player?.pause();
    Object.assign(this, { at, shown: true, wanted: Math.min(stop, Math.max(0, this.slides[at].stops.length - 1)), typed: "" });
    this.slides.forEach(({ element }, index) => element.classList.toggle("here", index === at));
    this.transport.replaceChildren(...(this.player ? [this.slide.controls] : []));
    scrollTo(0, 0);
    this.tell();
    if (this.slide.run !== undefined && !this.player) await this.mount(this.slide);
    if (this.at !== at || !this.player) return;
    this.transport.replaceChildren(this.slide.controls);
    this.player.go(this.slide.stops[this.wanted][0], true);
    this.player.say();
    this.fit();
  }

  /** Put a player into a slide, with the slide's text beside its board. */
  async mount(slide) {
    slide.shows ??= await this.runsOf(slide.run);
    if (slide.player || !slide.shows) return;
    const player = new Player(slide.shows, { at: slide.stops[0][0], speed: slide.speed, unit: slide.unit, panes: slide.panes, beside: false }), { element } = player;
    slide.controls = element.querySelector(".bar");
    slide.controls.remove();
    (slide.shows.length > 1 ? element : element.querySelector(".side")).prepend(slide.element.querySelector(".prose"));
    slide.element.querySelector(".film").append(element);
    element.addEventListener("move", () => slide === this.slide && this.tell());
    ask(player, slide.questions ?? [], true);
    slide.player = player;
  }

  /** Play up to the next stop, or jump to it if the run is on its way. After the last stop comes the next slide. */
  next() {
    const { player } = this;
    if (player?.asking?.shown) player.asking.onward();
    else if (player && player.goal !== null) player.leap(player.goal);
    else if (this.reached < this.slide.stops.length) this.playTo(this.slide.stops[this.reached][0], this.reached);
    else if (player?.asking && Number.isFinite(player.asking.next(player.position))) this.playTo(player.asking.next(player.position));
    else if (this.at + 1 < this.slides.length) this.show(this.at + 1);
    else this.say("This is the end of the lecture.");
  }

  playTo(goal, stop) {
    const { player } = this;
    if (!player) this.wanted = stop; // its run is still being unpacked
    else if (matchMedia("(prefers-reduced-motion: reduce)").matches) player.leap(goal);
    else player.playTo(goal, LONGEST);
  }

  /** Go to the previous stop or, from the first, to the last one of the previous slide. */
  previous() {
    const { player, at } = this, before = player ? this.slide.stops.filter(([position]) => position < player.position) : [];
    if (before.length) player.go(before.at(-1)[0], true);
    else if (at) this.show(at - 1, this.slides[at - 1].stops.length);
  }

  // Showing where it is

  tell() {
    const { at, slide, slides, reached } = this, name = slide.stops[reached - 1];
    const where = this.typed ? `Go to slide ${this.typed}` : `Slide ${at + 1} of ${slides.length}`;
    const here = !this.typed && name?.[2] && slide.player?.position === name[0] ? ` · ${name[1]}` : "";
    const key = [where, here, reached].join();
    if (key === this.told) {
      if (!this.player?.playing) this.fit();
      return this.speaker.tell();
    }
    this.told = key;
    this.where.textContent = where + here;
    if (this.markedOn !== slide) this.mark(slide);
    [...this.stops.children].forEach((button, index) => (index + 1 === reached ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
    if (slide.stops.length < 2 || !this.stops.children[reached - 1]) this.stops.scrollLeft = 0;
    else this.stops.scrollLeft = this.stops.children[reached - 1].offsetLeft - this.stops.clientWidth / 2;
    history.replaceState(null, "", `#${at + 1}${reached > 1 ? `.${reached}` : ""}`);
    this.fit();
    this.speaker.tell();
  }

  /** Make a button for each stop of a slide. */
  mark(slide) {
    this.markedOn = slide;
    const label = ([position, name]) => (/^step [\d,]+$/.test(name) || !name ? `Step ${grouped(position)}` : `${name}, step ${grouped(position)}`);
    const button = (stop, index) => make("button", { type: "button", "aria-label": `Stop ${index + 1}: ${label(stop)}`, title: label(stop), onclick: () => this.player?.go(stop[0], true) }, String(index + 1));
    this.stops.hidden = slide.stops.length < 2;
    this.stops.replaceChildren(...(slide.stops.length < 2 ? [] : slide.stops.map(button)));
  }

  /** Leave out what does not fit: panes until a run leaves its first stop, and the text after that. */
  fit() {
    const { player, slide } = this, side = slide.element.querySelector(".race, .side");
    if (!player || !side) return;
    const begins = this.reached <= 1 && player.position <= slide.stops[0][0], prose = side.querySelector(".prose");
    side.classList.remove("plain", "brief", "bare");
    const full = () => side.scrollHeight > side.clientHeight + 1 || (begins && prose.scrollHeight > prose.clientHeight + 1);
    for (const less of begins ? ["plain", "bare"] : ["brief", "bare"]) if (full()) side.classList.add(less);
    if (!begins && matchMedia(NARROW).matches) side.classList.add("brief");
    if (side.classList.contains("plain") && prose.scrollHeight > prose.clientHeight) prose.tabIndex = 0;
    else prose.removeAttribute("tabindex");
  }

  say(text) {
    this.where.textContent = text;
    this.told = "";
  }

  blacken(black) {
    this.curtain.hidden = !black;
    this.speaker.tell();
  }

  theme() {
    if (this.player) this.player.theme();
    else turnTheme(document.documentElement);
    this.speaker.tell();
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => this.say("This browser does not allow full screen."));
  }

  // Keys, which may come from the speaker's window

  key(event) {
    if (event.altKey || event.metaKey || this.help.open || this.overview.dialog.open) return;
    if (!this.curtain.hidden) this.blacken(false);
    else if (!this.player?.asking?.key(event) && !(event.ctrlKey ? null : this.act(event))?.()) return this.pass(event);
    event.preventDefault();
    event.stopPropagation();
  }

  /** What a key does to the lecture. An act returns true. */
  act({ key, target }) {
    const on = (act) => () => (act(), true), alone = !this.player, onButton = target.tagName === "BUTTON";
    if (/^\d$/.test(key)) return on(() => this.type(key));
    if (key === "Enter" && this.typed) return on(() => this.jump());
    if (key === "Escape" && this.typed) return on(() => this.forget());
    const keys = {
      PageDown: () => this.next(), PageUp: () => this.previous(), ".": () => this.blacken(true), b: () => this.blacken(true), o: () => this.overview.open(), s: () => this.speaker.open(),
      f: () => this.fill(), t: () => this.theme(), "?": () => this.help.showModal(), ...(alone ? { ArrowRight: () => this.next(), ArrowLeft: () => this.previous() } : {}), ...(alone && !onButton ? { " ": () => this.next() } : {}),
    };
    const act = keys[key] ?? keys[key.toLowerCase()];
    return act && on(act);
  }

  /** Give a key to the player of the slide, unless it gets the key anyway. */
  pass(event) {
    if (this.player && !this.player.element.contains(event.target)) this.player.key(event);
  }

  type(digit) {
    this.typed = (this.typed + digit).replace(/^0+/, "").slice(0, 4);
    clearTimeout(this.waiting);
    if (this.typed.length >= String(this.slides.length).length) return this.jump();
    this.waiting = setTimeout(() => this.typed && this.jump(), PATIENCE);
    return this.tell();
  }

  jump() {
    const number = Number(this.typed);
    this.forget();
    if (number >= 1 && number <= this.slides.length) this.show(number - 1);
    else if (number) this.say(`There is no slide ${number}. The last is ${this.slides.length}.`);
  }

  forget() {
    clearTimeout(this.waiting);
    this.typed = "";
    this.tell();
  }
}

/** Return a function that opens the run with a number, or the lanes of a race, once. */
function opener(blocks) {
  const opened = new Map();
  const unpacked = (block) => {
    const texts = (name) => [...block.querySelectorAll(`[data-${name}]`)].map(({ textContent }) => textContent), numbers = texts("numbers");
    return Promise.all(texts("header").map((header, index) => open(header, numbers[index])));
  };
  return (number) => {
    if (!opened.has(number)) opened.set(number, unpacked(blocks[number]));
    return opened.get(number);
  };
}

/** Open the lecture in the page. The other runs are unpacked once the first slide is shown. */
async function lecture() {
  const root = document.querySelector(".deck"), slides = JSON.parse(document.querySelector("[data-slides]").textContent), runsOf = opener([...document.querySelectorAll("[data-run]")]);
  if (typeof DecompressionStream === "undefined") return document.querySelectorAll(".slide .film").forEach((place) => place.append(make("p", { "data-note": true }, TOO_OLD)));
  const deck = (window.deck = new Deck(root, slides, runsOf));
  for (const slide of deck.slides) if (slide.run !== undefined) slide.shows = await runsOf(slide.run);
  for (const { shows = [] } of deck.slides) for (const run of shows) await run.prepare();
  return root.classList.add("whole");
}

lecture();
