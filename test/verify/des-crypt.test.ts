import { describe, expect, it } from "vitest";
import { identifyHash } from "../../src/index.js";
import { estimateVerification, verifyPassword } from "../../src/verify/index.js";

// Known answers of passlib's and John the Ripper's tests; vectors/verify has those of libxcrypt and passlib.
const TRADITIONAL = "CCNf8Sbh3HDfQ";
const EXTENDED = "_J9..CCCCXBrJUJV154M";
/** Of hunter2 and of abc, by libxcrypt. */
const SHORT = "{CRYPT}ab0ozUNIgzCZ.";
const ABC = "{CRYPT}abFZSxKKdq5s6";

async function checked(password: string, hash: string, options = {}) {
  const verified = await verifyPassword(password, hash, options);
  if (!verified.ok) throw new Error(verified.problems[0].code);
  return [verified.value.matches, verified.value.matches ? verified.value.coverage : null];
}

describe("traditional DES", () => {
  it("says that it has seen eight characters of seven bits, and all of a shorter password", async () => {
    expect(await checked("hunter2", SHORT)).toEqual([true, "whole"]);
    expect(await checked("hunter2h", SHORT)).toEqual([false, null]);
    expect(await checked("hunter2\0", SHORT)).toEqual([true, "first-8-bytes"]);
    expect(await checked("abc\0", ABC)).toEqual([true, "up-to-nul"]);
    // A superscript two in Latin-1 and a 2 have seven bits in common.
    expect(await checked("hunter\u00b2", SHORT, { encodings: ["latin1"] })).toEqual([true, "seven-bit"]);
    expect(await checked("U*U*U*U*", `{CRYPT}${TRADITIONAL}`)).toEqual([true, "first-8-bytes"]);
    expect(await checked("U*U*U*U* and more", `{CRYPT}${TRADITIONAL}`)).toEqual([true, "first-8-bytes"]);
  });

  it("is computed where a mark or the source says that it is one", async () => {
    expect(identifyHash(TRADITIONAL)).toMatchObject({
      disposition: "unsupported",
      problems: [{ code: "scheme/ambiguous" }],
    });
    expect((await verifyPassword("U*U*U*U*", TRADITIONAL)).ok).toBe(false);
    for (const text of [`{CRYPT}${TRADITIONAL}`, `{des-crypt}${TRADITIONAL}`, `crypt$$${TRADITIONAL}`]) {
      expect(identifyHash(text).disposition).toBe("verifiable");
      expect(await checked("U*U*U*U*", text)).toEqual([true, "first-8-bytes"]);
      expect(await checked("u*U*U*U*", text)).toEqual([false, null]);
    }
    expect(await checked("U*U*U*U*", TRADITIONAL, { source: "htpasswd" })).toEqual([true, "first-8-bytes"]);
  });

  it("is computed in Dovecot's encodings of it, and of crypt(3)'s hashes", async () => {
    // Each is verified by doveadm pw -t.
    for (const text of [
      "{DES-CRYPT.b64}YWIwb3pVTklnekNaLg==",
      "{DES-CRYPT.hex}6162306f7a554e49677a435a2e",
      "{CRYPT.b64}YWIwb3pVTklnekNaLg==",
      "{CRYPT.HEX}6162306f7a554e49677a435a2e",
    ]) {
      expect(identifyHash(text)).toMatchObject({ scheme: "des-crypt", disposition: "verifiable" });
      expect(await checked("hunter2", text)).toEqual([true, "whole"]);
      expect(await checked("hunter3", text)).toEqual([false, null]);
    }
    for (const text of ["{DES-CRYPT.b64}", "{DES-CRYPT.b64}YWI=", "{DES-CRYPT.hex}61", "{CRYPT.b64}YWI="]) {
      expect(identifyHash(text).disposition, text).toBe("malformed");
    }
  });

  it("is always to be hashed again", async () => {
    expect(await verifyPassword("hunter2", SHORT)).toMatchObject({ ok: true, value: { needsRehash: true } });
  });
});

describe("BSD/OS' DES", () => {
  it("sees all characters, and seven bits of each", async () => {
    expect(await checked("U*U*U*U*", EXTENDED)).toEqual([true, "whole"]);
    expect(await checked("U*U*U*U*x", EXTENDED)).toEqual([false, null]);
    expect(await checked("U*U*U*U*\0", EXTENDED)).toEqual([false, null]);
  });

  it("is held to the limits by its rounds", async () => {
    const costly = EXTENDED.replace("J9..", "zzzz");
    expect(await verifyPassword("x", costly)).toMatchObject({
      ok: false,
      problems: [{ code: "verify/cost-over-limit" }],
    });
    expect(await verifyPassword("x", EXTENDED, { limits: { digestRounds: 724 } })).toMatchObject({
      ok: false,
      problems: [{ field: "digestRounds" }],
    });
    expect(await estimateVerification(EXTENDED)).toMatchObject({ ok: true });
  });

  it("stops in the middle when its signal aborts", async () => {
    const long = EXTENDED.replace("J9..", "...1");
    const stop = new AbortController();
    const verified = verifyPassword("x", long, { signal: stop.signal });
    setImmediate(() => stop.abort());
    expect(await verified).toMatchObject({ ok: false, problems: [{ code: "verify/aborted" }] });
  });
});
