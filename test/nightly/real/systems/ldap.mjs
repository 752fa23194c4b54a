/** OpenLDAP with its modules for password schemes; hashes made by slappasswd and by the directory itself. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { printedCommand } from "../printed-command.mjs";
import { debian, freePort } from "../workshop.mjs";

const BASE = "dc=example,dc=org";
const ADMINISTRATOR = `cn=administrator,${BASE}`;
const SECRET = "secret of the administrator";

/** Scheme, the module that has it, what becomes of its users. */
const SCHEMES = [
  ["{SSHA}", undefined, "at-login"],
  ["{SHA}", undefined, "at-login"],
  ["{SMD5}", undefined, "at-login"],
  ["{MD5}", undefined, "at-login"],
  ["{CRYPT}", undefined, "at-login"],
  ["{SSHA256}", "pw-sha2", "at-login"],
  ["{SSHA384}", "pw-sha2", "at-login"],
  ["{SSHA512}", "pw-sha2", "at-login"],
  ["{SHA512}", "pw-sha2", "at-login"],
  ["{PBKDF2}", "pw-pbkdf2", "at-login"],
  ["{PBKDF2-SHA256}", "pw-pbkdf2", "at-login"],
  ["{PBKDF2-SHA512}", "pw-pbkdf2", "at-login"],
  ["{APR1}", "pw-apr1", "at-login"],
  ["{BSDMD5}", "pw-apr1", "at-login"],
  ["{ARGON2}", "argon2", "imported"],
];
const MODULES = ["back_mdb", "pw-sha2", "pw-pbkdf2", "pw-apr1", "argon2"];

export const system = {
  async install(shop) {
    await debian(shop, "slapd", "slapd-contrib", "ldap-utils");
    const { err } = await shop.tried("slapd", ["-VV"]);
    return /slapd [\d.]+/.exec(err)?.[0] ?? "slapd";
  },

  async start(shop) {
    mkdirSync(shop.path("database"));
    const config = shop.path("slapd.conf");
    const schemas = ["core", "cosine", "inetorgperson"].map((name) => `include ${schema(shop, name)}`);
    const modules = MODULES.map((name) => `moduleload ${name}`);
    const database = ["database mdb", `suffix "${BASE}"`, `directory ${shop.path("database")}`];
    const administrator = [`rootdn "${ADMINISTRATOR}"`, `rootpw "${SECRET}"`];
    const path = `modulepath ${shop.path("root/usr/lib/ldap")}`;
    const lines = [...schemas, path, ...modules, "allow bind_v2", ...database, ...administrator, ""];
    writeFileSync(config, lines.join("\n"));
    onThisServer(shop, "slapcat", ["-f", config]);
    const port = await freePort();
    shop.env.LDAPURI = `ldap://127.0.0.1:${port}`;
    shop.env.LDAPNOINIT = undefined;
    const slapd = shop.service("slapd", ["-f", config, "-h", shop.env.LDAPURI, "-d", "0"]);
    await shop.until("slapd", slapd, async () => {
      const { status } = await shop.tried("ldapsearch", ["-x", "-s", "base", "-b", ""]);
      return status === 0 ? true : undefined;
    });
  },

  async makeUsers(shop) {
    const users = SCHEMES.map(([scheme, module, becomes]) => userOf(scheme.slice(1, -1), { scheme, module, becomes }));
    const own = userOf("own", { becomes: "at-login" });
    const plain = userOf("plain", { becomes: "refused", code: "scheme/plain-text" });
    const entries = [`dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example\n`];
    entries.push(`dn: ou=people,${BASE}\nobjectClass: organizationalUnit\nou: people\n`);
    for (const user of users) entries.push(entryOf(user, await hashOf(shop, user)));
    entries.push(entryOf(own), entryOf(plain, plain.password));
    const administrator = ["-x", "-D", ADMINISTRATOR, "-w", SECRET];
    await shop.run("ldapadd", administrator, { input: entries.join("\n") });
    await shop.run("ldappasswd", [...administrator, "-s", own.password, own.dn]);
    const all = [...users, own, plain];
    // Each signs in at the directory: ldapwhoami ends with an error where they don't.
    for (const { dn, password } of all) await shop.run("ldapwhoami", ["-x", "-D", dn, "-w", password]);
    return all;
  },

  exports: (shop, users) => [
    {
      title: "slapcat",
      command: printedCommand("ldap", "slapcat"),
      ...{ file: shop.path("users.ldif"), from: "ldap", users },
    },
    {
      title: "ldapsearch",
      command: printedCommand("ldap", "ldapsearch -LLL -x -D ACCOUNT -W -b BASE '(objectClass=person)'", {
        ACCOUNT: `'${ADMINISTRATOR}'`,
        BASE,
      }),
      // The password that -W asks for.
      input: `${SECRET}\n`,
      ...{ file: shop.path("users.ldif"), from: "ldap", users },
    },
  ],
};

const schema = (shop, name) => shop.path(`root/etc/ldap/schema/${name}.schema`);

function userOf(name, more) {
  const uid = name.toLowerCase();
  const email = `${uid}@example.com`;
  const dn = `uid=${uid},ou=people,${BASE}`;
  return { ...more, uid, email, dn, identifiers: [email, uid], password: `Pass of ${name}, Grüße` };
}

async function hashOf(shop, { scheme, module, password }) {
  const path = shop.path("root/usr/lib/ldap");
  const modules = module === undefined ? [] : ["-o", `module-path=${path}`, "-o", `module-load=${module}`];
  const way = scheme === "{CRYPT}" ? ["-c", "$6$%.16s"] : ["-h", scheme];
  return (await shop.run("slappasswd", [...modules, ...way, "-s", password])).trim();
}

function entryOf({ dn, uid, email }, userPassword) {
  const password = userPassword === undefined ? "" : `userPassword:: ${Buffer.from(userPassword).toString("base64")}\n`;
  return `dn: ${dn}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\nmail: ${email}\n${password}`;
}

/** A program that finds its settings in this folder, as it finds them in its own on a server. */
function onThisServer(shop, program, args) {
  const folder = shop.path("server");
  mkdirSync(folder, { recursive: true });
  const own = shop.path("root/usr/sbin", program);
  writeFileSync(`${folder}/${program}`, `#!/bin/sh\nexec '${own}' ${args.join(" ")} "$@"\n`);
  chmodSync(`${folder}/${program}`, 0o755);
  shop.addToPath("server");
}
