import { lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CouldNotRun } from "../../../src/cli/could-not-run.js";
import { OutputFile } from "../../../src/cli/output/output-file.js";
import { useTemporaryFolder } from "../../temporary-folder.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

describe("an output file", () => {
  it("appears under its name only when it is whole, for its owner only all the time", async () => {
    const file = await OutputFile.create({ path: place("users") });
    await file.writeLine({ a: "x".repeat(200_000) });
    await file.write("é\n");
    expect(temporary.entries()).not.toContain("users");
    expect(statSync(place("users.credport-partial")).mode & 0o777).toBe(0o600);
    await file.complete();
    expect(temporary.entries()).toEqual(["users"]);
    expect(readFileSync(place("users"), "utf8")).toBe(`{"a":"${"x".repeat(200_000)}"}\né\n`);
    expect(statSync(place("users")).mode & 0o777).toBe(0o600);
  });

  it("leaves nothing behind when it is given up", async () => {
    const file = await OutputFile.create({ path: place("users") });
    await file.writeLine({});
    await file.discard();
    expect(temporary.entries()).toEqual([]);
    await file.discard();
  });

  it("can't be written once it is closed, and says so as a fault that a user can cause", async () => {
    const file = await OutputFile.create({ path: place("users") });
    await file.discard();
    const failing = file.writeLine("x".repeat(1 << 17));
    await expect(failing).rejects.toBeInstanceOf(CouldNotRun);
    await expect(failing).rejects.toMatchObject({ code: "cli/not-writable" });
  });
});

describe("an output file that has a file in its place", () => {
  const isOurs = (line: string) => line === "ours";

  it.each([
    ["precious", {}, false],
    ["precious", { isOurs }, false],
    ["ours\nmore", {}, false],
    ["ours\nmore", { isOurs }, true],
    ["ours", { isOurs }, true],
    // Nothing is lost.
    ["", {}, true],
  ])("replaces %j of %o: %s", async (text, known, isReplaced) => {
    const path = place("users");
    writeFileSync(path, text);
    const creating = OutputFile.create({ path, ...known });
    if (!isReplaced) await expect(creating).rejects.toMatchObject({ code: "cli/output-exists" });
    else await (await creating).complete();
    expect(readFileSync(path, "utf8")).toBe(isReplaced ? "" : text);
    const forced = await OutputFile.create({ path, ...known }, { force: true });
    await forced.complete();
    expect(temporary.entries()).toEqual(["users"]);
  });

  it("leaves one alone that somebody has put there in the meantime", async () => {
    const file = await OutputFile.create({ path: place("users") });
    writeFileSync(place("users"), "precious");
    await expect(file.complete()).rejects.toMatchObject({ code: "cli/output-exists" });
    await file.discard();
    expect(readFileSync(place("users"), "utf8")).toBe("precious");
  });

  it("follows a symbolic link, which stays one", async () => {
    symlinkSync("users", place("link"));
    const file = await OutputFile.create({ path: place("link") });
    await file.write("whole");
    await file.complete();
    expect(lstatSync(place("link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(place("users"), "utf8")).toBe("whole");
  });

  it("has one owner, under whatever name", async () => {
    symlinkSync("users", place("link"));
    const file = await OutputFile.create({ path: place("users") });
    await expect(OutputFile.create({ path: place("link") })).rejects.toMatchObject({
      code: "cli/not-writable",
      message: `process ${process.pid} on ${hostname()} is writing ${place("link")}`,
      remedy: "Wait until that process has ended, or give another path.",
    });
    await file.complete();
  });

  it("takes away what a dead command left", async () => {
    writeFileSync(place("users.credport-partial"), "half of the hashes");
    const file = await OutputFile.create({ path: place("users") });
    await file.write("whole");
    await file.complete();
    expect(temporary.entries()).toEqual(["users"]);
    expect(readFileSync(place("users"), "utf8")).toBe("whole");
  });
});

describe("several output files", () => {
  it("are not shown unless all of them are whole on the disk", async () => {
    const [first, second] = await OutputFile.createAll([{ path: place("first") }, { path: place("second") }]);
    await first?.writeLine({});
    await second?.discard();
    const completing = OutputFile.completeAll([first as OutputFile, second as OutputFile]);
    await expect(completing).rejects.toMatchObject({ code: "cli/not-writable" });
    await first?.discard();
    expect(temporary.entries()).toEqual([]);
  });

  it("are all given up where one of them can't be made", async () => {
    mkdirSync(place("folder"));
    const creating = OutputFile.createAll([{ path: place("first") }, { path: place("folder") }]);
    await expect(creating).rejects.toMatchObject({ code: "cli/not-writable" });
    expect(temporary.entries()).toEqual(["folder"]);
  });
});
