import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import bcrypt from "bcryptjs";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { type FakeIoOptions, fakeIo } from "../fake-io.js";
import { type Answers, answeringInOrder } from "./answering.js";

/** What a migration asks for beyond the system and the service, where an export needs it. */

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

let to: string;

beforeEach(async () => {
  const service = createRehearsalService({ service: "supertokens" });
  const { url, close } = await service.listen();
  onTestFinished(close);
  to = url;
  writeFileSync(place("key.txt"), "test-key-0123456789abcdef");
});

function migrate(file: string, answers: Answers, args: readonly string[] = [], options: FakeIoOptions = {}) {
  const service = ["--to", to, "--api-key-file", place("key.txt")];
  return answeringInOrder(["migrate", place(file), ...service, ...args], answers, options);
}

const textIn = (file: string, name: string) => readFileSync(join(place(`${file}.migration`), name), "utf8");
const settingsIn = (file: string) => JSON.parse(textIn(file, "credport.config.json"));

const digest = (text: string, kind = "md5") => createHash(kind).update(text).digest("hex");
const NO_TERMINAL = { stdinIsTerminal: false, stderrIsTerminal: false };

/** A user whose password is known. */
const KNOWN: Answers = [
  ["password you know", "u1@example.com"],
  ["Password of u1@example.com", "password 1"],
];

/** PrestaShop's older customers: md5 over the shop's cookie key and the password. */
function shop(pepper: string): string {
  const row = (id: number) => `(${id},1,'u${id}@example.com','${digest(`${pepper}password ${id}`)}',1,0,0)`;
  const columns = "`id_customer`, `id_shop`, `email`, `passwd`, `active`, `is_guest`, `deleted`";
  return `INSERT INTO \`ps_customer\` (${columns}) VALUES ${row(1)},${row(2)};\n`;
}

it("asks for the variable of the pepper where the fallback needs it, and proves a known password with it", async () => {
  writeFileSync(place("shop.sql"), shop("cookie-key"));
  const answers: Answers = [...KNOWN, ["Name of the variable", "cookie key"], ["Name of the variable", "COOKIE_KEY"]];
  const env = { COOKIE_KEY: "cookie-key" };
  const { code, err, out } = await migrate("shop.sql", answers, ["--from", "prestashop"], { env });
  expect([code, err]).toEqual([0, expect.stringContaining("never the pepper")]);
  expect(out).toMatch(
    /the password matches the hash as the fallback verifies it[\s\S]*fallback\.ndjson has what it needs/,
  );
  expect(settingsIn("shop.sql")).toMatchObject({ pepperName: "COOKIE_KEY" });
  expect(textIn("shop.sql", "fallback.ndjson")).toContain('"pepper":"COOKIE_KEY"');
  expect(err + out).not.toContain("cookie-key");
});

it("is not done while the pepper of the fallback is not named", async () => {
  writeFileSync(place("shop.sql"), shop("cookie-key"));
  const open = await migrate("shop.sql", [
    ["password you know", ""],
    ["Name of the variable", ""],
  ]);
  expect([open.code, open.out]).toEqual([
    1,
    expect.stringMatching(/does not name the pepper of 2 of them.*--pepper-name/),
  ]);
  expect(open.out).not.toContain("has what it needs");
  const script = await migrate("shop.sql", [], ["--yes", "--json"], NO_TERMINAL);
  expect([script.code, JSON.parse(script.out).stopped.message]).toEqual([1, expect.stringContaining("pepper")]);
  const named = await migrate("shop.sql", [], ["--yes", "--pepper-name", "COOKIE_KEY"], NO_TERMINAL);
  expect([named.code, named.out]).toEqual([0, expect.stringContaining("has what it needs")]);
});

it("says that the variable of the pepper is not set, and proves the password once it is", async () => {
  writeFileSync(place("shop.sql"), shop("cookie-key"));
  const answers: Answers = [...KNOWN, ["Name of the variable", "COOKIE_KEY"]];
  const unset = await migrate("shop.sql", answers);
  expect([unset.code, unset.err]).toEqual([0, expect.stringContaining("COOKIE_KEY is not set here")]);
  const env = { COOKIE_KEY: "cookie-key" };
  const set = await migrate("shop.sql", [["Password of u1@example.com", "password 1"]], [], { env });
  expect([set.code, set.out]).toEqual([0, expect.stringContaining("the password matches")]);
});

/** Devise with config.pepper. */
function devise(pepper: string): string {
  const header =
    "id,email,encrypted_password,reset_password_token,reset_password_sent_at,remember_created_at,confirmed_at";
  const row = (id: number) =>
    `${id},u${id}@example.com,${bcrypt.hashSync(`password ${id}${pepper}`, 4)},,,,2024-01-01 00:00:00`;
  return [header, row(1), row(2), ""].join("\n");
}

