import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CouldNotRun } from "../../src/cli/cli-io.js";
import { OutputFile } from "../../src/cli/output-file.js";
import { useTemporaryFolder } from "../temporary-folder.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

describe("an output file", () => {
  it("stands under its name only when it is whole, for its owner only all the time", async () => {
    const file = await OutputFile.create(place("users"));
    await file.writeLine({ a: "x".repeat(200_000) });
    await file.write("é\n");
    const [partial, ...others] = temporary.entries();
    expect([partial, others]).toEqual([expect.stringMatching(/^users\..*\.partial$/), []]);
    expect(statSync(place(partial as string)).mode & 0o777).toBe(0o600);
    await file.complete();
    expect(temporary.entries()).toEqual(["users"]);
    expect(readFileSync(place("users"), "utf8")).toBe(`{"a":"${"x".repeat(200_000)}"}\né\n`);
    expect(statSync(place("users")).mode & 0o777).toBe(0o600);
  });

  it("leaves nothing behind when it is given up", async () => {
    const file = await OutputFile.create(place("users"));
    await file.writeLine({});
    await file.discard();
    expect(temporary.entries()).toEqual([]);
    await file.discard();
  });

  it("can't be written once it is closed, and says so as a fault that a user can cause", async () => {
    const file = await OutputFile.create(place("users"));
    await file.discard();
    const failing = file.writeLine("x".repeat(1 << 17));
    await expect(failing).rejects.toBeInstanceOf(CouldNotRun);
    await expect(failing).rejects.toMatchObject({ code: "cli/not-writable" });
  });
});

describe("several output files", () => {
  it("are not shown unless all of them are whole on the disk", async () => {
    const [first, second] = await OutputFile.createAll([place("first"), place("second")]);
    await first?.writeLine({});
    await second?.discard();
    const completing = OutputFile.completeAll([first as OutputFile, second as OutputFile]);
    await expect(completing).rejects.toMatchObject({ code: "cli/not-writable" });
    await first?.discard();
    expect(temporary.entries()).toEqual([]);
  });

  it("are all given up where one of them can't be made", async () => {
    mkdirSync(place("folder"));
    const creating = OutputFile.createAll([place("first"), place("folder")]);
    await expect(creating).rejects.toMatchObject({ code: "cli/not-writable" });
    expect(temporary.entries()).toEqual(["folder"]);
  });
});
