/**
 * Feeds damaged exports and texts to every reader and every pure function, for as long as it is told:
 * `node --expose-gc test/nightly/fuzz.mjs --seconds 600`. Needs `npm run build`. Each fault is printed with the seed
 * of its round: `--seed <seed> --rounds 1` repeats it. Exit code 0: no faults; 1: faults.
 */
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3600" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    rounds: { type: "string", default: "Infinity" },
    faults: { type: "string", default: "20" },
  },
});

const [seconds, rounds, mostFaults] = [values.seconds, values.rounds, values.faults].map(Number);
/** Of CPU, so that a busy machine makes no fault; a round that waits for nothing at all ends by the clock. */
const MOST_CPU_SECONDS_OF_ROUND = 30;
const MOST_SECONDS_OF_ROUND = 600;
const LOOK_MS = 1000;
const first = Number(values.seed);
const endAt = Date.now() + seconds * 1000;
const faults = [];
let next = first;

process.stdout.write(`fuzz: ${seconds} seconds from --seed ${first}\n`);
while (Date.now() < endAt && next < first + rounds && faults.length < mostFaults) await runWorker();
process.stdout.write(`fuzz: ${next - first} rounds, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** A round that does not end is a fault: its thread is ended, and another one begins after it. */
function runWorker() {
  return new Promise((resolve) => {
    const workerData = { from: next, to: first + rounds, endAt };
    const worker = new Worker(new URL("fuzz-rounds.mjs", import.meta.url), { workerData });
    let begun = { cpu: process.cpuUsage(), at: Date.now() };
    const end = (fault) => {
      clearInterval(look);
      if (fault !== undefined) {
        note(next, fault);
        next++;
      }
      void worker.terminate().then(resolve);
    };
    const look = setInterval(() => {
      const { user, system } = process.cpuUsage(begun.cpu);
      const [cpu, passed] = [(user + system) / 1e6, (Date.now() - begun.at) / 1000];
      if (cpu > MOST_CPU_SECONDS_OF_ROUND || passed > MOST_SECONDS_OF_ROUND)
        end(`hangs: no end after ${Math.round(cpu)} s of CPU in ${Math.round(passed)} s`);
    }, LOOK_MS);
    worker.on("message", ({ round, found, done }) => {
      begun = { cpu: process.cpuUsage(), at: Date.now() };
      for (const fault of found ?? []) note(round, fault);
      if (round !== undefined) next = round + 1;
      if (done === true || faults.length >= mostFaults) end();
    });
    worker.on("error", (error) => end(`throws: ${error.stack}`));
  });
}

function note(seed, fault) {
  faults.push(fault);
  process.stdout.write(`--seed ${seed} --rounds 1\n  ${fault.replaceAll("\n", "\n  ")}\n`);
}
