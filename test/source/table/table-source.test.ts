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

const MAP = {
  name: "shop",
  user: {
    externalUserId: "Nr",
    email: "Mail",
    emailVerified: { isSet: "Confirmed" },
    phoneNumber: "Mobile",
    passwordHash: "Hash",
    disabled: { at: "State", true: ["locked"], false: ["open"] },
    totp: { secret: "Otp", encoding: "hex" },
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

  const SETTINGS = ["user/second-factor-settings"];

  const withColumn = (column: string, value: string, totp: object = {}, options: Partial<ReadExportOptions> = {}) => {
    const user = { ...MAP.user, totp: { ...MAP.user.totp, ...totp } };
    const map = { ...MAP, user, notCarried: ["Name", column] };
    return readOne(map, `${HEADER};${column}\n${ADA};"${value.replaceAll('"', '""')}"`, options);
  };

  it.each<[string, string, readonly string[]]>([
    ["totp_digits", "8", SETTINGS],
    ["TOTP_Algorithm", "SHA512", SETTINGS],
    ["otpCodeLength", "8", SETTINGS],
    ["totp_period", "x", SETTINGS],
    ["totp_interval", "60", SETTINGS],
    ["tfa_digits", "8", SETTINGS],
    ["otp_length", "8", SETTINGS],
    ["otp_interval", "300", SETTINGS],
    ["otp_hash", "SHA256", SETTINGS],
    ["mfa_period", "14", SETTINGS],
    ["totp_period", "00:01:00", SETTINGS],
    ["totp_digits", "8 digits", SETTINGS],
    ["totp_algorithm", "com.example.otp.HmacSHA256", SETTINGS],
    ["totp_time_period", "60", SETTINGS],
    ["totp_period_seconds", "60", SETTINGS],
    ["totp_step_seconds", "60", SETTINGS],
    ["totp_secret_period", "60", SETTINGS],
    ["user_totp_period", "60", SETTINGS],
    ["twofa_period", "60", SETTINGS],
    ["two_factor_auth_period", "60", SETTINGS],
    ["authenticatorPeriod", "PT60S", SETTINGS],
    ["mfa_interval", "60", SETTINGS],
    ["tfa_step", "60", SETTINGS],
    ["totp_period", "100000", SETTINGS],
    ["totp_period", "60000000000", SETTINGS],
    ["two_fa_digits", "8", SETTINGS],
    ["otp_len", "8", SETTINGS],
    ["totp_token_length", "8", SETTINGS],
    ["totpCodeDigits", "8", SETTINGS],
    ["totp_digest", "sha256", SETTINGS],
    ["totp_hash_function", "SHA256", SETTINGS],
    ["totp_hmac", "HmacSHA512", SETTINGS],
    ["totp_type", "hotp", SETTINGS],
    ["otp_counter", "7", SETTINGS],
    ["totp_config", '{"period":60}', SETTINGS],
    ["totp_uri", "otpauth://totp/a?secret=GEZDGNBV&digits=8", SETTINGS],
    ["qr", "otpauth://hotp/a?secret=GEZDGNBV", SETTINGS],
    ["totp_uri", "otpauth://totp/a?secret=GEZDGNBV&digits=6&period=30&algorithm=SHA1", []],
    ["totp_config", '{"period":30,"sms":{"length":4,"period":300}}', []],
    ["totp_backup_codes_length", "10", []],
    ["totp_period", "0", []],
    ["totp_type", "totp", []],
    ["otp_counter", "0", []],
    ["mfa_login_counter", "3", []],
    ["otp_attempt_counter", "3", []],
    ["totp_algorithm", "bcrypt", []],
    ["mfa_reminder_interval", "60", []],
    ["mfa_interval", "43200", []],
    ["sms_otp_length", "8", []],
    ["otp_resend_interval", "60", []],
    ["password_digest", "sha256", []],
    ["email_digest", "60", []],
    ["digest", "sha256", []],
    ["length", "8", []],
    ["step", "60", []],
    ["period", "60", []],
    ["algorithm", "sha512", []],
    ["billing_period", "60", []],
    ["totp_timestep", "58812345", []],
    ["otp_hash", "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8", []],
    ["totp_digits", "6", []],
    ["totp_digits", "6.0", []],
    ["totp_period", "30s", []],
    ["totp_period", "", []],
    ["otp_algorithm", "sha-1", []],
    ["totp_algorithm", "HMAC_SHA1", []],
    ["mfa_interval", "7", []],
    ["tfa_step", "2", []],
    ["2fa_step", "verified", []],
    ["mfa_length", "0", []],
  ])("takes no codes from a column that its map leaves out: %s %s", async (column, value, codes) => {
    const record = await withColumn(column, value);
    expect(codesOf(record)).toEqual(codes);
    const factor = record.result.ok ? record.result.value.user.totp[0] : undefined;
    expect(factor?.period).toBe(codes.length === 0 ? 30 : undefined);
  });

  it("says how to decide about a column that its map leaves out, and takes the decision", async () => {
    const record = await withColumn("mfa_period", "14");
    expect(!record.result.ok && record.result.problems[0]).toMatchObject({
      message:
        'mfa_period, which the map leaves out, may say how codes are made: give user.totp.period with it or with {"value": "30"}',
      field: "totp.period",
    });
    const periodOf = async (...given: Parameters<typeof withColumn>) => {
      const found = await withColumn(...given);
      return found.result.ok ? found.result.value.user.totp[0]?.period : codesOf(found);
    };
    expect(await periodOf("mfa_period", "14", { period: "mfa_period" })).toBe(14);
    expect(await periodOf("mfa_period", "14", { period: { value: "30" } })).toBe(30);
    expect(await periodOf("mfa_period", "14", {}, { totp: { period: 60 } })).toBe(60);
    expect(await periodOf("mfa_period", "14", {}, { totp: { digits: 6 } })).toEqual(SETTINGS);
    // A column that the map reads for something else, and a factor that was never confirmed.
    expect(await periodOf("otp_step", "1", { confirmed: { at: "otp_step", true: ["1"] } })).toBe(30);
    expect(await periodOf("totp_period", "60", { confirmed: { value: false } })).toBe(undefined);
  });

  it("takes no codes from beside a secret in an object", async () => {
    const user = { externalUserId: "id", totp: { secret: ["app", "otp", "secret"], encoding: "hex" } };
    const secret = "3132333435363738393031323334353637383930";
    const of = (own: object) => JSON.stringify([{ id: 1, app: { otp: { secret, ...own } } }]);
    for (const own of [{ digits: 8 }, { otp_digits: 8 }]) {
      expect(codesOf(await readOne({ user }, of(own)))).toEqual(SETTINGS);
    }
    expect(codesOf(await readOne({ user }, of({ digits: 6, period: null, length: "6" })))).not.toContain(SETTINGS[0]);
  });

  const SECRET = "3132333435363738393031323334353637383930";
  it.each<[string, readonly string[], object, readonly string[]]>([
    ["under it", ["totp", "secret"], { totp: { secret: SECRET, config: { period: 60 } } }, ["totp.config.period"]],
    ["in its text", ["totp", "secret"], { totp: { secret: SECRET, config: '{"digits":8}' } }, ["totp.config.digits"]],
    ["above it", ["totp", "device", "secret"], { totp: { period: 60, device: { secret: SECRET } } }, ["totp.period"]],
    ["in a list", ["devices", "0", "secret"], { devices: [{ secret: SECRET, period: 60 }] }, ["devices.0.period"]],
    ["by any name", ["app", "secret"], { app: { secret: SECRET, algo: "SHA256" } }, ["app.algo"]],
    ["as MongoDB has it", ["app", "secret"], { app: { secret: SECRET, period: { $numberInt: "60" } } }, ["app.period"]],
    [
      "as a count",
      ["app", "secret"],
      { app: { secret: SECRET, type: "HOTP", counter: 4 } },
      ["app.type", "app.counter"],
    ],
    ["from another start", ["app", "secret"], { app: { secret: SECRET, t0: 1_000 } }, ["app.t0"]],
    ["beside it", ["secret"], { secret: SECRET, digits: 8, algorithm: "SHA512" }, ["digits", "algorithm"]],
    ["by its prefix", ["ga_key"], { ga_key: SECRET, ga_time_step: 60 }, ["ga_time_step"]],
    [
      "as lists",
      ["app", "secret"],
      { totp_period: [{ toString: 1 }], otp_digits: [], app: { secret: SECRET } },
      ["totp_period"],
    ],
    [
      "as usual",
      ["app", "secret"],
      { app: { secret: SECRET, type: "totp", counter: 0, period: 30, algo: "SHA-1" } },
      [],
    ],
    [
      "of something else",
      ["auth", "app", "secret"],
      {
        ...{ period: 60, step: 12, billing: { period: 60 }, secret_question_length: 8 },
        auth: {
          ...{ password: { algorithm: "sha512", digits: 8 }, algorithm: "bcrypt", session_length: 8 },
          app: { secret: SECRET, sms: { length: 4, period: 300 }, digest: "weekly", length: 32, step: 58_812_345 },
        },
      },
      [],
    ],
  ])("takes no codes from beside a secret in an object: %s", async (_, secret, own, columns) => {
    const user = { externalUserId: "id", email: "mail", totp: { secret, encoding: "hex" } };
    const { result } = await readOne({ user }, JSON.stringify([{ id: 1, mail: "ada@example.com", ...own }]));
    const settings = result.ok ? [] : result.problems.filter(({ code }) => code === SETTINGS[0]);
    expect(settings.map(({ message }) => message.split(",")[0])).toEqual(columns);
  });

  it("asks of a column beside one that its map has, where that one is empty", async () => {
    const user = { externalUserId: "id", totp: { secret: "key", encoding: "hex", period: "step", algorithm: "algo" } };
    const rows = ["60,", ",60", ",30", "60,90"].map((cells, id) => `${id},${SECRET},${cells},SHA1`);
    const records = await read({ user }, `id,key,step,totp_period,algo\n${rows.join("\n")}\n`);
    const isAsked = records.map((record) => codesOf(record as UserRecord).includes(SETTINGS[0] as string));
    expect(isAsked).toEqual([false, true, false, false]);
  });

  it("asks of no column that its map reads for something else", async () => {
    const fields = { algorithm: "algorithm", value: "hash", salt: { value: "x" } };
    const user = { externalUserId: "id", passwordHash: { compose: "okta", fields } };
    const map = { user: { ...user, totp: { secret: "secret", encoding: "hex" } }, hash: { source: "okta" } };
    const record = await readOne(map, `id,secret,algorithm,hash\n1,${SECRET},SHA-512,x`);
    expect(codesOf(record)).not.toContain(SETTINGS[0]);
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

  it("takes no codes from a column of a row that its map leaves out", async () => {
    const user = { ...map.user, totp: { secret: "key", encoding: "base32" } };
    const rows = "user_id,key,totp_digits\n1,JBSWY3DPEHPK3PXP,6\n2,JBSWY3DPEHPK3PXP,8\n";
    const records = await read({ ...map, user }, users, { join: [() => bytesOf(hashes), () => bytesOf(rows)] });
    const codes = records.map(
      (record) => record.kind === "user" && codesOf(record).includes("user/second-factor-settings"),
    );
    expect(codes).toEqual([false, true, false, false]);
  });

  it.each<[string, string, boolean]>([
    ["key,step,digits", "60,6", true],
    ["key,step,digits", "1m,6", true],
    ["key,period,digits", "30,6", false],
    ["totp_key,algorithm,digits", "SHA256,6", true],
    ["totp_key,digits,note", "8,x", true],
    ["totp_key,hash,length", `${"0".repeat(64)},32`, false],
  ])("takes no codes from a row with the secret: %s of %s", async (columns, cells, isAsked) => {
    const [secret] = columns.split(",");
    const user = { ...map.user, totp: { secret, encoding: "base32" } };
    const open = (text: string) => () => bytesOf(text);
    const own = users.replace(/\n/g, ",60\n").replace(",60", ",period");
    const rows = `user_id,${columns}\n2,JBSWY3DPEHPK3PXP,${cells}\n`;
    const records = await read({ ...map, user }, own, { join: [open(hashes), open(rows)] });
    const asked = records.filter(
      (record) => record.kind === "user" && codesOf(record).includes("user/second-factor-settings"),
    );
    expect(asked.map((record) => record.kind === "user" && record.userId)).toEqual(isAsked ? ["2"] : []);
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
