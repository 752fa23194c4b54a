import { describe, expect, it } from "vitest";
import { identifyHash } from "../../../src/index.js";
import { CATALOGUE_SAMPLES } from "../catalogue-samples.js";

const HEX = (bytes: number) => "0f".repeat(bytes);
const BASE64 = (bytes: number) => Buffer.alloc(bytes, 0x5a).toString("base64");
const BARE = (bytes: number) => BASE64(bytes).replace(/=+$/, "");
const PASSLIB = (bytes: number) => BARE(bytes).replaceAll("+", ".");
const URL_SAFE = (bytes: number) => Buffer.alloc(bytes, 0xfb).toString("base64url");

/** What a text is taken for: disposition and the first problem. */
function told(text: string): readonly [string, string | undefined] {
  const { disposition, problems } = identifyHash(text);
  return [disposition, problems[0]?.code];
}

const VERIFIABLE = ["verifiable", "scheme/login-only"];
const MALFORMED = ["malformed", "scheme/malformed"];

describe("a digest has the bytes of the function that is named", () => {
  const layouts: readonly [string, (name: string, bytes: number) => string, Record<string, number>][] = [
    ["passlib", (name, bytes) => `$pbkdf2-${name}$9$${PASSLIB(8)}$${PASSLIB(bytes)}`, { sha256: 32, sha512: 64 }],
    ["passlib without a name", (_, bytes) => `$pbkdf2$9$${PASSLIB(8)}$${PASSLIB(bytes)}`, { sha1: 20 }],
    ["Django", (name, bytes) => `pbkdf2_${name}$9$salt$${BASE64(bytes)}`, { sha1: 20, sha256: 32, sha512: 64 }],
    [
      "Werkzeug's pbkdf2",
      (name, bytes) => `pbkdf2:${name}:9$salt$${HEX(bytes)}`,
      { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 },
    ],
    [
      "Werkzeug's HMAC",
      (name, bytes) => `${name}$salt$${HEX(bytes)}`,
      { sha224: 28, sha256: 32, sha384: 48, sha512: 64 },
    ],
    [
      "OpenLDAP",
      (name, bytes) => `{PBKDF2-${name.toUpperCase()}}9$${PASSLIB(8)}$${PASSLIB(bytes)}`,
      { sha1: 20, sha256: 32, sha512: 64 },
    ],
    [
      "389 Directory Server",
      (name, bytes) => `{PBKDF2-${name.toUpperCase()}}9$${BASE64(8)}$${BASE64(bytes)}`,
      { sha1: 20, sha256: 32, sha512: 64 },
    ],
    [
      "Shiro",
      (name, bytes) => `$shiro1$${name}$9$${BASE64(8)}$${BASE64(bytes)}`,
      { MD5: 16, "SHA-1": 20, "SHA-256": 32, "SHA-384": 48, "SHA-512": 64 },
    ],
  ];
  const all = layouts.flatMap(([system, make, functions]) =>
    Object.entries(functions).map(([name, bytes]) => [`${system} ${name}`, make, name, bytes] as const),
  );

  it.each(all)("%s", (_, make, name, bytes) => {
    expect(told(make(name, bytes))).toEqual(VERIFIABLE);
    for (const other of [16, 20, 28, 32, 48, 64]) {
      if (other !== bytes) expect(told(make(name, other))[0]).toBe("malformed");
    }
  });
});

