// Playing a puzzle by hand. Python has the game, in the mode that the window has for it: what the reader does goes there,
// and comes back as what to show. The browser keeps the game, so Python may be another one each time.
import { keep, kept } from "./keeping.js";
import { BoardView, Card, calledOf, capsOf, chordOf, deedOf, digitsOf, figures, make, speak, svg, tipOf, turnTheme } from "./player.js";

const KEPT = "solvescope.game."; // what the browser calls a game that it keeps, before its puzzle
const NOTED = 6000; // milliseconds for which a note is shown
const SLOW = 400; // milliseconds after which the reader is told that Python is at work
const LETTER = /^\p{L}$/u;
const BLANK = { digit: 0, role: "blank", level: 0, parts: [], candidates: 0, struck: 0 };

/** Open the game of a puzzle, where it was left. ``ask``: calls a function of Python. ``edit``: has the reader change the puzzle. */
export async function play(ask, puzzle, edit) {
  const begun = await ask("play.hand.board", puzzle), game = new Game(begun, ask, edit);
  await game.start(begun.kept);
  return game;
}

class Game {
  constructor({ film, names, key: puzzle }, ask, edit) {
    Object.assign(this, { film, names, puzzle, ask, acts: [], waited: 0 });
    this.letters = !film.called && film.alphabet.some((symbol) => LETTER.test(symbol)); // they are digits, and do nothing else
    const theme = { id: "theme", keys: this.letters ? "Ctrl+Alt+T" : "T", help: "Light or dark", label: "Theme", act: () => turnTheme(document.documentElement) };
    const help = { id: "help", keys: "? F1", help: "These keys", label: "Keys", act: () => this.card.open() };
    Object.assign(this, { own: [theme, help], edit, card: new Card(() => this.deeds.filter(({ keys }) => keys)), buttons: new Map() });
    this.build();
    this.clock = setInterval(() => this.tick(), 1000);
  }

  // Building

