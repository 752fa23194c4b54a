import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { CONFIG_KEYS } from "../../src/cli/input/config-file.js";
import { runCli } from "../../src/cli/run-cli.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { fakeIo } from "../cli/fake-io.js";
import { startDouble } from "../import/administration-double.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { expectFits, schemaOf } from "./expect-fits.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const jsonIn = (path: string) => JSON.parse(readFileSync(path, "utf8"));

const SAMPLE = inRepository("docs/examples/firebase/users.json");
const FIREBASE = [
  SAMPLE,
  "--from",
  "firebase",
  "--hash-config",
  inRepository("docs/examples/firebase/hash-config.txt"),
];
const PASSWORD = readFileSync(inRepository("docs/examples/firebase/known-password.txt"), "utf8");

async function credport(...args: readonly string[]) {
  const { io, out, err } = fakeIo({
    stdin: PASSWORD,
    env: { CREDPORT_API_KEY: "test-key-0123456789abcdef" },
  });
  const exitCode = await runCli(args, io);
  expect(exitCode === 2 ? err() : "").toBe("");
  return out();
}

const reported = async (...args: readonly string[]) => {
  await credport(...args, "--report", place("report.json"), "--force");
  return jsonIn(place("report.json"));
};

const sampleOf = (name: string) => inRepository(`test/source/systems/samples/${name}`);

describe("the report of a check is as its schema says", () => {
  it.each([
    ["a damaged export, with a known password", [...FIREBASE, "--known", "ada@example.com"]],
    ["an export in one line that was recognised", [sampleOf("keycloak.json")]],
    ["tables that are joined, with unknown columns", [sampleOf("supabase.sql"), "--from", "supabase"]],
    ["users without a password", [sampleOf("cognito.json"), "--from", "cognito", "--without-password", "reset"]],
  ])("%s", async (_, args) => {
    expectFits("check-report", await reported("check", ...args));
  });
});

describe("the report of an import is as its schema says", () => {
  it("a rehearsal", async () => {
    expectFits("import-report", await reported("import", ...FIREBASE, "--known", "ada@example.com"));
  });

  it.each(["calls", "bulk"])("to a service, by %s, with words of the service and a second run", async (via) => {
    const { url } = await startDouble(createRehearsalService({ service: "supertokens" }));
    const args = [sampleOf("supabase.sql"), "--from", "supabase", "--service", "supertokens", "--to", url];
    for (const _ of [1, 2]) {
      expectFits("import-report", await reported("import", ...args, "--via", via, "--journal", place("journal")));
    }
  });
});

it("a report that lacks a number, or has a secret too many, is not", async () => {
  const report = await reported("check", ...FIREBASE);
  const fits = new Ajv2020({ strict: false }).compile(schemaOf("check-report"));
  const { records: _, ...lacking } = report;
  expect([fits(report), fits(lacking), fits({ ...report, passwordHash: "x" })]).toEqual([true, false, false]);
});

describe("the settings", () => {
  it("have the keys that the schema has", () => {
    const { properties } = schemaOf("config");
    expect(Object.keys(properties).sort()).toEqual(["$schema", ...CONFIG_KEYS].sort());
  });

  it("that a migration writes, and its account, are as their schemas say", async () => {
    const service = createRehearsalService({ service: "supertokens" });
    const { url, close } = await service.listen();
    onTestFinished(close);
    writeFileSync(place("users.csv"), readFileSync(sampleOf("auth0-profiles.ndjson")));
    const options = ["--from", "auth0", "--include", "banned", "--provider", "github=gh", "--to", url, "--yes"];
    const out = await credport("migrate", place("users.csv"), ...options, "--prefer", "verified", "--json");
    expectFits("migrate-report", JSON.parse(out));
    expect(JSON.parse(out).stages.map(({ state }: { state: string }) => state)).not.toContain("left");
    const settings = jsonIn(place("users.csv.migration/credport.config.json"));
    expect(settings).toMatchObject({ from: "auth0", include: ["banned"], provider: { github: "gh" } });
    expectFits("config", settings);
  });
});
