import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHash } from "../../src/hash/canonical-hash.js";
import { normalizeHash, SERVICE_PROFILES, type ServiceProfile } from "../../src/index.js";
import { byDay } from "../by-day.js";

const VECTORS = join(import.meta.dirname, "../../vectors");
const SERVICES: readonly ServiceProfile[] = Object.values(SERVICE_PROFILES);

/** All texts of the vectors of hashes, and what they are turned into. */
function textsOf(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === "string") found.add(value);
  else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) textsOf(inner, found);
  }
  return found;
}

const TEXTS = ["identify", "normalize", "verify", "parse-bcrypt", "parse-argon2", "parse-provider-scrypt"]
  .flatMap((folder) => readdirSync(join(VECTORS, folder)).map((file) => join(VECTORS, folder, file)))
  .filter((path) => path.endsWith(".json"))
  .flatMap((path) => [...textsOf(JSON.parse(readFileSync(path, "utf8")))]);

/** What `normalizeHash` says of it. */
function unchanged(text: string, service: ServiceProfile) {
  const normalized = normalizeHash(text, { service });
  if (!normalized.ok || normalized.value.passwordHash !== text) return undefined;
  const costly = normalized.warnings.find(({ code }) => code === "hash/costly") ?? null;
  return { scheme: normalized.value.scheme, costly };
}

const PLAIN = [
  "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
  "$2a$17$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  "$argon2id$v=19$m=2097152,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
  `$f_scrypt$${"A".repeat(86)}==$42xEC+ixf3L2lw==$m=21$r=8$s=Bw==`,
  ...["Bw==", "", "s=", "AAAs", "AAs=", "Bw"].map(
    (separator) => `$f_scrypt$${"A".repeat(86)}==$42xEC+ixf3L2lw==$m=14$r=8$s=${separator}`,
  ),
];

describe("canonicalHash", () => {
  it("has the scheme and the warning of costs of what normalizeHash gives back unchanged, for every text of the vectors", () => {
    expect(TEXTS.length).toBeGreaterThan(3000);
    let importable = 0;
    for (const service of SERVICES) {
      for (const text of [...TEXTS, ...PLAIN]) {
        const expected = unchanged(text, service);
        if (expected !== undefined) importable++;
        expect(canonicalHash(text, service), JSON.stringify(text.slice(0, 40))).toEqual(expected);
      }
    }
    expect(importable).toBeGreaterThan(byDay(300));
  });

  it("has them also where a character of a canonical hash is another, missing or too many", () => {
    const character = fc.constantFrom(..."$,=./+-_AZaz059 \nms".split(""), "");
    const changed = fc
      .tuple(fc.constantFrom(...PLAIN), fc.nat(140), fc.nat(2), character)
      .map(([text, at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut));
    fc.assert(
      fc.property(changed, fc.constantFrom(...SERVICES), (text, service) => {
        expect(canonicalHash(text, service)).toEqual(unchanged(text, service));
      }),
      { numRuns: 2000 },
    );
  });
});