describe("a key of a length of the writer's choice", () => {
  const layouts: readonly [string, (key: string, stated: number, salt?: string) => string][] = [
    ["PHC", (key, stated, salt = BARE(8)) => `$pbkdf2-sha256$i=9,l=${stated}$${salt}$${key}`],
    ["Mattermost", (key, stated, salt = BARE(8)) => `$pbkdf2$f=SHA256,w=9,l=${stated}$${salt}$${key}`],
    ["MediaWiki", (key, stated, salt = BARE(8)) => `:pbkdf2:sha256:9:${stated}:${salt}:${key}`],
    ["MediaWiki, layered", (key, stated, salt = BARE(8)) => `:pbkdf2-legacyA:!sha256:9:${stated}!!${salt}!${key}`],
  ];

  it.each(layouts)("of %s is as long as it says, and never under 16 bytes", (_, make) => {
    for (const bytes of [16, 17, 32, 128]) expect(told(make(BARE(bytes), bytes))[0]).toBe("verifiable");
    expect(told(make(BARE(15), 15))[0]).not.toBe("verifiable");
    expect(told(make(BARE(1), 1))[0]).not.toBe("verifiable");
    expect(told(make(BARE(32), 33))[0]).not.toBe("verifiable");
    expect(told(make(BARE(33), 32))[0]).not.toBe("verifiable");
  });

  it.each(layouts)("of %s is clean base64, and so is its salt", (_, make) => {
    expect(told(make(`${BARE(16).slice(0, -1)}b`, 16))[0]).not.toBe("verifiable");
    expect(told(make(BARE(16).slice(0, -1), 16))[0]).not.toBe("verifiable");
    expect(told(make(BARE(16), 16, "AAAAA"))[0]).not.toBe("verifiable");
    expect(told(make(BARE(16), 16, "AB"))[0]).not.toBe("verifiable");
  });

  it("may be without a stated length in PHC notation", () => {
    expect(told(`$pbkdf2-sha256$i=9$${BARE(8)}$${BARE(16)}`)).toEqual(VERIFIABLE);
    expect(told(`$pbkdf2-sha256$i=9$${BARE(8)}$${BARE(15)}`)).toEqual(MALFORMED);
  });
});

describe("scrypt's parameters are some that scrypt has", () => {
  it.each([
    ["passlib", `$scrypt$ln=4,r=8,p=1$${BARE(8)}$${BARE(32)}`, true],
    ["passlib with 64 bytes", `$scrypt$ln=4,r=8,p=1$${BARE(8)}$${BARE(64)}`, true],
    ["passlib, a cut digest", `$scrypt$ln=4,r=8,p=1$${BARE(8)}$${BARE(31)}`, false],
    ["passlib, r·p of 2^30", `$scrypt$ln=4,r=65536,p=16384$${BARE(8)}$${BARE(32)}`, false],
    ["passlib, r·p just below", `$scrypt$ln=4,r=65535,p=16384$${BARE(8)}$${BARE(32)}`, true],
    ["passlib, a salt with unused bits", `$scrypt$ln=4,r=8,p=1$AB$${BARE(32)}`, false],
    ["Kratos", `$scrypt$ln=1024,r=8,p=1$${BASE64(16)}$${BASE64(32)}`, true],
    ["Kratos, N no power of two", `$scrypt$ln=1023,r=8,p=1$${BASE64(16)}$${BASE64(32)}`, false],
    ["Kratos, a short key", `$scrypt$ln=1024,r=8,p=1$${BASE64(16)}$${BASE64(15)}`, false],
    ["Django", `scrypt$16384$salt$8$1$${BASE64(64)}`, true],
    ["Django, N no power of two", `scrypt$16383$salt$8$1$${BASE64(64)}`, false],
    ["Django, N of 1", `scrypt$1$salt$8$1$${BASE64(64)}`, false],
    ["Django, N of 2", `scrypt$2$salt$8$1$${BASE64(64)}`, true],
    ["Django, unused bits", `scrypt$16384$salt$8$1$${BASE64(64).slice(0, -3)}h==`, false],
    ["Werkzeug", `scrypt:32768:8:1$salt$${HEX(64)}`, true],
    ["Werkzeug, N no power of two", `scrypt:32767:8:1$salt$${HEX(64)}`, false],
    ["Spring", `{scrypt}$e0801$${BASE64(16)}$${BASE64(32)}`, true],
    ["Spring, N of 1", `{scrypt}$0801$${BASE64(16)}$${BASE64(32)}`, false],
    ["Spring, N of 2", `{scrypt}$10801$${BASE64(16)}$${BASE64(32)}`, true],
    ["Spring, r of 0", `{scrypt}$e0001$${BASE64(16)}$${BASE64(32)}`, false],
    ["Spring, p of 0", `{scrypt}$e0800$${BASE64(16)}$${BASE64(32)}`, false],
    ["Spring, a short key", `{scrypt}$e0801$${BASE64(16)}$${BASE64(8)}`, false],
    ["crypt(3)", `$7$2/..../....saltsalt$${"z".repeat(42)}.`, true],
    ["crypt(3), with a bit that no byte has", `$7$2/../....saltsalt$${"z".repeat(43)}`, false],
    ["crypt(3), N of 1", `$7$./..../....saltsalt$${"z".repeat(43)}`, false],
    ["crypt(3), r of 0", `$7$2...../....saltsalt$${"z".repeat(43)}`, false],
    ["crypt(3), p of 0", `$7$2/.........saltsalt$${"z".repeat(43)}`, false],
    // 1 in the fifth character is 3·64^4, so r·p is 3·2^24 times 64.
    ["crypt(3), r·p beyond 2^30", `$7$2....1./...saltsalt$${"z".repeat(43)}`, false],
  ])("%s", (_, text, sound) => {
    expect(told(text)).toEqual(sound ? VERIFIABLE : MALFORMED);
  });
});

