/** Dovecot's passwd-file; hashes made by doveadm, which also says that each is that of its password. */
import { mkdirSync, writeFileSync } from "node:fs";
import { printedCommand } from "../printed-command.mjs";
import { debian } from "../workshop.mjs";

const AT_LOGIN = [
  ...["SHA", "SSHA", "SHA256", "SSHA256", "SHA512", "SSHA512", "MD5", "SMD5", "PLAIN-MD5", "LDAP-MD5"],
  ...["MD5-CRYPT", "SHA256-CRYPT", "SHA512-CRYPT", "PBKDF2", "DES-CRYPT"],
];
const IMPORTED = ["BLF-CRYPT", "ARGON2I", "ARGON2ID"];

export const system = {
  async install(shop) {
    await debian(shop, "dovecot-core");
    return `Dovecot ${(await shop.run("dovecot", ["--version"])).trim()}`;
  },

  async makeUsers(shop) {
    const users = [
      ...AT_LOGIN.map((scheme) => userOf(scheme, "at-login")),
      ...IMPORTED.map((scheme) => userOf(scheme, "imported")),
      { ...userOf("PLAIN", "refused"), code: "scheme/plain-text" },
    ];
    const lines = [];
    for (const { scheme, email, password } of users) {
      const hash = (await shop.run("doveadm", ["-O", "pw", "-s", scheme, "-p", password])).trim();
      // doveadm ends with an error where this is not so.
      if (scheme !== "PLAIN") await shop.run("doveadm", ["-O", "pw", "-t", hash, "-p", password]);
      lines.push(`${email}:${hash}:5000:5000::/var/mail/${email}::userdb_quota_rule=*:bytes=1M\n`);
    }
    mkdirSync(shop.path("etc"));
    writeFileSync(shop.path("etc/users"), lines.join(""));
    return users;
  },

  exports: (shop, users) => [
    {
      title: "the passwd-file",
      command: printedCommand("dovecot", "cp ", { "/etc/dovecot/users": shop.path("etc/users") }),
      ...{ file: shop.path("users.passwd"), from: "dovecot", users },
    },
  ],
};

/** The older crypt reads 8 bytes alone. */
function userOf(scheme, becomes) {
  const email = `${scheme.toLowerCase()}@example.com`;
  const password = scheme === "DES-CRYPT" ? "Pass of" : `Pass of ${scheme}, Grüße`;
  return { scheme, becomes, email, identifiers: [email], password };
}
