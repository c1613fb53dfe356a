// Python in a worker of its own: it films the runs that the page asks for, a little at a time, one lane after another.
const GROWTH = 4; // a film is sent again when it has this many times the steps that the page knows
const SOON = 300; // milliseconds after which the first part of a film is sent
const PLACE = "https://runtime.invalid/"; // where Pyodide looks for its files: here, they have been handed in

let files, port, python;
const send = (message, parts = []) => port.postMessage(message, parts);
const imported = (name) => import(URL.createObjectURL(new Blob([files[name]], { type: "text/javascript" })));

let job = 0; // the number of the latest request: older ones end

async function start() {
  globalThis.fetch = async (address) => new Response(files[String(address).replace(PLACE, "")], { headers: { "Content-Type": "application/wasm" } });
  globalThis.importScripts = () => {
    throw new Error("not here");
  }; // Pyodide refuses workers that have it, but no sandboxed frame of Chromium starts any other
  const { loadPyodide } = await imported("pyodide.mjs"), { default: createPyodideModule } = await imported("pyodide.asm.mjs");
  python = await loadPyodide({ indexURL: PLACE, createPyodideModule, lockFileContents: JSON.parse(new TextDecoder().decode(files["pyodide-lock.json"])) });
  python.unpackArchive(files["source.zip"], "zip", { extractDir: "/lab" });
  python.runPython("import sys; sys.path.insert(0, '/lab')");
  const bench = python.pyimport("visualizer.lab.bench");
  bench.watch_own((inside) => send({ inside }));
  bench.warm();
  return bench;
}

/** The last line of a Python error, without the name of its class. */
function reason(error) {
  return String(error.message ?? error).trim().split("\n").at(-1).replace(/^[\w.]+: /, "");
}

/** Send a film as far as it has been made. */
function show(lane, bench, more) {
  const header = JSON.parse(bench.header()), held = bench.numbers, buffer = held.getBuffer(), numbers = buffer.data.slice();
  buffer.release();
  held.destroy();
  send({ job, lane, header, numbers, more }, [numbers.buffer]);
}

/** Film every lane, in turns, until all have ended or something else is asked. Send no film that does not reach a step. */
async function film(mine, lanes, until) {
  const began = performance.now(), sent = lanes.map(() => 0);
  let running = lanes.map((bench, lane) => ({ bench, lane }));
  while (running.length && job === mine) {
    running = running.filter(({ bench, lane }) => {
      const more = bench.goes_on(), due = sent[lane] ? bench.steps >= GROWTH * sent[lane] : bench.steps > until && performance.now() - began > SOON;
      if (!more || due) show(lane, bench, more);
      if (due) sent[lane] = bench.steps;
      return more;
    });
    await new Promise((resolve) => setTimeout(resolve)); // so that the next request is heard
  }
  for (const bench of lanes) bench.close();
}

/** Answer a request: the call of a function of the bench, or a film. */
async function answer(bench, { number, name, values, job: mine, puzzle, lanes, code, questions, until, wheel }) {
  try {
    if (wheel) return python.unpackArchive(wheel, "wheel", { extractDir: "/lab" });
    if (name) return send({ number, answer: JSON.parse(bench.call(name, values)) });
    job = mine;
    const own = code === undefined ? {} : JSON.parse(bench.own(code));
    if (own.wrong) return send({ job, refused: own.wrong, line: own.line });
    return await film(mine, lanes.map(({ solver, options }) => bench.Bench(puzzle, solver || own.name, JSON.stringify(options), questions)), questions ? Infinity : until);
  } catch (error) {
    return name || job === mine ? send({ number, job: mine, refused: reason(error) }) : null;
  }
}

onmessage = async ({ data, ports }) => {
  [files, port] = [data, ports[0]];
  try {
    const bench = await start();
    port.onmessage = (request) => answer(bench, request.data);
    send({ number: 0, answer: JSON.parse(bench.menu()) });
  } catch (error) {
    send({ broken: String(error) });
  }
};
