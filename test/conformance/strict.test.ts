import { describe, expect, it } from "vitest";
import { type CaseResult, loadSuite, runConformance } from "../../src/conformance/index.js";
import { isFailing } from "../../src/conformance/results.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";

/**
 * A verifier that is wrong about a whole kind of passwords fails a vector of each notation, whatever others may refuse for
 * its cost or length. The notations of which it need not fail one are listed, with the reason.
 */

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const cases = suite.value.cases.filter(({ operation }) => operation === "verify");
const notations = [...new Set(cases.flatMap(({ notation }) => notation ?? []))].sort();

type Input = ConformanceCase["input"];

function bytesOf(password: unknown): Buffer {
  if (typeof password === "string") return Buffer.from(password);
  const { hex, textUtf16 = "" } = password as Record<string, string>;
  return hex === undefined ? Buffer.from(textUtf16, "hex") : Buffer.from(hex, "hex");
}

const keyOf = ({ password, ...rest }: Input, bytes = bytesOf(password)) =>
  `${JSON.stringify(Object.entries(rest).sort())} ${bytes.toString("hex")}`;
const right = new Map(cases.map((vector) => [keyOf(vector.input), vector.outputs[0]?.matches === true] as const));

/** What a verifier says that computes each hash rightly, of the password as it reads it. */
const reading = (read: (password: Buffer) => Buffer | null) => (input: Input) => {
  const password = read(bytesOf(input.password));
  return password !== null && (right.get(keyOf(input, password)) ?? false);
};
const upToNul = (password: Buffer) => password.subarray(0, (password.indexOf(0) + 1 || password.length + 1) - 1);

/** Reasons, and the notations that have no vector which is asked for it: names with * for any characters. */
type Exceptions = Readonly<Record<string, readonly string[]>>;

const REFUSED: Exceptions = {
  "every hash is refused, or its password may be taken": [
    "base64-digest",
    "brace-plain-text",
    "hex-digest",
    "no-password",
    "salted-digest",
    "unknown",
  ],
};

const CUT_BY_THE_OWNER: Exceptions = {
  ...REFUSED,
  "a salt of 36 or 20 bytes is in the 72 that bcrypt reads": ["metabase-salted-bcrypt", "sorcery-salted-bcrypt"],
  "the owner takes no more than 32 characters": ["dahua", "oracle-11g"],
  "libsodium's costs, so that one password is asked": ["magento-argon2-unnamed-costs"],
};

const ENDED_AT_A_NUL: Exceptions = {
  ...REFUSED,
  "crypt(3) ends the password, or what is made of it, at a NUL": [
    "*-crypt",
    "crypt-scrypt",
    "adonis-bcrypt",
    "apr1",
    "authgear-bcrypt-sha512",
    "declared-bcrypt",
    "devise-peppered",
    "django-bcrypt",
    "gost-yescrypt",
    "jenkins-bcrypt",
    "metabase-salted-bcrypt",
    "nextcloud-*bcrypt",
    "openldap-apr1",
    "openldap-bsdmd5",
    "request-tracker-bcrypt",
    "shiro2-standard",
    "smf-named-bcrypt",
    "sorcery-salted-bcrypt",
    "sun-md5",
    "woltlab-double-bcrypt",
    "yescrypt",
  ],
  "the owner keeps passwords as C strings": [
    "389ds-*",
    "aix-*",
    "dovecot-argon2*",
    "dovecot-cram-md5",
    "dovecot-encoded*",
    "grub-pbkdf2",
    "mosquitto-*",
    "postgresql-scram",
  ],
  "passlib refuses a NUL, and SASLprep does": ["brace-scram", "passlib-bcrypt-sha256-*", "passlib-scram"],
  "the owner's dialogue takes no NUL": [
    "azure-ad-sync",
    "cisco-type-*",
    "dahua",
    "episerver-*",
    "fortinet-*",
    "hmailserver",
    "macos-pbkdf2",
    "mssql*",
    "mysql-native",
    "netscaler-*",
    "nt-hash*",
    "oracle-*",
    "sap-*",
    "solarwinds-orion",
    "sspr-*",
    "windows-dcc2",
  ],
  "only programs that guess passwords write it": ["hex-pbkdf2"],
  "libsodium's costs, so that one password is asked": ["magento-argon2-unnamed-costs"],
};

