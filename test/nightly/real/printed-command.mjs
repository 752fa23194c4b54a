/** The commands of a guide's first step, as they are printed there. */
import { readFileSync } from "node:fs";

/** The command that begins with these words. `fill` gives what stands in the place of the reader's own names. */
export function printedCommand(guide, begins, fill = {}) {
  const page = readFileSync(new URL(`../../../docs/guides/${guide}.md`, import.meta.url), "utf8");
  const block = /^## 1\. Export$[\s\S]*?^```sh$\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "";
  const commands = block.replace(/\\\n\s*/g, "").split("\n");
  const found = commands.filter((line) => line.startsWith(begins));
  if (found.length !== 1) throw new Error(`${found.length} commands of the guide ${guide} begin with ${begins}`);
  let command = found[0];
  for (const [name, value] of Object.entries(fill)) {
    if (!command.includes(name)) throw new Error(`the command of the guide ${guide} no longer has ${name}`);
    command = command.replaceAll(name, value);
  }
  return command;
}

/** Names that the guide says are to be added to its command: each must be said there. */
export function namedInGuide(guide, ...names) {
  const page = readFileSync(new URL(`../../../docs/guides/${guide}.md`, import.meta.url), "utf8");
  for (const name of names) if (!page.includes(name)) throw new Error(`the guide ${guide} does not name ${name}`);
  return names.join(" ");
}
