// The page of the lab: what to watch is chosen above the player, and a worker films it in Python.
import { optionFields } from "./options.js";
import { Own } from "./own.js";
import { Address, Player, Run, ask, isEmbedded, make, stateIn } from "./player.js";
import { play } from "./play.js";
import { Python, SILENCE, Sandbox, read } from "./python.js";

const OWN = "own"; // in place of an algorithm: the reader's own solver
const HAND = "play"; // in place of an algorithm: the reader
const USUAL = { algorithm: "elimination", puzzle: "fig1" };
const QUESTIONS = 10;
const CHECK_SECONDS = 10; // for which a solver of the reader's own is tested
const BORROWED = "A solver came with this link. Read it: it runs when you choose “Run this code”, and can reach nothing of yours.";

/** What the address asks for: the puzzle, one or two algorithms with their options, a solver, and whether there are questions. */
function asked() {
  const address = new URLSearchParams(location.hash.slice(1)), get = (name) => address.get(name);
  return { puzzle: get("p"), algorithm: get("a"), against: get("b"), options: { algorithm: address.getAll("o"), against: address.getAll("ob") }, code: get("code"), quiz: address.has("quiz") };
}

class Lab {
  constructor(fields, state, stage) {
    Object.assign(this, { fields, state, stage, job: 0, player: null, game: null, own: null, guest: false, options: { algorithm: [], against: [] } });
    for (const name of ["algorithm", "against"]) fields[name].onchange = () => this.choose({ [name]: [] });
    fields.puzzle.onchange = fields.quiz.onchange = () => this.choose();
    fields.draw.onclick = () => this.draw();
    addEventListener("hashchange", () => this.follow());
    document.body.classList.toggle("embedded", isEmbedded());
    new ResizeObserver(([{ target }]) => document.body.style.setProperty("--above", `${target.offsetHeight}px`)).observe(state.parentElement);
    this.say("Starting Python …");
    this.begin().catch(({ message }) => this.say(message));
  }

  say(...parts) {
    this.state.replaceChildren(...parts);
  }

  // Python: one makes the films, and the other, which answers questions, takes its place when a solver hangs

  async begin() {
    [this.sandbox, this.puzzles] = await Promise.all([Sandbox.open(), read("puzzles.json").then((answer) => answer.json())]);
    this.films = this.python();
    this.offer(await this.films.ready);
    this.answers = this.python();
    navigator.serviceWorker?.register("offline.js").catch(() => {}); // some browsers keep nothing, in private windows say
  }

  python() {
    const its = new Python(this.sandbox, { hear: (data) => this.hear(data), lost: (reason) => this.replace(its, reason) });
    return its;
  }

  /** Go on with the other Python, after one has been ended. Those who asked it are told themselves. */
  replace(ended, reason) {
    if (ended === this.films) this.films = this.answers;
    if (ended.inside) this.say(reason);
    this.answers = this.python();
  }

  /** Start Python anew once a solver from a link has run and something else is wanted: it may have changed anything there. */
  receive() {
    const guest = this.runsOwn() && this.own.borrowed && !this.own.held;
    if (this.guest && !guest) for (const _ of [this.films, this.answers]) this.films.lose("Python was started again."); // each takes the other's place
    this.guest = guest;
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
    this.leave();
    if (line) this.own?.light(line, "wrong");
    this.say(reason);
  }

  // Choosing

  /** Offer the algorithms, by family, and watch what the address asks for. */
  offer({ algorithms: all, start }) {
    const families = new Map(), algorithms = all.filter(({ wheel }) => !wheel || document.body.dataset.wheel);
    for (const entry of algorithms) families.set(entry.family, [...(families.get(entry.family) ?? []), entry]);
    const option = ({ name, title }) => make("option", { value: name }, title);
    const list = () => [...families].map(([family, members]) => make("optgroup", { label: family }, ...members.map(option)));
    const mine = make("optgroup", { label: "Your own" }, make("option", { value: OWN }, "Your own solver …"));
    const hand = make("optgroup", { label: "By hand" }, make("option", { value: HAND }, "Play it yourself"));
    this.fields.algorithm.replaceChildren(...list(), hand, mine);
    this.fields.against.replaceChildren(make("option", { value: "" }, "nothing"), ...list());
    this.fields.level.replaceChildren(...Object.keys(this.puzzles).map((level) => make("option", {}, level)));
    for (const field of [...this.fields]) field.disabled = false;
    Object.assign(this, { start, entries: new Map(algorithms.map((entry) => [entry.name, entry])) });
    this.follow();
  }

