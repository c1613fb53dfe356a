// The reader's own solver: its editor, and where its text is kept. A solver that came with a link runs only after a click.
import { keep, kept } from "./keeping.js";
import { packed, unpacked } from "./packing.js";
import { make } from "./player.js";

const KEPT = "solvescope.own"; // where the browser keeps the reader's own solver
const byId = (name) => document.getElementById(name);

export class Own {
  /** ``start``: what a new solver begins with. ``run``, ``check``, ``back``: called when the reader wants that. */
  static async open(start, deeds) {
    const { edit } = await import("./editor.js");
    return new Own(edit, start, deeds);
  }

  constructor(edit, start, { run, check, back }) {
    Object.assign(this, { start, code: "", borrowed: false, held: false });
    this.editor = edit(byId("editor"), "", { run, changed: (text) => this.keep(text), label: "Your own solver, in Python. Escape, then Tab leaves the editor" });
    byId("run").onclick = run;
    byId("check").onclick = check;
    byId("anew").onclick = () => (this.borrowed ? back() : this.show(start));
    byId("save").onclick = () => this.download();
  }

  /** Show the solver of an address with what the history keeps beside it, or else the reader's own. Rejects with the sentence to show. */
  async adopt(code, { mine, ran, text }) {
    this.borrowed = Boolean(code) && !mine;
    this.held = this.borrowed && !ran;
    this.code = code ?? "";
    this.offer();
    byId("anew").textContent = this.borrowed ? "Back to your own" : "Start again";
    this.show(text ?? (code ? await unpacked(code) : kept(KEPT) ?? this.start));
  }

  /** Offer what can be done with the solver: one that came with a link is first read and run. */
  offer() {
    byId("run").textContent = this.held ? "Run this code" : "Run it";
    byId("check").disabled = this.held;
  }

  /** Note that the reader wants the solver to run, and pack its text for the address. */
  async take() {
    this.held = false;
    this.offer();
    this.code = await packed(this.text);
  }

  get text() {
    return this.editor.text;
  }

  show(text) {
    if (text !== this.text) this.editor.text = text;
    byId("verdict").replaceChildren();
    byId("variables").replaceChildren();
  }

  /** What the browser's history keeps beside the address: no link can set it. */
  get state() {
    return { mine: !this.borrowed, ran: !this.held, text: this.text };
  }

  keep(text) {
    history.replaceState({ ...history.state, text }, "");
    if (!this.borrowed) keep(KEPT, text);
  }

  light(line, kind) {
    this.editor.light(line, kind);
  }

  /** Show the variables and the printed lines at a position, and then at the latest one that was asked for meanwhile. */
  async look(ask, code, puzzle, position) {
    this.wanted = position;
    if (this.looking) return;
    this.looking = true;
    for (let shown = null; shown !== this.wanted; ) {
      shown = this.wanted;
      await ask("bench.look", code, puzzle, shown).then((found) => this.tell(found), () => this.tell({ functions: [], printed: [] }));
    }
    this.looking = false;
  }

  tell({ functions, printed }) {
    const rows = (variables) => variables.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)));
    const tables = functions.map(([name, line, variables]) => make("table", {}, make("caption", {}, `${name}, line ${line}`), ...rows(variables)));
    byId("variables").replaceChildren(...tables.reverse(), ...(printed.length ? [make("pre", { "aria-label": "Printed lines" }, printed.join("\n"))] : []));
  }

  /** Show what the check found. ``see``: called to watch the first wrong step. */
  judge({ report, breach }, see) {
    const link = breach ? [make("button", { type: "button", onclick: () => see(breach) }, `Watch step ${breach.step}`)] : [];
    byId("verdict").replaceChildren(make("pre", {}, report), ...link);
    if (breach?.line) this.light(breach.line, "wrong");
  }

  /** Save the solver as a file that the window opens. */
  download() {
    const address = URL.createObjectURL(new Blob([this.text], { type: "text/x-python" }));
    make("a", { href: address, download: "solver.py" }).click();
    URL.revokeObjectURL(address);
  }
}
