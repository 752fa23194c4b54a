import { describe, expect, it } from "vitest";
import { type AdviceSubject, adviseOnHash, mismatchCauses } from "../../src/login/index.js";
import { verifyPassword } from "../../src/verify/index.js";

/** From Solar Designer's test vectors of crypt_blowfish. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
/** By PHP's crypt() over trim(addslashes("it's \"weird\"")), bare and as WordPress 6.8 wraps it. */
const WORDPRESS_BARE = "$2y$04$abcdefghijklmnopqrstuuhCPaPIJoB29/Rhtx3C0otwWgdk5/BWy";
const WORDPRESS = "$wp$2y$04$abcdefghijklmnopqrstuuHrya3xDUzpmUlz8ipHW6r9XmTL13jlS";
const WEIRD = `it's "weird"`;

async function advise(subject: AdviceSubject) {
  const { hash, password, source, pepper } = subject;
  const verified = await verifyPassword(password, hash, {
    ...(source === undefined ? {} : { source }),
    ...(pepper === undefined ? {} : { pepper }),
  });
  if (!verified.ok) throw new Error(verified.problems[0].code);
  return adviseOnHash(subject, verified.value);
}

describe("adviseOnHash", () => {
  it("imports what the service verifies with this very password", async () => {
    expect(await advise({ hash: BCRYPT, password: "U*U" })).toEqual({ advice: "import", rehash: "needed" });
  });

  it("keeps a hash that the service can't verify for the fallback, with the reason", async () => {
    expect(await advise({ hash: WORDPRESS, password: WEIRD })).toMatchObject({
      advice: "keep-for-fallback",
      reason: { code: "wrapping/prehashed" },
    });
    expect(await advise({ hash: BCRYPT, password: "U*", source: "devise", pepper: "U" })).toMatchObject({
      advice: "keep-for-fallback",
      reason: { code: "wrapping/peppered" },
    });
  });

  it("keeps one for the fallback that the service would verify with another text only", async () => {
    const subject = { hash: WORDPRESS_BARE, password: WEIRD, source: "wordpress" } as const;
    expect(await advise(subject)).toEqual({ advice: "keep-for-fallback", reason: "password-altered" });
  });

  it("lets nobody hash a password again that the check did not see whole", () => {
    const verification = { matches: true, scheme: "bcrypt", needsRehash: false } as const;
    const subject = { hash: BCRYPT, password: "U*U" };
    expect(adviseOnHash(subject, { ...verification, coverage: "first-72-bytes" })).toEqual({
      advice: "import",
      rehash: "never",
    });
    expect(adviseOnHash(subject, { ...verification, coverage: "whole" })).toEqual({
      advice: "import",
      rehash: "not-needed",
    });
  });

  it("gives the causes of a mismatch", async () => {
    const advice = await advise({ hash: BCRYPT, password: "wrong " });
    expect(advice).toEqual({
      advice: "find-cause",
      causes: mismatchCauses({ hash: BCRYPT, password: "wrong " }),
    });
  });
});

describe("mismatchCauses", () => {
  const names = (checked: AdviceSubject) => mismatchCauses(checked).map(({ cause }) => cause);

  it("lists what is always possible, and what the input points to before it", () => {
    expect(names({ hash: BCRYPT, password: "wrong" })).toEqual([
      "source-unnamed",
      "pepper-unnamed",
      "application",
      "wrong-password",
    ]);
    expect(names({ hash: BCRYPT, password: " Größe", source: "devise", pepper: "V" })).toEqual([
      "white-space",
      "other-source",
      "other-pepper",
      "encoding",
      "application",
      "wrong-password",
    ]);
    expect(names({ hash: BCRYPT, password: "wrong", pepper: "" })).not.toContain("other-pepper");
  });

  it("never repeats hash, password or pepper", () => {
    const told = JSON.stringify(mismatchCauses({ hash: BCRYPT, password: " S3cr3t-ß", pepper: "P3pp3r" }));
    expect(told).not.toMatch(/S3cr3t|P3pp3r|CCCC/);
  });
});
