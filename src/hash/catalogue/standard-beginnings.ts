/** What the standard strings begin with. */
export const BCRYPT: readonly string[] = ["$2a$", "$2b$", "$2x$", "$2y$"];
export const ARGON2: readonly string[] = ["$argon2d$", "$argon2i$", "$argon2id$"];
/** Whatever crypt(3) and its relatives write. */
export const CRYPT: readonly string[] = [
  ...BCRYPT,
  ...ARGON2,
  "$1$",
  "$3$",
  "$5$",
  "$6$",
  "$7$",
  "$y$",
  "$gy$",
  "$sha1$",
  "$md5$",
  "$md5,",
];