  runsOwn() {
    return this.fields.algorithm.value === OWN;
  }

  /** Watch what the address asks for, or else the usual. */
  async follow() {
    const { algorithm, against, puzzle, options, code, quiz } = asked(), { fields, entries } = this, known = (name) => [OWN, HAND].includes(name) || entries.has(name);
    fields.algorithm.value = known(algorithm) ? algorithm : USUAL.algorithm;
    this.remark = !algorithm || known(algorithm) ? "" : `This site has no algorithm “${algorithm.slice(0, 40)}”.`;
    fields.against.value = entries.has(against) ? against : "";
    fields.puzzle.value = puzzle ?? USUAL.puzzle;
    fields.quiz.checked = quiz;
    this.options = options;
    try {
      if (this.runsOwn()) await (await this.editor()).adopt(code, history.state ?? {});
      this.watch();
    } catch ({ message }) {
      this.leave();
      this.say(message);
    }
  }

  /** Watch what is chosen, with other options for some algorithms. It becomes an entry of the browser's history. */
  async choose(options = {}) {
    Object.assign(this.options, options);
    this.remark = "";
    if (this.runsOwn() && !this.own?.code) {
      const own = await this.editor();
      await own.adopt(null, {});
      await own.take();
    }
    this.enter();
    this.watch();
  }

  /** Put what is chosen into the address. */
  enter() {
    const state = this.runsOwn() ? this.own.state : null;
    history[this.entered === this.chosen ? "replaceState" : "pushState"](state, "", `#${this.chosen}`);
  }

  /** What is chosen, as an address has it. */
  get chosen() {
    const { algorithm, against, puzzle, quiz } = this.fields, { options } = this;
    const optional = (name, values) => values.filter(Boolean).map((value) => [name, value]);
    return new URLSearchParams([
      ["a", algorithm.value], ...optional("o", options.algorithm),
      ...optional("b", [against.value]), ...optional("ob", against.value ? options.against : []),
      ["p", puzzle.value], ...optional("quiz", [quiz.checked && "1"]), ...optional("code", [this.runsOwn() && this.own?.code]),
    ]).toString();
  }

  draw() {
    const { level, puzzle } = this.fields, drawn = this.puzzles[level.value];
    puzzle.value = drawn[Math.floor(Math.random() * drawn.length)];
    this.choose();
  }

  /** Offer the options of the algorithms that are chosen. */
  offerOptions() {
    const chosen = ["algorithm", "against"].map((name) => [name, this.entries.get(this.fields[name].value)]).filter(([, entry]) => entry?.options.length);
    const place = document.getElementById("options");
    place.hidden = !chosen.length;
    place.lastElementChild.replaceChildren(...chosen.map(([name, entry]) => optionFields(entry, this.options[name], (texts) => this.choose({ [name]: texts }))));
  }

  // Watching

  watch() {
    const { algorithm, against, puzzle, quiz } = this.fields, lanes = ["algorithm", ...(against.value ? ["against"] : [])];
    document.body.classList.toggle("editing", this.runsOwn());
    this.entered = this.chosen;
    this.offerOptions();
    this.own?.light(0);
    this.game?.close();
    this.part();
    this.receive();
    Object.assign(this, { job: this.job + 1, lanes: lanes.map(() => null), game: null });
    for (const field of [against, quiz]) field.disabled = algorithm.value === HAND;
    if (against.disabled) return this.play();
    if (this.runsOwn() && (this.own.held || isEmbedded())) return this.hold();
    this.say(this.films.started ? "Searching …" : "Python starts again …");
    const asks = quiz.checked && lanes.length === 1 ? QUESTIONS : 0, solver = (name) => (this.fields[name].value === OWN ? "" : this.fields[name].value);
    this.code = this.runsOwn() ? this.own.text : undefined;
    const { job, code } = this, request = { job, puzzle: puzzle.value, code, questions: asks, until: stateIn(location.hash).step ?? 0, lanes: lanes.map((name) => ({ solver: solver(name), options: this.options[name] })) };
    const ready = lanes.some((name) => this.entries.get(solver(name))?.wheel) && this.films.give(document.body.dataset.wheel);
    return ready ? ready.then(() => job === this.job && this.films.send(request)) : this.films.send(request);
  }

