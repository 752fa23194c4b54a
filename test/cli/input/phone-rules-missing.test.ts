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

it("migrate says it before it checks any user, with a remedy for both ways of installing", async () => {
  const file = join(temporary.path(), "users.ndjson");
  const bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  writeFileSync(file, JSON.stringify({ user_id: "auth0|a", phone_number: "+4930123456", passwordHash: bcrypt }));
  const { io, err } = fakeIo({ env: { CREDPORT_API_KEY: "test-key-0123456789abcdef" } });
  await runCli(["migrate", file, "--from", "auth0", "--to", "http://127.0.0.1:9"], io);
  const [, second = ""] = err()
    .split(/\d of 9: /)
    .slice(1);
  expect(second).toContain("Phone numbers, if users have any, can't be imported yet. ");
  expect(second).toMatch(/npm install libphonenumber-js.*npm install --global libphonenumber-js/);
});

it("migrate says nothing of it where the service takes numbers as they are", async () => {
  const file = join(temporary.path(), "users.ndjson");
  writeFileSync(file, JSON.stringify({ user_id: "auth0|a", email: "ada@example.com" }));
  const { io, err } = fakeIo({ env: { CREDPORT_API_KEY: "test-key-0123456789abcdef" } });
  await runCli(["migrate", file, "--from", "auth0", "--service", "default", "--to", "http://127.0.0.1:9"], io);
  expect(err()).not.toContain("libphonenumber-js");
});
