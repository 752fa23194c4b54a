import { readdirSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createImportClient } from "../../../src/client/index.js";
import { Sent } from "../../../src/client/replies/sent.js";
import { ServiceAnswer, told } from "../../../src/client/replies/service-text.js";
import type { ServiceText } from "../../../src/result.js";
import { BCRYPT, CODE_REPLY, SECRET } from "../samples.js";

const KEY = "the-api-key-0123456789";
const PIECE = 6;

function clientAnswering(apiKey: string, httpStatus: number, body: string) {
  return createImportClient({
    baseUrl: "https://auth.example.com",
    apiKey,
    fetch: async () => new Response(body, { status: httpStatus }),
    retry: { attempts: 1 },
  });
}

/** Everything that a caller could print or write down of a result. */
function shownOf(result: { ok: boolean }): string {
  const problems = "problems" in result ? JSON.stringify(result.problems) : "";
  return problems + inspect(result, { depth: 20, breakLength: 1e6, maxStringLength: null });
}

function pieces(text: string): ReadonlySet<string> {
  const folded = text.toLowerCase();
  return new Set(
    Array.from({ length: Math.max(0, folded.length - PIECE + 1) }, (_, at) => folded.slice(at, at + PIECE)),
  );
}

/** Pieces of the secret that are shown and that are not in what is shown without it. */
function leaked(shown: string, secret: string, baseline: string): readonly string[] {
  const folded = shown.toLowerCase();
  const ours = pieces(baseline);
  return [...pieces(secret)].filter((piece) => !ours.has(piece) && folded.includes(piece));
}