it("asks whether there is a pepper before a known password of Devise counts as wrong", async () => {
  writeFileSync(place("users.csv"), devise("rails-pepper"));
  const answers: Answers = [...KNOWN, ["add a pepper", "yes"], ["Name of the variable", "RAILS_PEPPER"]];
  const env = { RAILS_PEPPER: "rails-pepper" };
  const { code, out, answered } = await migrate("users.csv", answers, ["--from", "devise"], { env });
  expect([code, answered]).toEqual([0, answers.length]);
  expect(out).toMatch(
    /the password matches the hash as the fallback verifies it[\s\S]*2 to log in through the fallback/,
  );
});

it("does not ask for a pepper where a known password matches without one", async () => {
  writeFileSync(place("users.csv"), devise(""));
  const answers: Answers = [...KNOWN, ["Import 2 users", "yes"]];
  const { code, err } = await migrate("users.csv", answers, ["--from", "devise"]);
  expect([code, err]).toEqual([0, expect.not.stringContaining("add a pepper")]);
});

/** A table of one's own, with sha1(salt . sha1(password)). */
function ownTable(): string {
  const row = (id: number) => {
    const salt = digest(String(id)).slice(0, 10);
    return `${id},u${id}@example.com,${digest(salt + digest(`password ${id}`, "sha1"), "sha1")},${salt}`;
  };
  return ["id,mail,pw,salt", row(1), row(2), row(3), ""].join("\n");
}

it.each(["table", ""])(
  "drafts the map of a table of one's own with the known password (system: %j)",
  async (system) => {
    writeFileSync(place("own.csv"), ownTable());
    const answers: Answers = [
      ["System that wrote it", "nonesuch"],
      ["System that wrote it", system],
      ["password you know", "u2@example.com"],
      ["Password of u2@example.com", "password 2"],
      ["then press Enter", "nowhere.json"],
      ["then press Enter", ""],
    ];
    const { code, err, out, answered } = await migrate("own.csv", answers);
    expect([code, answered, err]).toEqual([0, answers.length, expect.stringContaining("sha1(salt . sha1(password))")]);
    expect(out).toMatch(/the password matches the hash[\s\S]*3 to log in through the fallback: fallback\.ndjson has/);
    expect(settingsIn("own.csv")).toMatchObject({ from: "table", map: place("own.csv.migration/map.json") });
    expect(JSON.parse(textIn("own.csv", "map.json"))).toMatchObject({ hash: "sha1(salt . sha1(password))" });
  },
);

it("says without a terminal that a table needs a map, and how one is drafted", async () => {
  writeFileSync(place("own.csv"), ownTable());
  const { code, err } = await migrate("own.csv", [], ["--from", "table"], NO_TERMINAL);
  expect([code, err]).toEqual([2, expect.stringContaining("lacks map (credport sources init")]);
});

it("does not keep table as the answer for a file that is none", async () => {
  writeFileSync(place("own.txt"), "nothing\u0000\n");
  const { answered, err } = await migrate("own.txt", [
    ["System that wrote it", "table"],
    ["System that wrote it", "auth0"],
    ["password you know", ""],
  ]);
  expect([answered, err]).toEqual([3, expect.stringContaining("own.txt: ")]);
});

it("asks which realm of several to import, again where there is none of the name", async () => {
  const user = { id: "a", username: "a", enabled: true, email: "a@example.com", emailVerified: true };
  const realms = ["shop", "staff"].map((realm) => ({ id: realm, realm, users: [user] }));
  writeFileSync(place("realms.json"), JSON.stringify(realms));
  const answers: Answers = [
    ["password you know", ""],
    ["Which of them", "shops"],
    ["Which of them", "shop"],
    ["Users without a password", "reset"],
    ["Import 1 user", "no"],
  ];
  const { answered, err } = await migrate("realms.json", answers, ["--from", "keycloak"]);
  expect([answered, err]).toEqual([5, expect.stringContaining("the file has shop, staff")]);
  expect(settingsIn("realms.json")).toMatchObject({ tablePrefix: "shop" });
});

it("says what the export lacks with the check alone, not in the progress of each import", async () => {
  const fields = { username: "ada", email: "ada@example.com", password: bcryptOfDjango(), is_active: true };
  writeFileSync(place("dump.json"), JSON.stringify([{ model: "auth.user", pk: 1, fields }]));
  const { code, err, out } = await migrate("dump.json", [], ["--from", "django", "--yes"], NO_TERMINAL);
  expect([code, out.match(/^Not in the export$/gm)]).toEqual([0, ["Not in the export"]]);
  expect(err).not.toMatch(/not in the export/i);
});

