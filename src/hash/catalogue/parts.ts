import { characters } from "../../lib/grammar.js";

/** crypt(3)'s alphabet. */
export const CRYPT_CHARACTERS = characters(
  "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
);

/** Printable ASCII without the colon. */
export const MAGENTO_SALT_CHARACTERS = characters(
  "!\"#$%&'()*+,-./0123456789;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
);
