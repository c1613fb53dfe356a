// The page of the lab: what to watch is chosen above the player, and a worker films it in Python.
import { Address, Player, Run, make, stateIn } from "./player.js";

const OWN = "own"; // in place of an algorithm: the reader's own solver
const USUAL = { algorithm: "elimination", puzzle: "fig1" };
const SILENCE = 1500; // milliseconds without a sign of life after which a solver of the reader's own is ended
const KEPT = "solvescope.own"; // where the browser keeps the reader's own solver

/** What the address asks for: the puzzle, and one or two algorithms. */
function asked() {
  const address = new URLSearchParams(location.hash.slice(1));
  return { puzzle: address.get("p"), algorithm: address.get("a"), against: address.get("b") };
}

/** A worker with Python in it. */
function python(hear, fail) {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = () => fail("Python could not be started. Reload the page to try again.");
  return worker;
}

class Lab {
  constructor(fields, state, stage) {
    Object.assign(this, { fields, state, stage, job: 0, player: null, heard: 0, inside: false, own: null });
    this.start();
    fields.algorithm.onchange = fields.against.onchange = fields.puzzle.onchange = () => this.choose();
    fields.draw.onclick = () => this.draw();
    addEventListener("hashchange", () => this.follow());
    setInterval(() => this.listen(), SILENCE / 4);
  }

  say(text) {
    this.state.textContent = text;
  }

  // Python

  start() {
    this.worker = python((data) => this.hear(data), (text) => this.say(text));
  }

  /** End a solver that has been silent for too long, with the Python in which it runs. */
  listen() {
    if (!this.inside || performance.now() - this.heard < SILENCE) return;
    this.worker.terminate();
    this.inside = false;
    this.say("Your solver makes no step and was stopped. Python starts again …");
    this.start();
  }

  hear({ menu, start, broken, refused, line, job, inside, ...part }) {
    if (broken) return this.say(`Python could not be started: ${broken}`);
    if (menu) return this.offer(menu, start);
    if (inside !== undefined) return Object.assign(this, { inside, heard: performance.now() });
    if (job !== this.job) return null;
    if (refused) return this.refuse(refused, line);
    return this.show(part);
  }

  refuse(reason, line) {
    this.own?.light(line, "wrong");
    this.say(reason);
  }

  // Choosing

  /** Offer the algorithms, by family, and watch what the address asks for. After a restart only say that Python is back. */
  async offer(menu, start) {
    if (this.puzzles) return this.say("Your solver was stopped, because it made no step. Change it, and run it again.");
    const families = new Map();
    for (const entry of menu) families.set(entry.family, [...(families.get(entry.family) ?? []), entry]);
    const option = ({ name, title }) => make("option", { value: name }, title);
    const list = () => [...families].map(([family, members]) => make("optgroup", { label: family }, ...members.map(option)));
    const mine = make("optgroup", { label: "Your own" }, make("option", { value: OWN }, "Your own solver …"));
    this.fields.algorithm.replaceChildren(...list(), mine);
    this.fields.against.replaceChildren(make("option", { value: "" }, "nothing"), ...list());
    this.begin = start;
    this.puzzles = await (await fetch("puzzles.json")).json();
    this.fields.level.replaceChildren(...Object.keys(this.puzzles).map((level) => make("option", {}, level)));
    for (const field of [...this.fields]) field.disabled = false;
    return this.follow();
  }

  runsOwn() {
    return this.fields.algorithm.value === OWN;
  }

  /** Watch what the address asks for, or else the usual. */
  follow() {
    const { algorithm, against, puzzle } = asked(), { fields } = this, known = (name) => [...fields.algorithm.options].some(({ value }) => value === name);
    fields.algorithm.value = known(algorithm) ? algorithm : USUAL.algorithm;
    fields.against.value = known(against) && against !== OWN ? against : "";
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
    Object.assign(this, { job: this.job + 1, lanes: lanes.map(() => null), player: null });
    this.say("Searching …");
    this.worker.postMessage({ job: this.job, puzzle: puzzle.value, code: this.runsOwn() ? this.own.text : undefined, lanes: lanes.map((name) => ({ solver: name === OWN ? "" : name, options: [] })) });
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

  /** Light the line of the reader's own solver that made the step. */
  light() {
    const run = this.lanes[0], { line, wrong } = run?.place(this.player.position) ?? {};
    if (this.runsOwn()) this.own.light(line ?? 0, wrong ? "wrong" : "lit");
  }

  // The reader's own solver

  async edit() {
    const { edit } = await import("./editor.js"), byId = (name) => document.getElementById(name);
    const keep = (text) => localStorage.setItem(KEPT, text), run = () => this.watch();
    this.own = edit(byId("editor"), localStorage.getItem(KEPT) ?? this.begin, { run, changed: keep, label: "Your own solver, in Python" });
    byId("run").onclick = run;
    byId("anew").onclick = () => (this.own.text = this.begin);
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
