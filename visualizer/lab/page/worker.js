// Python in a worker of its own: it films the runs that the page asks for, a little at a time, one lane after another.
import { loadPyodide } from "./runtime/pyodide.mjs";

const GROWTH = 4; // a film is sent again when it has this many times the steps that the page knows
const SOON = 300; // milliseconds after which the first part of a film is sent
const place = (path) => new URL(path, import.meta.url).href;

let job = 0; // the number of the latest request: older ones end

async function start() {
  const [python, source] = await Promise.all([loadPyodide({ indexURL: place("runtime/") }), fetch(place("source.zip"))]);
  python.unpackArchive(await source.arrayBuffer(), "zip", { extractDir: "/lab" });
  python.runPython("import sys; sys.path.insert(0, '/lab')");
  const bench = python.pyimport("visualizer.lab.bench");
  bench.watch_own((inside) => postMessage({ job, inside }));
  bench.warm();
  postMessage({ menu: JSON.parse(bench.menu()), start: bench.START });
  return bench;
}

const starting = start();
starting.catch((error) => postMessage({ broken: String(error) }));

/** The last line of a Python error, without the name of its class. */
function reason(error) {
  return String(error.message ?? error).trim().split("\n").at(-1).replace(/^[\w.]+: /, "");
}

/** Send a film as far as it has been made. */
function send(lane, bench, more) {
  const header = JSON.parse(bench.header()), bytes = bench.numbers.toJs(), numbers = new Uint32Array(bytes.slice().buffer);
  postMessage({ job, lane, header, numbers, more }, [numbers.buffer]);
}

/** Film every lane, in turns, until all have ended or something else is asked. */
async function film(mine, lanes) {
  const began = performance.now(), sent = lanes.map(() => 0);
  let running = lanes.map((bench, lane) => ({ bench, lane }));
  while (running.length && job === mine) {
    running = running.filter(({ bench, lane }) => {
      const more = bench.goes_on(), due = sent[lane] ? bench.steps >= GROWTH * sent[lane] : bench.steps && performance.now() - began > SOON;
      if (!more || due) send(lane, bench, more);
      if (due) sent[lane] = bench.steps;
      return more;
    });
    await new Promise((resolve) => setTimeout(resolve)); // so that the next request is heard
  }
  for (const bench of lanes) bench.close();
}

onmessage = async ({ data: { job: mine, puzzle, lanes, code } }) => {
  job = mine;
  const bench = await starting;
  try {
    const own = code === undefined ? {} : JSON.parse(bench.own(code));
    if (own.wrong) return postMessage({ job, refused: own.wrong, line: own.line });
    await film(mine, lanes.map(({ solver, options }) => bench.Bench(puzzle, solver || own.name, JSON.stringify(options))));
  } catch (error) {
    if (job === mine) postMessage({ job, refused: reason(error) });
  }
};