  build() {
    const { film } = this, view = new BoardView(film), [rows] = film.size;
    this.board = view;
    view.root[film.across ? "append" : "prepend"](...Array.from({ length: rows }, (_, row) => svg("g", { role: "row" }, ...view.cells.filter((_, cell) => film.places[cell][0] === row))));
    view.cells.forEach((one, at) => setAll(one, { role: "gridcell", id: `cell-${at}` }));
    setAll(view.root, { role: "grid", tabindex: 0, "aria-label": "The board", "aria-describedby": "said" });
    view.root.addEventListener("pointerdown", (event) => this.point(event));
    view.root.addEventListener("contextmenu", (event) => film.across && event.preventDefault());
    Object.assign(this, { title: make("h2", { class: "title" }), summary: make("p", { class: "summary" }), caption: make("p", { class: "caption", id: "said" }), counters: make("dl", { class: "counters" }) });
    this.live = make("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.note = make("p", { class: "note", role: "status", hidden: true });
    this.pad = film.alphabet.map((symbol, index) => this.button("digit", () => this.do("type", film.called ? String(index + 1) : capital(symbol), false), calledOf(film, index + 1), make("small", {})));
    this.bar = make("div", { class: "bar", role: "group", "aria-label": "Tools" });
    const keys = make("div", { class: "keys" }, make("div", { class: "pad", role: "group", "aria-label": "Digits" }, ...this.pad), this.bar);
    const side = make("div", { class: "side" }, this.title, this.summary, this.caption, this.counters, this.note);
    this.element = make("section", { class: "player hand", tabindex: "-1", "aria-label": "A puzzle to play", onkeydown: (event) => this.key(event) }, make("div", { class: "lane" }, make("div", { class: "stage" }, view.root), side, keys), this.live, this.card.dialog);
  }

  /** A button that leaves the focus where it is, so that the keys go on working on the board. */
  button(kind, act, ...shown) {
    return make("button", { type: "button", class: kind, onmousedown: (event) => event.preventDefault(), onclick: act }, ...shown);
  }

  // What the reader does

  point(event) {
    const cell = event.target.closest("[data-cell]");
    if (cell) this.do("cell", Number(cell.dataset.cell));
    if (cell && this.film.across) this.do("type", event.button === 2 ? "2" : "1", event.shiftKey); // a cross or a line
  }

  key(event) {
    const { target } = event, chord = chordOf(event), act = this.actOf(event);
    if (event.defaultPrevented || !act || (target.tagName === "BUTTON" && ["Enter", "Space"].includes(chord))) return;
    event.preventDefault();
    act();
  }

  /** What a key does: a digit by its place on the keyboard or, in a grid with letters, by its letter; else what its deed does. */
  actOf(event) {
    const { key, code, ctrlKey, altKey, metaKey, shiftKey } = event, letter = LETTER.test(key), held = ctrlKey || altKey || metaKey;
    const figure = /^Digit(\d)$/.exec(code)?.[1] ?? (/^\d$/.test(key) ? key : null);
    const deed = deedOf(this.deeds, altKey ? `${ctrlKey ? "Ctrl+" : ""}Alt+${key.toUpperCase()}` : chordOf({ key, shiftKey, ctrlKey: ctrlKey || metaKey }));
    if (!held && (figure || (letter && (this.letters || !deed)))) return () => this.do("type", figure ?? capital(key), shiftKey);
    return deed && (() => this.carryOut(deed));
  }

  carryOut({ id, act }) {
    if (act) act();
    else if (id === "edit") this.edit();
    else this.do("do", id);
  }

  /** Send what the reader does to Python. What is done meanwhile is sent together. */
  async do(...act) {
    this.acts.push(act);
    if (!this.working) await this.send();
  }

  async send() {
    const slow = setTimeout(() => this.inform("One moment …"), SLOW);
    this.working = true;
    while (this.acts.length) {
      const acts = [["wait", this.waited], ...this.acts.splice(0)];
      this.waited = 0;
      await this.ask("play.hand.play", this.kept, acts).then((shown) => this.show(shown), ({ message }) => this.inform(message));
    }
    this.working = false;
    clearTimeout(slow);
  }

  /** Go on with the game that the browser keeps or, if there is none or it cannot be read, with a new one. */
  async start(anew) {
    const go = (game) => this.ask("play.hand.play", game, []), left = async () => go(JSON.parse(kept(KEPT + this.puzzle)) ?? anew);
    this.show(await left().catch(() => go(anew)));
  }

  focus() {
    this.board.root.focus({ preventScroll: true });
  }

  close() {
    clearInterval(this.clock);
  }

  // Showing it

  show({ kept, cells, links, solved, caption, toast, title, subtitle, counters, left, cursor, light, seconds, deeds }) {
    Object.assign(this, { kept, seconds, deeds: [...deeds, ...this.own] });
    keep(KEPT + this.puzzle, JSON.stringify(kept));
    const views = cells.map((cell) => ({ ...BLANK, ...cell, candidates: digitsOf(cell.candidates ?? 0), struck: digitsOf(cell.struck ?? 0) }));
    this.board.draw(views, links, solved);
    views.forEach((view, cell) => setAll(this.board.cells[cell], { "aria-label": `${this.names[cell]}: ${this.told(view)}`, "aria-selected": cell === cursor }));
    this.board.root.setAttribute("aria-activedescendant", `cell-${cursor}`);
    this.title.textContent = [title, this.film.puzzle].filter(Boolean).join(": ");
    this.summary.textContent = subtitle;
    speak(this.caption, caption);
    if (this.live.textContent !== this.caption.textContent) this.live.textContent = this.caption.textContent;
    this.counters.replaceChildren(...figures(counters));
    this.pad.forEach((button, index) => this.count(button, left[index], light === index + 1));
    this.offer();
    this.inform(toast);
  }

  /** What a cell shows, in words. */
  told({ digit, role, candidates, parts, culprit, outline }) {
    const marks = [...new Set([...candidates, ...parts.map(([one]) => one)])].sort((one, other) => one - other).map((one) => calledOf(this.film, one));
    const what = digit ? `${calledOf(this.film, digit)}${role === "given" ? ", given" : ""}` : marks.length ? `marks ${marks.join(" ")}` : "blank";
    return `${what}${culprit ? ", clashes" : ""}${outline === "guilty" ? ", wrong" : ""}`;
  }

  /** Show how many of a digit are still to be placed. */
  count(button, left, lit) {
    const [symbol, figure] = button.childNodes;
    figure.textContent = left === null ? "" : left > 0 ? left : left ? `+${-left}` : "✓";
    setAll(button, { "aria-label": left === null ? symbol.data : `${symbol.data}, ${left < 0 ? `${-left} too many` : `${left} left`}` });
    button.classList.toggle("lit", lit);
    button.classList.toggle("done", left !== null && left <= 0);
  }

  /** Show the tools. Each keeps its button, which may have the focus. */
  offer() {
    for (const deed of this.deeds.filter(({ label }) => label)) {
      if (!this.buttons.has(deed.id)) {
        const [cap = ""] = capsOf(deed), short = cap.length < 6 ? [" ", make("kbd", {}, cap)] : [];
        this.buttons.set(deed.id, this.button("tool", () => this.carryOut(this.deeds.find(({ id }) => id === deed.id)), make("span", {}, deed.label, ...short)));
        this.bar.append(this.buttons.get(deed.id));
      }
      setAll(this.buttons.get(deed.id), { title: deed.keys ? tipOf(deed) : deed.help, "data-act": deed.id, "aria-pressed": deed.on || null, "aria-disabled": deed.idle || null });
    }
  }

  /** Show a note for a while, or none. */
  inform(text) {
    clearTimeout(this.noting);
    Object.assign(this.note, { textContent: text, hidden: !text });
    if (text) this.noting = setTimeout(() => this.inform(""), NOTED);
  }

  /** Let a second pass, while the page is seen. */
  tick() {
    if (document.hidden || this.seconds === null || this.seconds === undefined) return;
    this.waited++;
    const all = Math.floor(this.seconds + this.waited), [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
    this.counters.lastChild.lastChild.textContent = [...(hours ? [hours] : []), String(minutes).padStart(hours ? 2 : 1, "0"), String(seconds).padStart(2, "0")].join(":");
  }
}

/** The capital of a letter, if it is one letter. */
const capital = (symbol) => (symbol.toUpperCase().length === 1 ? symbol.toUpperCase() : symbol);

function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) value === null ? element.removeAttribute(name) : element.setAttribute(name, value);
}
