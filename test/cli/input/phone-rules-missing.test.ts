import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

vi.mock("libphonenumber-js/min", () => {
  throw new Error("Cannot find package");
});

const temporary = useTemporaryFolder();

const MAP = { user: { externalUserId: "id", email: "mail", phoneNumber: "tel" } };

it.each([
  ["check", "phoneRegion in the map", { ...MAP, phoneRegion: "DE" }, []],
  ["check", "--phone-region", MAP, ["--phone-region", "DE"]],
  ["check", "--phone-region", { ...MAP, phoneRegion: "DE" }, ["--phone-region", "AT"]],
  ["import", "phoneRegion in the map", { ...MAP, phoneRegion: "DE" }, []],
] as const)("%s says what a country needs, and who asked for it: %s", async (command, where, map, more) => {
  const [file, mapFile] = ["users.csv", "map.json"].map((name) => join(temporary.path(), name)) as [string, string];
  writeFileSync(file, "id,mail,tel\n1,ada@example.com,030 123456\n");
  writeFileSync(mapFile, JSON.stringify(map));
  const { io, err } = fakeIo({});
  expect(await runCli([command, file, "--from", "table", "--map", mapFile, ...more], io)).toBe(2);
  expect(err()).toContain(`${where} needs libphonenumber-js, which is not installed: npm install libphonenumber-js\n`);
});
