// The page of the lab: what to watch is chosen above the player, and a worker films it in Python.
import { Address, Player, Run, make, stateIn } from "./player.js";
import { play } from "./play.js";
import { Python, Sandbox, read } from "./python.js";

const OWN = "own"; // in place of an algorithm: the reader's own solver
const HAND = "play"; // in place of an algorithm: the reader
const USUAL = { algorithm: "elimination", puzzle: "fig1" };
const KEPT = "solvescope.own"; // where the browser keeps the reader's own solver

/** What the address asks for: the puzzle, and one or two algorithms. */
function asked() {
  const address = new URLSearchParams(location.hash.slice(1));
  return { puzzle: address.get("p"), algorithm: address.get("a"), against: address.get("b") };
}

class Lab {
  constructor(fields, state, stage) {
    Object.assign(this, { fields, state, stage, job: 0, player: null, game: null, own: null });
    fields.algorithm.onchange = fields.against.onchange = fields.puzzle.onchange = () => this.choose();
    fields.draw.onclick = () => this.draw();
    addEventListener("hashchange", () => this.follow());
    this.begin().catch(({ message }) => this.say(message));
  }

  say(text) {
    this.state.textContent = text;
  }

  // Python: one makes the films, and the other, which answers questions, takes its place when a solver hangs

  async begin() {
    [this.sandbox, this.puzzles] = await Promise.all([Sandbox.open(), read("puzzles.json").then((answer) => answer.json())]);
    this.films = this.python();
    this.offer(await this.films.ready);
    this.answers = this.python();
  }

  python() {
    return new Python(this.sandbox, { hear: (data) => this.hear(data), silent: () => this.replace() });
  }

  /** Go on with the other Python, after a solver of the reader's own has made no step. */
  replace() {
    this.films = this.answers;
    this.answers = this.python();
    this.say("Your solver made no step and was stopped. Change it, and run it again.");
  }

  /** Ask the Python that makes no films or, until that has started, the other one. */
  ask(name, ...values) {
    const { answers, films } = this;
    return (answers?.started ? answers : films).ask(name, ...values);
  }

  hear({ refused, line, job, ...part }) {
    if (job !== this.job) return null;
    return refused ? this.refuse(refused, line) : this.show(part);
  }

  refuse(reason, line) {
    this.own?.light(line, "wrong");
    this.say(reason);
  }

  // Choosing

  /** Offer the algorithms, by family, and watch what the address asks for. */
  offer({ algorithms, start }) {
    const families = new Map();
    for (const entry of algorithms) families.set(entry.family, [...(families.get(entry.family) ?? []), entry]);
    const option = ({ name, title }) => make("option", { value: name }, title);
    const list = () => [...families].map(([family, members]) => make("optgroup", { label: family }, ...members.map(option)));
    const mine = make("optgroup", { label: "Your own" }, make("option", { value: OWN }, "Your own solver …"));
    const hand = make("optgroup", { label: "By hand" }, make("option", { value: HAND }, "Play it yourself"));
    this.fields.algorithm.replaceChildren(...list(), hand, mine);
    this.fields.against.replaceChildren(make("option", { value: "" }, "nothing"), ...list());
    this.fields.level.replaceChildren(...Object.keys(this.puzzles).map((level) => make("option", {}, level)));
    for (const field of [...this.fields]) field.disabled = false;
    this.start = start;
    this.follow();
  }

  runsOwn() {
    return this.fields.algorithm.value === OWN;
  }

  /** Watch what the address asks for, or else the usual. */
  follow() {
    const { algorithm, against, puzzle } = asked(), { fields } = this, known = (name) => [...fields.algorithm.options].some(({ value }) => value === name);
    fields.algorithm.value = known(algorithm) ? algorithm : USUAL.algorithm;
    fields.against.value = known(against) && ![OWN, HAND].includes(against) ? against : "";
    fields.puzzle.value = puzzle ?? USUAL.puzzle;
    this.watch();
  }

  /** Watch what is chosen, which becomes an entry of the browser's history. */
  choose() {
    history.pushState(null, "", `#${this.chosen}`);
    this.watch();
  }

