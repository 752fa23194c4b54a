import { describe, expect, it } from "vitest";
import { identifyHash, type SourceName } from "../../src/index.js";
import { verifyPassword } from "../../src/verify/index.js";

const PASSWORD = "correct horse";

/** By `openssl passwd` over the MD5 of the password in hexadecimal, as SuiteCRM's User.php hands it to crypt(). */
const SUITECRM = [
  "$1$saltsalt$vzz3OuAhGJAogWnnpGbm40",
  "$5$saltsalt$FAGAXKXziO0OLVnHSXBNNYXRbbJQdS4DvXu3HkYwbh8",
  "$6$saltsalt$7L1f7xjvPFsBE0xFOvN4GxN3Bt09A5LmI0tdGDu8LpbeUfcBGPlgGe/nwh4kfvqilGPfpBeij.so7WMZNUFXt/",
];
/** By Python's hashlib, over the HMAC-SHA512 of the password under "site salt", in base64. */
const FLASK_SECURITY =
  "$pbkdf2-sha512$1000$MDEyMzQ1Njc4OWFiY2RlZg$HbZ8MkAgPa2Dszhu6nsI.ZwG282/N.EZe5J1xMi2oq/CPpst.DWZNGJHd1XgI3eXnHSH2MdNW5dZq5IUj4sl.A";
/** By openssl over the password itself, and its SHA-1 by sha1sum. */
const PLAIN_MD5_CRYPT = "$1$saltsalt$NuzA7WTAelpl95xgBGWN60";
const SHA1 = "2f9e53523b62abc141a2b4d6019d23cba835dbd0";

async function matches(hash: string, source: SourceName, options: { pepper?: string } = {}) {
  const verified = await verifyPassword(PASSWORD, hash, { source, ...options });
  return verified.ok ? verified.value.matches : verified.problems[0].code;
}

describe("what a system does to passwords holds for every scheme that it hands them to", () => {
  it.each(SUITECRM)("SuiteCRM's %s", async (hash) => {
    expect(await matches(hash, "suitecrm")).toBe(true);
    expect(await matches(PLAIN_MD5_CRYPT, "suitecrm")).toBe(false);
    expect(identifyHash(hash, { source: "suitecrm" }).disposition).toBe("verifiable");
  });

  it("SuiteCRM's bare MD5 of old releases is over the password", async () => {
    expect(await matches("3cb4e732631f47e6eb961f34554b7cde", "suitecrm")).toBe(true);
    expect(await matches("8e076cc271a46d554a161e4579dfe5e8", "suitecrm")).toBe(false);
  });

  it("Flask-Security's pbkdf2 needs the site's secret, as its bcrypt does", async () => {
    expect(await matches(FLASK_SECURITY, "flask-security", { pepper: "site salt" })).toBe(true);
    expect(await matches(FLASK_SECURITY, "flask-security")).toBe("verify/pepper-missing");
  });

  it("Nextcloud's SHA-1 of old releases is without the secret of its bcrypt", async () => {
    expect(await matches(SHA1, "nextcloud", { pepper: "site salt" })).toBe(true);
    expect(await matches(SHA1, "owncloud", { pepper: "site salt" })).toBe(true);
  });

  it("TYPO3's bcrypt of its Blowfish class is over the password, and can be imported", () => {
    // Published with crypt_blowfish.
    const tail = "05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
    expect(identifyHash(`$2a$${tail}`, { source: "typo3" }).disposition).toBe("importable");
    expect(identifyHash(`$2y$${tail}`, { source: "typo3" }).disposition).toBe("verifiable");
  });
});
