import { randomBytes } from "node:crypto";
import { hash as hashArgon2, verify as verifyArgon2 } from "@node-rs/argon2";
import argon2 from "argon2";
import bcryptjs from "bcryptjs";
import { beforeAll, describe, expect, it } from "vitest";
import { type NormalizeOptions, normalizeHash } from "../../src/index.js";
import { hashProviderScrypt, verifyPassword, verifyProviderScrypt } from "../../src/verify/index.js";
import { CATALOGUE_SAMPLES } from "./catalogue-samples.js";

/**
 * A normalised hash verifies exactly the passwords that the original verified: for every
 * wrapping and every repair, with other people's implementations where there are any.
 */
const PASSWORDS = ["password", "Üñí©ødé 🔑", " spaces ", ""];
const OTHERS = (password: string) => [`${password}x`, password === "password" ? "Password" : "password"];
const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");

function normalized(text: string, options: NormalizeOptions = {}): string {
  const result = normalizeHash(text, options);
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value.passwordHash;
}

type Wrap = readonly [string, (hash: string) => string];

/** What appears around a standard string in the field, or in place of it. */
const BCRYPT_WRAPS: readonly Wrap[] = [
  ["nothing", (hash) => hash],
  ["white space", (hash) => `\ufeff ${hash}\r\n`],
  ["{bcrypt}", (hash) => `{bcrypt}${hash}`],
  ["{BLF-CRYPT}", (hash) => `{BLF-CRYPT}${hash}`],
  ["{BLF-CRYPT.b64}", (hash) => `{BLF-CRYPT.b64}${base64(hash)}`],
  ["{BLF-CRYPT.hex}", (hash) => `{BLF-CRYPT.hex}${hex(hash)}`],
  ["{CRYPT}", (hash) => `{CRYPT}${hash}`],
  ["LDIF", (hash) => `userPassword:: ${base64(`{CRYPT}${hash}`)}`],
  ["LDIF's value", (hash) => base64(`{CRYPT}${hash}`)],
  ["base64", base64],
  ["Django", (hash) => `bcrypt$${hash}`],
  ["Nextcloud", (hash) => `1|${hash}`],
  ["WoltLab", (hash) => `Bcrypt:${hash}`],
  ["XenForo", (hash) => `a:1:{s:4:"hash";s:60:"${hash}";}`],
  ["MediaWiki", (hash) => `:bcrypt:${Number(hash.slice(4, 6))}$${hash.slice(7, 29)}$${hash.slice(29)}`],
  ["set bits in the salt", (hash) => hash.slice(0, 28) + withUnusedBits(hash[28] as string, 7) + hash.slice(29)],
  ["set bits in the digest", (hash) => hash.slice(0, 59) + withUnusedBits(hash[59] as string, 3)],
];

function withUnusedBits(character: string, bits: number): string {
  const alphabet = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return alphabet[alphabet.indexOf(character) | bits] as string;
}

describe("bcrypt", () => {
  const hashes = new Map<string, string>();
  beforeAll(async () => {
    for (const password of PASSWORDS) hashes.set(password, await bcryptjs.hash(password, 4));
  });

  describe.each(BCRYPT_WRAPS)("in %s", (_, wrap) => {
    it.each(["2a", "2b", "2y"])("as %s", async (version) => {
      for (const [password, hash] of hashes) {
        const canonical = normalized(wrap(hash.replace("$2b$", `$${version}$`)));
        expect(await bcryptjs.compare(password, canonical)).toBe(true);
        for (const other of OTHERS(password)) expect(await bcryptjs.compare(other, canonical)).toBe(false);
      }
    });
  });
});

