import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  type JoinReport,
  parseTableMap,
  type ReadExportOptions,
  readExport,
  tableOptions,
  type UserRecord,
} from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { cpuMilliseconds } from "../../cpu-time.js";
import { bytesOf, codesOf, collect } from "../read-users.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

async function read(map: object, text: string | Uint8Array, options: Partial<ReadExportOptions> = {}) {
  const parsed = parseTableMap(JSON.stringify(map));
  if (!parsed.ok) throw new Error(parsed.problems[0].message);
  return collect(readExport(bytesOf(text), { ...tableOptions(parsed.value), ...options }));
}

async function readOne(map: object, text: string, options?: Partial<ReadExportOptions>): Promise<UserRecord> {
  const [record] = await read(map, `${text}\n`, options);
  if (record?.kind !== "user") throw new Error(JSON.stringify(record));
  return record;
}

const USUAL = { digits: { value: "6" }, period: { value: "30" }, algorithm: { value: "SHA1" } };
const MAP = {
  name: "shop",
  user: {
    externalUserId: "Nr",
    email: "Mail",
    emailVerified: { isSet: "Confirmed" },
    phoneNumber: "Mobile",
    passwordHash: "Hash",
    disabled: { at: "State", true: ["locked"], false: ["open"] },
    totp: { secret: "Otp", encoding: "hex", ...USUAL },
    socialLogins: [{ provider: { value: "g" }, userId: "GoogleId" }],
  },
  hash: { source: "ghost" },
  notCarried: ["Name"],
  secrets: ["Recovery"],
  phoneRegion: "DE",
  providers: { g: "google" },
};

const HEADER = "Nr;Name;Mail;Confirmed;Mobile;Hash;State;Otp;GoogleId;Recovery";
const ADA = `7;"Lovelace; Ada";ada@example.com;2024-01-02;030 901820;${BCRYPT};open;3132333435363738393031323334353637383930;108;s3cret`;

