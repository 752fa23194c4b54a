import { describe, expect, it } from "vitest";
import {
  detectSource,
  type ReadExportOptions,
  readExport,
  readUniqueUsers,
  type UserRecord,
} from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { bytesOf, codesOf, collect } from "../read-users.js";
import { sampleBytes } from "../readers/read-items.js";
import { readUserOf } from "./read-samples.js";

type From = "htpasswd" | "dovecot" | "ldap";

async function read(
  from: From,
  file: string | Uint8Array,
  options: Partial<ReadExportOptions> = {},
): Promise<UserRecord[]> {
  return (await collect(readExport(bytesOf(file), { from, ...options }))) as UserRecord[];
}

/** What became of each, by address or ID: `ok`, or the reasons. */
function outcomes(records: readonly UserRecord[]): Record<string, string> {
  return Object.fromEntries(
    records.map((record) => {
      const { result, loginOnly, userId = String(record.line) } = record;
      const codes = codesOf(record).join(" ");
      return [userId, `${result.ok ? "ok" : loginOnly === undefined ? "refused" : "login only"} ${codes}`.trim()];
    }),
  );
}

/** Each hash that was read, with the address or name that its password is made of. */
function hashesOf(records: readonly UserRecord[]): (readonly [string, string])[] {
  return records.flatMap(({ result, loginOnly }) => {
    const user = result.ok ? result.value.user : loginOnly?.user;
    const hash = (result.ok ? result.value.user.passwordHash : undefined) ?? loginOnly?.hash;
    return user === undefined || hash === undefined ? [] : [[user.email ?? user.externalUserId, hash] as const];
  });
}

