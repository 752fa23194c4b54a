/** What the wrappings of the catalogue put around a standard hash; null where they have no place for it. */
export interface Wrapper {
  /** The row of the catalogue that takes it off again. */
  readonly name: string;
  readonly wrap: (hash: string) => string | null;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");
const isBcrypt = (hash: string) => hash.startsWith("$2");
const variantOf = (hash: string) => /^\$(argon2id?)\$/.exec(hash)?.[1] ?? null;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** A part of a bcrypt hash in the usual base64. */
export const inUsualBase64 = (part: string) =>
  Array.from(part, (character) => `${LETTERS}+/`.charAt(`./${LETTERS}`.indexOf(character))).join("");

const bcryptOnly = (name: string, wrap: (hash: string) => string): Wrapper => ({
  name,
  wrap: (hash) => (isBcrypt(hash) ? wrap(hash) : null),
});
const argon2Only = (name: string, wrap: (hash: string) => string): Wrapper => ({
  name,
  wrap: (hash) => (isBcrypt(hash) ? null : wrap(hash)),
});
const variantOnly = (name: string, variant: string, wrap: (hash: string) => string): Wrapper => ({
  name,
  wrap: (hash) => (variantOf(hash) === variant ? wrap(hash) : null),
});

export const WRAPPERS: readonly Wrapper[] = [
  bcryptOnly("spring-bcrypt", (hash) => `{bcrypt}${hash}`),
  bcryptOnly("dovecot-blf-crypt", (hash) => `{BLF-CRYPT}${hash}`),
  bcryptOnly("dovecot-encoded", (hash) => `{BLF-CRYPT.b64}${base64(hash)}`),
  bcryptOnly("dovecot-encoded", (hash) => `{BLF-CRYPT.hex}${hex(hash)}`),
  variantOnly("dovecot-encoded", "argon2id", (hash) => `{ARGON2ID.base64}${base64(hash)}`),
  bcryptOnly("django-bcrypt", (hash) => `bcrypt$${hash}`),
  bcryptOnly("nextcloud-bcrypt", (hash) => `1|${hash}`),
  bcryptOnly("woltlab-bcrypt", (hash) => `Bcrypt:${hash}`),
  bcryptOnly("xenforo-serialized", (hash) => `a:1:{s:4:"hash";s:60:"${hash}";}`),
  {
    name: "mediawiki-bcrypt",
    wrap: (hash) =>
      hash.startsWith("$2y$") ? `:bcrypt:${Number(hash.slice(4, 6))}$${hash.slice(7, 29)}$${hash.slice(29)}` : null,
  },
  {
    name: "adonis-bcrypt",
    wrap: (hash) => {
      const version = { $2a$: 97, $2b$: 98 }[hash.slice(0, 4)];
      const [salt, digest] = [hash.slice(7, 29), hash.slice(29)].map(inUsualBase64);
      return version ? `$bcrypt$v=${version}$r=${Number(hash.slice(4, 6))}$${salt}$${digest}` : null;
    },
  },
  argon2Only("spring-argon2", (hash) => `{argon2}${hash}`),
  argon2Only("spring-argon2-v5.8", (hash) => `{argon2@SpringSecurity_v5_8}${hash}`),
  argon2Only("janssen-argon2", (hash) => `{ARGON2}${base64(hash)}`),
  argon2Only("django-argon2", (hash) => `argon2${hash}`),
  argon2Only("mediawiki-argon2", (hash) => `:argon2:${hash}`),
  argon2Only("woltlab-argon2", (hash) => `Argon2:${hash}`),
  variantOnly("dovecot-argon2i", "argon2i", (hash) => `{ARGON2I}${hash}`),
  variantOnly("dovecot-argon2id", "argon2id", (hash) => `{ARGON2ID}${hash}`),
  variantOnly("nextcloud-argon2i", "argon2i", (hash) => `2|${hash}`),
  variantOnly("nextcloud-argon2id", "argon2id", (hash) => `3|${hash}`),
  { name: "ldap-crypt", wrap: (hash) => `{CRYPT}${hash}` },
  { name: "ldif-base64", wrap: (hash) => `userPassword:: ${base64(hash)}` },
  { name: "ldif-base64", wrap: (hash) => `userPassword:: ${base64(`{CRYPT}${hash}`)}` },
  { name: "ldif-base64", wrap: (hash) => `userPassword: {CRYPT}${hash}` },
  { name: "ldif-value", wrap: (hash) => base64(`{CRYPT}${hash}`) },
  { name: "base64-hash", wrap: base64 },
  { name: "shiro2-standard", wrap: (hash) => (hash.startsWith("$2x$") ? null : `$shiro2${hash}`) },
  bcryptOnly("jenkins-bcrypt", (hash) => `#jbcrypt:${hash}`),
  bcryptOnly("neos-bcrypt", (hash) => `bcrypt=>${hash}`),
  { name: "bson-binary", wrap: (hash) => `{"$binary":{"base64":"${base64(hash)}","subType":"00"}}` },
  { name: "dumped-hex", wrap: (hash) => `\\x${hex(hash)}` },
  { name: "dumped-hex", wrap: (hash) => `0x${hex(hash)}` },
];
