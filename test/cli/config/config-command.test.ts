import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { expect, it } from "vitest";
import { COMMANDS } from "../../../src/cli/commands.js";
import { CONFIG_KEYS } from "../../../src/cli/input/config-file.js";
import { runCli } from "../../../src/cli/run-cli.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const folder = useTemporaryFolder();
const place = (name: string) => join(folder.path(), name);

async function credport(...args: readonly string[]) {
  const { io, out, err } = fakeIo();
  return { code: await runCli(args, io), out: out(), err: err() };
}

function config(settings: unknown): readonly string[] {
  writeFileSync(place("c.json"), JSON.stringify(settings));
  return ["--config", place("c.json")];
}

function users(): string {
  writeFileSync(
    place("users.json"),
    '{"users":[{"localId":"a","phoneNumber":"+15555550100"},{"localId":"b","phoneNumber":"+15555550101","disabled":true}]}',
  );
  return place("users.json");
}

it("settings are taken where the command line says nothing, and lists are not added up", async () => {
  const settings = config({ from: "firebase", includeDisabled: true, include: ["disabled"], maxRefused: 0 });
  expect((await credport("check", users(), ...settings)).out).toContain("2 can be imported");
  expect((await credport("check", users(), ...settings, "--from", "auth0")).err).toContain("not like Auth0");
  const { out } = await credport("config", ...settings, "--json");
  expect(JSON.parse(out)).toMatchObject({ path: place("c.json"), settings: { from: "firebase" } });
});

it("files are looked for beside the settings", async () => {
  mkdirSync(place("keys"));
  const settings = config({ hashConfig: "keys/none.txt" });
  expect((await credport("check", users(), ...settings)).err).toContain(`cannot read ${place("keys/none.txt")}`);
});

it("an import sends nothing to an address that only the settings name", async () => {
  const settings = config({ to: "http://127.0.0.1:9", apiKeyFile: "none.txt", tenantPath: "x" });
  const { code, out } = await credport("import", users(), ...settings);
  expect([code, out]).toEqual([1, expect.stringContaining("REHEARSAL: no user was really imported")]);
  expect((await credport("preflight", ...settings)).err).toContain("cannot read");
});

it.each([
  ["[]", "is not a JSON object"],
  [{ form: "firebase" }, "form is not a setting\n  Give from if that is meant."],
  [{ apiKey: "S3cret" }, "apiKey is not a setting\n  Give apiKeyFile if that is meant."],
  [{ existing: "skipp" }, "existing must be one of refuse, skip, overwrite"],
  [{ includeDisabled: "yes" }, "includeDisabled must be true or false"],
  [{ concurrency: {}, include: [1] }, "include must be a text"],
])("settings that can't be meant are refused: %j", async (settings, message) => {
  const { code, err } = await credport("import", users(), ...config(settings));
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

it("every setting is an option of some command", async () => {
  const attributes = new Set<string>();
  for (const { name, load } of COMMANDS) {
    const command = new Command(name);
    (await load())(command, fakeIo().io, () => undefined);
    for (const option of command.options) attributes.add(option.attributeName());
  }
  expect(CONFIG_KEYS.filter((key) => !attributes.has(key))).toEqual([]);
});
