// Questions about a run: it stops one step before the answer, and goes on once that is known.
import { svg } from "./svg.js";
import { make } from "./lane.js";

const SHORT = 12; // letters of a choice that is beside another
const SKIP = "Skip", ANSWER = "Show the answer", SHOW = "Show the step", ON = "Go on";

/** Ask questions in a player of one run. ``again``: whether to ask again after going back. */
export function ask(player, questions, again = false) {
  if (questions.length) player.asking = new Asking(player, questions, again);
}

class Asking {
  constructor(player, questions, again) {
    Object.assign(this, { player, again, here: player.position });
    this.questions = questions.map((question) => ({ ...question, place: question.position - 1, wrong: new Set(), state: "open" }));
    this.shown = null;
    const [lane] = player.lanes;
    this.words = make("p", { class: "ask" });
    this.list = make("ol", {});
    this.verdicts = make("div", { class: "verdicts", role: "status" });
    this.press = make("button", { type: "button", onclick: () => this.onward() });
    this.leave = make("button", { type: "button", title: `${SKIP} (Esc)`, onclick: () => this.goOn() }, SKIP);
    this.score = make("span", { class: "score" });
    this.element = make("section", { class: "question", hidden: true, tabindex: "-1", "aria-label": "Question" }, this.words, this.list, this.verdicts, make("div", { class: "foot" }, this.press, this.leave, this.score));
    lane.caption.after(this.element);
    this.side = this.element.parentElement;
    this.board = lane.board;
    this.board.hides = (cell) => this.waits && Boolean(this.shown.hides?.includes(cell));
    this.marks = svg("g", { class: "choices" });
    this.board.root.append(this.marks);
    this.board.root.addEventListener("click", (event) => this.click(event.target.closest("[data-cell]")));
  }

  /** Whether the reader has not answered yet. */
  get waits() {
    return this.shown?.state === "asked";
  }

  /** Whether the page holds the answer to the question. A page for students may not. */
  get judges() {
    return "why" in this.shown;
  }

  /** The right answer and its reason, for the speaker, while the question waits. */
  get answers() {
    const right = this.waits ? this.shown.choices.filter((choice) => choice.right).map(({ text }) => text) : [];
    return right.length ? `The answer: ${right.join(" or ")}. ${this.shown.why}` : "";
  }

  /** The position of the next question at or after a position; infinite if there is none. */
  next(position) {
    return this.questions.find(({ place, state }) => state === "open" && place >= position)?.place ?? Infinity;
  }

  /** Ask the question of a position, if there is one. ``then``: how to go on. */
  at(position, then = null) {
    const question = this.questions.find(({ place, state }) => state === "open" && place === position);
    if (!question || this.shown) return Boolean(this.shown);
    Object.assign(this, { shown: question, then });
    question.state = "asked";
    question.wrong.clear();
    this.words.textContent = question.ask;
    this.element.setAttribute("aria-label", question.ask);
    this.list.classList.toggle("short", question.choices.every(({ text }) => text.length <= SHORT));
    this.list.replaceChildren(...question.choices.map((choice, index) => this.choice(choice, index)));
    this.verdicts.replaceChildren();
    this.mark();
    this.tell();
    this.player.element.classList.add("asking");
    this.element.hidden = false;
    this.element.focus({ preventScroll: true });
    this.player.draw();
    return true;
  }

  choice({ text }, index) {
    return make("li", {}, make("button", { type: "button", onclick: () => this.answer(index) }, make("span", { class: "level" }, String(index + 1)), ` ${text}`));
  }

  /** Number the cells that can be clicked, strike wrong ones, and leave only the right ones at the end. */
  mark() {
    const { shown, waits } = this, cells = shown.choices.map((choice, index) => ({ ...choice, index })).filter(({ cell, right }) => cell !== undefined && (waits || right));
    this.marks.replaceChildren(...cells.map((choice) => this.markOf(choice)));
  }

  /** The middle of the first slot of a cell that holds no candidate. */
  free(cell) {
    const view = JSON.parse(this.board.shown[cell] ?? "{}"), written = view.digit ? [] : [...(view.candidates ?? []), ...(view.struck ?? [])];
    const digits = Array.from({ length: this.board.side }, (_, index) => index + 1);
    return this.board.slot(this.board.hides(cell) ? 1 : (digits.find((digit) => !written.includes(digit)) ?? 1));
  }

  markOf({ cell, index, right }) {
    const { board, shown, waits } = this, at = `translate(${board.x(cell)} ${board.y(cell)})`, kind = waits ? shown.wrong.has(index) && "struck" : right && "right";
    const [x, y] = this.free(cell).map((middle) => Math.min(50, Math.max(10, middle)));
    const badge = waits ? [svg("circle", { cx: x, cy: y, r: 9 }), svg("text", { x, y: y + 0.5 }, String(index + 1))] : [];
    return svg("g", { transform: at, "data-cell": cell, class: `choice ${kind || "open"}` }, svg("rect", { x: 2, y: 2, width: 56, height: 56, rx: 4 }), svg("path", { d: "M8 52L52 8" }), ...badge);
  }

