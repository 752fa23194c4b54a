import { createCipheriv, scryptSync } from "node:crypto";
import bcrypt from "bcryptjs";
import { describe, expect, it } from "vitest";
import { createRehearsalService, type RehearsalOptions, type RehearsalService } from "../../src/rehearsal/index.js";
import { talk } from "./talk.js";

const PATH = "/recipe/user/passwordhash/import";
const BCRYPT = bcrypt.hashSync("correct horse", 4);
const ARGON2 = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b9dWRWJTmaasmV9gHUBm5HJwWM";

/** Published by the provider: https://github.com/firebase/scrypt (README). */
const SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
const KNOWN =
  "$f_scrypt$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==$42xEC+ixf3L2lw==$m=14$r=8$s=Bw==";

/** An implementation of the provider's scheme apart from credport's. */
function providerScrypt(password: string | Buffer, m = 4, separator = "Bw=="): string {
  const salt = Buffer.from("0123456789");
  const salted = Buffer.concat([salt, Buffer.from(separator, "base64")]);
  const key = scryptSync(password, salted, 64, { N: 2 ** m, r: 8, p: 1 }).subarray(0, 32);
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  const digest = Buffer.concat([cipher.update(Buffer.from(SIGNER_KEY, "base64")), cipher.final()]);
  return `$f_scrypt$${digest.toString("base64")}$${salt.toString("base64")}$m=${m}$r=8$s=${separator}`;
}

const put = (service: RehearsalService, passwordHash: string, hashingAlgorithm?: string) =>
  talk(service, "POST", PATH, {
    email: "a@example.com",
    passwordHash,
    ...(hashingAlgorithm === undefined ? {} : { hashingAlgorithm }),
  });

const signIn = async (service: RehearsalService, password: string, email = "a@example.com") =>
  (await talk(service, "POST", "/rehearsal/signin", { email, password })).json?.status;

const wild = (options: RehearsalOptions = {}) => createRehearsalService({ service: "supertokens", ...options });

describe.each(["default", "supertokens"] as const)("hash import in the profile %s", (service) => {
  it("makes a user, and overwrites the hash of one that exists", async () => {
    const rehearsal = createRehearsalService({ service });
    const first = await put(rehearsal, BCRYPT);
    expect(first.json).toMatchObject({
      status: "OK",
      didUserAlreadyExist: false,
      user: { emails: ["a@example.com"] },
    });
    const second = await put(rehearsal, bcrypt.hashSync("another", 4));
    expect(second.json).toMatchObject({ didUserAlreadyExist: true, user: { id: first.json?.user.id } });
    expect(await signIn(rehearsal, "another")).toBe("OK");
    expect(await signIn(rehearsal, "correct horse")).toBe("WRONG_CREDENTIALS_ERROR");
    expect(rehearsal.state().users[0]?.loginMethods[0]).toMatchObject({ verified: false, scheme: "bcrypt" });
  });

  it.each([
    ["bcrypt", BCRYPT, "correct horse"],
    // Test vector of the reference implementation of argon2 (test.c)
    ["argon2", "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8", "password"],
  ])("signs in with a %s hash, by credport's own verifier", async (_name, passwordHash, password) => {
    const rehearsal = createRehearsalService({ service });
    expect((await put(rehearsal, passwordHash)).json?.status).toBe("OK");
    expect(await signIn(rehearsal, password)).toBe("OK");
    expect(await signIn(rehearsal, `${password}!`)).toBe("WRONG_CREDENTIALS_ERROR");
  });

  it("refuses provider-scrypt until the signer key is configured", async () => {
    const rehearsal = createRehearsalService({ service });
    const { providerScryptAlgorithm, signerKeySetting } = rehearsal.service;
    const answer = await put(rehearsal, KNOWN, providerScryptAlgorithm);
    expect([answer.status, answer.text]).toEqual([
      500,
      `java.lang.IllegalStateException: '${signerKeySetting}' cannot be null\n`,
    ]);
    const ready = createRehearsalService({ service, signerKey: SIGNER_KEY });
    expect((await put(ready, KNOWN, providerScryptAlgorithm)).json?.status).toBe("OK");
  });

  it("signs in with the provider's published password, by credport's own verifier", async () => {
    const rehearsal = createRehearsalService({ service, signerKey: SIGNER_KEY });
    await put(rehearsal, KNOWN, rehearsal.service.providerScryptAlgorithm);
    expect(await signIn(rehearsal, "user1password")).toBe("OK");
    expect(await signIn(rehearsal, "user2password")).toBe("WRONG_CREDENTIALS_ERROR");
    expect(await signIn(rehearsal, "user1password", "nobody@example.com")).toBe("WRONG_CREDENTIALS_ERROR");
  });

  it.each([
    [{ passwordHash: BCRYPT }, "Field name 'email' is invalid in JSON input"],
    [{ email: "a@b.c", passwordHash: "  " }, "Password hash cannot be an empty string"],
    [{ email: "a@b.c", passwordHash: BCRYPT, hashingAlgorithm: " " }, "Hashing Algorithm cannot be an empty string"],
    [{ email: "a@b.c", passwordHash: BCRYPT, hashingAlgorithm: "md5" }, "Unsupported password hashing algorithm"],
    [{ email: "a@b.c", passwordHash: "$1$abc$def" }, "Password hash is in invalid format"],
    [{ email: "a@b.c", passwordHash: "$2$10$abc" }, "Password hash is in invalid format"],
    [{ email: "a@b.c", passwordHash: BCRYPT, hashingAlgorithm: "argon2" }, "Password hash is in invalid Argon2 format"],
    [{ email: "a@b.c", passwordHash: ARGON2, hashingAlgorithm: "bcrypt" }, "Password hash is in invalid BCrypt format"],
  ])("refuses %j", async (body, text) => {
    const answer = await talk(createRehearsalService({ service }), "POST", PATH, body);
    expect([answer.status, answer.text]).toEqual([400, `${text}\n`]);
  });
});