const bcryptOfDjango = () => `bcrypt$${bcrypt.hashSync("password", 4)}`;

/** Auth0's profiles have no hashes; its support gives them in a file of their own. */
function profilesAndHashes() {
  const ids = ["fefa36eb9998b5a569dbf51d", "86d6bbacb9bce514651590aa"];
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const profile = (id: string, at: number) => ({
    user_id: `auth0|${id}`,
    email: `u${at + 1}@example.com`,
    email_verified: true,
    identities: [{ user_id: id, provider: "auth0", connection: "Users", isSocial: false }],
  });
  const hash = (id: string, at: number) => ({
    _id: { $oid: id },
    email: `u${at + 1}@example.com`,
    passwordHash: bcrypt.hashSync(`password ${at + 1}`, 4),
    connection: "Users",
  });
  writeFileSync(place("auth0.ndjson"), lines(ids.map(profile)));
  writeFileSync(place("hashes.ndjson"), lines(ids.map(hash)));
  writeFileSync(place("others.ndjson"), lines([hash("bbab26dce14c1e2a7896b0f8", 8)]));
}

it("asks for the file of the hashes before it offers other passwords, until one has them", async () => {
  profilesAndHashes();
  const answers: Answers = [
    ...KNOWN,
    ["File with their hashes", place("key.txt")],
    ["File with their hashes", place("others.ndjson")],
    ["File with their hashes", place("nowhere.ndjson")],
    ["File with their hashes", place("hashes.ndjson")],
    ["Import 2 users", "yes"],
  ];
  const { code, out, err, answered } = await migrate("auth0.ndjson", answers);
  expect([code, answered, err]).toEqual([0, answers.length, expect.stringContaining("no password hash of a user")]);
  expect(out).toContain("1 of 1 known password signs in");
  expect(err).not.toContain("Users without a password: reset");
  expect(settingsIn("auth0.ndjson")).toMatchObject({ join: place("hashes.ndjson") });
});

it("says how to come from passwords to choose to the hashes that were found later", async () => {
  profilesAndHashes();
  const { code, err } = await migrate("auth0.ndjson", [
    ["password you know", ""],
    ["File with their hashes", ""],
    ["Users without a password: reset", "reset"],
    ["Import 2 users", "yes"],
  ]);
  expect([code, err]).toEqual([0, expect.stringMatching(/^ +2 with a password to choose$/m)]);
  expect(err).not.toMatch(/\d with a password$/m);
  const later = await migrate("auth0.ndjson", [], ["--join", place("hashes.ndjson"), "--yes"], NO_TERMINAL);
  expect([later.code, later.err]).toEqual([
    2,
    expect.stringMatching(/other files of --join[\s\S]*Take that import back/),
  ]);
  const [, undo = ""] = /credport (undo .*?)\. For users/.exec(later.err) ?? [];
  expect(await runCli([...undo.split(" "), "--yes"], fakeIo().io)).toBe(0);
  const again = await migrate("auth0.ndjson", [], ["--join", place("hashes.ndjson"), "--yes"], NO_TERMINAL);
  expect([again.code, again.err]).toEqual([0, expect.stringMatching(/^ +2 with a password$/m)]);
});

it("keeps it as an answer where nothing was answered, also for an export that was corrected", async () => {
  profilesAndHashes();
  const first: Answers = [
    ["password you know", ""],
    ["File with their hashes", ""],
    ["Users without a password: reset", ""],
  ];
  expect((await migrate("auth0.ndjson", first)).answered).toBe(3);
  writeFileSync(place("auth0.ndjson"), `${readFileSync(place("auth0.ndjson"), "utf8")}\n`);
  const again = await migrate("auth0.ndjson", []);
  expect([again.code, again.err]).toEqual([1, expect.not.stringContaining("Check every user (done)")]);
  expect(again.err).not.toMatch(/File with their hashes|Users without a password: reset/);
});

it("offers only preferences of which the export says something", async () => {
  const user = (id: string) => ({ id, username: id, enabled: true, email: "a@example.com", emailVerified: true });
  writeFileSync(place("realm.json"), JSON.stringify({ id: "shop", realm: "shop", users: [user("a"), user("b")] }));
  const { err } = await migrate(
    "realm.json",
    [
      ["password you know", ""],
      ["which one to import", ""],
    ],
    ["--from", "keycloak", "--without-password", "refuse"],
  );
  expect(err).toContain("which one to import: newest, verified, has-password (empty");
});
