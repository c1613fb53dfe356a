// The speaker's window: notes, a clock and what comes next. The page fills it, so it also works from a file.
import { grouped } from "./figures.js";
import { make } from "./lane.js";
import { still, wordsOf } from "./overview.js";

const REFUSED = "The browser did not open the speaker's window. Allow pop-ups for this page, then press S again.";

export class Speaker {
  constructor(deck) {
    this.deck = deck;
    this.began = 0;
    addEventListener("pagehide", () => this.window?.close());
  }

  get isOpen() {
    return Boolean(this.window) && !this.window.closed;
  }

  open() {
    if (this.isOpen) return this.window.focus();
    this.window = window.open("", "speaker", "popup,width=1100,height=760");
    if (!this.window) return this.deck.say(REFUSED);
    const { document: its } = this.window;
    its.title = `Speaker: ${document.title}`;
    its.documentElement.lang = "en";
    its.head.append(document.querySelector("style").cloneNode(true)); // the page's policy allows this style and no other
    its.onkeydown = (event) => this.deck.key(event);
    this.build(its.body);
    this.began ||= Date.now();
    clearInterval(this.ticking);
    this.ticking = setInterval(() => this.tick(), 1000);
    return this.tell();
  }

  build(body) {
    const part = (name, tag, className) => (this[name] = make(tag, { class: className }));
    const button = (label, act) => make("button", { type: "button", onclick: act }, label);
    body.className = "speaker";
    body.replaceChildren(
      make("header", {}, part("where", "p", "where"), part("clock", "p", "clock"), part("time", "p", "time"), button("Restart the clock", () => this.restart())),
      make("main", {}, part("title", "h1", "title"), part("notes", "div", "notes"), part("caption", "p", "caption")),
      make("aside", { "aria-label": "Next" }, part("next", "h2", "next"), part("picture", "div", "still"), part("after", "p", "after")),
      make("footer", { class: "bar" }, button("‹ Back", () => this.deck.previous()), button("Next ›", () => this.deck.next()), button("Black screen", () => this.deck.blacken(this.deck.curtain.hidden))));
    this.pictured = "";
  }

  restart() {
    this.began = Date.now();
    this.tick();
  }

  tick() {
    if (!this.isOpen) return clearInterval(this.ticking);
    const seconds = Math.floor((Date.now() - this.began) / 1000), two = (number) => String(number).padStart(2, "0");
    this.clock.textContent = `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
    return (this.time.textContent = new Date().toTimeString().slice(0, 5));
  }

  /** Show what the hall sees, what to say about it, and what comes next. */
  tell() {
    if (!this.isOpen) return;
    const { deck } = this, { slide, player, at, slides, reached } = deck, { stops } = slide, following = slides[at + 1];
    this.window.document.documentElement.dataset.theme = document.documentElement.dataset.theme ?? "";
    const stop = stops.length > 1 ? ` · stop ${Math.max(1, reached)} of ${stops.length}` : "";
    this.where.textContent = `Slide ${at + 1} of ${slides.length}${stop}${deck.curtain.hidden ? "" : " · the screen is black"}`;
    this.title.textContent = slide.name;
    if (this.noted !== slide) this.note(slide);
    this.caption.textContent = player?.asking?.answers || (player ? `Step ${grouped(player.position)}. ${wordsOf(slide.shows, player.position)}` : "");
    const next = this.coming(stops[reached], player);
    this.next.textContent = next ? `Next: ${next[1]}` : following ? `Next slide: ${following.name}` : "Next: the end of the lecture";
    this.after.textContent = next && player ? `${grouped(next[0])} steps into the run${following ? `; then slide ${at + 2}: ${following.name}` : ""}` : "";
    this.draw(next ? slide : following, next ? next[0] : following?.stops[0]?.[0]);
    this.tick();
  }

  /** What the clicker leads to: a stop, a question before it, or the answer to the current question. */
  coming(stop, player) {
    const asking = player?.asking, question = asking?.next(player.position) ?? Infinity;
    if (asking?.waits) return [asking.shown.shown, "the answer"];
    return question < (stop?.[0] ?? Infinity) ? [question, "a question"] : stop;
  }

  note(slide) {
    this.noted = slide;
    const instead = slide.notes ? "No notes." : "This page was written without notes.";
    this.notes.replaceChildren(...(slide.notes?.length ? slide.notes : [instead]).map((text) => make("p", {}, text)));
  }

  /** Draw the board at the next stop, once it is known. */
  draw(slide, position) {
    const key = slide?.shows ? `${slide.run} ${position}` : "";
    if (key === this.pictured) return;
    this.pictured = key;
    this.picture.replaceChildren(...(key ? [still(slide.shows, position)] : []));
  }
}
