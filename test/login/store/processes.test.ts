import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFallbackStore } from "../../../src/login/index.js";
import { IS_FULL } from "../../by-day.js";
import { useTemporaryFolder } from "../../temporary-folder.js";

const LOGIN = pathToFileURL(resolve(import.meta.dirname, "../../../dist/login/index.js")).href;
// Known answer of hashcat's examples.
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const temporary = useTemporaryFolder();

/** Opens the store and forgets the users from one number to another; says so of each once it has ended. */
const FORGETTER = `
import { openFallbackStore } from ${JSON.stringify(LOGIN)};
const [file, from, to] = process.argv.slice(1);
// One of the processes builds the store, and the others wait for it.
const opened = await openFallbackStore(file);
if (!opened.ok) throw new Error(opened.problems[0].code);
console.log("open");
for (let id = Number(from); id < Number(to); id++) {
  if (!(await opened.value.forgetUser({ id: "u" + id }))) throw new Error("u" + id + " is not there");
  console.log(id);
}
await opened.value.close();
console.log("done");
`;

/** Opens the store, again and again over a file that is newer each time. */
const BUILDER = `
import { utimes } from "node:fs/promises";
import { openFallbackStore } from ${JSON.stringify(LOGIN)};
const [file] = process.argv.slice(1);
for (let round = 1; ; round++) {
  await utimes(file, new Date(), new Date(Date.now() + round * 1000));
  console.log(round);
  const opened = await openFallbackStore(file);
  if (!opened.ok) throw new Error(opened.problems[0].code);
  await opened.value.close();
}
`;

async function usersFile(count: number): Promise<string> {
  const file = join(temporary.path(), "fallback.ndjson");
  const lines = Array.from({ length: count }, (_, id) =>
    JSON.stringify({ externalUserId: `u${id}`, identifiers: [`u${id}@example.com`], passwordHash: PHPASS }),
  );
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return file;
}

function run(program: string, ...args: readonly (string | number)[]) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, ...args.map(String)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => said.push(line));
  return { child, said, ended: once(lines, "close") };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function leftIn(file: string, count: number): Promise<ReadonlySet<number>> {
  const opened = await openFallbackStore(file);
  if (!opened.ok) throw new Error(opened.problems[0].code);
  const left = new Set<number>();
  for (let id = 0; id < count; id++) {
    const user = await opened.value.findLegacyUser(`u${id}@example.com`);
    if (user !== null) left.add(id);
  }
  await opened.value.close();
  return left;
}

describe("several processes with one store", () => {
  it("forget users at the same time, and each is forgotten once all are done", async () => {
    const [count, processes] = [400, 4];
    const file = await usersFile(count);
    const each = count / 2 / processes;
    const all = Array.from({ length: processes }, (_, at) => run(FORGETTER, file, at * each, (at + 1) * each));
    await Promise.all(all.map(({ ended }) => ended));
    for (const { said } of all) expect(said.at(-1)).toBe("done");
    const left = await leftIn(file, count);
    expect([...left].sort((one, other) => one - other)).toEqual(
      Array.from({ length: count / 2 }, (_, at) => count / 2 + at),
    );
  });

  it("build it once: those who come meanwhile wait, and use the one that is there then", async () => {
    const file = await usersFile(3000);
    const all = [0, 1, 2].map((at) => run(FORGETTER, file, at, at + 1));
    await Promise.all(all.map(({ ended }) => ended));
    for (const { said } of all) expect(said.at(-1)).toBe("done");
    expect((await readdir(temporary.path())).sort()).toEqual(["fallback.ndjson", "fallback.ndjson.store"]);
  });
});

describe("a process that is killed", () => {
  it.each(IS_FULL ? [1, 2, 3, 4] : [1, 4])(
    "while it forgets users, round %d: what it said is so, and nobody else is gone",
    async (round) => {
      const count = IS_FULL ? 5000 : 2000;
      const file = await usersFile(count);
      const { child, said, ended } = run(FORGETTER, file, 0, count);
      while (said.length < 1 + round * 7) await new Promise((wait) => setTimeout(wait, 5));
      await kill(child);
      await ended;
      const acknowledged = said.filter((line) => /^\d+$/.test(line)).map(Number);
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(said).not.toContain("done");
      const left = await leftIn(file, count);
      for (const id of acknowledged) expect(left.has(id)).toBe(false);
      // One more may have been marked without having been said.
      expect(left.size).toBeGreaterThanOrEqual(count - acknowledged.length - 1);
    },
  );

  it("while it builds the store leaves nothing that stops the next one, and no user comes back", async () => {
    const count = 4000;
    const file = await usersFile(count);
    const first = await openFallbackStore(file);
    if (!first.ok) throw new Error(first.problems[0].code);
    await first.value.forgetUser({ id: "u7" });
    await first.value.close();
    for (const delay of [0, 15, 40, 80]) {
      const { child, said, ended } = run(BUILDER, file);
      while (said.length === 0) await new Promise((wait) => setTimeout(wait, 2));
      await new Promise((wait) => setTimeout(wait, delay));
      await kill(child);
      await ended;
      const opened = await openFallbackStore(file);
      if (!opened.ok) throw new Error(opened.problems[0].code);
      expect(await opened.value.findLegacyUser("u7@example.com")).toBeNull();
      expect((await opened.value.findLegacyUser("u8@example.com"))?.id).toBe("u8");
      await opened.value.close();
    }
    // The next build takes away what the killed ones left.
    await rm(file);
    await usersFile(count + 1);
    expect((await leftIn(file, 10)).has(7)).toBe(false);
    // Whoever is killed while it takes a lock leaves a file of its own, which names nobody else.
    const names = (await readdir(temporary.path())).filter(
      (name) => !/^(?:\.credport-|fallback\.ndjson\.store\.lock\.)[0-9a-f-]{36}$/.test(name),
    );
    expect(names.sort()).toEqual(["fallback.ndjson", "fallback.ndjson.store"]);
    expect((await stat(`${file}.store`)).mode & 0o777).toBe(0o600);
  });
});
