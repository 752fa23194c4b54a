import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { factsOf, type GuidedSource, textOf } from "../../guides/guide-facts.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { answering } from "./answering.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const KEY = "test-key-0123456789abcdef";

/** What is answered whenever it is asked, in the order of the questions that are asked at once. */
type Answers = readonly (readonly [question: RegExp, answer: string])[];

const CUT = /(\$2[aby]\$\d\d\$[./A-Za-z0-9]{40})[./A-Za-z0-9]{13}/g;

/** The last address of another user is typed wrong, and of several bcrypt hashes the last is cut short. */
function damaged(text: string, spared = ""): string {
  const addresses = [...text.matchAll(/[\w.+-]+@example\.com/g)];
  const wrong = addresses.filter(([address]) => address.toLowerCase() !== spared).at(-1);
  const at = (wrong?.index ?? 0) + (wrong?.[0].indexOf("@") ?? 0);
  const withAddress = `${text.slice(0, at)}@${text.slice(at)}`;
  const last = [...withAddress.matchAll(CUT)].slice(1).at(-1);
  return withAddress.replace(CUT, (whole, cut, place) => (place === last?.index ? cut : whole));
}

interface Row {
  readonly answers?: Answers;
  /** What the damage is called. */
  readonly refusedFor: readonly string[];
  readonly onService: number;
}

const ROWS: Readonly<Partial<Record<GuidedSource, Row>>> = {
  keycloak: { refusedFor: ["user/email-malformed"], onService: 4 },
  wordpress: { refusedFor: ["bcrypt/truncated", "user/email-malformed"], onService: 4 },
  django: { refusedFor: ["user/email-malformed"], onService: 2 },
  // A hash without a profile is left over: its user may have been deleted.
  auth0: { refusedFor: ["user/email-malformed"], onService: 2 },
  supabase: { refusedFor: ["bcrypt/truncated", "user/email-malformed"], onService: 2 },
  firebase: { refusedFor: ["user/email-malformed", "user/left-out"], onService: 179 },
  cognito: {
    answers: [[/Users without a password/, "reset"]],
    refusedFor: ["user/email-malformed"],
    onService: 2,
  },
};

const USUAL: Answers = [
  [/System that wrote it/, ""],
  [/hash parameters/, ""],
  [/password you know/, ""],
  [/Password of /, ""],
  [/Country of phone numbers/, "DE"],
  [/Users without a password/, ""],
  [/which one to import/, "last-login"],
  [/disabled too/, "no"],
  [/File with the keys/, ""],
  [/Continue without the users who are not importable/, "yes"],
  [/Address of the service/, ""],
  [/File with its API key/, ""],
  [/Import \d+ users? to/, "yes"],
];

/** Answers each question that shows, until the command ends. */
const migrate = (file: string, args: readonly string[], answers: Answers) =>
  answering(["migrate", file, ...args], (shown) => {
    const [, answer] = answers.find(([question]) => new RegExp(`${question.source}.*: $`).test(shown)) ?? [];
    return answer;
  });

it.each(Object.entries(ROWS) as [GuidedSource, Row][])(
  "%s: from a damaged export to a user who signs in, with answers from a script",
  async (name, { answers = [], refusedFor, onService }) => {
    const facts = factsOf(name);
    const { email, password, social, signerKey, joined = {}, beside = {} } = facts;
    const [fileName, sample] = facts.file;
    writeFileSync(place(fileName), damaged(textOf(sample), email));
    for (const [other, text] of Object.entries(joined)) writeFileSync(place(other), textOf(text));
    for (const [other, { sample: text }] of Object.entries(beside)) writeFileSync(place(other), textOf(text));
    writeFileSync(place("api-key.txt"), KEY);
    const service = createRehearsalService({
      ...{ service: "supertokens", apiKeys: [KEY] },
      ...(signerKey === undefined ? {} : { signerKey: signerKey.key }),
    });
    const { url, close } = await service.listen();
    onTestFinished(close);
    const [besideFile = ""] = Object.keys(beside);
    const known: Answers = [
      [/hash parameters|File with the keys/, place(besideFile)],
      [/password you know/, email ?? ""],
      [/Password of /, password ?? ""],
      [/Address of the service/, url],
      [/File with its API key/, place("api-key.txt")],
    ];
    const args = Object.keys(joined).flatMap((other) => ["--join", place(other)]);
    const { code, err, out } = await migrate(place(fileName), args, [...answers, ...known, ...USUAL]);
    expect([code, err]).toEqual([0, expect.stringContaining("9 of 9")]);
    const check = JSON.parse(readFileSync(`${place(fileName)}.migration/check.json`, "utf8"));
    const codes = check.problems.map((one: { name: string }) => one.name);
    expect(codes).toEqual(expect.arrayContaining([...refusedFor]));
    expect(out).toMatch(new RegExp(`^ +${onService} on the service`, "m"));
    const signIn = async (path: string, rid: string, body: object) => {
      const headers = { "api-key": KEY, rid, "content-type": "application/json" };
      const reply = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return (await reply.json()) as { status: string; createdNewUser?: boolean };
    };
    if (password !== undefined) {
      expect(await signIn("/recipe/signin", "emailpassword", { email, password })).toMatchObject({
        status: "OK",
      });
      const wrong = { email, password: `${password}x` };
      expect(await signIn("/recipe/signin", "emailpassword", wrong)).toMatchObject({
        status: "WRONG_CREDENTIALS_ERROR",
      });
    }
    if (social !== undefined) {
      const { thirdPartyId, thirdPartyUserId } = social;
      const body = { thirdPartyId, thirdPartyUserId, email: { id: social.email, isVerified: true } };
      expect(await signIn("/recipe/signinup", "thirdparty", body)).toMatchObject({
        status: "OK",
        createdNewUser: false,
      });
    }
    expect(password ?? social).toBeDefined();
  },
  60_000,
);

it("takes the files of a directory export of Keycloak together", async () => {
  const { email = "", password = "", file } = factsOf("keycloak");
  const [{ users, ...realm }] = [JSON.parse(textOf(file[1]))].flat();
  const named = (name: string, document: object) => {
    writeFileSync(place(name), JSON.stringify(document, null, 2));
    return place(name);
  };
  const settings = { ...realm, sslRequired: "external", keycloakVersion: "26.8.2" };
  const path = named("acme-realm.json", settings);
  const usersFiles = users.map((user: object, at: number) =>
    named(`acme-users-${at}.json`, { realm: realm.realm, users: [user] }),
  );
  writeFileSync(place("api-key.txt"), KEY);
  const { url, close } = await createRehearsalService({ service: "supertokens", apiKeys: [KEY] }).listen();
  onTestFinished(close);
  const answers: Answers = [
    [/password you know/, email],
    [/Password of /, password],
    [/Address of the service/, url],
    [/File with its API key/, place("api-key.txt")],
    ...USUAL,
  ];
  const { code, err, out } = await migrate(path, usersFiles, answers);
  expect([code, err]).toEqual([0, expect.stringContaining("It is an export of keycloak.")]);
  expect(out).toMatch(/1 of 1 known password signs in[\s\S]* 4 on the service/);
  const again = await migrate(path, usersFiles, answers);
  expect([again.code, again.err]).toEqual([0, expect.stringContaining("7 of 9: Import the users (done)")]);
}, 60_000);
