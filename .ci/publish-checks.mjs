// Keeps `npm publish` from a tree that must not be released, with what .ci/release.mjs asks of one: npm runs it before
// either package is published from its folder, dry run or not.
import { resolve } from "node:path";
import { publishFaults, releaseFaults } from "./release-checks.mjs";

const root = resolve(import.meta.dirname, "..");
const faults = [...releaseFaults(root), ...publishFaults(root)];
if (faults.length > 0) {
  process.stderr.write(`not published:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  process.exitCode = 1;
}