  click(target) {
    const cell = Number(target?.dataset.cell), index = this.waits && target ? this.shown.choices.findIndex((choice) => choice.cell === cell) : -1;
    if (index >= 0) this.answer(index);
  }

  /** Take an answer. A wrong one stays and says why, and another may follow. */
  answer(index) {
    const { shown } = this, choice = shown?.choices[index];
    if (!this.waits || !choice || shown.wrong.has(index)) return;
    if (!this.judges) {
      this.reveal(`You chose “${choice.text}”. See what the run does.`);
      return;
    }
    if (!shown.met) shown.first ??= choice.right;
    if (choice.right) {
      this.reveal(shown.wrong.size ? "Right this time." : "Right.");
      return;
    }
    shown.wrong.add(index);
    const item = this.list.children[index];
    item.classList.add("wrong");
    item.querySelector("button").setAttribute("aria-disabled", "true");
    this.say("wrong", `✗ Not right: “${choice.text}”. ${choice.because}`);
    this.mark();
    this.tell();
  }

  /** Show the right choices, and make the step. */
  reveal(words) {
    const { shown, player } = this;
    shown.state = "done";
    shown.choices.forEach(({ right }, index) => {
      const item = this.list.children[index];
      item.classList.toggle("right", Boolean(right));
      item.querySelector("button").setAttribute("aria-disabled", "true");
      if (right) item.querySelector("button").append(" ✓");
    });
    player.go(shown.shown);
    this.mark();
    const said = player.lanes[0].caption.textContent;
    if (this.judges) this.say("right", `✓ ${shown.why === said ? words : `${words} ${shown.why}`}`);
    else this.say("chosen", words);
    this.tell();
  }

  say(kind, text) {
    this.verdicts.append(make("p", { class: kind }, text));
  }

  /** What the clicker does: show the answer, and then go on. */
  onward() {
    if (!this.waits) return this.goOn();
    return this.reveal(this.judges ? "This is the answer." : "See what the run does.");
  }

  /** Leave the question, and play on if the run was playing. */
  goOn() {
    const { then, player } = this;
    this.close();
    player.element.focus({ preventScroll: true });
    if (then?.goal > player.position) player.playTo(then.goal, then.most);
    else if (then && then.goal === null && player.position < player.last) player.play();
    else this.at(player.position);
  }

  close() {
    if (!this.shown) return;
    this.shown.state = "done";
    this.shown = null;
    this.element.hidden = true;
    this.marks.replaceChildren();
    this.player.element.classList.remove("asking", "waiting");
    this.player.draw();
  }

  /** The run has moved. A question left by hand may come up again, as may one in a lecture after going back. */
  moved(position) {
    const { shown, waits } = this;
    if (shown && position !== (waits ? shown.place : shown.shown)) {
      this.close();
      if (waits) shown.state = "open";
    }
    const back = this.again && position < this.here;
    this.here = position;
    for (const question of back ? this.questions : []) {
      if (question.state === "done" && question.place >= position) Object.assign(question, { state: "open", met: true });
    }
  }

  /** How many questions of each kind have been tried, and how many of these right at the first try. */
  get kinds() {
    const tried = this.questions.filter(({ first }) => first !== undefined), found = {};
    for (const { kind, first } of tried) {
      found[kind] ??= { tried: 0, right: 0 };
      found[kind].tried += 1;
      found[kind].right += first;
    }
    return found;
  }

  tell() {
    this.player.element.classList.toggle("waiting", this.waits);
    const tried = this.questions.filter(({ first }) => first !== undefined), good = tried.filter(({ first }) => first).length, left = this.judges ? this.questions.filter(({ state, first }) => state === "done" && first === undefined).length : 0;
    this.press.textContent = !this.waits ? ON : this.judges ? ANSWER : SHOW;
    this.leave.hidden = !this.waits;
    const words = [`Question ${this.questions.indexOf(this.shown) + 1} of ${this.questions.length}`, tried.length && `first tries right: ${good} of ${tried.length}`, left && `${left} not tried`];
    this.score.textContent = words.filter(Boolean).join(" · ");
    for (const name of ["move", "asked"]) this.player.element.dispatchEvent(new Event(name));
  }

  /** Take a key. Returns whether it was for the question. */
  key({ key, target, ctrlKey, shiftKey }) {
    if (!this.shown || ctrlKey || shiftKey) return false;
    const onButton = target.tagName === "BUTTON", number = Number(key);
    if (number >= 1 && number <= this.shown.choices.length) this.answer(number - 1);
    else if (key === "Escape") this.goOn();
    else if (key === "PageDown" || key === "ArrowRight") this.onward();
    else if ((key === "Enter" || key === " ") && !onButton) this.waits || this.goOn();
    else return false;
    return true;
  }
}
