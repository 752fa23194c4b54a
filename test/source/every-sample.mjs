import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("systems/samples/", import.meta.url);
const DIRECTORIES = new URL("samples/", import.meta.url);
const FIREBASE = new URL("../../docs/examples/firebase/", import.meta.url);

/** Users of credport's own format, each kind once; the hashes are crypt_blowfish's and hashcat's. */
const OWN = [
  { emailVerified: true, passwordHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" },
  { emailVerified: false, passwordHash: "$P$984478476IagS59wHZvyQMArzfx58u.", roles: ["admin"] },
  { phoneNumber: "+15555550100", disabled: true, passwordHash: "$2a$05$cut.off" },
  { thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "u4@example.com" }] },
  {
    passwordHash: "$1$28772684$iEwNOgGugqO9.bIz5sk8k/",
    totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30 }],
  },
].map((user, at) => ({
  ...{
    externalUserId: `u${at + 1}`,
    email: `u${at + 1}@example.com`,
    emailVerified: true,
    thirdParty: [],
    totp: [],
  },
  ...user,
}));

/** Those whose files are elsewhere, and are not named after them. */
const OTHERS = [
  { from: "firebase", file: new URL("users.json", FIREBASE) },
  { from: "htpasswd", file: new URL("users.htpasswd", DIRECTORIES) },
  { from: "dovecot", file: new URL("dovecot.passwd", DIRECTORIES) },
  { from: "ldap", file: new URL("openldap-slapcat.ldif", DIRECTORIES) },
  { from: "ldap", file: new URL("openldap-search.ldif", DIRECTORIES) },
];

/** What the Firebase console shows of the sample's project. */
export const HASH_CONFIG_TEXT = readFileSync(new URL("hash-config.txt", FIREBASE), "utf8");

/**
 * An export of every system, with its name: a sample belongs to the system with the longest name that its file's name
 * begins with. A system without one is an error.
 */
export function everySample(sources) {
  const named = readdirSync(FOLDER)
    .filter((name) => /\.(?:json|ndjson|sql|csv|tsv)$/.test(name))
    .flatMap((name) => {
      const fitting = sources.filter((source) => name.startsWith(source));
      const [from] = fitting.sort((one, other) => other.length - one.length);
      return from === undefined ? [] : [{ name, from, bytes: readFileSync(new URL(name, FOLDER)) }];
    });
  const others = OTHERS.map(({ from, file }) => ({
    ...{ name: file.pathname.split("/").at(-1), from, bytes: readFileSync(file) },
  }));
  const own = {
    name: "credport.ndjson",
    from: "credport",
    bytes: Buffer.from(OWN.map((user) => `${JSON.stringify(user)}\n`).join("")),
  };
  const samples = [...named, ...others, own];
  const without = sources.filter((source) => !samples.some(({ from }) => from === source));
  if (without.length > 0) throw new Error(`there is no sample of ${without.join(", ")}`);
  return samples;
}
