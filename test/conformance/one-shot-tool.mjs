// A tool that answers one case and ends: node one-shot-tool.mjs <manner>
import { readFileSync } from "node:fs";

const manner = process.argv[2];
const { id, input } = JSON.parse(readFileSync(0, "utf8"));
const isTrigger = id === "double/small-003";
const print = (value) => process.stdout.write(JSON.stringify(value));

if (isTrigger && manner === "crashes") process.exit(2);
if (isTrigger && manner === "hangs") for (;;);
if (isTrigger && manner === "rubbish") process.stdout.write("8");
else if (isTrigger && manner === "floods") process.stdout.write("x".repeat(1 << 20));
else if (input.number % 2 === 0) print({ number: 2 * input.number });
else {
  if (manner !== "says-no-code") print({ code: "double/odd" });
  process.exitCode = 1;
}
