import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { MOST_REFUSED_ROWS } from "../../src/report/report-model.js";
import { fakeIo } from "../cli/fake-io.js";
import { useTemporaryFolder } from "../temporary-folder.js";

/** 200 users, 22 of them damaged on purpose. */
const SAMPLE = fileURLToPath(new URL("../../docs/examples/firebase/", import.meta.url));
const EXPORT = join(SAMPLE, "users.json");
const OPTIONS = ["--from", "firebase", "--hash-config", join(SAMPLE, "hash-config.txt")];

const temporary = useTemporaryFolder();

async function reportsOf(
  command: string,
  endings: readonly string[],
  { file = EXPORT, options = OPTIONS }: { file?: string; options?: readonly string[] } = {},
) {
  const paths = endings.map((ending) => join(temporary.path(), `report.${ending}`));
  const { io, err } = fakeIo();
  const code = await runCli([command, file, ...options, ...paths.flatMap((path) => ["--report", path])], io);
  expect(err()).not.toContain("unexpected");
  expect(code).toBe(1);
  const files: Record<string, { readonly path: string; readonly text: string }> = Object.fromEntries(
    paths.map((path, at) => [endings[at], { path, text: readFileSync(path, "utf8") }]),
  );
  return files;
}

const cells = (line: string) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text]) => text);

/** A user whose hash is none. */
function lineOf(externalUserId: string): string {
  const email = `${externalUserId.replace(/\W/g, "")}@example.com`;
  return `${JSON.stringify({ externalUserId, email, passwordHash: "rubbish" })}\n`;
}

/** Every hash and salt of the sample. */
let secrets: readonly string[];
beforeAll(() => {
  const { users } = JSON.parse(readFileSync(EXPORT, "utf8")) as { users: Record<string, string>[] };
  secrets = users
    .flatMap(({ passwordHash, salt }) => [passwordHash, salt])
    .filter((text) => (text ?? "").length > 8) as string[];
  expect(secrets.length).toBeGreaterThan(300);
});

