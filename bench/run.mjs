/**
 * Runs the benchmarks side by side and prints ratios: `npm run bench [topic …] [-- --json]`.
 * Each topic is a file beside this one whose default export gives rows
 * `{ name, unit, ours, others: [{ name, value, ratio }], note }`; a ratio above 1 in
 * a rate, and below 1 in a duration, is in credport's favour as the note says.
 */
import { readdirSync } from "node:fs";
import { cpus, totalmem } from "node:os";

const topics = readdirSync(new URL(".", import.meta.url))
  .filter((name) => name.endsWith(".mjs") && name !== "run.mjs" && !name.startsWith("_"))
  .map((name) => name.slice(0, -".mjs".length));
const words = process.argv.slice(2);
const wanted = words.filter((word) => word !== "--json" && word !== "--help");
const json = words.includes("--json");
const unknown = wanted.filter((topic) => !topics.includes(topic));
const usage = `npm run bench [topic …] [-- --json]\ntopics: ${topics.join(", ")}; all without any\n`;
if (unknown.length > 0) {
  process.stderr.write(`no such topic: ${unknown.join(", ")}\n${usage}`);
  process.exit(2);
}
if (words.includes("--help")) {
  process.stdout.write(usage);
  process.exit(0);
}

const results = {};
for (const topic of wanted.length > 0 ? wanted : topics) {
  const { default: run } = await import(`./${topic}.mjs`);
  const rows = await run();
  results[topic] = rows;
  if (!json) print(topic, rows);
}
if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);

function print(topic, rows) {
  process.stdout.write(
    `\n${topic}  (Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB)\n`,
  );
  for (const { name, unit, ours, others, note } of rows) {
    process.stdout.write(`\n  ${name}\n    ${figure(ours)} ${unit}  credport\n`);
    for (const other of others) {
      process.stdout.write(`    ${figure(other.value)} ${unit}  ${other.name}  (ratio ${other.ratio.toFixed(2)})\n`);
    }
    if (note) process.stdout.write(`    ${note}\n`);
  }
}

function figure(value) {
  const digits = value >= 100 ? 0 : value >= 1 ? 2 : 4;
  return value.toFixed(digits).padStart(12);
}
