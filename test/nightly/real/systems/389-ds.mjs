/** 389 Directory Server; hashes of each scheme that it has, made by itself. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { printedCommand } from "../printed-command.mjs";
import { debian, freePort } from "../workshop.mjs";

const BASE = "dc=example,dc=org";
const ADMINISTRATOR = "cn=Directory Manager";
const SECRET = "secret of the manager";
const DATA = "root/usr/share/dirsrv";
const LIBRARIES = "root/usr/lib/x86_64-linux-gnu/dirsrv";

/** Schemes that it can be set to write, the one by default first. */
const SCHEMES = [
  ...["PBKDF2-SHA512", "PBKDF2-SHA256", "PBKDF2-SHA1", "PBKDF2", "PBKDF2_SHA256"],
  ...["SSHA", "SSHA256", "SSHA384", "SSHA512", "SHA", "SHA256", "SHA384", "SHA512", "SMD5", "MD5"],
  ...["CRYPT", "CRYPT-MD5", "CRYPT-SHA256", "CRYPT-SHA512"],
];
/** Those that the service does not take and nobody here computes. */
const REFUSED = { GOST_YESCRYPT: "scheme/unsupported", CLEAR: "scheme/plain-text" };

export const system = {
  async install(shop) {
    await debian(shop, "389-ds-base", "ldap-utils");
    // The backend is found by its name alone, wherever libraries are.
    shop.env.LD_LIBRARY_PATH += `:${shop.path(LIBRARIES)}:${shop.path(LIBRARIES, "plugins")}`;
    const { out, err } = await shop.tried("ns-slapd", ["-v"]);
    return /389-Directory\/[\d.]+/.exec(out + err)?.[0] ?? "389-Directory";
  },

  async start(shop) {
    const port = await freePort();
    const config = layOut(shop, port);
    const where = ["-D", config, "-i", shop.path("server.pid")];
    shop.server = shop.service("ns-slapd", [...where, "-d", "0"]);
    shop.env.LDAPURI = `ldap://127.0.0.1:${port}`;
    shop.env.LDAPNOINIT = undefined;
    await shop.until("389-ds", shop.server, async () => {
      const { status } = await shop.tried("ldapsearch", ["-x", "-s", "base", "-b", ""]);
      return status === 0 ? true : undefined;
    });
    await asManager(shop, "ldapadd", backend());
  },

  async makeUsers(shop) {
    const users = [];
    const make = async (name, scheme, { mustReset = false, ...more }) => {
      const user = userOf(name, more);
      await asManager(shop, "ldapmodify", setting("passwordStorageScheme", scheme));
      await asManager(shop, "ldapadd", entryOf(user));
      // Each signs in at the directory, but for those who have to replace their password first.
      const { status, err } = await shop.tried("ldapwhoami", ["-x", "-D", user.dn, "-w", user.password]);
      if ((status === 0) === mustReset) throw new Error(`389-ds: ${name} signs in: ${status} ${err}`);
      users.push(user);
      return user;
    };
    // It would write the hash anew at the first sign-in.
    await asManager(shop, "ldapmodify", setting("nsslapd-enable-upgrade-hash", "off"));
    for (const scheme of SCHEMES) await make(scheme, scheme, { becomes: "at-login" });
    for (const [scheme, code] of Object.entries(REFUSED)) await make(scheme, scheme, { becomes: "refused", code });
    const locked = await make("locked", "SSHA512", { becomes: "refused", code: "user/disabled" });
    await asManager(
      shop,
      "ldapmodify",
      `dn: ${locked.dn}\nchangetype: modify\nreplace: nsAccountLock\nnsAccountLock: true\n`,
    );
    // Users whose password an administrator sets have to replace it.
    await asManager(shop, "ldapmodify", setting("passwordMustChange", "on"));
    await make("temporary", "SSHA512", {
      ...{ becomes: "refused", code: "user/must-reset", mustReset: true },
    });
    return users;
  },

  exports: (shop, users) => [
    {
      title: "ldapsearch",
      command: printedCommand("ldap", "ldapsearch -LLL -x -D ACCOUNT -W -b BASE '(objectClass=person)'", {
        ACCOUNT: `'${ADMINISTRATOR}'`,
        BASE,
      }),
      // The password that -W asks for.
      input: `${SECRET}\n`,
      options: ["--must-reset", "hold"],
      ...{ file: shop.path("users.ldif"), from: "ldap", users },
    },
  ],
};

