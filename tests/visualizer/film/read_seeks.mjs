// Counts the work of seeks in a film, as JSON: node read_seeks.mjs JOB, a file of JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { header, numbers, positions, player } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { open } = await import(pathToFileURL(player));
const run = await open(header, numbers);
await run.prepare();

const forward = run.forward.bind(run), replayed = [];
run.forward = (board, from, to) => {
  replayed[replayed.length - 1] += to - from;
  return forward(board, from, to);
};
for (const position of positions) {
  replayed.push(0);
  run.seek(position);
}
const bytes = run.snapshots.reduce((sum, snapshot) => sum + snapshot.byteLength, 0);
process.stdout.write(JSON.stringify({ last: run.last, most: Math.max(...replayed), snapshots: run.snapshots.length, bytes }));