describe("a table", () => {
  it("is read by its map", async () => {
    const record = await readOne(MAP, `${HEADER}\n${ADA}\n`);
    expect(record).toMatchObject({ userId: "7", line: 2 });
    expect(record.result).toMatchObject({
      ok: true,
      value: {
        user: {
          externalUserId: "7",
          email: "ada@example.com",
          emailVerified: true,
          phoneNumber: "+4930901820",
          passwordHash: BCRYPT,
          source: "ghost",
          thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "108", email: "ada@example.com", isVerified: true }],
          // RFC 6238, appendix B: the key of the ASCII digits.
          totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
        },
        metadata: { Name: "Lovelace; Ada" },
        notCarried: ["Name", "Recovery"],
      },
    });
    expect(codesOf(record)).toEqual([]);
  });

  it("may be compressed, and in another order", async () => {
    const columns = HEADER.split(";").reverse().join("\t");
    const text = `${columns}\n${["", "", "", "open", "", "+15555550100", "", "", "A", "1"].join("\t")}\n`;
    const [record] = await read(MAP, gzipSync(text));
    expect(record).toMatchObject({ result: { ok: true, value: { user: { phoneNumber: "+15555550100" } } } });
  });

  it.each([
    ["a word that the map does not have", "Nr;State\n1;pending\n", ["user/field-wrong-type"]],
    ["a user who is held back", "Nr;State\n1;LOCKED\n", ["user/disabled"]],
    ["no ID", "Nr;State\n;open\n", ["user/id-unusable"]],
  ])("refuses %s", async (_, text, codes) => {
    const { user } = MAP;
    const map = { user: { externalUserId: "Nr", disabled: user.disabled } };
    const record = await readOne(map, text);
    expect(record.result.ok).toBe(false);
    expect(codesOf(record)).toEqual(codes);
  });

  describe("with secrets of second factors", () => {
    const user = { externalUserId: "id", email: "mail", passwordHash: "pw", totp: { secret: "key", encoding: "hex" } };
    const text = `id,mail,pw,key,step,digits,algo\n1,ada@example.com,${BCRYPT},3132333435363738393031323334353637383930,60,6,sha1`;
    const told = (totp: object, options: Partial<ReadExportOptions> = {}) =>
      readOne({ user: { ...user, totp: { ...user.totp, ...totp } }, hash: { source: "ghost" } }, text, options);

    it.each<[string, object]>([
      ["not at all", {}],
      ["in part", { digits: "digits", period: "step" }],
      ["in a column that is empty", { digits: "digits", period: "step", algorithm: "none" }],
    ])("is refused where it says how codes are made %s", async (_, totp) => {
      const map = { user: { ...user, totp: { ...user.totp, ...totp } }, hash: { source: "ghost" } };
      const record = await readOne(map, text.replace("algo", "algo,none").replace(/sha1$/, "sha1,"));
      expect(codesOf(record)).toContain("user/second-factor-settings");
    });

    it.each<[string, object, Partial<ReadExportOptions>, number]>([
      ["by columns", { digits: "digits", period: "step", algorithm: "algo" }, {}, 60],
      ["for all users", USUAL, {}, 30],
      ["in the settings of the call", {}, { totp: { period: 20, digits: 6, algorithm: "SHA1" } }, 20],
    ])("takes what is said %s", async (_, totp, options, period) => {
      const { result } = await told(totp, options);
      expect(result).toMatchObject({ ok: true, value: { user: { totp: [{ period }] } } });
    });

    it("needs it of no user who never finished enrolling", async () => {
      const { result } = await told({ confirmed: { value: false } });
      expect(result).toMatchObject({ ok: true, value: { user: { totp: [] } } });
    });
  });

  it.each(["NULL", "\\N"])("has nothing in a cell in which a database writes %s", async (none) => {
    const columns = HEADER.split(";");
    const cells: Record<string, string> = { Nr: "7", Mail: "ada@example.com", Hash: BCRYPT };
    const row = columns.map((name) => cells[name] ?? none);
    const record = await readOne(MAP, `${columns.join("\t")}\n${row.join("\t")}\n`);
    expect(codesOf(record)).toEqual([]);
    const value = record.result.ok ? record.result.value : undefined;
    expect(value?.user).toMatchObject({ emailVerified: false, thirdParty: [], totp: [] });
    expect(value?.user).not.toHaveProperty("phoneNumber");
    expect(value).not.toHaveProperty("metadata");
  });

  it.each([{ active: "" }, { active: null }, {}, { active: "f" }])(
    "holds a user back who is not said to be active: %j",
    async (said) => {
      const map = {
        user: { externalUserId: "id", email: "mail", passwordHash: "pw", disabled: { at: "active", not: true } },
      };
      const row = { id: 1, mail: "ada@example.com", pw: BCRYPT };
      const text = JSON.stringify([
        { ...row, ...said },
        { ...row, active: "t" },
      ]);
      const [held, active] = await read({ ...map, hash: { source: "ghost" } }, text);
      expect(codesOf(held as UserRecord)).toEqual(["user/disabled"]);
      expect(codesOf(active as UserRecord)).toEqual([]);
    },
  );

  it("may have a user who is called Null", async () => {
    const user = { externalUserId: "id", email: "mail", userName: "login", passwordHash: "pw" };
    const rows = ["NULL", "Null"].map((login) => `1,${login}@example.com,${login},${BCRYPT}\n`);
    const records = await read({ user, hash: { source: "ghost" } }, `id,mail,login,pw\n${rows.join("")}`);
    const furthers = records.map((one) => one.kind === "user" && one.result.ok && one.result.value.further);
    expect(furthers).toMatchObject([undefined, { userName: "Null" }]);
  });

  it("without a column of the map is not the map's", async () => {
    const records = await read(MAP, "Nr;Name\n1;Ada\n");
    expect(records).toMatchObject([{ kind: "unreadable" }]);
  });

  it("says which columns its map does not have", async () => {
    const record = await readOne(
      { user: { externalUserId: "id", phoneNumber: "tel" } },
      "id,tel,pw\n1,+15555550100,x\n",
    );
    expect(record.result).toMatchObject({
      ok: true,
      warnings: [{ code: "source/column-unknown", field: "pw" }],
    });
  });
});

describe("a list of users", () => {
  const map = {
    user: {
      externalUserId: ["_id", "$oid"],
      email: ["emails", "0", "address"],
      emailVerified: ["emails", "0", "verified"],
      passwordHash: ["services", "password", "bcrypt"],
    },
    hash: { source: "ghost" },
  };
  const user = (id: string) => ({
    _id: { $oid: id },
    emails: [{ address: "a@example.com", verified: true }],
    services: { password: { bcrypt: BCRYPT } },
  });

  it.each([
    ["lines", `${JSON.stringify(user("1"))}\n`],
    ["an array", JSON.stringify([user("1")])],
    ["an object", JSON.stringify({ total: 1, users: [user("1")] })],
  ])("is read through paths: %s", async (_, text) => {
    const { result } = await readOne(map, text);
    expect(result).toMatchObject({
      ok: true,
      value: {
        user: { externalUserId: "1", email: "a@example.com", emailVerified: true, passwordHash: BCRYPT },
      },
    });
  });

  it("has no field that the objects of the language have", async () => {
    const paths = [["constructor", "name"], ["__proto__"], ["emails", "length"], "toString"];
    for (const path of paths) {
      const { result } = await readOne({ user: { externalUserId: "id", email: path } }, '{"id":1,"emails":[]}\n');
      expect(result).toMatchObject({ ok: false, problems: [{ code: "user/no-credential" }] });
    }
  });
});

