import { createHash, createHmac, pbkdf2Sync } from "node:crypto";
import bcryptjs from "bcryptjs";
import { describe, expect, it, vi } from "vitest";
import { declareHash, parseDigestExpression } from "../../src/index.js";
import { webDoors } from "../../src/login/doors/web.js";
import { bcrypt, createLoginFallback, createPasswordHasher, type OldHashes } from "../../src/login/index.js";
import { verifyPassword } from "../../src/verify/index.js";
import { handlerFor, seen } from "../serve/call.js";

const ADDRESS = "social@example.com";
const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
/** bcrypt of cost 10 takes tens of milliseconds on any machine. */
const COSTLY = "$2b$10$KJHgsdf8723hsdGFJH2kjOeYh5bDqVnxZc1v0mTgq0uXkUjf9Q8Qu";
const NOTHING = bcryptjs.hashSync("", 4);

function declared(expression: string, digest: string, salt = ""): string {
  const parsed = parseDigestExpression(expression);
  const hash = parsed.ok ? declareHash(parsed.value, digest, { salt }) : parsed;
  if (!hash.ok) throw new Error(hash.problems[0].code);
  return hash.value;
}

/** As PostgreSQL writes it, which takes a soft hyphen out. */
function scram(password: string): string {
  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
  const keyed = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const salted = pbkdf2Sync(password, "0123456789abcdef", 4096, 32, "sha256");
  const stored = sha256(keyed(salted, "Client Key")).toString("base64");
  const server = keyed(salted, "Server Key").toString("base64");
  return `SCRAM-SHA-256$4096:${Buffer.from("0123456789abcdef").toString("base64")}$${stored}:${server}`;
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

type Facts = Pick<OldHashes, "source" | "verify" | "pepper">;
type Case = readonly [what: string, hash: string, typed: string, facts: Facts];

const EMPTY: readonly Case[] = [
  ["no password and bcrypt", NOTHING, "", {}],
  ["no password and MD5", md5(""), "", { source: "wordpress" }],
  ["no password and a salt of a column", declared("md5(salt . password)", md5("abc"), "abc"), "", {}],
  ["no password and a pepper", bcryptjs.hashSync("pepper", 4), "", { source: "devise", pepper: "pepper" }],
  ["blanks that the system takes off", NOTHING, " \t ", { source: "wordpress" }],
  ["NULs that bcrypt does not tell from no password", NOTHING, "\0\0", {}],
  ["a soft hyphen that the system takes out", scram(""), "\u00ad", {}],
  ["a letter that the system's encoding does not have", declared("bcrypt(latin1(password))", NOTHING), "€", {}],
];
const OWN: readonly Case[] = [
  ["no password and a verifier of one's own", NOTHING, "", { verify: verifyPassword }],
  ["blanks and a verifier of one's own", NOTHING, "  ", { source: "wordpress", verify: verifyPassword }],
];
const RIGHT: readonly Case[] = [
  ["blanks that no system takes off", bcryptjs.hashSync("   ", 4), "   ", {}],
  ["blanks and a verifier of one's own", bcryptjs.hashSync("   ", 4), "   ", { verify: verifyPassword }],
  ["a letter with blanks that the system takes off", bcryptjs.hashSync("k", 4), " k ", { source: "wordpress" }],
  ["a soft hyphen in a password", scram("ab"), "a\u00adb", {}],
  ["the salt of a column", declared("md5(salt . password)", md5("abck"), "abc"), "k", {}],
];

function started(passwordHash: string, facts: Facts = {}, commonHash = CHEAP) {
  const importWith = vi.fn(async () => ({ ok: true, value: { userId: "u1" } }) as const);
  const signIn = vi.fn(async (_: string, password: string) => (password === "" ? true : null));
  const fallback = createLoginFallback({
    store: {
      findLegacyUser: async (email) => (email === ADDRESS ? { id: "1", passwordHash, email } : null),
      forgetUser: async () => true,
    },
    service: { signIn, importWithHash: importWith, importWithPassword: importWith },
    hashes: { commonHash, ...facts },
  });
  return { fallback, importWith, signIn };
}

async function hasherAnswer(hash: string, typed: string | Uint8Array, { source, pepper }: Facts = {}) {
  const read = { source, pepper };
  const checked = await createPasswordHasher({ write: bcrypt({ cost: 4 }), read }).verify(typed, hash);
  if (!checked.ok) throw new Error(checked.problems[0].code);
  return checked.value;
}

describe("a hash of no password", () => {
  it.each([...EMPTY, ...OWN])("is opened by none: %s", async (_, hash, typed, facts) => {
    const { fallback, importWith } = started(hash, facts);
    for (const login of [fallback.attempt, fallback.logIn]) {
      expect(await login(ADDRESS, typed)).toMatchObject({ kind: "wrong-password", loggedIn: false, problems: [] });
    }
    const door = webDoors(fallback).logIn(() => Response.json({}));
    const body = JSON.stringify({ email: ADDRESS, password: typed });
    const headers = { "content-type": "application/json" };
    expect((await door(new Request("https://a/login", { method: "POST", headers, body }))).status).toBe(401);
    expect(importWith).not.toHaveBeenCalled();
  });

  it.each([...EMPTY, ...OWN])("is no match to a service that asks: %s", async (_, passwordHash, typed, facts) => {
    const { send } = handlerFor({ hashes: facts }, [{ id: "1", email: ADDRESS, passwordHash }]);
    expect(await seen(send({ identifier: ADDRESS, password: typed }))).toEqual([403, {}]);
  });

  it.each(EMPTY)("is no match of a hasher, and gets no new hash: %s", async (_, hash, typed, facts) => {
    for (const password of [typed, new TextEncoder().encode(typed)]) {
      const checked = await hasherAnswer(hash, password, facts);
      expect(checked).toMatchObject({ matches: false, outdated: false });
      expect(checked).not.toHaveProperty("newHash");
    }
  });

  it.each(["", new Uint8Array()])("is none that a hasher writes a hash of: %j", async (empty) => {
    const hashed = await createPasswordHasher({ write: bcrypt({ cost: 4 }) }).hash(empty);
    expect(hashed).toMatchObject({ ok: false, problems: [{ message: "the password is empty" }] });
  });

  it("takes as long as a wrong password", async () => {
    const times: number[] = [];
    const timed = async (run: () => Promise<unknown>) => {
      const start = performance.now();
      await run();
      times.push(performance.now() - start);
    };
    const { fallback } = started(NOTHING, {}, COSTLY);
    await timed(() => fallback.attempt(ADDRESS, ""));
    const hasher = createPasswordHasher({ write: bcrypt({ cost: 10 }) });
    await timed(() => hasher.verify("", NOTHING));
    expect(Math.min(...times)).toBeGreaterThan(10);
  });

  it("is not asked of the service either, also not as what is left of blanks", async () => {
    const { fallback, signIn } = started(NOTHING, { source: "wordpress" });
    for (const typed of ["", "  "]) await fallback.logIn(ADDRESS, typed);
    expect(signIn.mock.calls).toEqual([[ADDRESS, "  "]]);
  });
});

describe("a password that is there", () => {
  it.each(RIGHT)("opens its account: %s", async (_, hash, typed, facts) => {
    expect(await started(hash, facts).fallback.attempt(ADDRESS, typed)).toMatchObject({ kind: "migrated" });
    expect(await hasherAnswer(hash, typed, facts)).toMatchObject({ matches: true });
  });
});