describe("parts that one value holds fit into it", () => {
  const aspnet = (prf: number, rounds: number, saltBytes: number, restBytes: number) => {
    const head = Buffer.alloc(13);
    head[0] = 1;
    head.writeUInt32BE(prf, 1);
    head.writeUInt32BE(rounds, 5);
    head.writeUInt32BE(saltBytes, 9);
    return Buffer.concat([head, Buffer.alloc(restBytes, 7)]).toString("base64");
  };
  const ds389 = (rounds: number) => {
    const value = Buffer.alloc(324, 7);
    value.writeUInt32BE(rounds, 0);
    return `{PBKDF2_SHA256}${value.toString("base64")}`;
  };
  it.each([
    ["ASP.NET", aspnet(2, 1, 16, 48), true],
    ["ASP.NET, the least", aspnet(0, 1, 16, 32), true],
    ["ASP.NET, no such function", aspnet(3, 1, 16, 48), false],
    ["ASP.NET, no rounds", aspnet(1, 0, 16, 48), false],
    ["ASP.NET, a salt of 15 bytes", aspnet(1, 1, 15, 48), false],
    ["ASP.NET, a key of 15 bytes", aspnet(1, 1, 16, 31), false],
    ["ASP.NET, a salt longer than the value", aspnet(1, 1, 60, 48), false],
    ["ASP.NET Identity 2, unused bits", `${"A".repeat(65)}B==`, false],
    ["ASP.NET Identity 2", `${"A".repeat(66)}==`, true],
    ["OpenDJ, 20 bytes and 8 of salt", `{PBKDF2}9:${BASE64(28)}`, true],
    ["OpenDJ, a byte too few", `{PBKDF2}9:${BASE64(27)}`, false],
    ["OpenDJ with SHA-512", `{PBKDF2-HMAC-SHA512}9:${BASE64(72)}`, true],
    ["OpenDJ with SHA-512, the bytes of SHA-256", `{PBKDF2-HMAC-SHA512}9:${BASE64(40)}`, false],
    ["Spring's pbkdf2 before 5.8", `{pbkdf2}${HEX(40)}`, true],
    ["Spring's pbkdf2 before 5.8, the bytes of today", `{pbkdf2}${HEX(48)}`, false],
    ["Spring's pbkdf2 since 5.8", `{pbkdf2@SpringSecurity_v5_8}${HEX(48)}`, true],
    ["Spring's pbkdf2 since 5.8, the bytes of before", `{pbkdf2@SpringSecurity_v5_8}${HEX(40)}`, false],
    ["389 Directory Server", ds389(1), true],
    ["389 Directory Server, many rounds", ds389(0x01000000), true],
    ["389 Directory Server, no rounds", ds389(0), false],
    ["FSHP of SHA-1", `{FSHP0|8|9}${BASE64(28)}`, true],
    ["FSHP of SHA-1, a byte too many", `{FSHP0|8|9}${BASE64(29)}`, false],
    ["FSHP of SHA-256 without a salt", `{FSHP1|0|9}${BASE64(32)}`, true],
    ["FSHP of SHA-384", `{FSHP2|8|9}${BASE64(56)}`, true],
    ["FSHP of SHA-512", `{FSHP3|8|9}${BASE64(72)}`, true],
    ["FSHP of SHA-512, the bytes of SHA-256", `{FSHP3|8|9}${BASE64(40)}`, false],
    ["Cryptacular", `$p5k2$9$${URL_SAFE(16)}==$${URL_SAFE(20)}=`, true],
    ["Cryptacular, a salt of an impossible length", `$p5k2$9$AAAAA$${URL_SAFE(20)}=`, false],
    ["XenForo", `a:3:{s:4:"hash";s:40:"${HEX(20)}";s:4:"salt";s:4:"salt";s:8:"hashFunc";s:4:"sha1";}`, true],
  ])("%s", (_, text, sound) => {
    expect(told(text)[0]).toBe(sound ? "verifiable" : "malformed");
  });

  it("a length that PHP's array does not have makes it no array of XenForo's own", () => {
    const text = `a:3:{s:4:"hash";s:40:"${HEX(20)}";s:4:"salt";s:5:"salt";s:8:"hashFunc";s:4:"sha1";}`;
    expect(identifyHash(text)).toMatchObject({
      disposition: "unsupported",
      wrapping: { name: "xenforo-imported" },
    });
  });
});