const ARGON2_WRAPS: readonly Wrap[] = [
  ["nothing", (hash) => hash],
  ["{argon2}", (hash) => `{argon2}${hash}`],
  ["{argon2@SpringSecurity_v5_8}", (hash) => `{argon2@SpringSecurity_v5_8}${hash}`],
  ["{ARGON2} and base64", (hash) => `{ARGON2}${base64(hash)}`],
  ["Dovecot", (hash) => `{${hash.startsWith("$argon2id") ? "ARGON2ID" : "ARGON2I"}}${hash}`],
  ["Dovecot's base64", (hash) => `{${hash.startsWith("$argon2id") ? "ARGON2ID" : "ARGON2I"}.b64}${base64(hash)}`],
  ["Django", (hash) => `argon2${hash}`],
  ["Nextcloud", (hash) => `${hash.startsWith("$argon2id") ? 3 : 2}|${hash}`],
  ["MediaWiki", (hash) => `:argon2:${hash}`],
  ["WoltLab", (hash) => `Argon2:${hash}`],
  ["{CRYPT}", (hash) => `{CRYPT}${hash}`],
  ["base64", base64],
  ["the order m,p,t", (hash) => hash.replace(/,(t=\d+),(p=\d+)/, ",$2,$1")],
  ["the order t,m,p", (hash) => hash.replace(/(m=\d+),(t=\d+)/, "$2,$1")],
  [
    "padding",
    (hash) =>
      hash.replace(
        /\$([^$]+)\$([^$]+)$/,
        (...[, salt, digest]) => `$${padded(salt as string)}$${padded(digest as string)}`,
      ),
  ],
  [
    "the URL-safe alphabet",
    (hash) => hash.replaceAll("+", "-").replace(/\$([^$]+)\$([^$]+)$/, (parts) => parts.replaceAll("/", "_")),
  ],
];

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

describe("argon2", () => {
  const hashes = new Map<string, string>();
  beforeAll(async () => {
    for (const password of PASSWORDS) {
      // In the package, 1 is argon2i and 2 argon2id.
      const algorithm = hashes.size % 2 === 0 ? 2 : 1;
      hashes.set(
        password,
        await hashArgon2(password, {
          memoryCost: 8,
          timeCost: 1,
          parallelism: 1,
          algorithm,
          salt: randomBytes(16),
        }),
      );
    }
  });

  it.each(ARGON2_WRAPS)("in %s", async (_, wrap) => {
    for (const [password, hash] of hashes) {
      const canonical = normalized(wrap(hash));
      expect(canonical).toBe(hash);
      expect(await verifyArgon2(canonical, password)).toBe(true);
      for (const other of OTHERS(password)) expect(await verifyArgon2(canonical, other)).toBe(false);
    }
  });

  it("without its version, as the reference implementation wrote 1.0", async () => {
    for (const password of PASSWORDS) {
      const hash = await argon2.hash(password, { version: 0x10, memoryCost: 8, timeCost: 2, parallelism: 1 });
      const original = hash.replace("$v=16", "");
      expect(await argon2.verify(original, password)).toBe(true);
      expect(normalized(original)).toBe(hash);
      expect(await argon2.verify(normalized(original), password)).toBe(true);
      for (const other of OTHERS(password)) expect(await argon2.verify(normalized(original), other)).toBe(false);
    }
  });
});

