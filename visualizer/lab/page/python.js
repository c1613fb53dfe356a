// Python, in workers of a sandboxed frame: what runs there reaches neither the network nor anything that is kept.
import { make } from "./player.js";

const RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const FILES = ["worker.js", "source.zip", ...RUNTIME.map((name) => `runtime/${name}`)];
const LONGEST = 20000; // milliseconds after which a question is given up, as in visualizer/play/advisor.py
export const SILENCE = 1500; // milliseconds without a sign of life after which a solver of the reader's own is ended

/** Read a file of the site. */
export async function read(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} cannot be read.`);
  return answer;
}

/** The frame in which every Python runs. */
export class Sandbox {
  static async open() {
    const [page, ...files] = await Promise.all(["sandbox.html", ...FILES].map(async (name) => (await read(name)).arrayBuffer()));
    const frame = make("iframe", { sandbox: "allow-scripts", srcdoc: new TextDecoder().decode(page), hidden: true, title: "Python" });
    await new Promise((resolve) => {
      frame.addEventListener("load", resolve);
      document.body.append(frame);
    });
    const sandbox = new Sandbox(frame);
    sandbox.send({ files: Object.fromEntries(FILES.map((name, index) => [name.split("/").at(-1), files[index]])) });
    return sandbox;
  }

  constructor(frame) {
    Object.assign(this, { frame, count: 0, running: new Map() });
    addEventListener("message", ({ source, data }) => source === frame.contentWindow && this.running.get(data.failed)?.hear({ broken: "its worker did not start" }));
  }

  send(message, ports = []) {
    this.frame.contentWindow.postMessage(message, "*", ports);
  }
}

/** One Python. ``hear``: is told what it sends unasked; ``lost``: called when it has been ended, with the reason: a solver made no step, or a question took too long. */
export class Python {
  constructor(sandbox, { hear, lost }) {
    const { port1, port2 } = new MessageChannel();
    Object.assign(this, { sandbox, port: port1, told: hear, lost, number: (sandbox.count += 1), asked: 0, waiting: new Map(), inside: false, heard: 0, started: false });
    port1.onmessage = ({ data }) => this.hear(data);
    this.ready = this.promise(0).finally(() => (this.started = true));
    this.ready.catch(() => null); // it may be ended before it has started
    this.watch = setInterval(() => this.listen(), SILENCE / 4);
    sandbox.running.set(this.number, this);
    sandbox.send({ start: this.number }, [port2]);
  }

  promise(number) {
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  send(message) {
    this.port.postMessage(message);
  }

  /** Hand in a package, once. Without it, what needs it is refused with a sentence. */
  give(name) {
    const handIn = (wheel) => this.port.postMessage({ wheel }, [wheel]);
    this.given ??= read(name).then((answer) => answer.arrayBuffer()).then(handIn, () => {});
    return this.given;
  }

  /** Call a function of the bench with values for JSON. Resolves to its answer; rejects with the sentence to show. */
  ask(name, ...values) {
    this.asked += 1;
    this.send({ number: this.asked, name, values: JSON.stringify(values) });
    const answer = this.promise(this.asked);
    this.ready.then(() => {
      const late = setTimeout(() => this.lose(`No answer in ${LONGEST / 1000} seconds: this is too hard.`), LONGEST);
      answer.catch(() => null).then(() => clearTimeout(late));
    }, () => null);
    return answer;
  }

  hear({ number, answer, refused, inside, broken, ...part }) {
    if (inside !== undefined) return Object.assign(this, { inside, heard: performance.now() });
    const waits = this.waiting.get(broken ? 0 : number);
    if (!waits) return this.told({ refused, ...part });
    this.waiting.delete(broken ? 0 : number);
    const wrong = broken ? `Python could not be started (${broken}). Reload the page to try again.` : refused;
    return wrong ? waits.reject(new Error(wrong)) : waits.resolve(answer);
  }

  /** End a solver that has been silent for too long, with the Python in which it runs. */
  listen() {
    if (this.inside && performance.now() - this.heard >= SILENCE) this.lose("Your solver made no step and was stopped. Change it, and run it again.");
  }

  /** End this Python, and say why to those who wait for an answer. */
  lose(reason) {
    clearInterval(this.watch);
    this.sandbox.running.delete(this.number);
    this.sandbox.send({ end: this.number });
    this.lost(reason);
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
  }
}
