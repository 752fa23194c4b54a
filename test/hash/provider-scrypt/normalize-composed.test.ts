import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeHash } from "../../../src/hash/index.js";
import { ComposedProviderScrypt, composeProviderScrypt, normalizeComposed } from "../../../src/hash/internal.js";
import { provesCanonical } from "../../../src/hash/normalized-hash.js";
import { resolveServiceProfile, SERVICE_PROFILES, type ServiceProfileName } from "../../../src/service/profile.js";
import { runs } from "../generators.js";

const base64 = (least: number, most: number) =>
  fc.uint8Array({ minLength: least, maxLength: most }).map((bytes) => Buffer.from(bytes).toString("base64"));

/** What exports hold, and what is at the edges: other lengths, a separator that ends like the mark before it. */
const PARTS = fc.record({
  passwordHash: fc.oneof({ weight: 3, arbitrary: base64(64, 64) }, base64(1, 66)),
  salt: fc.oneof(base64(10, 10), base64(1, 3), base64(150, 200)),
  saltSeparator: fc.oneof(fc.constant("Bw=="), fc.constant(""), fc.constantFrom("As==", "AAs="), base64(0, 4)),
  memCost: fc.oneof(fc.constant(14), fc.integer({ min: 1, max: 30 })),
  rounds: fc.oneof(fc.constant(8), fc.integer({ min: 1, max: 1073741823 })),
});
const SERVICE = fc.constantFrom(...(Object.keys(SERVICE_PROFILES) as ServiceProfileName[]));
const ORIGIN = fc.constantFrom({ source: "firebase" } as const, { source: "django" } as const, {});

describe("a provider-scrypt string that was put together from sound parts", () => {
  it("is normalised as its text is", () => {
    fc.assert(
      fc.property(PARTS, SERVICE, ORIGIN, (parts, service, origin) => {
        const composed = composeProviderScrypt(parts);
        if (!(composed instanceof ComposedProviderScrypt)) return;
        const options = { ...origin, service };
        expect(normalizeComposed(composed, options)).toEqual(normalizeHash(composed.text, options));
      }),
      runs(2000),
    );
  });

  it("is proven for the service that it was normalised for", () => {
    const parts = { saltSeparator: "Bw==", memCost: 14, rounds: 8, salt: "42xEC+ixf3L2lw==" };
    const passwordHash = Buffer.alloc(64, 0xa5).toString("base64");
    const composed = composeProviderScrypt({ ...parts, passwordHash }) as ComposedProviderScrypt;
    const normalized = normalizeComposed(composed, { source: "firebase" });
    const profile = resolveServiceProfile(undefined);
    expect(normalized.ok && provesCanonical(normalized.value, composed.text, profile)).toBe(true);
  });

  it("shows no hash when it is logged", () => {
    const parts = { passwordHash: "PrZI5nfqjOEk", salt: "TmFDbA==", saltSeparator: "Bw==" };
    const composed = composeProviderScrypt({ ...parts, memCost: 14, rounds: 8 }) as ComposedProviderScrypt;
    expect(inspect(composed)).not.toMatch(/PrZI|TmFD/);
  });
});
