import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const temporary = useTemporaryFolder();
const KEY = "test-key-0123456789abcdef";

async function doctor(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { io, out } = fakeIo({ env });
  const exitCode = await runCli(["doctor", ...args, "--json"], io);
  const { findings } = JSON.parse(out()) as {
    readonly findings: readonly { readonly what: string; readonly state: string; readonly said: string }[];
  };
  return { exitCode, out: out(), of: (name: string) => findings.filter(({ what }) => what === name) };
}

it("looks at this machine, and finds nothing in the way", async () => {
  const { exitCode, of } = await doctor();
  expect(exitCode).toBe(0);
  for (const what of ["Node.js", "engine of bcrypt", "package libphonenumber-js", "working folder"]) {
    expect(of(what)).toEqual([expect.objectContaining({ state: "fine" })]);
  }
  expect(of("service")).toEqual([]);
});

it.each([
  ["20.18.3", "wrong"],
  ["18.20.0", "wrong"],
  ["20.19.0", "fine"],
  ["24.1.0", "fine"],
])("calls Node.js %s %s", async (node, state) => {
  const { versions } = process;
  Object.defineProperty(process, "versions", { value: { ...versions, node } });
  onTestFinished(() => void Object.defineProperty(process, "versions", { value: versions }));
  expect((await doctor()).of("Node.js")).toMatchObject([{ state }]);
});

it("looks at the service, and shows no key", async () => {
  const service = createRehearsalService({ service: "supertokens", apiKeys: [KEY] });
  const { url, close } = await service.listen();
  onTestFinished(close);
  const args = ["--to", url, "--service", "supertokens"];
  const right = await doctor(args, { CREDPORT_API_KEY: KEY });
  expect([right.exitCode, right.of("service")[0]]).toMatchObject([0, { state: "fine" }]);
  expect(right.out).not.toContain(KEY);
  const wrong = await doctor(args, { CREDPORT_API_KEY: "another-key-0123456789" });
  expect([wrong.exitCode, wrong.of("service")[0]]).toMatchObject([1, { state: "wrong" }]);
  const without = await doctor(args);
  expect([without.exitCode, without.of("service")[0]?.said]).toEqual([1, expect.stringContaining("no API key")]);
});

it("names what is wrong with the settings, and still looks at all the rest", async () => {
  const path = join(temporary.path(), "settings.json");
  writeFileSync(path, '{ "from": "django", "hashConfg": "x" }');
  const { io, err } = fakeIo();
  // Every command refuses such settings before it begins.
  expect([await runCli(["doctor", "--config", path], io), err()]).toEqual([
    2,
    expect.stringContaining("hashConfg is not a setting"),
  ]);
  writeFileSync(path, '{ "from": "django", "service": "supertokens" }');
  const { exitCode, of } = await doctor(["--config", path]);
  expect([exitCode, of("settings")[0]?.said]).toEqual([0, expect.stringMatching(/has from, service$/)]);
});