it.each([["check"], ["import"]])(
  "%s writes its report in six forms, which agree and hold no secret",
  async (command) => {
    const all = await reportsOf(command, ["html", "md", "json", "csv", "xml", "sarif"]);
    for (const { path, text } of Object.values(all)) {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
    const json = JSON.parse(all.json?.text ?? "");
    expect(json).toMatchObject({
      format: `${command}-report`,
      formatVersion: 1,
      refusedRecords: { inAll: 22 },
    });
    expect(json.refusedRecords.listed).toHaveLength(22);
    const [head, ...lines] = (all.csv?.text ?? "").trimEnd().split("\n");
    expect(head?.trim()).toBe('"external_user_id","address","line","file","code","reason","remedy","tell_the_user"');
    const answers = [...new Set(lines.map((line) => [5, 8].map((cell) => cells(line)[cell - 1]).join(": ")))];
    expect(answers).toEqual(
      expect.arrayContaining([
        "user/disabled: Your old account is closed: ask us if you need it.",
        'user/no-credential: Choose ""forgot password""; if no message reaches you, please sign up again.',
        "user/phone-malformed: Tell us your phone number with its country code.",
      ]),
    );
    expect(lines).toHaveLength(22);
    expect(all.xml?.text).toContain('tests="23" failures="22"');
    expect(all.xml?.text.match(/<failure /g)).toHaveLength(22);
    const sarif = JSON.parse(all.sarif?.text ?? "");
    expect([sarif.version, sarif.runs[0].results.length >= 22]).toEqual(["2.1.0", true]);
    const rules = sarif.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id);
    for (const { ruleId } of sarif.runs[0].results) expect(rules).toContain(ruleId);
    expect(all.md?.text.split("\n").filter((line) => /^\| \d+ \|/.test(line))).toHaveLength(22);
    expect(all.html?.text.match(/<tr><td>/g)).toHaveLength(22);
    if (command === "check")
      expect(all.html?.text).toMatch(/aria-label="\d+ provider-scrypt[^"]*, \d+ [^"]*"><rect class="/);
  },
);

it.each([
  ["check", 1, "known-password"],
  ["import", 1, "import/known-not-signed-in"],
] as const)("a %s that ends with %d is red in the forms that machines read (%s)", async (command, expected, code) => {
  const file = join(temporary.path(), "users.ndjson");
  const passwordHash = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
  writeFileSync(file, `${JSON.stringify({ externalUserId: "a", email: "a@example.com", passwordHash })}\n`);
  const [xml, sarif] = ["red.xml", "red.sarif"].map((name) => join(temporary.path(), name)) as [string, string];
  const { io } = fakeIo({ stdin: "wrong\n" });
  const known = ["--from", "credport", "--known", "a@example.com"];
  expect(await runCli([command, file, ...known, "--report", xml, "--report", sarif], io)).toBe(expected);
  expect(readFileSync(xml, "utf8")).toMatch(new RegExp(`failures="1".*<failure type="${code}"`, "s"));
  expect(JSON.parse(readFileSync(sarif, "utf8")).runs[0].results).toMatchObject([{ ruleId: code, level: "error" }]);
});

it.each([["check"], ["import"]])("%s replaces its own reports, and nothing else of that name", async (command) => {
  const endings = ["html", "md", "json", "csv", "xml", "sarif"];
  const first = await reportsOf(command, endings);
  const again = await reportsOf(command, endings);
  expect(Object.keys(again)).toEqual(Object.keys(first));
  for (const [ending = "", { path, text }] of Object.entries(again)) {
    const other = ending === "md" ? "# Imported users\n" : text.replace(/credport|external_user_id/, "another");
    writeFileSync(path, other);
    const { io, err } = fakeIo();
    expect(await runCli([command, EXPORT, ...OPTIONS, "--report", path], io), ending).toBe(2);
    expect([err(), readFileSync(path, "utf8")]).toEqual([expect.stringContaining("is not replaced unasked"), other]);
  }
});

it("a page takes nothing from elsewhere, and what a file is called is never markup", async () => {
  const file = join(temporary.path(), "<img src=x>.ndjson");
  writeFileSync(file, lineOf("u1"));
  const { html, md } = await reportsOf("check", ["html", "md"], { file, options: ["--from", "credport"] });
  expect(html?.text).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
  expect(html?.text).toContain("&lt;img src=x&gt;.ndjson");
  for (const { text = "" } of [html ?? {}, md ?? {}] as { text?: string }[]) expect(text).not.toContain("<img");
  expect(html?.text).not.toMatch(/https?:\/\//);
});

it("names the first users of a long list in most forms, and all in a table for the support desk", async () => {
  const file = join(temporary.path(), "users.ndjson");
  const users = Array.from({ length: MOST_REFUSED_ROWS + 7 }, (_, at) => lineOf(`u${at}`));
  writeFileSync(file, users.join(""));
  const { md, csv } = await reportsOf("check", ["md", "csv"], { file, options: ["--from", "credport"] });
  const note = `The first ${MOST_REFUSED_ROWS} of ${MOST_REFUSED_ROWS + 7} are listed here`;
  expect(md?.text).toContain(note);
  expect(csv?.text.trimEnd().split("\n")).toHaveLength(MOST_REFUSED_ROWS + 8);
});

it("never sends to the sign-up whose address the fallback keeps, and calls no account closed that another record stands for", async () => {
  const { file, answers } = await toldTo(
    ["--prefer", "last-login"],
    ["--fallback", join(temporary.path(), "f.ndjson")],
  );
  expect(answers).toEqual({
    bare: RESET,
    phone: RESET,
    closed: "Your old account is closed: ask us if you need it.",
    "twice-1": 'You have an account: sign in, or choose "forgot password".',
  });
  expect(readFileSync(file, "utf8")).toContain("phone@example.com");
  const alone = await toldTo([], []);
  expect(alone.answers).toMatchObject({ phone: "Tell us your phone number with its country code." });
});

it("does not tell to give what was given for users without a password", async () => {
  const { answers, text } = await toldTo(["--without-password", "reset"], [], [{ localId: "none", displayName: "x" }]);
  expect(answers).toHaveProperty("none");
  expect(text).not.toMatch(/give --without-password/);
  expect(text).toContain("--without-password reset takes users with a sound address");
});

const RESET = 'Choose "forgot password"; if no message reaches you, please sign up again.';

/** What the support desk is to tell refused users, by ID. */
async function toldTo(choices: readonly string[], fallback: readonly string[], further: readonly object[] = []) {
  const file = join(temporary.path(), "told.json");
  const user = (localId: string, fields: object = {}) => ({
    ...{ localId, email: `${localId.replace(/-.*/, "")}@example.com`, emailVerified: true, ...fields },
  });
  const social = { providerUserInfo: [{ providerId: "google.com", rawId: "1234", email: "twice@example.com" }] };
  const users = [
    user("bare"),
    user("phone", { phoneNumber: "0151 123" }),
    user("closed", { disabled: true, phoneNumber: "+15555550100" }),
    user("twice-1", { ...social, lastLoginAt: "1000000000000" }),
    user("twice-2", { phoneNumber: "+15555550101", lastLoginAt: "1700000000000" }),
    ...further,
  ];
  writeFileSync(file, JSON.stringify({ users }));
  const options = ["--from", "firebase", ...choices, ...fallback, "--force"];
  const { csv, md } = await reportsOf("check", ["csv", "md"], { file, options });
  const rows = (csv?.text ?? "").trimEnd().split("\n").slice(1).map(cells);
  const answers = Object.fromEntries(rows.map((row) => [row[0], row.at(-1)?.replaceAll('""', '"')]));
  return { file: fallback[1] ?? file, answers, text: `${csv?.text}${md?.text}` };
}

it("a name that says no form is refused before anything is read", async () => {
  const { io, err } = fakeIo();
  expect(await runCli(["check", EXPORT, ...OPTIONS, "--report", "report.pdf"], io)).toBe(2);
  expect(err()).toContain("ends in none of .html, .md, .json, .csv, .xml, .sarif");
});