const letters = (alphabet: string, length: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((all) => all.join(""));
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BCRYPT_BASE64 = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A bcrypt hash without what everybody may see of it. */
const bcryptRest = fc
  .tuple(letters(BCRYPT_BASE64, 21), fc.constantFrom(..."Oeu"), letters(BCRYPT_BASE64, 30))
  .map(([salt, last, digest]) => `${salt}${last}${digest}.`);
const secrets = fc.record({
  apiKey: fc.oneof(
    letters(BCRYPT_BASE64, 24),
    fc.stringMatching(/^[!-~][ -~]{4,40}[!-~]$/).filter((key) => key.length >= PIECE),
  ),
  hash: bcryptRest,
  secretKey: letters(BASE32, 32),
  linkCode: fc.oneof(letters(BCRYPT_BASE64, 44), fc.stringMatching(/^[ -~]{6,60}$/)),
});

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "in upper case": (text) => text.toUpperCase(),
  "percent-encoded": (text) => encodeURIComponent(text),
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "with every byte percent-encoded": (text) =>
    text.replace(/./gs, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`),
  "as JSON": (text) => JSON.stringify(text),
  "as JSON of Gson's kind": (text) =>
    JSON.stringify(text).replace(/[=<>&']/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
  "as JSON with every character escaped": (text) =>
    text.replace(/./gs, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "as HTML": (text) => text.replace(/[^A-Za-z0-9]/g, (character) => `&#${character.charCodeAt(0)};`),
};

const replies = fc.record({
  encode: fc.constantFrom(...Object.values(ENCODINGS)),
  from: fc.nat(60),
  length: fc.integer({ min: 1, max: 70 }),
  before: fc.string({ maxLength: 20 }),
  after: fc.string({ unit: "binary", maxLength: 20 }),
  times: fc.integer({ min: 1, max: 40 }),
  httpStatus: fc.constantFrom(200, 400, 401, 402, 403, 404, 409, 429, 500, 503),
  isStatus: fc.boolean(),
});

describe("a service that says what it was sent", () => {
  it("gets no piece of six characters of a secret into a problem, its JSON or what inspect prints", async () => {
    await fc.assert(
      fc.asyncProperty(
        secrets,
        fc.constantFrom("apiKey", "hash", "secretKey", "linkCode"),
        replies,
        async (given, which, reply) => {
          const { encode, from, length, before, after, times, httpStatus, isStatus } = reply;
          const secret = given[which as keyof typeof given];
          const quoted = encode(secret.slice(from % secret.length, (from % secret.length) + length));
          const said = (before + quoted + after).repeat(times);
          const answer = (text: string) =>
            isStatus || httpStatus === 200 ? JSON.stringify({ status: text, text }) : text;
          const ask = async (text: string) => {
            const client = clientAnswering(given.apiKey, httpStatus, answer(text));
            const passwordHash = `$2b$10$${given.hash}`;
            return [
              await client.importPasswordHash({ email: "a@example.com", passwordHash }),
              await client.importTotpDevice({
                userId: "u-1",
                secretKey: given.secretKey,
                skew: 1,
                period: 30,
              }),
              await client.consumePasswordlessCode({
                preAuthSessionId: "session-1",
                linkCode: given.linkCode,
              }),
            ];
          };
          const [baseline, results] = [await ask("x"), await ask(said)];
          const call = { apiKey: [0, 1, 2], hash: [0], secretKey: [1], linkCode: [2] }[which as keyof typeof given];
          for (const at of call) {
            const own = shownOf(baseline[at]!) + before + after;
            expect(leaked(shownOf(results[at]!), secret, own)).toEqual([]);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each(Object.entries(ENCODINGS))("gets no secret shown that it writes %s", async (_name, encode) => {
    for (const httpStatus of [400, 401, 500]) {
      const body = `no: ${encode(BCRYPT)}, ${encode(KEY)} and ${encode(KEY.slice(3, 9))}.`;
      const reply = await clientAnswering(KEY, httpStatus, body).importPasswordHash({
        email: "a@example.com",
        passwordHash: BCRYPT,
      });
      const own = shownOf(
        await clientAnswering(KEY, httpStatus, "no").importPasswordHash({
          email: "a@b.c",
          passwordHash: BCRYPT,
        }),
      );
      expect(leaked(shownOf(reply), BCRYPT.slice(7), own)).toEqual([]);
      expect(leaked(shownOf(reply), KEY, own)).toEqual([]);
    }
  });

  it.each([0, 1, 2, 3, 4, 5])(
    "gets no request shown that it encodes as base64 or hex after %i bytes",
    async (before) => {
      const bytes = Buffer.concat([Buffer.alloc(before, "x"), Buffer.from(`${SECRET}yz`)]);
      for (const encoding of ["base64", "base64url", "hex"] as const) {
        const encoded = bytes.toString(encoding);
        // In parts that are too short to look like a key by themselves.
        const body = encoded.match(/.{1,13}/g)!.join(" . ");
        const reply = await clientAnswering(KEY, 400, body).importTotpDevice({
          userId: "u",
          secretKey: SECRET,
          skew: 1,
          period: 30,
        });
        const shown = shownOf(reply);
        const inner = encoded.slice(Math.ceil((before * 8) / 5) + 2, -6);
        expect([...pieces(inner)].filter((piece) => shown.toLowerCase().includes(piece))).toEqual([]);
      }
    },
  );

  it.each([
    ["the e-mail address", "a.person@example.com"],
    ["its encoded form", "a.person%40example.com"],
  ])("gets %s shown as little as a secret", async (_name, quoted) => {
    const client = clientAnswering(KEY, 400, `unknown: ${quoted}!`);
    const reply = await client.createPasswordlessCode({ email: "A.Person@example.com" });
    expect(reply.ok || reply.problems[0].message).toBe("the service answered HTTP 400: unknown: <…>!");
  });

  it("keeps its own words where they quote nothing, also words that are in every hash of the scheme", async () => {
    const passwordHash = `$argon2id$v=19$m=65536,t=3,p=4$${"c2FsdHNhbHRzYWx0c2E"}$${"A".repeat(42)}w`.replace(
      "c2FsdHNhbHRzYWx0c2E",
      "c2FsdHNhbHRzYWx0",
    );
    const words = "Could not read argon2id with m=65536,t=3,p=4 for recipe user u-1";
    const reply = await clientAnswering(KEY, 400, words).importPasswordHash({
      email: "a@example.com",
      passwordHash,
    });
    expect(reply.ok || reply.problems[0].message).toBe(`the service answered HTTP 400: ${words}`);
  });

  it("has its own status named, whatever was sent, where the status is one of the documented ones", async () => {
    const reply = await clientAnswering("RESTART_FLOW_ERROR", 200, '{"status":"RESTART_FLOW_ERROR"}').makePrimaryUser({
      recipeUserId: "u",
    });
    expect(reply.ok || reply.problems[0].status).toBe("RESTART_FLOW_ERROR");
  });

  it("shows nothing at all where a code that it made is too long to be looked for", async () => {
    const linkCode = "l1".repeat(10_000);
    const reply = await clientAnswering(KEY, 400, "hello").consumePasswordlessCode({
      preAuthSessionId: "s",
      linkCode,
    });
    expect(reply.ok || reply.problems[0].message).toBe("the service answered HTTP 400: <…>");
  });

  it("is not listened to beyond the first words, however much it says", () => {
    const sent = new Sent(KEY, { passwordHash: BCRYPT }, {});
    const answer = new ServiceAnswer(Buffer.from("no ".repeat(300_000)), 1 << 20, sent);
    expect(answer.excerpt()).toHaveLength(201);
  });

  it("prints no secret in a good reply either, and gives the reply itself unchanged", async () => {
    const body = { status: "OK", user: { id: "u-1", note: `hash ${BCRYPT}` }, [KEY]: [KEY] };
    const reply = await clientAnswering(KEY, 200, JSON.stringify(body)).importPasswordHash({
      email: "a@example.com",
      passwordHash: BCRYPT,
    });
    expect(reply).toMatchObject({ ok: true, value: { userId: "u-1", body } });
    expect(leaked(inspect(reply, { depth: 9 }), BCRYPT.slice(7), "")).toEqual([]);
    expect(leaked(inspect(reply, { depth: 9 }), KEY, "")).toEqual([]);
    expect(reply.ok && inspect(reply.value.body)).not.toContain(KEY);
    const id = "d5b0c1e2-8f6a-4d3b-9c2e-1a2b3c4d5e6f";
    const plain = await clientAnswering(KEY, 200, JSON.stringify({ status: "OK", userId: id })).importPasswordHash({
      email: "a@example.com",
      passwordHash: BCRYPT,
    });
    expect(inspect(plain)).toContain(`userId: '${id}'`);
  });
});

describe("an ID of the service", () => {
  const idOf = async (id: string) => {
    const body = JSON.stringify({ status: "OK", user: { id } });
    const reply = await clientAnswering(KEY, 200, body).importPasswordHash({
      email: "a@example.com",
      passwordHash: BCRYPT,
    });
    return reply.ok ? reply.value.userId : "not ok";
  };

  it.each([
    ["the hash", BCRYPT],
    ["a piece of the hash", BCRYPT.slice(20, 26)],
    ["the API key", KEY],
    ["a piece of the API key", KEY.slice(5, 12)],
    ["something with a long piece of the hash", `user-${BCRYPT.slice(30, 42)}`],
    ["a line break", "u-1\nu-2"],
    ["an escape sequence", "u-1\u001b[2J"],
    ["a change of direction", "u-1\u202e1-u"],
    ["a character of no width", "u-\u200b1"],
    ["half a character", "u-\ud800"],
  ])("is none if it is or has %s", async (_what, id) => {
    expect(await idOf(id)).toBeUndefined();
  });

  it.each(["u-1", "d5b0c1e2-8f6a-4d3b-9c2e-1a2b3c4d5e6f", "müller/1", "a@example.com", "the-api-user-1"])(
    "may be %s",
    async (id) => {
      expect(await idOf(id)).toBe(id);
    },
  );
});

describe("characters that do something to a terminal, a line or a reader", () => {
  it.each(["\u001b[2J", "\n", "\r", "\u0007", "\u009b", "\u202e", "\u2066", "\u200b", "\u2028", "\ufeff"])(
    "are blanks in what is shown: %j",
    async (character) => {
      for (const text of [`a${character}b`, `a${JSON.stringify(character).slice(1, -1)}b`]) {
        const refused = await clientAnswering(KEY, 400, text).makePrimaryUser({ recipeUserId: "u" });
        const status = await clientAnswering(KEY, 200, JSON.stringify({ status: text })).makePrimaryUser({
          recipeUserId: "u",
        });
        for (const result of [refused, status]) {
          const { message, status: word = "" } = result.ok ? { message: "" } : result.problems[0];
          expect(message + word).toMatch(/^[ -~…]+$/);
          expect(message).toMatch(/: a.*b$|answered a.*b$/);
        }
      }
    },
  );
});

describe("an answer that says nothing to a person", () => {
  it.each<[string, Uint8Array | undefined, string]>([
    ["too long", undefined, "a body of more than 10 bytes"],
    ["empty", Buffer.from(" \n"), "an empty body"],
    ["not UTF-8", Buffer.from([0xff, 0xfe]), "2 bytes that are not UTF-8"],
    ["a web page", Buffer.from(" <html></html>"), "a web page of 14 characters"],
  ])("because it is %s is described by that", (_name, bytes, expected) => {
    expect(new ServiceAnswer(bytes, 10, new Sent(KEY, {}, {})).excerpt()).toBe(expected);
  });

  it("is called too long, not empty, where an error's body is over the limit", async () => {
    const client = createImportClient({
      baseUrl: "https://auth.example.com",
      apiKey: KEY,
      fetch: async () => new Response("x".repeat(100), { status: 500 }),
      maxReplyBytes: 99,
      retry: { attempts: 1 },
    });
    const reply = await client.makePrimaryUser({ recipeUserId: "u" });
    expect(reply.ok || reply.problems[0].message).toBe("the service answered HTTP 500: a body of more than 99 bytes");
  });
});

describe("the type of such texts", () => {
  it("keeps text that was not looked through out of messages", () => {
    const raw: string = CODE_REPLY.linkCode;
    // @ts-expect-error A string is not a text of the service that may be shown.
    expect(told`the service answered ${raw}`).toContain("link-1");
    // @ts-expect-error Nor can it become one by being named so.
    const named: ServiceText = raw;
    expect(named).toBe(raw);
  });

  it("is given in one file only", () => {
    const root = new URL("../../../src/", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const givers = files.filter((name) =>
      /\bas (?:unknown as )?ServiceText\b/.test(readFileSync(new URL(name, root), "utf8")),
    );
    expect(givers).toEqual(["client/replies/service-text.ts"]);
  });
});
