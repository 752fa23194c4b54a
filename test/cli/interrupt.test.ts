import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

const OWN_IO = fileURLToPath(new URL("../../src/cli/cli-io.ts", import.meta.url));
const bundled = build({ entryPoints: [OWN_IO], bundle: true, platform: "node", format: "esm", write: false });

/** Runs steps of a command in a process of its own, which gets real signals; `raise` sends one. */
async function processWith(steps: string): Promise<{ out: string; end: number | string | null }> {
  const [own] = (await bundled).outputFiles;
  const script = `${own?.text}
    const io = processIo();
    const raise = (signal) => process.kill(process.pid, signal);
    const step = (name) => io.onInterrupt(() => console.log(name));
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    ${steps}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  return new Promise((resolve) => child.on("close", (code, signal) => resolve({ out, end: signal ?? code })));
}

describe.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s", (signal) => {
  test("tells the next step where it was caught and the step before did not hear it", async () => {
    const run = await processWith(`step("first")(); raise("${signal}"); await pause(); step("second");`);
    expect(run).toEqual({ out: "second\n", end: 0 });
    const raised = `const forget = step("first"); raise("${signal}"); forget();`;
    const late = await processWith(`${raised} await pause(); step("second");`);
    expect(late).toEqual({ out: "second\n", end: 0 });
  });

  test("tells every later step, whatever the one that heard it has made of it", async () => {
    const run = await processWith(
      `const forget = step("first"); raise("${signal}"); await pause(); forget(); step("second");`,
    );
    expect(run).toEqual({ out: "first\nsecond\n", end: 0 });
  });

  test("ends the process where no step comes, and the second one does so at once", async () => {
    const alone = await processWith(`step("first")(); raise("${signal}"); setTimeout(() => {}, 60_000);`);
    expect(alone).toEqual({ out: "", end: signal });
    const heard = `const forget = step("first"); raise("${signal}"); await pause(); forget();`;
    const twice = await processWith(`${heard} raise("${signal}"); setTimeout(() => {}, 60_000);`);
    expect(twice).toEqual({ out: "first\n", end: signal });
  });
});
