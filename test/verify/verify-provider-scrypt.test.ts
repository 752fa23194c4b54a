import { describe, expect, it } from "vitest";
import { hashProviderScrypt, verifyProviderScrypt } from "../../src/verify/index.js";
import { sharedGate } from "../../src/verify/run/gate.js";

const SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
const HASH =
  "$f_scrypt$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==$42xEC+ixf3L2lw==$m=14$r=8$s=Bw==";
const ACCOUNT = { signerKey: SIGNER_KEY, saltSeparator: "Bw==", memCost: 14, rounds: 8 };

describe("verifyProviderScrypt", () => {
  it("verifies firebase/scrypt's published example and refuses another password", async () => {
    const right = await verifyProviderScrypt("user1password", HASH, SIGNER_KEY);
    const wrong = await verifyProviderScrypt("user1passworD", HASH, SIGNER_KEY);
    expect(right).toEqual({
      ok: true,
      value: { matches: true, scheme: "provider-scrypt", needsRehash: true, coverage: "whole" },
      warnings: [],
    });
    expect(wrong).toMatchObject({ ok: true, value: { matches: false } });
  });

  it("takes the signer key in the URL-safe alphabet and without padding", async () => {
    const urlSafe = SIGNER_KEY.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    expect(await verifyProviderScrypt("user1password", HASH, urlSafe)).toMatchObject({
      value: { matches: true },
    });
  });

  it.each([
    ["empty", "", "provider-scrypt/signer-key-malformed"],
    ["no base64", "not base64!", "provider-scrypt/signer-key-malformed"],
    ["cut off", SIGNER_KEY.slice(0, 40), "provider-scrypt/signer-key-malformed"],
  ])("refuses a signer key that is %s", async (_, key, code) => {
    const refused = await verifyProviderScrypt("x", HASH, key);
    expect(refused).toMatchObject({ ok: false, problems: [{ code, field: "signerKey" }] });
  });

  it("refuses a text that is not a provider-scrypt hash, and a password that is too long", async () => {
    expect(await verifyProviderScrypt("x", "$2b$10$", SIGNER_KEY)).toMatchObject({
      ok: false,
      problems: [{ code: "provider-scrypt/not-provider-scrypt" }],
    });
    expect(await verifyProviderScrypt("x".repeat(1025), HASH, SIGNER_KEY)).toMatchObject({
      ok: false,
      problems: [{ code: "verify/password-too-long" }],
    });
  });

  it("names the argument that is not a string", async () => {
    await expect(verifyProviderScrypt("x", 1 as never, SIGNER_KEY)).rejects.toThrow("hash must be a string");
    await expect(verifyProviderScrypt("x", HASH, 1 as never)).rejects.toThrow("signerKey must be a string");
  });

  it("refuses costs over the limits before any work", async () => {
    const bombs = await Promise.all(
      ["$m=30$r=8$s=", "$m=14$r=1073741823$s=", "$m=18$r=1024$s="].map((end) =>
        verifyProviderScrypt("x", HASH.replace("$m=14$r=8$s=", end), SIGNER_KEY),
      ),
    );
    expect(bombs.map((bomb) => !bomb.ok && bomb.problems[0].code)).toEqual(Array(3).fill("verify/cost-over-limit"));
  });
});

describe("hashProviderScrypt", () => {
  it("gives the published string", async () => {
    const hashed = await hashProviderScrypt("user1password", { ...ACCOUNT, salt: "42xEC+ixf3L2lw==" });
    expect(hashed).toEqual({ ok: true, value: HASH, warnings: [] });
  });

  it.each([
    [{ salt: "" }, "provider-scrypt/part-missing"],
    [{ memCost: 0 }, "provider-scrypt/parameter-out-of-range"],
    [{ rounds: 2 ** 31 }, "provider-scrypt/parameter-out-of-range"],
    [{ memCost: 29 }, "verify/cost-over-limit"],
    [{ signerKey: "!" }, "provider-scrypt/signer-key-malformed"],
  ])("refuses %j", async (change, code) => {
    const hashed = await hashProviderScrypt("x", { ...ACCOUNT, salt: "TmFDbA==", ...change });
    expect(hashed).toMatchObject({ ok: false, problems: [{ code }] });
  });

  it("refuses a password that is too long or not text, and a key that is not a string", async () => {
    const account = { ...ACCOUNT, salt: "TmFDbA==" };
    expect(await hashProviderScrypt("x".repeat(1025), account)).toMatchObject({
      problems: [{ code: "verify/password-too-long" }],
    });
    expect(await hashProviderScrypt("\ud800", account)).toMatchObject({
      problems: [{ code: "verify/password-not-text" }],
    });
    await expect(hashProviderScrypt("x", { ...account, signerKey: 1 as never })).rejects.toThrow(
      "signerKey must be a string",
    );
  });

  it("gives its place back", async () => {
    await hashProviderScrypt("x", { ...ACCOUNT, memCost: 1, rounds: 1, salt: "TmFDbA==" });
    expect([sharedGate.running(), sharedGate.waiting()]).toEqual([0, 0]);
  });
});