describe("hashes of a table", () => {
  it("are put together from columns, as the system keeps them", async () => {
    const okta = {
      compose: "okta",
      fields: { algorithm: { value: "BCRYPT" }, workFactor: "cost", salt: "salt", value: "hash" },
    };
    const map = {
      user: { externalUserId: "id", email: "mail", passwordHash: okta },
      hash: { source: "okta" },
    };
    const { result } = await readOne(
      map,
      `id,mail,cost,salt,hash\n1,a@example.com,5,${BCRYPT.slice(7, 29)},${BCRYPT.slice(29)}\n`,
    );
    expect(result).toMatchObject({
      ok: true,
      value: { user: { passwordHash: BCRYPT } },
    });
    const without = await readOne(map, "id,mail,cost,salt,hash\n1,a@example.com,,,\n");
    expect(codesOf(without)).toEqual(["user/no-credential"]);
  });

  it("are put together from texts and columns", async () => {
    const concat = [{ value: "$2a$05$" }, "salt", "hash"];
    const map = {
      user: { externalUserId: "id", email: "mail", passwordHash: { concat } },
      hash: { source: "ghost" },
    };
    const { result } = await readOne(
      map,
      `id,mail,salt,hash\n1,a@example.com,${BCRYPT.slice(7, 29)},${BCRYPT.slice(29)}\n`,
    );
    expect(result).toMatchObject({ ok: true, value: { user: { passwordHash: BCRYPT } } });
    const half = await readOne(map, `id,mail,salt,hash\n1,a@example.com,,${BCRYPT.slice(29)}\n`);
    expect(half.result).toMatchObject({
      ok: false,
      problems: [{ code: "user/field-wrong-type", field: "salt" }],
    });
    expect(codesOf(await readOne(map, "id,mail,salt,hash\n1,a@example.com,,\n"))).toEqual(["user/no-credential"]);
  });

  it("of a system that hashes a digest are for the fallback", async () => {
    const map = {
      user: { externalUserId: "id", email: "mail", passwordHash: "pw" },
      hash: { source: "meteor" },
    };
    const record = await readOne(map, `id,mail,pw\n1,a@example.com,${BCRYPT}\n`);
    expect(record.loginOnly).toMatchObject({ hash: BCRYPT, source: "meteor" });
  });
});

describe("a map with joined files", () => {
  const map = {
    user: {
      externalUserId: "id",
      email: "mail",
      passwordHash: "hash",
      socialLogins: [{ provider: { value: "google" }, userId: "google_id" }],
    },
    hash: { source: "ghost" },
    join: { user: "id", row: "user_id" },
    notCarried: ["changed"],
  };
  const users = "id,mail\n1,a@example.com\n2,b@example.com\n3,c@example.com\n4,d@example.com\n";
  const hashes = `user_id;hash;changed\n1;${BCRYPT};x\n2;${BCRYPT};\n9;${BCRYPT};\n4;${BCRYPT};\n`;
  const logins = `{"user_id":2,"google_id":"1081"}\n{"user_id":3,"google_id":"77","hash":""}\n{"user_id":4,"hash":"other"}\n`;

  it("reads the columns of rows as their users' own, in files of any form, and counts what is left over", async () => {
    const reports: JoinReport[] = [];
    const join = [hashes, logins].map((file, at) => ({ name: `file ${at}`, open: () => bytesOf(file) }));
    const records = await read(map, users, { join, onJoined: (report) => reports.push(report) });
    const told = records.map((record) => {
      if (record.kind !== "user") return record.problem.code;
      const { result, userId } = record;
      if (!result.ok) return [userId, ...codesOf(record)];
      const { passwordHash, thirdParty } = result.value.user;
      return [userId, passwordHash, thirdParty.map((one) => one.thirdPartyUserId), result.value.notCarried];
    });
    expect(told).toEqual([
      ["1", BCRYPT, [], ["changed"]],
      ["2", BCRYPT, ["1081"], undefined],
      ["3", undefined, ["77"], undefined],
      ["4", "user/field-twice"],
    ]);
    expect(reports).toEqual([
      {
        leftOver: [{ file: "file 0", part: "row", rows: 1, lines: [4] }],
        without: [
          { file: "file 0", users: 1, lines: [4] },
          { file: "file 1", users: 1, lines: [2] },
        ],
        absent: [],
      },
    ]);
  });

  it("reads nothing without the two keys where the columns of a file are other ones", async () => {
    const { join: _, ...without } = map;
    const records = await read(without, users, { join: [() => bytesOf(hashes)] });
    expect(records).toMatchObject([{ kind: "unreadable", problem: { code: "source/header-unusable" } }]);
  });
});