  /** What is chosen, as an address has it. */
  get chosen() {
    const { algorithm, against, puzzle } = this.fields;
    return new URLSearchParams({ a: algorithm.value, ...(against.value && { b: against.value }), p: puzzle.value }).toString();
  }

  draw() {
    const { level, puzzle } = this.fields, drawn = this.puzzles[level.value];
    puzzle.value = drawn[Math.floor(Math.random() * drawn.length)];
    this.choose();
  }

  // Watching

  async watch() {
    const { algorithm, against, puzzle } = this.fields, lanes = [algorithm.value, ...(against.value ? [against.value] : [])];
    document.body.classList.toggle("editing", this.runsOwn());
    if (this.runsOwn() && !this.own) await this.edit();
    this.own?.light(0);
    this.player?.pause();
    this.game?.close();
    Object.assign(this, { job: this.job + 1, lanes: lanes.map(() => null), player: null, game: null });
    against.disabled = algorithm.value === HAND;
    if (against.disabled) return this.play();
    this.say("Searching …");
    this.films.send({ job: this.job, puzzle: puzzle.value, code: this.runsOwn() ? this.own.text : undefined, lanes: lanes.map((name) => ({ solver: name === OWN ? "" : name, options: [] })) });
  }

  /** Show a film, or a longer one in place of the one that is shown. */
  show({ lane, header, numbers, more }) {
    this.lanes[lane] = new Run(header, numbers);
    if (this.lanes.every(Boolean)) this.place(this.player);
    this.say(more ? "Still searching: what is recorded so far can be watched." : "");
  }

  /** Put a player on the page, in the state of the one that was there or else in the state that the address asks for. */
  place(before) {
    const { speed, directed, tempo, playing } = before ?? {}, within = this.stage.contains(document.activeElement);
    before?.pause();
    const player = new Player(this.lanes, { addressed: (its) => new Address(its, () => [this.chosen, null]) });
    this.player = player;
    this.stage.replaceChildren(player.element);
    player.element.addEventListener("move", () => this.light());
    player.restore(before?.state ?? { step: 0, ...stateIn(location.hash) });
    if (before) Object.assign(player, { speed, directed, tempo });
    player.say();
    player.address.begin();
    if (playing) player.start();
    if (within || !(before || this.runsOwn())) player.element.focus({ preventScroll: true });
  }

  /** Have the reader play the puzzle. */
  async play() {
    const { job, fields: { puzzle } } = this;
    this.films.send({ job, puzzle: "", lanes: [] }); // which ends the film that is being made
    this.say("Setting up the board …");
    try {
      const game = await play((...values) => this.ask(...values), puzzle.value, () => puzzle.select());
      if (job !== this.job) return game.close();
      this.game = game;
      this.stage.replaceChildren(game.element);
      game.focus();
      this.say("");
    } catch ({ message }) {
      if (job === this.job) this.say(message);
    }
  }

  /** Light the line of the reader's own solver that made the step. */
  light() {
    const run = this.lanes[0], { line, wrong } = run?.place(this.player.position) ?? {};
    if (this.runsOwn()) this.own.light(line ?? 0, wrong ? "wrong" : "lit");
  }

  // The reader's own solver

  async edit() {
    const { edit } = await import("./editor.js"), byId = (name) => document.getElementById(name);
    const keep = (text) => localStorage.setItem(KEPT, text), run = () => this.watch();
    this.own = edit(byId("editor"), localStorage.getItem(KEPT) ?? this.start, { run, changed: keep, label: "Your own solver, in Python" });
    byId("run").onclick = run;
    byId("anew").onclick = () => (this.own.text = this.start);
    byId("save").onclick = () => this.download();
  }

  /** Save the solver as a file that the window opens. */
  download() {
    const address = URL.createObjectURL(new Blob([this.own.text], { type: "text/x-python" }));
    make("a", { href: address, download: "solver.py" }).click();
    URL.revokeObjectURL(address);
  }
}

new Lab(document.getElementById("choice").elements, document.getElementById("state"), document.getElementById("stage"));
