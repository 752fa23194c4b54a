import { characters, run } from "../../lib/grammar.js";

/** crypt(3)'s alphabet. */
const CRYPT_CHARACTERS = characters("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/** So many characters of that alphabet. */
export function crypt<Name extends string>(name: Name, least: number, most = least) {
  return run(name, CRYPT_CHARACTERS, least, most);
}

export const DIGITS = characters("0123456789");

/** Printable ASCII without the colon. */
export const MAGENTO_SALT_CHARACTERS = characters(
  "!\"#$%&'()*+,-./0123456789;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
);
