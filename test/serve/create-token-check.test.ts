import { exportJWK, generateKeyPair, type KeyLike, SignJWT } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTokenCheck } from "../../src/serve/index.js";
import { handlerFor } from "./call.js";

const EXPECTED = {
  issuer: "https://contoso.ciamlogin.com/aaaabbbb-0000-cccc-1111-dddd2222eeee/v2.0",
  audience: "00001111-aaaa-2222-bbbb-3333cccc4444",
  claims: { azp: "99045fe1-7639-4a75-9d4a-577b6ca3810f" },
};

describe("a caller with a token", () => {
  let pair: { publicKey: KeyLike; privateKey: KeyLike };
  let other: typeof pair;
  let jwk: object;
  beforeAll(async () => {
    pair = await generateKeyPair("RS256");
    other = await generateKeyPair("RS256");
    jwk = { ...(await exportJWK(pair.publicKey)), kid: "one", use: "sig", alg: "RS256" };
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  interface Given {
    readonly claims?: object;
    readonly header?: object;
    readonly key?: KeyLike | Uint8Array;
  }

  /** By jose, which knows nothing of credport. */
  function token({ claims = {}, header = {}, key = pair.privateKey }: Given = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const { issuer, audience } = EXPECTED;
    return new SignJWT({
      iss: issuer,
      aud: audience,
      ...EXPECTED.claims,
      nbf: now,
      exp: now + 600,
      ...claims,
    })
      .setProtectedHeader({ alg: "RS256", kid: "one", ...header })
      .sign(key);
  }
  const callOf = (authorization: string) => new Request("http://127.0.0.1/", { headers: { authorization } });
  const isLetIn = async (text: Promise<string> | string, keys = async () => ({ keys: [jwk] as unknown[] })) =>
    createTokenCheck({ ...EXPECTED, keys })(callOf(`Bearer ${await text}`));
  const hour = 3_600;

  it("is let in, also with several audiences", async () => {
    expect(await isLetIn(token())).toBe(true);
    expect(await isLetIn(token({ claims: { aud: ["another", EXPECTED.audience] } }))).toBe(true);
  });

  it.each<[string, Given]>([
    ["another issuer", { claims: { iss: `${EXPECTED.issuer}/` } }],
    ["another audience", { claims: { aud: "another" } }],
    ["another program", { claims: { azp: "another" } }],
    ["no program", { claims: { azp: undefined } }],
    ["an end that has come", { claims: { exp: Math.floor(Date.now() / 1000) - hour } }],
    ["no end", { claims: { exp: undefined } }],
    ["an end that is a text", { claims: { exp: "9999999999" } }],
    ["a beginning to come", { claims: { nbf: Math.floor(Date.now() / 1000) + hour } }],
    ["another key's name", { header: { kid: "two" } }],
    ["no key's name", { header: { kid: undefined } }],
  ])("is not with %s", async (_, given) => {
    expect(await isLetIn(token(given))).toBe(false);
  });

  it("is not with another key, another algorithm, or none", async () => {
    expect(await isLetIn(token({ key: other.privateKey }))).toBe(false);
    expect(await isLetIn(token({ header: { alg: "RS384" } }))).toBe(false);
    expect(await isLetIn(token({ header: { alg: "PS256" } }))).toBe(false);
    // The public key as a shared secret: the mistake that many verifiers have made.
    const secret = new TextEncoder().encode(JSON.stringify(jwk));
    expect(await isLetIn(token({ header: { alg: "HS256" }, key: secret }))).toBe(false);
    const [head, body, signature] = (await token()).split(".") as [string, string, string];
    const none = Buffer.from('{"alg":"none","kid":"one"}').toString("base64url");
    expect(await isLetIn(`${none}.${body}.${signature}`)).toBe(false);
    expect(await isLetIn(`${none}.${body}.`)).toBe(false);
    const changed = Buffer.from(Buffer.from(body, "base64url").toString().replace("0", "1")).toString("base64url");
    expect(await isLetIn(`${head}.${changed}.${signature}`)).toBe(false);
    for (const text of ["", "a.b", "a.b.c", `${head}.${body}.${signature}.x`, `${head}.${body}.${"A".repeat(3000)}`]) {
      expect(await isLetIn(text), text).toBe(false);
    }
  });

  it("is not with keys that are short, of another kind, or for encryption", async () => {
    const { generateKeyPairSync } = await import("node:crypto");
    const short = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const shortJwk = { ...short.publicKey.export({ format: "jwk" }), kid: "one" };
    expect(await isLetIn(token(), async () => ({ keys: [shortJwk] }))).toBe(false);
    for (const keys of [[{ ...jwk, use: "enc" }], [null, "x", {}, { ...jwk, n: "§" }], [{ ...jwk, kty: "EC" }], []]) {
      expect(await isLetIn(token(), async () => ({ keys }))).toBe(false);
    }
  });

  it("has keys asked for once, when one is new, and each hour, but not for each token that is made up", async () => {
    const keys = vi.fn(async () => ({ keys: [jwk] as unknown[] }));
    const check = createTokenCheck({ ...EXPECTED, keys });
    const ask = async (given: Given = {}) => check(callOf(`Bearer ${await token(given)}`));
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([true, true, true]);
    expect(keys).toHaveBeenCalledTimes(1);
    await ask({ header: { kid: "new" } });
    expect(keys).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(31_000);
    keys.mockResolvedValue({ keys: [jwk, { ...(await exportJWK(other.publicKey)), kid: "new" }] });
    expect(await ask({ header: { kid: "new" }, key: other.privateKey })).toBe(true);
    expect(keys).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(3_700_000);
    keys.mockRejectedValue(new Error("no network"));
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([true, true, true]);
    expect(await ask()).toBe(true);
    expect(keys).toHaveBeenCalledTimes(3);
  });

  it("is refused while no key was ever there, and let in once one is", async () => {
    const keys = vi.fn<() => Promise<{ keys: unknown[] }>>().mockRejectedValue(new Error("no network"));
    const { send } = handlerFor({ caller: createTokenCheck({ ...EXPECTED, keys }) });
    const headers = async () => ({
      authorization: `Bearer ${await token()}`,
      "content-type": "application/json",
    });
    const body = { identifier: "ann@example.com", password: "U*U" };
    for (let call = 0; call < 20; call++) {
      expect((await send(body, { headers: await headers() })).status).toBe(401);
    }
    // The issuer is not asked again by each call.
    expect(keys).toHaveBeenCalledTimes(1);
    keys.mockResolvedValue({ keys: [jwk] });
    vi.advanceTimersByTime(5_000);
    expect((await send(body, { headers: await headers() })).status).toBe(200);
  });

  it.each([{ issuer: "" }, { audience: undefined }, { claims: { azp: "" } }])("can't be told by %j", (given) => {
    expect(() => createTokenCheck({ ...EXPECTED, keys: async () => ({ keys: [] }), ...given } as never)).toThrow(
      TypeError,
    );
  });
});
