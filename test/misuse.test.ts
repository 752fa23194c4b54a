import { expect, it } from "vitest";
import * as check from "../src/check/index.js";
import * as client from "../src/client/index.js";
import * as conformance from "../src/conformance/index.js";
import * as fleet from "../src/fleet/index.js";
import * as imports from "../src/import/index.js";
import * as pure from "../src/index.js";
import * as login from "../src/login/index.js";
import * as rehearsal from "../src/rehearsal/index.js";
import * as serve from "../src/serve/index.js";
import * as source from "../src/source/index.js";
import * as verify from "../src/verify/index.js";

const ROOMS = { check, client, conformance, fleet, imports, pure, login, rehearsal, serve, source, verify };

type AnyFunction = (...given: readonly unknown[]) => unknown;

const FUNCTIONS = Object.values(ROOMS)
  .flatMap((room) => Object.entries(room as Readonly<Record<string, unknown>>))
  .filter((entry): entry is [string, AnyFunction] => typeof entry[1] === "function")
  .filter(([, one]) => !`${one}`.startsWith("class"));

const TEXT = "no/such/thing";
const WRONG: readonly (readonly unknown[])[] = [
  [],
  [null],
  [null, null, null],
  [{}],
  [{}, {}],
  [TEXT],
  [TEXT, {}],
  [TEXT, null],
  [7],
  [7, 7],
  [[]],
  [[], {}],
  [[{}], {}],
  [new Map(), {}],
];

/** What an engine says, of a variable that no caller knows. */
const OF_THE_ENGINE =
  /^Cannot |is not (?:a function|iterable|async iterable|defined)|(?:of|to) (?:undefined|null)|^Class |Received/;

/** What a call ends in by a throw: nothing where it gives a value, or a result with a problem. */
async function thrownBy(call: AnyFunction, given: readonly unknown[]): Promise<unknown> {
  try {
    const value = await call(...given);
    if (typeof value === "object" && value !== null && Symbol.asyncIterator in value) {
      await (value as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

it.each(FUNCTIONS)("%s says of a wrong argument which one it is", async (_, call) => {
  for (const given of WRONG) {
    const thrown = await thrownBy(call, given);
    if (thrown === undefined) continue;
    expect(thrown, JSON.stringify(given)).toBeInstanceOf(Error);
    expect((thrown as Error).message, JSON.stringify(given)).not.toMatch(OF_THE_ENGINE);
  }
});

const USER = { externalUserId: "1", email: "a@example.com", emailVerified: true, thirdParty: [], totp: [] };

it.each<readonly [string, () => unknown, string]>([
  ["a result", () => source.formatUser({ ok: true, value: USER } as never), "user is a result: where ok is true, give"],
  ["a promise", () => source.formatUser(Promise.resolve(USER) as never), "user is a promise: await it"],
  [
    "a user without lists",
    () => source.formatUser({ externalUserId: "1" } as never),
    "user.thirdParty must be an array",
  ],
  ["users alone", () => check.checkRecords([USER] as never), "records must be what readExport gives"],
  ["users alone to preview", () => imports.previewImport([USER] as never), "records must be what readExport gives"],
  [
    "a stream for a file",
    () => check.checkExport([] as never, { from: "firebase" }),
    "open must be a function that opens the file, such as () => createReadStream(path)",
  ],
  ["a hash for a column", () => verify.identifyColumn("$2b$"), "values must be an array or another iterable, and not"],
  ["a path for a file", () => source.readExport("u.json" as never, { from: "auth0" }).next(), "input must be an array"],
  ["a code without a time", () => verify.totpCode("GEZDGNBV", undefined as never), "options must be an object"],
  ["no options", () => client.createImportClient(undefined as never), "options must be an object"],
  [
    "a misspelt call",
    () => client.checkRequest("importPassword" as never, {} as never),
    "checkRequest has no call importPassword (did you mean importPasswordHash?)",
  ],
  [
    "a password's column for a user",
    () => imports.planImport({ ...USER, totp: [{ secret: "GEZDGNBV" }] } as never, "default"),
    "user.totp[0].secretKey must be a string",
  ],
  [
    "no API key",
    () => client.createImportClient({ baseUrl: "https://a.test" } as never),
    "apiKey must be given, as a string",
  ],
  [
    "a URL object",
    () => client.createImportClient({ baseUrl: new URL("https://a.test"), apiKey: "k" } as never),
    "baseUrl must be a string, such as https://",
  ],
  ["no service", () => imports.planImport(USER, undefined as never), "service must be given"],
  ["half of a profile", () => imports.planImport(USER, {} as never), "service must be one of default, supertokens"],
  [
    "an empty request",
    () => client.checkRequest("makePrimaryUser", null as never),
    "the request of makePrimaryUser must",
  ],
])("for %s the message says what to give", async (_, call, message) => {
  const thrown = await thrownBy(call, []);
  expect(thrown).toBeInstanceOf(TypeError);
  expect((thrown as Error).message).toContain(message);
});
