// The panes beside a board, and the open guesses above them.
import { calledOf, nameOf } from "./figures.js";
import { GUESS } from "./kinds.js";
import { make } from "./lane.js";
import { Pointing } from "./point.js";

/** What makes the panes of a page, by the name that visualizer/panes declares. */
const MAKERS = new Map();

/**
 * Declare what a page shows of a pane, in page.js of the pane's folder. ``maker`` gets the run, what the pane's ``film``
 * has added to the film, and a function that goes to a position. It returns an object for each tab, each with its
 * ``element`` and ``draw(position, told)``, where ``told`` is the position of the step that the sentence tells.
 */
export function declare(name, maker) {
  MAKERS.set(name, maker);
}

/** The tabs of a pane that the film names, each with its title, and with the name by which an address knows it. */
function tabsOf([name, title, data, key], run, go) {
  const named = (tab, index) => ({ pane: name, key, heading: title, title: tab.title ?? title, called: index ? tab.title.toLowerCase() : name });
  return MAKERS.get(name)(run, data, go).map((tab, index) => Object.assign(tab, named(tab, index)));
}

/** The panes that a run has, one of them open; only those with the given names, if any are given. */
class Panes {
  constructor(run, names, go) {
    const { panes, telling } = run.film, named = (wanted) => panes.filter(([name]) => name === wanted);
    const chosen = (names ?? []).flatMap(named), none = names && !names.length;
    Object.assign(this, { run, position: run.first, panes: (none || chosen.length ? chosen : panes).flatMap((pane) => tabsOf(pane, run, go)) });
    this.tabs = this.panes.map((pane, index) => make("button", { type: "button", class: "tab", onclick: () => this.open(index) }, pane.title));
    this.row = make("div", { class: "tabs", role: "group", "aria-label": "Beside the board" }, ...this.tabs);
    this.element = make("div", { class: "panes" }, this.row, ...this.panes.map((pane) => pane.element));
    this.opened = this.usual = Math.max(0, names ? 0 : this.panes.findIndex((one) => one.pane === telling));
  }

  /** Open the first tab of a pane or, if it is open, go on to the next tab. */
  show(pane) {
    const { panes, opened } = this, here = panes[opened].pane === pane;
    this.open(here ? (opened + 1) % panes.length : panes.findIndex((tab) => tab.pane === pane));
  }

  /** Switch between the two tabs of a pane, opening it if necessary. */
  turn(pane) {
    const there = this.panes.flatMap((tab, index) => (tab.pane === pane ? [index] : []));
    this.open(there.find((index) => index !== this.opened) ?? this.opened);
  }

  /** What the open pane tells and marks in place of the step; null if nothing. */
  told(position) {
    return this.panes[this.visible]?.told?.(position) ?? null;
  }

  /** Move by one part within the step, in the pane that is open. Returns whether there was one. */
  step(by) {
    return this.panes[this.visible]?.step?.(by) ?? false;
  }

  /** Move past all parts of the step, or back before them. Returns whether there were any. */
  skip(by) {
    return this.panes[this.visible]?.skip?.(by) ?? false;
  }

  open(opened) {
    this.opened = opened;
    this.draw(this.position);
    this.element.dispatchEvent(new Event("turn", { bubbles: true }));
  }

  /** The name of the open tab; "" for the one that is open at first. */
  get name() {
    return this.opened === this.usual ? "" : this.panes[this.opened].called;
  }

  set name(name) {
    const there = this.panes.findIndex(({ called }) => called === name);
    this.opened = there < 0 ? this.usual : there; // and drawn by the player
  }

  /** The pane to show: the one that was opened, or the one that stands for it at a position. */
  shown(position) {
    const { panes, opened } = this, kind = panes[opened]?.standsFor?.(position);
    return kind ? Math.max(opened, panes.findIndex((pane) => pane instanceof kind)) : opened;
  }

  /** Show a position, where the sentence tells the step at ``told``. */
  draw(position, told = position) {
    this.position = position;
    const shown = this.shown(position);
    if (shown !== this.visible) this.reveal(shown);
    this.panes[shown]?.draw(position, told);
  }

  reveal(shown) {
    this.visible = shown;
    this.tabs.forEach((tab, index) => tab.setAttribute("aria-pressed", String(index === shown)));
    this.panes.forEach((pane, index) => (pane.element.hidden = index !== shown));
    if (this.tabs[shown]) this.row.scrollLeft = this.tabs[shown].offsetLeft - this.row.clientWidth / 3; // where there is no room for all of them
  }
}

/** The open guesses, outermost first: what was tried before each, and a way back to it. */
class Path {
  constructor(run, go) {
    Object.assign(this, { run, go, drawn: "" });
    this.list = make("ol", { class: "path" });
    new ResizeObserver(() => (this.list.scrollLeft = this.list.scrollWidth)).observe(this.list);
    this.element = make("div", { class: "guesses" }, make("h3", {}, "Open guesses"), this.list);
  }

  /** Draw the path to the run's position. */
  draw() {
    const path = this.run.board.path(), key = JSON.stringify(path);
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.classList.toggle("none", !path.length);
    this.list.replaceChildren(...path.map((guess, level) => make("li", {}, this.button(guess, level))));
    requestAnimationFrame(() => (this.list.scrollLeft = this.list.scrollWidth));
  }

  button({ cell, digit, sign, at, refuted }, level) {
    const { film } = this.run, symbol = (each) => calledOf(film, each), name = nameOf(film, cell);
    const what = `${name} ${sign ? "is" : "is not"} ${symbol(digit)}`;
    const told = `Level ${level + 1}: ${what}${refuted.length ? `, after ${refuted.map(symbol).join(", ")} failed` : ""}`;
    const tried = refuted.map((each) => make("s", {}, symbol(each)));
    return make("button", { type: "button", "aria-label": told, title: told, disabled: !at, onclick: () => this.go(at, true) },
      make("span", { class: "level" }, String(level + 1)), ` ${name}${sign ? " " : " ≠ "}`, ...tried, make("b", {}, symbol(digit)));
  }
}

/** Everything beside a board. A run may have nothing there. */
export class Beside {
  constructor({ run, board }, panes, go) {
    this.run = run;
    this.path = run.film.frames.kind.includes(GUESS) ? new Path(run, go) : null;
    this.panes = new Panes(run, panes, go);
    this.pointing = new Pointing(board, [this.panes.element], () => this.panes.panes[this.panes.visible]?.element);
    this.parts = [...(this.path ? [this.path.element] : []), ...(this.panes.panes.length ? [this.panes.element] : [])];
  }

  draw(position, told) {
    this.run.seek(position);
    this.path?.draw();
    this.panes.draw(position, told);
    this.pointing.mark();
  }
}