describe("the core accepts what it cannot verify, and so does the rehearsal", () => {
  it.each([BCRYPT.slice(0, 40), "$2bogus", "$argon2iXYZ", ARGON2.slice(0, 50)])("%s", async (passwordHash) => {
    const rehearsal = wild();
    expect((await put(rehearsal, passwordHash)).json?.status).toBe("OK");
    expect(await signIn(rehearsal, "correct horse")).toBe("WRONG_CREDENTIALS_ERROR");
    expect((await put(createRehearsalService(), passwordHash)).status).toBe(400);
  });

  it("reads every bcrypt version as 2a", async () => {
    const seen: string[] = [];
    const rehearsal = wild({
      verify: async (_password, hash) => {
        seen.push(hash.slice(0, 4));
        return true;
      },
    });
    for (const version of ["2a", "2b", "2x", "2y"]) {
      await put(rehearsal, `$${version}${BCRYPT.slice(3)}`);
      await signIn(rehearsal, "x");
    }
    expect(seen).toEqual(["$2a$", "$2a$", "$2a$", "$2a$"]);
  });

  it.each([
    ["parameters in any order", (text: string) => text.replace("$m=4$r=8$s=Bw==", "$s=Bw==$r=8$m=4"), "OK"],
    ["a trailing dollar sign", (text: string) => `${text}$`, "OK"],
    ["a salt in URL-safe base64", (text: string) => text.replace("MDEyMzQ1Njc4OQ==", "MDEyMzQ1Njc4OQ"), "OK"],
    [
      "a digest without padding, compared as text",
      (text: string) => text.replace("==$", "$"),
      "WRONG_CREDENTIALS_ERROR",
    ],
  ])("provider-scrypt with %s", async (_name, change, status) => {
    const rehearsal = wild({ signerKey: SIGNER_KEY });
    const changed = change(providerScrypt("correct horse"));
    expect(changed).not.toBe(providerScrypt("correct horse"));
    expect((await put(rehearsal, changed, "firebase_scrypt")).json?.status).toBe("OK");
    expect(await signIn(rehearsal, "correct horse")).toBe(status);
  });

  it("takes provider-scrypt without the algorithm's name, which the interface does not", async () => {
    const text = providerScrypt("correct horse");
    expect((await put(wild({ signerKey: SIGNER_KEY }), text)).json?.status).toBe("OK");
    expect((await put(createRehearsalService({ signerKey: SIGNER_KEY }), text)).status).toBe(400);
  });

  it("cuts a separator whose base64 contains s=, so that the password never verifies", async () => {
    const rehearsal = wild({ signerKey: SIGNER_KEY });
    await put(rehearsal, providerScrypt("correct horse", 4, "AAs="), "firebase_scrypt");
    expect(await signIn(rehearsal, "correct horse")).toBe("WRONG_CREDENTIALS_ERROR");
    const interfaceOnly = createRehearsalService({ signerKey: SIGNER_KEY });
    await put(interfaceOnly, providerScrypt("correct horse", 4, "AAs="), "provider_scrypt");
    expect(await signIn(interfaceOnly, "correct horse")).toBe("OK");
  });

  it("refuses an empty separator and what is not a number", async () => {
    const rehearsal = wild({ signerKey: SIGNER_KEY });
    for (const tail of ["$m=4$r=8$s=", "$m=4$r=x$s=Bw==", "$m=4$r=8", "$m=99999999999$r=8$s=Bw=="]) {
      const answer = await put(rehearsal, `$f_scrypt$aaaa$aaaa${tail}`, "firebase_scrypt");
      expect([answer.status, answer.text]).toEqual([400, "Password hash is in invalid Firebase SCrypt format\n"]);
    }
  });

  it("reads passwords as ASCII: what was hashed in UTF-8 does not sign in", async () => {
    const utf8 = wild({ signerKey: SIGNER_KEY });
    await put(utf8, providerScrypt("pässword"), "firebase_scrypt");
    expect(await signIn(utf8, "pässword")).toBe("WRONG_CREDENTIALS_ERROR");
    const asked = wild({ signerKey: SIGNER_KEY });
    await put(asked, providerScrypt("p?ssw?rd"), "firebase_scrypt");
    expect(await signIn(asked, "pässw😀rd")).toBe("OK");
    const interfaceOnly = createRehearsalService({ signerKey: SIGNER_KEY });
    await put(interfaceOnly, providerScrypt("pässword"), "provider_scrypt");
    expect(await signIn(interfaceOnly, "pässword")).toBe("OK");
  });
});
