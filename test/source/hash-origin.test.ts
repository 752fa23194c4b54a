import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SOURCE_NAMES } from "../../src/hash/systems/source-context.js";
import { type ReadExportOptions, readExport, type UserRecord } from "../../src/source/index.js";
import { bytesOf, codesOf, collect, readOne } from "./read-users.js";

const BCRYPT = "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW";
const ARGON2 = "$argon2id$v=19$m=65536,t=4,p=1$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g";
const USER = { externalUserId: "u1", email: "a@example.com" };

async function read(fields: object, options: Partial<ReadExportOptions> = {}): Promise<UserRecord> {
  const input = bytesOf(`${JSON.stringify(fields)}\n`);
  const [record] = await collect(readExport(input, { from: "credport", ...options }));
  return record as UserRecord;
}

function userOf({ result }: UserRecord) {
  if (!result.ok) throw new Error(result.problems[0].code);
  return result.value.user;
}

describe("a hash whose system nobody names", () => {
  it.each([BCRYPT, ARGON2])("is told as such: %s", async (passwordHash) => {
    const record = await read({ ...USER, passwordHash });
    expect(record.result.ok).toBe(true);
    expect(codesOf(record)).toEqual(["user/hash-origin-unknown"]);
    expect(userOf(record)).not.toHaveProperty("source");
  });

  it("needs no word where one system alone writes it", async () => {
    const passwordHash = `$f_scrypt$${Buffer.alloc(64, 7).toString("base64")}$c2FsdA==$m=14$r=8$s=Bw==`;
    expect(codesOf(await read({ ...USER, passwordHash }))).toEqual([]);
  });

  it("is refused where one login with it would take terabytes, and no account's configuration says so", async () => {
    const hash = (costs: string) => `$f_scrypt$${Buffer.alloc(64, 7).toString("base64")}$c2FsdA==$${costs}$s=Bw==`;
    const codes = async (costs: string) => codesOf(await read({ ...USER, passwordHash: hash(costs) }));
    expect(await codes("m=30$r=64")).toEqual(["hash/costly"]);
    expect((await read({ ...USER, passwordHash: hash("m=30$r=64") })).result.ok).toBe(false);
    expect((await read({ ...USER, passwordHash: hash("m=21$r=8") })).result.ok).toBe(true);
    expect(await codes("m=14$r=120")).toEqual([]);
  });

  it.each([
    "$f_scrypt$HASH$c2FsdA==$m=14$r=8$s=Bw==",
    "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=HASH$c2FsdA==$HASH",
    "$firescrypt$ln=14,r=8,p=1$c2FsdA==$HASH$Bw==$HASH",
  ])("is refused where people write their own and the system has no signer key: %s", async (text) => {
    const passwordHash = text.replaceAll("HASH", Buffer.alloc(64, 7).toString("base64"));
    expect(codesOf(await read({ ...USER, passwordHash }, { source: "ldap" }))).toEqual(["wrapping/conflict"]);
    for (const source of ["firebase", "supertokens", "supabase", "kratos", "clerk", "logto", "appwrite"] as const) {
      expect(codesOf(await read({ ...USER, passwordHash }, { source }))).toEqual([]);
    }
  });

  it("is refused where the old system has a pepper, by the record's word or the caller's", async () => {
    for (const record of [
      await read({ ...USER, passwordHash: BCRYPT, peppered: true }),
      await read({ ...USER, passwordHash: BCRYPT }, { peppered: true }),
    ]) {
      expect(codesOf(record)).toEqual(["wrapping/peppered"]);
    }
  });
});

describe("a hash whose system is named", () => {
  it.each(["meteor", "typo3", "vbulletin"] as const)("is refused where it is over a digest: %s", async (source) => {
    const named = [
      await read({ ...USER, passwordHash: BCRYPT, source }),
      await read({ ...USER, passwordHash: BCRYPT }, { source }),
    ];
    for (const record of named) expect(codesOf(record)).toEqual(["wrapping/prehashed"]);
  });

  it("is importable without a warning where it is over the password, and keeps the name", async () => {
    const record = await read({ ...USER, passwordHash: BCRYPT }, { source: "ghost" });
    expect(codesOf(record)).toEqual([]);
    expect(userOf(record)).toMatchObject({ source: "ghost" });
  });

  it("has the record's own system before the file's", async () => {
    const own = await read({ ...USER, passwordHash: BCRYPT, source: "ghost" }, { source: "meteor" });
    expect(userOf(own)).toMatchObject({ source: "ghost" });
  });

  it("has Firebase's in a Firebase export, unless the caller names another one", async () => {
    const fields = { localId: "a", email: "a@example.com", passwordHash: BCRYPT };
    const record = await readOne(fields);
    expect([codesOf(record), userOf(record).source]).toEqual([[], "firebase"]);
    expect(codesOf(await readOne(fields, { source: "meteor" }))).toEqual(["wrapping/prehashed"]);
    expect(codesOf(await readOne(fields, { peppered: true }))).toEqual(["wrapping/peppered"]);
  });

  it("is read back as importable from what was written of it, for every system and wrapping", async () => {
    let importable = 0;
    for (const source of SOURCE_NAMES) {
      for (const passwordHash of [BCRYPT, ARGON2, `3|${ARGON2}`, `2|${BCRYPT}`, `Bcrypt:${BCRYPT}`]) {
        for (const peppered of [undefined, false]) {
          const first = await read({ ...USER, passwordHash, source, peppered });
          if (!first.result.ok) continue;
          importable++;
          expect((await read({ ...userOf(first) })).result).toMatchObject({
            ok: true,
            value: { user: { passwordHash: userOf(first).passwordHash } },
          });
        }
      }
    }
    expect(importable).toBeGreaterThan(SOURCE_NAMES.length);
  });

  it("is one of the systems that credport knows: another is a caller's bug", async () => {
    await expect(read(USER, { source: "mine" as "ghost" })).rejects.toThrow(TypeError);
  });
});

it("is normalised in one place of the readers, which takes its origin", () => {
  const folder = new URL("../../src/source/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const callers = files.filter((name) => readFileSync(new URL(name, folder), "utf8").includes("normalizeText("));
  expect(callers).toEqual(["fields/read-password.ts"]);
});