describe("a hash whose making the map says", () => {
  const map = (hash: unknown, user: object = {}) => ({
    user: { externalUserId: "id", email: "mail", passwordHash: "pw", ...user },
    hash,
  });
  const SALTED = map("sha1(salt . sha1(password))");
  const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
  const DIGEST = sha1(`x9${sha1("secret")}`).toUpperCase();

  it("is for the login, with its columns in one text", async () => {
    const { loginOnly, result } = await readOne(SALTED, `id,mail,pw,salt\n7,ada@example.com,${DIGEST},x9`);
    expect(!result.ok && result.problems[0].code).toBe("scheme/login-only");
    const hash = loginOnly?.hash ?? "";
    const [right, wrong] = [await verifyPassword("secret", hash), await verifyPassword("x", hash)];
    expect([right.ok && right.value.matches, wrong.ok && wrong.value.matches]).toEqual([true, false]);
  });

  it.each(["NULL", "\\N"])("takes a salt that a database writes as %s for a fault", async (none) => {
    const record = await readOne(SALTED, `id,mail,pw,salt\n7,ada@example.com,${sha1(`NULL${sha1("x")}`)},${none}`);
    expect(record.loginOnly).toBeUndefined();
    expect(codesOf(record)).toContain("wrapping/incomplete");
  });

  it("is for the login of a user without an address too, who is told as one that no import takes", async () => {
    const named = { ...SALTED, user: { ...SALTED.user, userName: "login" } };
    const record = await readOne(named, `id,mail,login,pw,salt\n7,,ada,${DIGEST},x9`);
    expect(record.loginOnly?.hash).toBeDefined();
    expect(codesOf(record)).toEqual(["scheme/login-only", "user/email-missing"]);
  });

  it("takes an empty salt for one, and a salt that is null for a fault", async () => {
    const unsalted = sha1(sha1("secret"));
    const row = (salt: unknown) => JSON.stringify([{ id: 7, mail: "ada@example.com", pw: unsalted, salt }]);
    const { loginOnly } = await readOne(SALTED, row(""));
    const right = await verifyPassword("secret", loginOnly?.hash ?? "");
    expect(right.ok && right.value.matches).toBe(true);
    expect(codesOf(await readOne(SALTED, row(null)))).toContain("wrapping/incomplete");
  });

  it("of another length is refused, and so is a table without the column", async () => {
    const record = await readOne(SALTED, `id,mail,pw,salt\n7,ada@example.com,${DIGEST.slice(2)},x9`);
    expect(codesOf(record)).toContain("wrapping/undecodable");
    const [without] = await read(SALTED, `id,mail,pw\n7,ada@example.com,${DIGEST}`);
    expect(without?.kind).toBe("unreadable");
  });

  it.each([
    [map("sha1(salt + password)"), "hash is not an expression: at character 10, a closing bracket belongs here"],
    [
      map(""),
      "hash is not an expression: at character 0, a name, a text in quotation marks or a function belongs here",
    ],
    [
      map("md5(password)", { passwordHash: { concat: ["pw", "salt"] } }),
      "hash is an expression, which takes the column as it is: no compose or concat",
    ],
  ])("is refused with its place where the map is wrong", (wrong, message) => {
    const parsed = parseTableMap(JSON.stringify(wrong));
    expect(!parsed.ok && parsed.problems[0]).toMatchObject({ code: "source/map-malformed", message });
  });
});

describe("a flag that is set where a column has something", () => {
  const map = {
    user: { externalUserId: "id", email: "mail", emailVerified: { isSet: "at" }, disabled: { isSet: "at" } },
  };
  const one = (at: string, options: Partial<ReadExportOptions> = { includeDisabled: true }) =>
    read(
      { ...map, user: { ...map.user, socialLogins: [{ provider: { value: "google" }, userId: "id" }] } },
      `id,mail,at\n1,a@example.com,"${at}"\n`,
      options,
    );
  const emailVerified = async (at: string) => {
    const [record] = await one(at);
    return record?.kind === "user" && record.result.ok ? record.result.value.user.emailVerified : record;
  };

  it.each([
    "None",
    "nil",
    "no",
    "N",
    "-",
    "never",
    " ",
    "\u200b",
    "undefined",
    "0001-01-01 00:00:00",
    "-infinity",
    "off",
  ])("confirms no address by a word for nothing: %j", async (word) => expect(await emailVerified(word)).toBe(false));

  it("is looked at in time in proportion to its length", async () => {
    // From each blank to the end again it would be more than a minute.
    expect(await cpuMilliseconds(() => emailVerified(`${" ".repeat(500_000)}x`))).toBeLessThan(10_000);
  });

  it.each(["2026-01-01", "1", "true", "infinity"])("confirms one by %s", async (word) =>
    expect(await emailVerified(word)).toBe(true),
  );

  it("holds a user back by any", async () => {
    const [record] = await one("none", {});
    expect(record?.kind === "user" && codesOf(record)).toContain("user/disabled");
  });
});
