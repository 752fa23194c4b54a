import { describe, expect, it } from "vitest";
import { identifyColumn } from "../../src/verify/index.js";

const PHP = "$2y$12$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const DIGITS = "0123456789abcdef".repeat(2);

describe("a column", () => {
  it("has shares by kind and cost, without the hashes", () => {
    const column = identifyColumn([PHP, PHP, PHP.replace("$12$", "$10$"), "", DIGITS, `${DIGITS}:salt`, "?"]);
    expect(column).toMatchObject({ values: 7, empty: 1, cut: null });
    expect(column.shares.map(({ scheme, cost, values }) => [scheme, cost, values])).toEqual([
      ["bcrypt", "version 2y, cost 12", 2],
      ["bcrypt", "version 2y, cost 10", 1],
      ["ambiguous-digest", "32 hexadecimal digits", 1],
      ["ambiguous-digest", "32 hexadecimal digits and a salt", 1],
      ["unknown", "", 1],
    ]);
    expect(JSON.stringify(column)).not.toMatch(/CCCC|0123/);
  });

  it("was too narrow where many hashes end at its width", () => {
    const narrow = [PHP, PHP, PHP].map((hash) => hash.slice(0, 50));
    expect(identifyColumn(narrow).cut).toEqual({ length: 50, values: 3 });
    // A longer value shows that the column is wider.
    expect(identifyColumn([...narrow, PHP]).cut).toBeNull();
    expect(identifyColumn(narrow.slice(0, 1)).cut).toBeNull();
    expect(identifyColumn(["no hash", "no hash"]).cut).toBeNull();
  });

  const ARGON2 = `$argon2id$v=19$m=65536,t=4,p=1$${"c".repeat(21)}A$${"A".repeat(43)}`;
  const base64 = (bytes: number) => Buffer.alloc(bytes, 0x77).toString("base64");
  const DJANGO = `pbkdf2_sha256$600000$${"s".repeat(22)}$${base64(32)}`;
  const FLASK = `pbkdf2:sha256:260000$${"s".repeat(16)}$${"ab".repeat(32)}`;
  const PASSLIB = `$pbkdf2-sha512$25000$${base64(16).slice(0, 22)}$${base64(64).slice(0, 86)}`;
  const SSHA = (bytes: number) => `{SSHA}${base64(bytes)}`;
  const cutAt = (name: string, hash: string, widths: readonly number[]): [string, string[], boolean][] =>
    widths.map((width) => [`${name} at ${width}`, [hash.slice(0, width), hash.slice(0, width)], true]);
  const SSHA512 = `{SSHA512}${base64(72)}`;
  const OTHER = ARGON2.replaceAll("AA", "dd");
  it.each<[string, string[], boolean]>([
    ["argon2, whose digest may have any length", [ARGON2, ARGON2].map((hash) => hash.slice(0, -9)), true],
    ["argon2 of which some show the cut", [ARGON2, OTHER, OTHER].map((hash) => hash.slice(0, -9)), true],
    ["digits of no digest's length", [DIGITS.repeat(3), DIGITS.repeat(3)].map((hash) => hash.slice(0, 90)), true],
    ["argon2 that ends in a parameter's name", [ARGON2, ARGON2].map((hash) => hash.slice(0, 24)), true],
    ["argon2 with 4 characters of its digest", [ARGON2, ARGON2].map((hash) => hash.slice(0, 58)), true],
    ...cutAt("Django's", DJANGO, [72, 76, 80, 84, 87]),
    ...cutAt("Werkzeug's", FLASK, [78, 79, 80, 100]),
    ...cutAt("passlib's", PASSLIB, [48, 52, 100, 128]),
    ["SSHA with a byte of its salt", [SSHA(24), SSHA(24)].map((hash) => hash.slice(0, 34)), true],
    ["SSHA512 with 2 bytes of its salt", [SSHA512, SSHA512].map((hash) => hash.slice(0, 97)), true],
    ["SSHA512 with 5 bytes of its salt", [SSHA512, SSHA512].map((hash) => hash.slice(0, 101)), true],
    ["whole hashes of Django", [DJANGO, DJANGO], false],
    ["whole hashes of Werkzeug", [FLASK, FLASK], false],
    ["whole hashes of passlib", [PASSLIB, PASSLIB], false],
    ["whole salts", [SSHA(24), SSHA(28), SSHA(36)], false],
    ["whole salts of SSHA512", [SSHA512, SSHA512], false],
    ["hashes with something behind them", [`${PHP},`, `${PHP},`], false],
    ["hashes in upper case", [PHP.toUpperCase(), PHP.toUpperCase()], false],
    ["whole argon2", [ARGON2, ARGON2], false],
  ])("was too narrow or not: %s", (_, hashes, isCut) => {
    const { cut, shares } = identifyColumn(hashes);
    expect(cut !== null).toBe(isCut);
    expect(shares.some(({ disposition }) => disposition === "importable")).toBe(hashes[0] === ARGON2);
  });

  it("has no blanks of a fixed width in its digests", () => {
    const { shares, cut } = identifyColumn([DIGITS.padEnd(72), PHP.padEnd(72), " ".repeat(72)]);
    expect(shares.map(({ cost }) => cost)).toEqual(["32 hexadecimal digits", "version 2y, cost 12"]);
    expect(cut).toBeNull();
  });

  it("has digests as SQL Server shows them", () => {
    const { shares } = identifyColumn([`0x${DIGITS.toUpperCase()}`]);
    expect(shares).toMatchObject([{ scheme: "ambiguous-digest", cost: "32 hexadecimal digits" }]);
  });

  it("is a system's whose prefix its standard hashes have", () => {
    const { shares, likely } = identifyColumn([`bcrypt$${PHP}`, `argon2${ARGON2}`]);
    expect(shares.map(({ format }) => format)).toEqual(["django-bcrypt", "django-argon2"]);
    expect(likely).toMatchObject([{ source: "django", values: 2 }]);
  });

  it("is likely of the system whose form or cost it has", () => {
    const wordpress = `$P$B${"a".repeat(29)}.`;
    const column = identifyColumn([wordpress, wordpress, `$wp${PHP}`, "{bcrypt}$2a$10$C", PHP]);
    expect(column.likely).toEqual([
      {
        source: "wordpress",
        values: 3,
        reason: "phpass with rounds 8192 is the default of WordPress before 6.8",
      },
      {
        source: "laravel",
        values: 1,
        reason: "bcrypt with version 2y, cost 12 is the default of Laravel and others that use PHP's password_hash()",
      },
    ]);
    const go = "$2a$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
    expect(identifyColumn([go]).likely).toMatchObject([{ source: null, values: 1 }]);
    expect(identifyColumn([DIGITS]).likely).toEqual([]);
  });

  it("tells the cost of a hash that is too costly to verify", () => {
    expect(identifyColumn([PHP.replace("$12$", "$31$")]).shares[0]?.cost).toBe("version 2y, cost 31");
  });

  it("keeps no more kinds than it can name", () => {
    const many = Array.from(
      { length: 120 },
      (_, at) => `$pbkdf2-sha256$i=${at + 1000}$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`,
    );
    const { shares } = identifyColumn(many);
    expect(shares).toHaveLength(51);
    expect(shares[0]).toMatchObject({ scheme: "unknown", values: 70 });
  });
});