describe("htpasswd", () => {
  it("gives users whose name is an address, and says what becomes of each hash", async () => {
    expect(outcomes(await read("htpasswd", sampleBytes("users.htpasswd")))).toEqual({
      "ada@example.com": "ok",
      bob: "login only scheme/login-only user/email-missing",
      "eve@example.com": expect.stringMatching(/^login only scheme\//),
      "kim@example.com": expect.stringMatching(/^(?:login only|refused) scheme\//),
      änna: "login only user/email-missing",
    });
  });

  it("gives hashes that Apache's passwords verify", async () => {
    const hashes = hashesOf(await read("htpasswd", sampleBytes("users.htpasswd")));
    expect(hashes.length).toBeGreaterThan(1);
    for (const [email, hash] of hashes.filter(([email]) => email !== "kim@example.com")) {
      const verified = await verifyPassword(`${email}-pass`, hash, { source: "htpasswd" });
      expect([email, verified]).toMatchObject([email, { ok: true, value: { matches: true } }]);
    }
  });

  it("is told from other files with colons", async () => {
    const [record] = await read("htpasswd", "a@example.com:{BLF-CRYPT}$2y$05$x:1000\n");
    expect(record).toMatchObject({ kind: "unreadable", problem: { code: "source/of-other-system" } });
  });
});

describe("dovecot", () => {
  it("says what becomes of each user", async () => {
    expect(outcomes(await read("dovecot", sampleBytes("dovecot.passwd")))).toEqual({
      "ada@example.com": "ok",
      "anna@example.com": "ok",
      "bob@example.com": expect.stringMatching(/^login only scheme\//),
      "eve@example.com": expect.stringMatching(/^refused .*user\/disabled/),
      kim: "login only user/email-missing",
      "pam@example.com": "login only scheme/login-only",
      "open@example.com": "refused scheme/plain-text",
      "none@example.com": "refused user/no-credential",
    });
  });

  it("gives hashes that doveadm's passwords verify, and never keeps the extra fields", async () => {
    const records = await read("dovecot", sampleBytes("dovecot.passwd"), { includeDisabled: true });
    const hashes = hashesOf(records);
    expect(hashes.map(([email]) => email)).toEqual(
      // Of disabled users, only those whom the import takes: the fallback keeps the others disabled.
      [...["ada", "anna", "bob"].map((name) => `${name}@example.com`), "kim", "pam@example.com"],
    );
    for (const [email, hash] of hashes) {
      const verified = await verifyPassword(`${email.split("@")[0]}-pass`, hash, { source: "dovecot" });
      expect([email, verified]).toMatchObject([email, { ok: true, value: { matches: true } }]);
    }
    expect(records[0]?.result).toMatchObject({ ok: true, value: { metadata: { home: "/var/mail/ada" } } });
    expect(JSON.stringify(records)).not.toContain("allow_nets");
  });
});

describe("ldap", () => {
  it("reads the persons of a directory, and passes over its groups", async () => {
    const records = await read("ldap", sampleBytes("openldap-slapcat.ldif"));
    expect(outcomes(records)).toEqual({
      "ca3e1c2e-7aa5-1041-9654-bf1b68f11b55": "ok",
      "ca403266-7aa5-1041-9655-bf1b68f11b55": "ok user/field-unknown",
      "ca415a74-7aa5-1041-9656-bf1b68f11b55": "login only scheme/login-only",
      "ca42033e-7aa5-1041-9657-bf1b68f11b55": "ok user/several-passwords",
      "ca4335c4-7aa5-1041-9658-bf1b68f11b55": "refused user/disabled",
      "ca444fa4-7aa5-1041-9659-bf1b68f11b55": "refused scheme/no-password",
    });
    expect(records[0]?.result).toMatchObject({
      ok: true,
      value: {
        user: {
          externalUserId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          email: "ada@example.com",
          emailVerified: false,
        },
        further: { userName: "ada" },
      },
    });
    expect(records[1]?.result).toMatchObject({
      ok: true,
      value: { further: { userName: "änna", emails: [{ value: "anna@example.org" }] } },
    });
  });

  it("gives hashes that slappasswd's passwords verify", async () => {
    for (const name of ["openldap-slapcat.ldif", "openldap-search.ldif"]) {
      const hashes = hashesOf(await read("ldap", sampleBytes(name), { includeDisabled: true }));
      expect(hashes).toHaveLength(5);
      for (const [email, hash] of hashes) {
        const verified = await verifyPassword(`${email.split("@")[0]}-pass`, hash, { source: "ldap" });
        expect([email, verified]).toMatchObject([email, { ok: true, value: { matches: true } }]);
      }
    }
  });

  const BCRYPT = "{CRYPT}$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const entry = (lines: string, dn = "uid=a,dc=b") =>
    `dn: ${dn}\nobjectClass: inetOrgPerson\nuid: a\nmail: a@example.com\n${lines}\n\n`;
  it.each([
    [
      "an account of 389 that is locked",
      entry(`userPassword: ${BCRYPT}\nnsAccountLock: TRUE`),
      "refused user/disabled",
    ],
    ["one that was unlocked", entry(`userPassword: ${BCRYPT}\nnsAccountLock: FALSE`), "ok"],
    [
      "a shell that lets nobody in",
      entry(`userPassword: ${BCRYPT}\nloginShell: /usr/sbin/nologin`),
      "refused user/disabled",
    ],
    ["an account that has expired", entry(`userPassword: ${BCRYPT}\nshadowExpire: 1`), "refused user/disabled"],
    ["an account that never expires", entry(`userPassword: ${BCRYPT}\nshadowExpire: -1`), "ok"],
    [
      "a deleted user of FreeIPA",
      entry(`userPassword: ${BCRYPT}`, "uid=a,cn=deleted users,cn=accounts,cn=provisioning,dc=b"),
      "refused user/deleted",
    ],
    [
      "a staged user of FreeIPA",
      entry(`userPassword: ${BCRYPT}`, "uid=a,cn=staged users,cn=accounts,cn=provisioning,dc=b"),
      "refused user/invited",
    ],
    [
      "two passwords that could be imported",
      entry(`userPassword: ${BCRYPT}\nuserPassword: ${BCRYPT.replace("C.E5", "COE5")}`),
      "refused user/several-passwords",
    ],
    ["a password in clear", entry("userPassword: hunter2"), "refused scheme/plain-text"],
    ["one as long as a hash of crypt", entry("userPassword: correcthorse1"), "refused scheme/plain-text"],
    ["one with a dollar sign", entry("userPassword: $1ness"), "refused scheme/plain-text"],
    [
      "one in clear beside a hash",
      entry(`userPassword: hunter2\nuserPassword: ${BCRYPT}`),
      "ok user/several-passwords",
    ],
    ["a damaged hash", entry(`userPassword: ${BCRYPT.slice(0, 40)}`), "refused bcrypt/truncated"],
    ["no password", entry("cn: a"), "refused user/no-credential"],
    ["Active Directory", entry("sAMAccountName: a\nuserAccountControl: 512"), "refused user/password-not-exported"],
    ["an attribute that nobody knows", entry(`userPassword: ${BCRYPT}\nshoeSize: 43`), "ok user/field-unknown"],
    ["Samba's hashes, which are never kept", entry(`userPassword: ${BCRYPT}\nsambaNTPassword: 0123456789ABCDEF`), "ok"],
  ])("says what becomes of %s", async (_, text, outcome) => {
    const records = await read("ldap", text);
    expect(Object.values(outcomes(records))).toEqual([outcome]);
    expect(JSON.stringify(records)).not.toContain("0123456789ABCDEF");
  });

  it.each([
    ["uid=mallory,dc=b", ["ceo", "mallory"], "mallory", "mallory"],
    ["uid=Mallory+cn=M,dc=b", ["ceo", "mallory"], "mallory", "mallory"],
    ["uid=Smith\\, Jo,dc=b", ["ceo", "smith, jo"], "smith, jo", "smith, jo"],
    ["cn=M\\+uid=ceo,dc=b", ["ceo", "mallory"], "cn=M\\+uid=ceo,dc=b", undefined],
    ["cn=Mallory,dc=b", ["ceo", "mallory"], "cn=Mallory,dc=b", undefined],
    ["cn=uid\\=ceo,dc=b", ["mallory", "ceo"], "cn=uid\\=ceo,dc=b", undefined],
    ["cn=Mallory,dc=b", ["mallory"], "mallory", "mallory"],
  ])("calls the entry %s with the names %j as its own name does", async (dn, names, id, userName) => {
    const lines = names.map((name) => `uid: ${name}`).join("\n");
    const text = entry(`userPassword: ${BCRYPT}`, dn).replace("uid: a", lines);
    const { further } = await readUserOf(text, id, { from: "ldap" });
    expect(further?.userName).toBe(userName);
  });

  describe("a user name that is in another entry's own name", () => {
    const person = (dn: string, uid: string, more = "") =>
      entry(`userPassword: ${BCRYPT}\nentryUUID: ${dn}\n${more}`, dn).replace(
        "uid: a\nmail: a@",
        `uid: ${uid}\nmail: ${dn.length}@`,
      );
    const names = async (...entries: string[]) => {
      const records = await collect(readUniqueUsers(() => bytesOf(entries.join("")), { from: "ldap" }));
      return (records as UserRecord[]).map((record) => {
        const { result } = record;
        return [result.ok ? result.value.further?.userName : undefined, ...codesOf(record)];
      });
    };
    const CEO = person("uid=ceo,dc=b", "ceo");

    it("is that entry's, and who has written it into theirs is told", async () => {
      const mallory = person("cn=Mallory,DC=b", "CEO");
      expect(await names(mallory, CEO)).toEqual([[undefined, "fallback/users-doubled"], ["ceo"]]);
      expect(await names(CEO, mallory)).toEqual([["ceo"], [undefined, "fallback/users-doubled"]]);
    });

    it("leaves who is found by nothing else refused", async () => {
      const nameless = person("cn=Mallory,dc=b", "ceo").replace(/^mail.*\n/m, "");
      const records = await collect(readUniqueUsers(() => bytesOf(`${nameless}${CEO}`), { from: "ldap" }));
      expect(outcomes(records as UserRecord[])).toEqual({
        "cn=Mallory,dc=b": "refused user/email-missing",
        "uid=ceo,dc=b": "ok",
      });
    });

    it.each([
      ["in another branch", person("cn=Mallory,ou=x,dc=b", "ceo"), CEO],
      ["that no entry has in its name", person("cn=Mallory,dc=b", "ceo"), person("cn=Boss,dc=b", "ceo")],
      ["of Active Directory", person("cn=Mallory,dc=b", "ceo").replace("uid:", "sAMAccountName:"), CEO],
    ])("stays each one's where it is %s", async (_, first, second) => {
      expect(await names(first, second)).toEqual([["ceo"], ["ceo"]]);
    });
  });

  it("passes over entries that 389 has deleted and keeps for its replicas", async () => {
    const deleted = "dn: nsuniqueid=1,uid=old,dc=b\nobjectClass: person\nobjectClass: nsTombstone\nuid: old\n\n";
    expect(await read("ldap", `${deleted}${entry(`userPassword: ${BCRYPT}`)}`)).toHaveLength(1);
  });

  it("takes an entry without classes for a user where it has a password: the search left them out", async () => {
    const bare = (uid: string) => `dn: uid=${uid},dc=b\nuid: ${uid}\nmail: ${uid}@example.com\n`;
    const file = `${bare("a")}userPassword: ${BCRYPT}\n\n${bare("b")}\n`;
    expect(outcomes(await read("ldap", file))).toEqual({ a: "ok" });
    expect(await detectSource(Buffer.from(file))).toMatchObject({ value: { source: "ldap" } });
  });

  it("passes over computers", async () => {
    const computer = "dn: cn=pc,dc=b\nobjectClass: person\nobjectClass: user\nobjectClass: computer\ncn: pc\n\n";
    expect(await read("ldap", `${computer}${entry(`userPassword: ${BCRYPT}`)}`)).toHaveLength(1);
  });
});

describe("FreeIPA's tokens", () => {
  const NAME = "cn=users,cn=accounts,dc=example,dc=com";
  const person = (uid: string, ...more: string[]) =>
    [`dn: uid=${uid},${NAME}`, "objectClass: inetOrgPerson", `uid: ${uid}`, `mail: ${uid}@example.com`]
      .concat(`userPassword: {CRYPT}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`, more, "")
      .join("\n");
  const token = (id: string, owner: string, ...more: string[]) =>
    [`dn: ipatokenuniqueid=${id},cn=otp,dc=example,dc=com`, "objectClass: top", "objectClass: ipatoken"]
      .concat("objectClass: ipatokentotp", `ipatokenUniqueID: ${id}`, `ipatokenOwner: ${owner}`, more, "")
      .join("\n");
  // printf '48656c6c6f21deadbeef' | xxd -r -p | base64; and the key of RFC 6238, which is text.
  const BYTES = "ipatokenOTPkey:: SGVsbG8h3q2+7w==";
  const TEXT = "ipatokenOTPkey: 12345678901234567890";
  const usual = ["ipatokenOTPalgorithm: sha1", "ipatokenOTPdigits: 6", "ipatokenTOTPtimeStep: 30"];

  async function totpOf(entries: readonly string[]): Promise<Record<string, unknown>> {
    const records = await read("ldap", `${entries.join("\n")}\n`);
    return Object.fromEntries(
      records.map(({ result, userId }) => [
        userId ?? "",
        result.ok ? result.value.user.totp : result.problems.map(({ code }) => code),
      ]),
    );
  }

  it("become their owners' second factors, before and after them, whatever the case of names", async () => {
    const told = await totpOf([
      token("t1", `UID=ada, ${NAME.toUpperCase()}`, BYTES, ...usual, "description: phone"),
      person("ada"),
      person("bob"),
      token("t2", `uid=bob,${NAME}`, TEXT, "ipatokenTOTPtimeStep: 60"),
      person("cyd"),
    ]);
    expect(told).toEqual({
      ada: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1, deviceName: "phone" }],
      bob: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 60, skew: 1 }],
      cyd: [],
    });
  });

  it("stop the reading where the last one may not be whole: its owner would be imported without it", async () => {
    const entries = [person("ada"), token("t1", `uid=ada,${NAME}`, BYTES, ...usual)];
    const [item] = await read("ldap", entries.join("\n"));
    expect(item).toMatchObject({ kind: "unreadable", line: 7, problem: { code: "source/end-missing" } });
  });

  it("are left out where they are not in use, and refused where no code of theirs would be right", async () => {
    const of = (uid: string, ...more: string[]) => token(`of-${uid}`, `uid=${uid},${NAME}`, BYTES, ...more);
    const told = await totpOf([
      ...["ada", "cyd", "eve", "fay", "gus", "hal", "ida"].map((uid) => person(uid)),
      person("bob", "ipaUserAuthType: password"),
      person("dan", "ipaUserAuthType: password", "ipaUserAuthType: otp"),
      of("ada", "ipatokenDisabled: TRUE"),
      of("bob"),
      of("cyd", "ipatokenNotAfter: 20200101000000Z"),
      of("dan", "ipatokenDisabled: FALSE", "ipatokenNotAfter: 29990101000000Z"),
      of("eve", "ipatokenOTPalgorithm: sha256"),
      of("fay", "ipatokenOTPdigits: 8"),
      of("gus", "ipatokenTOTPclockOffset: 90"),
      of("hal", "ipatokenHOTPcounter: 7"),
      of("ida", "ipatokenNotBefore: 29990101000000Z"),
    ]);
    expect(told).toEqual({
      ...{ ada: [], bob: [], cyd: [], hal: [], ida: [] },
      dan: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
      eve: ["otpauth/unsupported"],
      fay: ["otpauth/unsupported"],
      gus: ["otpauth/unsupported"],
    });
  });
});
