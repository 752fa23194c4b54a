import { utf8 } from "../../lib/bytes.js";
import { cryptNumber } from "../../lib/crypt-base64.js";
import {
  caseless,
  characters,
  either,
  type Layout,
  layout,
  type Part,
  run,
  sequence,
} from "../../lib/grammar.js";
import { crypt } from "./parts.js";
import { type Recipe, recipe } from "./recipe.js";
import { DJANGO, LDAP } from "./references.js";
import {
  type FormatRow,
  type Notes,
  type Recipes,
  reads,
  recognised,
  verifiable,
  type Writers,
} from "./row.js";

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
export const DES_CRYPT_FORMATS = [
  verifiable({
    name: "ldap-des-crypt",
    scheme: "des-crypt",
    treatment: "keep",
    markers: ["{crypt}", "{des-crypt}"],
    read: readsDesCrypt(
      sequence`${either(caseless("{crypt}"), caseless("{des-crypt}"))}${either(EXTENDED, TRADITIONAL)}`,
    ),
    reason: READS_EIGHT,
  }),
  verifiable({
    name: "django-crypt",
    scheme: "des-crypt",
    treatment: "keep",
    markers: ["crypt$"],
    read: readsDesCrypt(sequence`crypt$${crypt("unread", 0, 64)}$${TRADITIONAL}`),
    reason: READS_EIGHT,
  }),
  verifiable({
    name: "bsdi-crypt",
    scheme: "des-crypt",
    treatment: null,
    markers: [],
    begins: "_",
    read: readsDesCrypt(EXTENDED),
    reason: "des-crypt over the whole password; the service does not verify it.",
  }),
  verifiable({
    name: "htpasswd-des-crypt",
    scheme: "des-crypt",
    treatment: "keep",
    sources: ["htpasswd"],
    markers: [],
    begins: CHARACTERS,
    read: readsDesCrypt(TRADITIONAL),
    reason: READS_EIGHT,
  }),
  recognised({
    name: "des-crypt",
    scheme: "des-crypt",
    treatment: null,
    last: true,
    problem: "scheme/ambiguous",
    markers: [],
    begins: CHARACTERS,
    applies: (text) => text.length === 13,
    pattern: /^[./0-9A-Za-z]{12}[./26AEIMQUYcgkosw]$/,
    reason:
      "Thirteen characters without a marker may be des-crypt or a password. Where they are des-crypt, {CRYPT} before them says so.",
  }),
] satisfies readonly FormatRow[];

function readsDesCrypt(whole: Part) {
  return reads(layout`${whole}` as Layout<object> as Layout<Fields>);
}

function desCrypt({ rounds, salt, digest, end }: Fields): Recipe {
  const isExtended = rounds !== undefined;
  // libxcrypt and the BSDs take no rounds for one.
  const count = isExtended ? Math.max(1, cryptNumber(rounds)) : TRADITIONAL_ROUNDS;
  const step = { kind: "des-crypt", rounds: count, salt, readsAll: isExtended } as const;
  return recipe([step], utf8(digest + end));
}

/** What each computes: only a verification needs it. */
export const DES_CRYPT_RECIPES: Recipes<typeof DES_CRYPT_FORMATS> = {
  "ldap-des-crypt": desCrypt,
  "django-crypt": desCrypt,
  "bsdi-crypt": desCrypt,
  "htpasswd-des-crypt": desCrypt,
};

/** Who writes each: only who identifies a hash needs it. */
export const DES_CRYPT_WRITERS: Writers<typeof DES_CRYPT_FORMATS> = {
  "ldap-des-crypt": "OpenLDAP, Dovecot and other LDAP servers",
  "django-crypt": "Django CryptPasswordHasher",
  "bsdi-crypt": "crypt(3): BSD/OS",
  "htpasswd-des-crypt": "Apache htpasswd -d; by source only",
  "des-crypt": "crypt(3): traditional",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const DES_CRYPT_NOTES: Notes<typeof DES_CRYPT_FORMATS> = {
  "ldap-des-crypt": { layout: "{CRYPT}<2 characters salt><11 characters digest>", reference: LDAP },
  "django-crypt": { layout: "crypt$<salt, which is not read>$<des-crypt>", reference: DJANGO },
  "bsdi-crypt": {
    layout: "_<4 characters rounds><4 characters salt><11 characters digest>",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.bsdi_crypt.html",
  },
  "htpasswd-des-crypt": {
    layout: "<2 characters salt><11 characters digest>",
    reference: "https://httpd.apache.org/docs/2.4/misc/password_encryptions.html",
  },
  "des-crypt": {
    layout: "<2 characters salt><11 characters digest>",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.des_crypt.html",
  },
};