describe("provider-scrypt", () => {
  const signerKey = randomBytes(64).toString("base64");
  const tail = (hash: string) => {
    const [, , passwordHash = "", salt = "", m = "", r = "", s = ""] = hash.split("$");
    return { passwordHash, salt, m: m.slice(2), r: r.slice(2), s: s.slice(2) };
  };
  const urlSafe = (text: string) => text.replaceAll("+", "-").replaceAll("/", "_");
  const bare = (text: string) => text.replace(/=+$/, "");
  const wraps: readonly Wrap[] = [
    ["nothing", (hash) => hash],
    [
      "Supabase's form",
      (hash) => {
        const { passwordHash, salt, m, r, s } = tail(hash);
        return `$fbscrypt$v=1,n=${m},r=${r},p=1,ss=${s},sk=${signerKey}$${salt}$${passwordHash}`;
      },
    ],
    [
      "Kratos' form",
      (hash) => {
        const { passwordHash, salt, m, r, s } = tail(hash);
        return `$firescrypt$ln=${m},r=${r},p=1$${salt}$${passwordHash}$${s}$${signerKey}`;
      },
    ],
    [
      "the order s, r, m",
      (hash) => {
        const { passwordHash, salt, m, r, s } = tail(hash);
        return `$f_scrypt$${passwordHash}$${salt}$s=${s}$r=${r}$m=${m}`;
      },
    ],
    [
      "the URL-safe alphabet",
      (hash) => {
        const { passwordHash, salt, m, r, s } = tail(hash);
        return `$f_scrypt$${urlSafe(passwordHash)}$${urlSafe(salt)}$m=${m}$r=${r}$s=${urlSafe(s)}`;
      },
    ],
    [
      "no padding",
      (hash) => {
        const { passwordHash, salt, m, r, s } = tail(hash);
        return `$f_scrypt$${bare(passwordHash)}$${bare(salt)}$m=${m}$r=${r}$s=${bare(s)}`;
      },
    ],
  ];

  async function expectSame(canonical: string, password: string): Promise<void> {
    const matching = await verifyProviderScrypt(password, canonical, signerKey);
    expect(matching).toMatchObject({ ok: true, value: { matches: true } });
    for (const other of OTHERS(password)) {
      const verified = await verifyProviderScrypt(other, canonical, signerKey);
      expect(verified).toMatchObject({ ok: true, value: { matches: false } });
    }
  }

  async function made(password: string, salt: Buffer, saltSeparator: string): Promise<string> {
    const options = { signerKey, salt: salt.toString("base64"), saltSeparator, memCost: 1, rounds: 1 };
    const hashed = await hashProviderScrypt(password, options);
    if (!hashed.ok) throw new Error(hashed.problems[0].message);
    return hashed.value;
  }

  it.each(wraps)("in %s", async (_, wrap) => {
    for (const password of PASSWORDS) {
      const hash = await made(password, randomBytes(11), "Bw==");
      expect(normalized(wrap(hash))).toBe(hash);
      await expectSame(normalized(wrap(hash)), password);
    }
  });

  it("in Clerk's form", async () => {
    const hash = await made("password", randomBytes(8), "Bw==");
    const { passwordHash, salt, m, r, s } = tail(hash);
    await expectSame(normalized(`${passwordHash}$${salt}$${signerKey}$${s}$${r}$${m}`), "password");
  });

  it.each(["", "AAs=", "AAECAws="])("with the separator %j moved for supertokens", async (separator) => {
    for (const salt of [Buffer.of(1, 2), randomBytes(8), ...(separator === "" ? [] : [Buffer.of(9)])]) {
      const hash = await made("password", salt, separator);
      const moved = normalized(hash, { service: "supertokens" });
      expect(moved).not.toBe(hash);
      await expectSame(hash, "password");
      await expectSame(moved, "password");
    }
  });
});

describe("what is verifiable verifies", () => {
  // The known answers were computed by Python's hashlib.
  it.each(["source-md5", "source-sha1", "joomla-md5", "joomla-sha256", "mattermost-pbkdf2"])("%s", async (name) => {
    const { text, source } = CATALOGUE_SAMPLES[name] as { text: string; source?: "wordpress" };
    const options = source === undefined ? {} : { source };
    expect(await verifyPassword("password", text, options)).toMatchObject({ value: { matches: true } });
    expect(await verifyPassword("Password", text, options)).toMatchObject({ value: { matches: false } });
  });

  it.each([
    ["Meteor", "meteor", "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"],
    ["vBulletin", "vbulletin", "5f4dcc3b5aa765d61d8327deb882cf99"],
  ] as const)("argon2 and bcrypt over %s' own digest", async (_, source, digest) => {
    const hash = await hashArgon2(digest, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    for (const text of [hash, await bcryptjs.hash(digest, 4)]) {
      expect(await verifyPassword("password", text, { source })).toMatchObject({ value: { matches: true } });
      expect(await verifyPassword(digest, text, { source })).toMatchObject({ value: { matches: false } });
      expect(normalizeHash(text, { source }).ok).toBe(false);
    }
  });

  it("argon2 over a password with a pepper", async () => {
    const hash = await hashArgon2("passwordpepper", { memoryCost: 8, timeCost: 1, parallelism: 1 });
    expect(await verifyPassword("password", hash, { pepper: "pepper" })).toMatchObject({
      value: { matches: true },
    });
    expect(await verifyPassword("password", hash, { pepper: "salt" })).toMatchObject({
      value: { matches: false },
    });
  });
});