/** A plugin that a start adds where it is missing, which fails before there is a database. */
const ENTRY_UUID = `dn: cn=entryuuid,cn=plugins,cn=config
objectClass: top
objectClass: nsSlapdPlugin
objectClass: extensibleObject
cn: entryuuid
nsslapd-pluginPath: libentryuuid-plugin
nsslapd-pluginInitfunc: entryuuid_plugin_init
nsslapd-pluginType: betxnpreoperation
nsslapd-pluginEnabled: off
nsslapd-pluginId: entryuuid
nsslapd-pluginVersion: none
nsslapd-pluginVendor: 389 Project
nsslapd-pluginDescription: entryuuid
`;

/** What its installer makes for an instance, which needs systemd. */
function layOut(shop, port) {
  const folder = (name) => {
    mkdirSync(shop.path(name), { recursive: true });
    return shop.path(name);
  };
  const config = folder("config");
  const own = folder("config/schema");
  const values = {
    ...{ schema_dir: own, config_dir: config, cert_dir: config, inst_dir: config, ds_port: port },
    ...{ lock_dir: folder("lock"), tmp_dir: folder("tmp"), run_dir: folder("run"), log_dir: folder("log") },
    ...{
      ldif_dir: folder("ldif"),
      bak_dir: folder("bak"),
      db_dir: folder("db"),
      db_home_dir: folder("home"),
    },
    ...{ db_lib: "bdb", fqdn: "localhost", ds_user: process.getuid() === 0 ? "root" : process.env.USER },
    ...{ ds_suffix: BASE, rootdn: ADMINISTRATOR, ds_passwd: hashOf(SECRET) },
    ...{ ldapi: shop.path("run/ldapi"), ldapi_enabled: "off", ldapi_autobind: "off" },
  };
  const template = readFileSync(shop.path(DATA, "data/template-dse.ldif"), "utf8");
  const dse = template
    .replace(/%(\w+)%/g, (_, name) => {
      if (!(name in values)) throw new Error(`the template asks for ${name}`);
      return values[name];
    })
    .replace(/^(nsslapd-pluginpath: )(lib[\w-]+)$/gim, `$1${shop.path(LIBRARIES, "plugins")}/$2`);
  writeFileSync(`${config}/dse.ldif`, `${dse.trimEnd()}\n\n${ENTRY_UUID}`);
  // One of them has the standards' classes, the other an empty one for the administrator's.
  for (const from of [shop.path(DATA, "schema"), shop.path("root/etc/dirsrv/schema")].filter(existsSync)) {
    for (const name of readdirSync(from)) writeFileSync(`${own}/${name}`, readFileSync(`${from}/${name}`));
  }
  return config;
}

/** It reads no clear password from its settings. */
const hashOf = (secret) => `{SHA512}${createHash("sha512").update(secret).digest("base64")}`;

const setting = (name, value) => `dn: cn=config\nchangetype: modify\nreplace: ${name}\n${name}: ${value}\n`;

/** The database, its place in the tree, and the tree's first entries. */
function backend() {
  const name = "cn=userRoot,cn=ldbm database,cn=plugins,cn=config";
  const place = `cn="${BASE}",cn=mapping tree,cn=config`;
  return [
    `dn: ${name}\nobjectClass: extensibleObject\nobjectClass: nsBackendInstance\ncn: userRoot\nnsslapd-suffix: ${BASE}\n`,
    `dn: ${place}\nobjectClass: extensibleObject\nobjectClass: nsMappingTree\ncn: "${BASE}"\nnsslapd-state: backend\nnsslapd-backend: userRoot\n`,
    `dn: ${BASE}\nobjectClass: domain\ndc: example\n`,
    `dn: ou=people,${BASE}\nobjectClass: organizationalUnit\nou: people\n`,
  ].join("\n");
}

function asManager(shop, program, input) {
  return shop.run(program, ["-x", "-D", ADMINISTRATOR, "-w", SECRET], { input });
}

function userOf(name, more) {
  const uid = name.toLowerCase();
  const email = `${uid}@example.com`;
  const dn = `uid=${uid},ou=people,${BASE}`;
  // {CRYPT} is of DES, which reads eight characters.
  const password = name === "CRYPT" ? "OfCrypt" : `Pass of ${name}, Grüße`;
  return { ...more, uid, email, dn, identifiers: [email, uid], password };
}

function entryOf({ dn, uid, email, password }) {
  const secret = `userPassword:: ${Buffer.from(password).toString("base64")}`;
  return `dn: ${dn}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\nmail: ${email}\n${secret}\n`;
}
