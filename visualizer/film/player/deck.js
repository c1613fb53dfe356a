// A lecture: slides, some of which show a run. The clicker goes from stop to stop, and the run plays up to each.
import { Address, remember, stateIn } from "./address.js";
import { ask } from "./ask.js";
import { grouped } from "./figures.js";
import { Card, chordOf, deedOf, paneDeeds, tipOf } from "./keys.js";
import { make } from "./lane.js";
import { Overview, figuresOf } from "./overview.js";
import { Player, TOO_OLD, glyph, turnTheme } from "./player.js";
import { open } from "./run.js";
import { Speaker } from "./speaker.js";

const LONGEST = 6; // the longest time in seconds that a run plays up to a stop
const PATIENCE = 1200; // milliseconds to wait for another digit of a slide's number
const SHAPES = {
  previous: "M15 5L8 12L15 19", next: "M9 5L16 12L9 19", theme: "M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4M12 4V20A8 8 0 0 0 12 4Z", full: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
};

/** The deeds of a lecture. Its keys come before those of the slide's player. */
const LECTURE = [
  { id: "previous", keys: "PageUp", help: "Back", with: "next", act: (deck) => deck.previous(), label: "Previous stop or slide", shows: "previous" },
  { id: "next", keys: "PageDown", help: "Next stop of the run, then the next slide", act: (deck) => deck.next(), label: "Next stop or slide", shows: "next" },
  { id: "digits", keys: "0 1 2 3 4 5 6 7 8 9", caps: "1 2 3 …", help: "Go to the slide with that number, or choose an answer", act: (deck, digit) => deck.type(digit) },
  { id: "overview", keys: "O", help: "Overview of the slides", act: (deck) => deck.overview.open(), label: "Overview", shows: "Overview" },
  { id: "speaker", keys: "S", help: "Speaker's window: notes, clock, what comes next", act: (deck) => deck.speaker.open(), label: "Speaker's window", shows: "Speaker" },
  { id: "black", keys: "B .", help: "Black screen; any key ends it", act: (deck) => deck.blacken(true), label: "Black screen", shows: "Black" },
  { id: "theme", keys: "T", help: "Light or dark", act: (deck) => deck.theme(), shows: "theme" },
  { id: "full", keys: "F", help: "Full screen", act: (deck) => deck.fill(), shows: "full" },
  { id: "help", keys: "? F1", help: "These keys", act: (deck) => deck.help.open(), label: "Keys", shows: "?" },
];
/** What some keys do on a slide without a run. */
const ALONE = [
  { id: "on", keys: "Right Space", act: (deck) => deck.next() },
  { id: "back", keys: "Left", act: (deck) => deck.previous() },
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
    const button = ({ help, label = help, ...deed }) => make("button", { type: "button", "aria-label": label, title: tipOf({ help: label, ...deed }), onclick: () => deed.act(this) }, SHAPES[deed.shows] ? glyph(SHAPES[deed.shows]) : deed.shows);
    this.transport = make("div", { class: "transport" });
    this.where = make("p", { class: "where", role: "status" });
    this.stops = make("nav", { class: "stops", "aria-label": "Stops of this run" });
    this.help = new Card(() => [...LECTURE, ...(this.player ? [...this.player.deeds, ...paneDeeds(this.player)] : [])]);
    this.bar = make("footer", { class: "deckbar" }, this.transport, this.where, this.stops, make("div", { class: "bar", role: "group", "aria-label": "Lecture" }, ...LECTURE.filter(({ shows }) => shows).map(button)));
    this.curtain = make("div", { class: "curtain", hidden: true, onclick: () => this.blacken(false) });
    this.root.after(this.bar, this.help.dialog, this.overview.dialog, this.curtain);
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

  /** Go where the page's address says: page.html#3.2 is the second stop of the third slide, and #3.2&step=41 is near it. */
  follow() {
    const [place] = location.hash.slice(1).split("&"), [slide, stop = 1] = place.split(".").map((part) => Math.floor(Number(part)) || 1);
    const at = Math.max(0, Math.min(this.slides.length, slide) - 1), state = stateIn(location.hash);
    if (state.step !== null || !this.shown || at !== this.at || stop !== Math.max(1, this.reached)) this.show(at, Math.max(0, stop - 1), state);
  }

  /** Show a slide at one of its stops, counted from 0, or where an address asks for. */
  async show(at, stop = 0, state = {}) {
    this.player?.pause();
    Object.assign(this, { at, shown: true, wanted: Math.min(stop, Math.max(0, this.slides[at].stops.length - 1)), typed: "" });
    this.slides.forEach(({ element }, index) => element.classList.toggle("here", index === at));
    this.transport.replaceChildren(...(this.player ? [this.slide.controls] : []));
    scrollTo(0, 0);
    this.tell();
    if (this.slide.run !== undefined && !this.player) await this.mount(this.slide);
    if (this.at !== at || !this.player) return;
    this.transport.replaceChildren(this.slide.controls);
    const step = state.step ?? this.slide.stops[this.wanted][0];
    if (state.pane || state.unit) this.player.restore({ ...state, step });
    else this.player.go(step, true);
    this.player.say();
    this.fit();
  }

  /** Where the lecture is, as an address says it, and the step that this alone leads to. */
  get place() {
    const { at, reached, slide } = this;
    return [`${at + 1}${reached > 1 ? `.${reached}` : ""}`, slide.stops[Math.max(1, reached) - 1]?.[0] ?? null];
  }

  /** Put a player into a slide, with the slide's text beside its board. */
  async mount(slide) {
    slide.shows ??= await this.runsOf(slide.run);
    if (slide.player || !slide.shows) return;
    const player = new Player(slide.shows, { at: slide.stops[0][0], speed: slide.speed, unit: slide.unit, panes: slide.panes, beside: false, paced: false, addressed: (its) => new Address(its, () => (this.player === its ? this.place : null)) }), { element } = player;
    slide.controls = element.querySelector(".bar");
    slide.controls.remove();
    (slide.shows.length > 1 ? element : element.querySelector(".side")).prepend(slide.element.querySelector(".prose"));
    slide.element.querySelector(".film").append(element);
    element.addEventListener("move", () => slide === this.slide && this.tell());
    ask(player, slide.questions ?? [], true);
    slide.player = player;
    player.address.begin();
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
    remember(`#${this.place[0]}`);
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

  /** Make room: leave out panes until a run leaves its first stop; after that, let the text scroll if it is long. */
  fit() {
    const { player, slide } = this, side = slide.element.querySelector(".race, .side");
    if (!player || !side) return;
    const begins = this.reached <= 1 && player.position <= slide.stops[0][0], prose = side.querySelector(".prose");
    side.classList.remove("plain", "brief", "bare");
    const full = () => side.scrollHeight > side.clientHeight + 1 || (begins && prose.scrollHeight > prose.clientHeight + 1);
    for (const less of begins ? ["plain", "bare"] : ["brief", "bare"]) if (full()) side.classList.add(less);
    for (const one of [side, prose]) {
      if (one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== "visible") one.tabIndex = 0;
      else one.removeAttribute("tabindex");
    }
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
    if (event.altKey || event.metaKey || this.help.dialog.open || this.overview.dialog.open) return;
    if (!this.curtain.hidden) this.blacken(false);
    else if (!this.player?.asking?.key(event) && !this.act(event)) return this.pass(event);
    event.preventDefault();
    event.stopPropagation();
  }

  /** Do what a key is for in the lecture. Returns whether it is for anything. */
  act(event) {
    const chord = chordOf(event), { target } = event;
    if (this.typed && chord === "Enter") return this.jump();
    if (this.typed && chord === "Escape") return this.forget();
    const alone = this.player || (chord === "Space" && target.tagName === "BUTTON") ? [] : ALONE, deed = target.matches?.("input:not([type=range])") ? null : deedOf([...LECTURE, ...alone], chord);
    deed?.act(this, chord);
    return Boolean(deed);
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
    return true;
  }

  forget() {
    clearTimeout(this.waiting);
    this.typed = "";
    this.tell();
    return true;
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
