import { beforeEach, describe, expect, it, vi } from "vitest";
import { createCatalogue, identifyHash, normalizeHash } from "../../src/hash/index.js";
import { ComposedProviderScrypt, composeProviderScrypt, normalizeComposed } from "../../src/hash/internal.js";
import { readHash } from "../../src/hash/read/read-hash.js";
import { SERVICE_PROFILES } from "../../src/service/profile.js";

vi.mock(import("../../src/hash/read/read-hash.js"), async (original) => {
  const actual = await original();
  return { ...actual, readHash: vi.fn(actual.readHash) };
});

const read = vi.mocked(readHash);
const BCRYPT = "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW";
const COSTLY_BCRYPT = BCRYPT.replace("$10$", "$20$");

function scryptOf({ memCost = 14, saltSeparator = "Bw==" } = {}): ComposedProviderScrypt {
  const hash = Buffer.alloc(64, 7).toString("base64");
  const composed = composeProviderScrypt({
    passwordHash: hash,
    salt: "c2FsdA==",
    memCost,
    rounds: 8,
    saltSeparator,
  });
  if (!(composed instanceof ComposedProviderScrypt)) throw new Error("these parts make no string");
  return composed;
}
const SCRYPT = scryptOf();

/** A service that keeps hashes of so many characters. */
function serviceOf(passwordHash: number) {
  const { limits, ...profile } = SERVICE_PROFILES.default;
  return { ...profile, limits: { ...limits, passwordHash } };
}

beforeEach(() => {
  read.mockClear();
});

describe("what most columns hold is told from its characters, and not read", () => {
  it.each([
    ["bcrypt", BCRYPT, {}],
    ["bcrypt, not peppered", BCRYPT, { peppered: false }],
    ["bcrypt for a service", BCRYPT, { service: "supertokens" }],
    ["bcrypt that a service just keeps", BCRYPT, { service: serviceOf(BCRYPT.length) }],
    ["provider-scrypt", SCRYPT.text, {}],
    ["provider-scrypt of Firebase", SCRYPT.text, { source: "firebase" }],
    ["provider-scrypt that a service just keeps", SCRYPT.text, { service: serviceOf(SCRYPT.text.length) }],
  ] as const)("%s", (_, text, options) => {
    expect(normalizeHash(text, options)).toMatchObject({
      ok: true,
      value: { passwordHash: text, changes: [] },
      warnings: [],
    });
    expect(read).not.toHaveBeenCalled();
  });

  it("bcrypt that is identified, whatever it costs", () => {
    expect(identifyHash(BCRYPT)).toMatchObject({ scheme: "bcrypt", disposition: "importable" });
    expect(identifyHash(COSTLY_BCRYPT)).toMatchObject({ scheme: "bcrypt", disposition: "importable" });
    expect(read).not.toHaveBeenCalled();
  });

  it.each([{}, { source: "firebase" }] as const)("a string that was put together: %o", (options) => {
    expect(normalizeComposed(SCRYPT, options)).toMatchObject({ value: { passwordHash: SCRYPT.text } });
    expect(read).not.toHaveBeenCalled();
  });
});

describe("what is not so plain is read", () => {
  it.each([
    ["bcrypt with a warning", COSTLY_BCRYPT, {}],
    ["bcrypt of a system", BCRYPT, { source: "django" }],
    ["bcrypt with a pepper", BCRYPT, { peppered: true }],
    ["bcrypt beside formats of one's own", BCRYPT, { catalogue: createCatalogue([]) }],
    ["bcrypt that a service does not keep", BCRYPT, { service: serviceOf(BCRYPT.length - 1) }],
    ["provider-scrypt that costs much", scryptOf({ memCost: 24 }).text, {}],
    ["provider-scrypt of another system", SCRYPT.text, { source: "django" }],
    ["provider-scrypt beside formats of one's own", SCRYPT.text, { catalogue: createCatalogue([]) }],
    ["provider-scrypt without a separator", scryptOf({ saltSeparator: "" }).text, {}],
    ["provider-scrypt that a service does not keep", SCRYPT.text, { service: serviceOf(SCRYPT.text.length - 1) }],
  ] as const)("%s", (_, text, options) => {
    normalizeHash(text, options);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it.each([{ source: "django" }, { catalogue: createCatalogue([]) }] as const)(
    "a string that was put together, of another origin",
    (options) => {
      normalizeComposed(SCRYPT, options);
      expect(read).toHaveBeenCalledTimes(1);
    },
  );
});
