import { expect, it } from "vitest";
import { estimateVerification } from "../../src/verify/index.js";

const bytes = (length: number) => Buffer.alloc(length, 7);
const base64 = (length: number) => bytes(length).toString("base64");
const unpadded = (length: number) => base64(length).replace(/=+$/, "");
const dotted = (length: number) => unpadded(length).replaceAll("+", ".");

/** What systems write by default in their releases of 2026, and where they say so. */
const DEFAULTS: Readonly<Record<string, readonly [hash: string, reference: string]>> = {
  "Keycloak 26 with the policy pbkdf2": [
    `$pbkdf2-sha1$i=1300000$${unpadded(16)}$${unpadded(64)}`,
    "keycloak Pbkdf2PasswordHashProviderFactory: DEFAULT_ITERATIONS 1300000, 64 bytes",
  ],
  "Keycloak 26 with the policy pbkdf2-sha256": [
    `$pbkdf2-sha256$i=600000$${unpadded(16)}$${unpadded(64)}`,
    "keycloak Pbkdf2Sha256PasswordHashProviderFactory: DEFAULT_ITERATIONS 600000, 64 bytes",
  ],
  "Keycloak 26 with the policy pbkdf2-sha512": [
    `$pbkdf2-sha512$i=210000$${unpadded(16)}$${unpadded(64)}`,
    "keycloak Pbkdf2Sha512PasswordHashProviderFactory: DEFAULT_ITERATIONS 210000, 64 bytes",
  ],
  "Django 6": [
    `pbkdf2_sha256$1200000$${"s".repeat(22)}$${base64(32)}`,
    "django.contrib.auth.hashers.PBKDF2PasswordHasher.iterations of 6.0",
  ],
  "Werkzeug 3, scrypt": [
    `scrypt:32768:8:1$${"s".repeat(16)}$${bytes(64).toString("hex")}`,
    "werkzeug.security.generate_password_hash",
  ],
  "Werkzeug 3, pbkdf2": [
    `pbkdf2:sha256:1000000$${"s".repeat(16)}$${bytes(32).toString("hex")}`,
    "werkzeug.security.DEFAULT_PBKDF2_ITERATIONS",
  ],
  "Odoo 17": [
    `$pbkdf2-sha512$600000$${dotted(16)}$${dotted(64)}`,
    "odoo.addons.base.models.res_users: MIN_ROUNDS 600000",
  ],
  "Nextcloud and PHP, argon2id": [
    `$argon2id$v=19$m=65536,t=4,p=1$${unpadded(16)}$${unpadded(32)}`,
    "PHP PASSWORD_ARGON2_DEFAULT_MEMORY_COST",
  ],
  "PHP 8.4, bcrypt": [
    `$2y$12$${"C".repeat(21)}.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`,
    "PHP PASSWORD_BCRYPT_DEFAULT_COST of 8.4",
  ],
};

it.each(Object.entries(DEFAULTS))("what %s writes by default is within the default limits", (_, [hash]) => {
  const estimate = estimateVerification(hash);
  expect(estimate.ok ? "ok" : estimate.problems[0]).toBe("ok");
});

it("names the limit that a costlier hash asks for", () => {
  const estimate = estimateVerification(`$pbkdf2-sha1$i=1400000$${unpadded(16)}$${unpadded(64)}`);
  expect(estimate.ok || estimate.problems[0]).toMatchObject({
    code: "verify/cost-over-limit",
    field: "pbkdf2Iterations",
  });
});
