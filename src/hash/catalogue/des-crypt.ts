import { utf8 } from "../../lib/bytes.js";
import { cryptNumber } from "../../lib/crypt-base64.js";
import { caseless, characters, either, type Layout, layout, type Part, run, sequence } from "../../lib/grammar.js";
import { crypt } from "./parts.js";
import { type Recipe, recipe } from "./recipe.js";
import { DJANGO, LDAP } from "./references.js";
import { type FormatRow, recognised, verifiable } from "./row.js";

const READS_EIGHT = "des-crypt reads eight characters of the password; the service does not verify it.";
const CHARACTERS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

interface Fields {
  readonly rounds?: string;
  readonly salt: string;
  readonly digest: string;
  readonly end: string;
}

/** 64 bits in 66: the last character holds four, and any other is the mark of a text that was cut. */
const DIGEST = sequence`${crypt("digest", 10)}${run("end", characters("./26AEIMQUYcgkosw"), 1)}`;
const TRADITIONAL = sequence`${crypt("salt", 2)}${DIGEST}`;
const EXTENDED = sequence`_${crypt("rounds", 4)}${crypt("salt", 4)}${DIGEST}`;
const TRADITIONAL_ROUNDS = 25;

/** Traditional crypt(3) and BSD/OS' extension of it: a few letters of key, from a time of slow machines. */
export const DES_CRYPT_FORMATS: readonly FormatRow[] = [
  verifiable("ldap-des-crypt", "des-crypt", {
    system: "OpenLDAP, Dovecot and other LDAP servers",
    layout: "{CRYPT}<2 characters salt, or _ and 8 of rounds and salt><11 characters digest>",
    read: whole(sequence`${either(caseless("{crypt}"), caseless("{des-crypt}"))}${either(EXTENDED, TRADITIONAL)}`),
    recipe: desCrypt,
    reason: READS_EIGHT,
    reference: LDAP,
  }),
  verifiable("django-crypt", "des-crypt", {
    system: "Django CryptPasswordHasher",
    layout: "crypt$<salt, which is not read>$<des-crypt>",
    read: whole(sequence`crypt$${crypt("unread", 0, 64)}$${TRADITIONAL}`),
    recipe: desCrypt,
    reason: READS_EIGHT,
    reference: DJANGO,
  }),
  verifiable("bsdi-crypt", "des-crypt", {
    system: "crypt(3): BSD/OS",
    layout: "_<4 characters rounds><4 characters salt><11 characters digest>",
    treatment: null,
    begins: "_",
    read: whole(EXTENDED),
    recipe: desCrypt,
    reason: "des-crypt over the whole password; the service does not verify it.",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.bsdi_crypt.html",
  }),
  verifiable("htpasswd-des-crypt", "des-crypt", {
    system: "Apache htpasswd -d; by source only",
    layout: "<2 characters salt><11 characters digest>",
    sources: ["htpasswd"],
    begins: CHARACTERS,
    read: whole(TRADITIONAL),
    recipe: desCrypt,
    reason: READS_EIGHT,
    reference: "https://httpd.apache.org/docs/2.4/misc/password_encryptions.html",
  }),
  recognised("des-crypt", "des-crypt", {
    system: "crypt(3): traditional",
    layout: "<2 characters salt><11 characters digest>",
    treatment: null,
    last: true,
    problem: "scheme/ambiguous",
    begins: CHARACTERS,
    applies: (text) => text.length === 13,
    pattern: /^[./0-9A-Za-z]{12}[./26AEIMQUYcgkosw]$/,
    reason:
      "Thirteen characters without a marker may be des-crypt or a password. Where they are des-crypt, {CRYPT} before them says so.",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.des_crypt.html",
  }),
];

function whole(part: Part) {
  return layout`${part}` as Layout<object> as Layout<Fields>;
}

function desCrypt({ rounds, salt, digest, end }: Fields): Recipe {
  const isExtended = rounds !== undefined;
  // libxcrypt and the BSDs take no rounds for one.
  const count = isExtended ? Math.max(1, cryptNumber(rounds)) : TRADITIONAL_ROUNDS;
  const step = { kind: "des-crypt", rounds: count, salt, readsAll: isExtended } as const;
  return recipe([step], utf8(digest + end));
}