describe("a hash inside another notation is itself sound", () => {
  const phpbb = (cost: string, salt: string, digest: string) => `$H\\2y$5saltsalt$${cost}\\${salt}$${digest}`;
  const SALT = "CCCCCCCCCCCCCCCCCCCCC.";
  const DIGEST = "E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

  it.each([
    ["phpBB's", phpbb("04", SALT, DIGEST), "verifiable"],
    ["phpBB's with a cost of 3", phpbb("03", SALT, DIGEST), "unsupported"],
    ["phpBB's with a cost of 32", phpbb("32", SALT, DIGEST), "unsupported"],
    ["Magento's argon2 over SHA-256", `${HEX(32)}:salt:1:3_32_2_8192`, "verifiable"],
    ["Magento's with less memory than argon2 takes", `${HEX(32)}:salt:1:3_32_2_8191`, "unsupported"],
    ["Magento's over version 2", `${HEX(32)}:salt:2:3_32_2_8192`, "verifiable"],
    ["WoltLab's argon2", CATALOGUE_SAMPLES["woltlab-vbulletin-argon2"]?.text ?? "", "verifiable"],
    ["WoltLab's argon2, cut off", "Vb5Argon2:$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ", "malformed"],
  ])("%s", (_, text, disposition) => {
    expect(identifyHash(text).disposition).toBe(disposition);
  });
});

describe("the last character of a digest in crypt(3)'s base64 has no bit that no byte has", () => {
  it.each([
    ["phpass", "$P$984478476", 22, "1"],
    ["md5-crypt", "$1$saltsalt$", 22, "1"],
    ["apr1", "$apr1$saltsalt$", 22, "1"],
    ["sha256-crypt", "$5$saltsalt$", 43, "D"],
    ["sha512-crypt", "$6$saltsalt$", 86, "1"],
    ["yescrypt", "$y$j75$saltsal/$", 43, "D"],
  ])("%s", (_, head, length, last) => {
    const text = `${head}${"z".repeat(length - 1)}`;
    const next = String.fromCharCode(last.charCodeAt(0) + 1);
    expect(told(`${text}${last}`)).toEqual(VERIFIABLE);
    expect(told(`${text}${next}`)).toEqual(MALFORMED);
  });
});