  /** Run no solver that came with a link: wait until the reader wants it, on a page of its own. */
  hold() {
    this.leave();
    const link = new URL(location.href);
    link.searchParams.delete("embed");
    this.say(...(isEmbedded() ? ["This link brings a solver. ", make("a", { href: link.href, target: "_blank", rel: "noopener" }, "Open it in full to read and run it")] : [BORROWED]));
  }

  /** Leave the player that is shown: it stops, and the address no longer follows it. */
  part() {
    this.player?.pause();
    this.player = null;
  }

  /** Show no film any more, and make none. */
  leave() {
    this.part();
    this.job += 1;
    this.films.send({ job: this.job, puzzle: "", lanes: [] });
    this.stage.replaceChildren();
  }

  /** Show a film, or a longer one in place of the one that is shown. */
  show({ lane, header, numbers, more }) {
    this.lanes[lane] = new Run(header, numbers);
    if (this.lanes.every(Boolean)) this.place(this.player);
    this.say(more ? "Still searching: what is recorded so far can be watched." : this.remark);
  }

  /** Put a player on the page, in the state of the one that was there or else in the state that the address asks for. */
  place(before) {
    const { speed, directed, tempo, playing } = before ?? {}, within = this.stage.contains(document.activeElement);
    before?.pause();
    const player = new Player(this.lanes, { addressed: (its) => new Address(its, () => (its === this.player ? [this.chosen, null] : null)) });
    this.player = player;
    player.element.classList.toggle("embed", isEmbedded());
    this.stage.replaceChildren(player.element);
    ask(player, this.lanes[0].film.questions ?? []);
    player.element.addEventListener("move", () => this.light());
    const { code } = this; // what runs, whatever is typed meanwhile
    if (this.runsOwn()) player.element.addEventListener("rest", () => this.own.look((...values) => this.ask(...values), code, this.fields.puzzle.value, player.lanes[0].at));
    player.restore(before?.state ?? { step: 0, ...stateIn(location.hash) });
    if (before) Object.assign(player, { speed, directed, tempo });
    player.say();
    player.address.begin();
    if (playing) player.start();
    if (within || !(before || this.runsOwn())) player.element.focus({ preventScroll: true });
  }

  /** Have the reader play the puzzle. */
  async play() {
    this.leave();
    const { job, fields: { puzzle } } = this;
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
    const run = this.lanes[0], { line, wrong } = run?.place(this.player.lanes[0].at) ?? {};
    if (this.runsOwn()) this.own.light(line ?? 0, wrong ? "wrong" : "lit");
  }

  // The reader's own solver

  async editor() {
    const back = () => {
      this.own.code = "";
      this.choose();
    };
    this.own ??= await Own.open(this.start, { run: () => this.runOwn(), check: () => this.check(), back });
    return this.own;
  }

  async runOwn() {
    await this.own.take();
    this.enter();
    this.watch();
  }

  /** Have the solver tested against the laws that every solver obeys. */
  async check() {
    this.say(`Running it on many puzzles, for up to ${CHECK_SECONDS} seconds …`);
    try {
      await this.own.take();
      this.enter();
      this.receive();
      const found = await this.ask("bench.check", this.own.text, CHECK_SECONDS, SILENCE / 1000);
      this.say("");
      if (found.wrong) return this.refuse(found.wrong, found.line);
      return this.own.judge(found, (breach) => this.see(breach));
    } catch ({ message }) {
      return this.say(message);
    }
  }

  /** Watch the first wrong step that a check found. */
  see({ puzzle, step }) {
    this.fields.puzzle.value = puzzle;
    history.pushState(this.own.state, "", `#${this.chosen}&step=${step}`);
    this.watch();
  }
}

new Lab(document.getElementById("choice").elements, document.getElementById("state"), document.getElementById("stage"));
