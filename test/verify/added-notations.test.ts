import { expect, it } from "vitest";
import { identifyHash } from "../../src/index.js";
import { verifyPassword } from "../../src/verify/index.js";

/**
 * Of "correct horse": the two of OpenLDAP are `openssl passwd -apr1` and `-1`, whose text was put into the bytes of its
 * module; the others are Python's hashlib.
 */
it.each([
  ["openldap-apr1", "{APR1}liG75Pb7FJZmD2JSkE+sr3NhbHRzYWx0"],
  ["openldap-bsdmd5", "{BSDMD5}MzHHs2aN/vhc0SSImYlqy3NhbHRzYWx0"],
  [
    "adonis-scrypt",
    "$scrypt$n=16384,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$JbN2hANm9NOw4h5BRHZnbjzQ6Jr0QwNWojTOC2WgIbViM+ewsk8HvJNAGV8ZyQodp1YlFO0HYqba48J/9bB9Yg",
  ],
  [
    "phc-pbkdf2",
    "$pbkdf2-sha384$i=1000,l=48$AAECAwQFBgcICQoLDA0ODw$ptrUImDmhCOJ1MRgszc3nYWTon44/if94XSYTuApsyKipl+4DI+WCvYHN2dldZr+",
  ],
  ["phc-pbkdf2", "$pbkdf2-sha224$i=1000,l=28$AAECAwQFBgcICQoLDA0ODw$X2PjXttojxAW+gBWuBrtK5n/w7lDglfPOOsE4w"],
])("%s is verified", async (format, hash) => {
  const { format: inner, wrapping, disposition } = identifyHash(hash);
  expect([inner, wrapping?.name]).toContain(format);
  expect(disposition).toBe("verifiable");
  for (const [password, matches] of [
    ["correct horse", true],
    ["correct horsE", false],
  ] as const) {
    expect(await verifyPassword(password, hash)).toMatchObject({ ok: true, value: { matches } });
  }
});

it("OpenLDAP's forms that lack their salt or are cut are malformed", () => {
  for (const text of ["{APR1}", "{APR1}AAAA", "{BSDMD5}!", `{APR1}${Buffer.alloc(20).toString("base64")}`]) {
    expect(identifyHash(text).disposition).toBe("malformed");
  }
});
