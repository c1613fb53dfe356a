// What can be done by key: tables that give the keys, the tooltips of the buttons and the card that "?" opens. The keys are
// written, and mean, what they do in the window (visualizer/keymap.py).
import { CONFLICT, GUESS } from "./kinds.js";
import { make } from "./lane.js";

const CAPS = { Left: "←", Right: "→", Up: "↑", Down: "↓", PageUp: "PgUp", PageDown: "PgDn", "-": "−", Escape: "Esc" };
const UNSAID = ["="]; // what + is without Shift

/**
 * The deeds of a player. ``with``: the deed whose row on the card this one shares. ``when``: whether it makes sense here.
 * ``shows``: what its button shows, if it has one in the bar: a name of an icon, or text.
 */
export const DEEDS = [
  { id: "home", keys: "Home", help: "To the start", act: (player) => player.go(player.first, true), shows: "start" },
  { id: "back", keys: "Left", help: "Step back", with: "forward", act: (player) => player.step(-1), shows: "back" },
  { id: "play", keys: "Space", help: "Play or pause", act: (player) => player.toggle(), shows: "play" },
  { id: "forward", keys: "Right .", help: "Step forward", act: (player) => player.step(1), shows: "forward" },
  { id: "end", keys: "End", help: "To the end", with: "home", act: (player) => player.go(player.last, true), shows: "end" },
  { id: "detail", keys: "D", help: "Finer steps, then the coarsest", when: ({ units, lanes }) => units.length > 1 && lanes.length === 1, act: (player) => player.refine(), shows: "unit" },
  { id: "pace", keys: "Q", help: "The pace: equal steps or guesses", when: ({ units, lanes }) => units.length > 1 && lanes.length > 1, act: (player) => player.refine(), shows: "unit" },
  { id: "slower", keys: "- Down", help: "Slower", with: "faster", act: (player) => player.faster(-1), shows: "−" },
  { id: "cut", keys: "W", help: "Directed, or a fixed speed", when: ({ beats }) => beats.length > 0, act: (player) => player.turn(), shows: "rate" },
  { id: "faster", keys: "+ = Up", help: "Faster", act: (player) => player.faster(1), shows: "+" },
  { id: "previous guess", keys: "Shift+Left", help: "Previous guess", with: "next guess", act: (player) => player.find(GUESS, -1), shows: "‹ Guess" },
  { id: "next guess", keys: "Shift+Right", help: "Next guess", act: (player) => player.find(GUESS, 1), shows: "Guess ›" },
  { id: "previous conflict", keys: "Ctrl+Left", help: "Previous conflict", with: "next conflict", act: (player) => player.find(CONFLICT, -1), shows: "‹ Conflict" },
  { id: "next conflict", keys: "Ctrl+Right", help: "Next conflict", act: (player) => player.find(CONFLICT, 1), shows: "Conflict ›" },
  { id: "next stop", keys: "PageDown", help: "Next chapter, or step", act: (player) => player.stop(1) },
  { id: "previous stop", keys: "PageUp", help: "Previous chapter, or step", with: "next stop", act: (player) => player.stop(-1) },
  { id: "next bookmark", keys: "Shift+B", help: "Next chapter; after the last, the first", when: ({ chapters }) => chapters.length > 0, act: (player) => player.nextChapter() },
  { id: "lane", keys: "1 2 3 4 5 6", caps: "1 2 3 …", help: "What that lane does", when: ({ lanes }) => lanes.some(({ chooser }) => chooser), act: (player, key) => player.choose(player.lanes[key - 1]) },
  { id: "theme", keys: "T", help: "Light or dark", act: (player) => player.theme(), shows: "theme" },
  { id: "link", keys: "Shift+L", help: "Copy the link to this step", when: ({ address }) => Boolean(address), act: (player) => player.address.copy(), shows: "link" },
  { id: "help", keys: "? F1", help: "These keys", act: (player) => player.card.open(), shows: "?" },
];

/** The deeds that open the panes of the chosen lane. A key pressed again goes on to the next tab. */
export function paneDeeds({ chosen: { beside: { panes } } }) {
  const led = panes.panes.filter(({ pane }, index) => panes.panes[index - 1]?.pane !== pane), both = panes.panes.some(({ called }) => called === "python");
  const opening = led.map(({ pane, key, heading }) => ({ id: pane, keys: key, help: `Open “${heading}”, or the next tab`, act: () => panes.show(pane) }));
  return [...opening, ...(both ? [{ id: "python", keys: "Shift+K", help: "Plain words or Python", act: () => panes.turn("code") }] : [])];
}

/** What a key event is called in these tables. */
export function chordOf({ key, shiftKey, ctrlKey }) {
  const name = key === " " ? "Space" : key.replace(/^Arrow/, ""), letter = /^[a-z]$/i.test(name), shift = shiftKey && (letter || name.length > 1);
  return `${ctrlKey ? "Ctrl+" : ""}${shift ? "Shift+" : ""}${letter ? name.toUpperCase() : name}`;
}

/** The deed of a key, if there is one. */
export const deedOf = (deeds, chord) => deeds.find(({ keys }) => keys.split(" ").includes(chord));

/** The keys of a deed as they are printed on a keyboard. */
export function capsOf({ keys, caps }) {
  const cap = (key) => key.replace(/[^+]+$|^.$/, (name) => CAPS[name] ?? name);
  return caps ? [caps] : keys.split(" ").filter((key) => !UNSAID.includes(key)).map(cap);
}

/** The text of a button's tooltip. */
export const tipOf = (deed) => `${deed.help} (${capsOf(deed)[0]})`;

/** The rows of the card: the keys and what they do. Opposite deeds share a row, and a key of an earlier deed counts. */
function rowsOf(deeds) {
  const taken = new Set(), left = deeds.map((deed) => ({ ...deed, keys: deed.keys.split(" ").filter((key) => !taken.has(key) && taken.add(key)).join(" ") })).filter(({ keys }) => keys);
  const led = left.filter((deed) => !left.some(({ id }) => id === deed.with));
  return led.map((deed) => {
    const all = [deed, ...left.filter((other) => other.with === deed.id)];
    return [all.flatMap(capsOf), all.map(({ help }, index) => (index ? help[0].toLowerCase() + help.slice(1) : help)).join("; ")];
  });
}

/** A card that lists all keys. Esc, its button and the keys that opened it close it. */
export class Card {
  /** ``deeds``: returns the deeds to list. */
  constructor(deeds) {
    Object.assign(this, { deeds, heading: make("h2", { tabindex: "-1" }, "Keys"), list: make("dl", {}) });
    this.dialog = make("dialog", { class: "help", "aria-label": "Keys" }, this.heading, this.list, make("button", { type: "button", onclick: () => this.dialog.close() }, "Close"));
    this.dialog.addEventListener("keydown", (event) => this.key(event));
  }

  open() {
    const row = ([caps, help]) => make("div", {}, make("dt", {}, ...caps.map((cap) => make("kbd", {}, cap))), make("dd", {}, help));
    this.list.replaceChildren(...rowsOf(this.deeds()).map(row));
    this.dialog.showModal();
    this.heading.focus(); // otherwise a long list would begin at its end, where the button is
  }

  key(event) {
    event.stopPropagation();
    if (!["?", "F1"].includes(chordOf(event))) return;
    event.preventDefault();
    this.dialog.close();
  }
}