const WITHOUT_PASSWORD: Exceptions = {
  ...REFUSED,
  "the owner sets no empty password, or takes it for none": [
    "389ds-*",
    "aix-*",
    "authgear-bcrypt-sha512",
    "authme-pbkdf2",
    "azure-ad-sync",
    "better-auth-scrypt",
    "brace-scram",
    "cisco-type-*",
    "crackstation-*",
    "dovecot-argon2*",
    "dovecot-encoded-scram",
    "episerver-*",
    "flask-security-peppered",
    "fortinet-*",
    "grub-pbkdf2",
    "hmailserver",
    "jackrabbit-pbkdf2",
    "jenkins-bcrypt",
    "joomla-*",
    "liferay-*",
    "lucia-scrypt",
    "macos-pbkdf2",
    "matomo-prehashed",
    "mattermost-pbkdf2",
    "metabase-salted-bcrypt",
    "mosquitto-*",
    "mssql*",
    "mysql-*",
    "netscaler-*",
    "nextcloud-bcrypt",
    "nt-hash",
    "openldap-apr1",
    "openldap-bsdmd5",
    "oracle-*",
    "passlib-scram",
    "postgresql-scram",
    "request-tracker-*",
    "sap-*",
    "shiro*",
    "shopware-sha256",
    "solarwinds-orion",
    "sorcery-salted-bcrypt",
    "source-sha1",
    "sspr-*",
    "suitecrm-prehashed",
    "windows-dcc2",
  ],
  "only programs that guess passwords write it": ["hex-pbkdf2"],
  "libsodium's costs, so that one password is asked": ["magento-argon2-unnamed-costs"],
};

/** Each wrong verifier, and the notations of which it need not fail anything. */
const WAYS: Readonly<Record<string, readonly [(input: Input) => boolean, Exceptions]>> = {
  "says no to every user": [() => false, REFUSED],
  "lets in everybody": [() => true, {}],
  "cuts the password after 64 bytes": [reading((password) => password.subarray(0, 64)), CUT_BY_THE_OWNER],
  "ends the password at a NUL": [reading(upToNul), ENDED_AT_A_NUL],
  "takes no empty password": [reading((password) => (password.length === 0 ? null : password)), WITHOUT_PASSWORD],
};

const fits = (pattern: string) => (name: string) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(name);

async function failedBy(matches: (input: Input) => boolean): Promise<readonly CaseResult[]> {
  const verify = (input: Record<string, unknown>) => ({ ok: { matches: matches(input) } });
  const verifier = { name: "wrong", version: "1", language: "JavaScript", operations: { verify } };
  const report = await runConformance(verifier, { only: ["verify"] });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value.results.filter(isFailing);
}

describe("the vectors of each notation", () => {
  it("pass a verifier that reads the whole password", async () => {
    expect((await failedBy(reading((password) => password))).map(({ vector }) => vector.id)).toEqual([]);
  });

  it.each(Object.entries(WAYS))("fail a verifier that %s", async (_, [matches, exceptions]) => {
    const failed = new Set((await failedBy(matches)).map(({ vector }) => vector.notation));
    const left = notations.filter((notation) => !failed.has(notation));
    const patterns = Object.values(exceptions).flat();
    expect(left.filter((notation) => !patterns.some((pattern) => fits(pattern)(notation)))).toEqual([]);
    expect(patterns.filter((pattern) => !left.some(fits(pattern)))).toEqual([]);
  });

  it.each([512, 1024, 4096])("fail a verifier that cuts the password after %s bytes, of each family", async (size) => {
    const failed = (await failedBy(reading((password) => password.subarray(0, size)))).map(({ vector }) => vector);
    const families = new Map<unknown, Set<string | undefined>>();
    for (const { outputs, notation } of failed) {
      const scheme = String(outputs[0]?.scheme).replace(/^sha\d+-crypt$/, "sha-crypt");
      families.set(scheme, (families.get(scheme) ?? new Set()).add(notation));
    }
    for (const scheme of ["argon2", "pbkdf2", "scrypt", "sha-crypt"]) {
      expect([scheme, families.get(scheme)?.size]).toEqual([scheme, 2]);
    }
    expect([...families.keys()]).toEqual(expect.arrayContaining(["md5", "sha1", "provider-scrypt"]));
  });
});
