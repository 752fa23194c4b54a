import { area } from "./problem-maker.js";

/** Text that is given as a hash. */
export const { rows: HASH_TEXT_PROBLEMS, refuse } = /* @__PURE__ */ area({
  "hash/empty": "Import this user by another way to log in, or let them reset their password.",
  "hash/too-long": "Look for another column, or for missing line ends: no password hash is this long.",
  "hash/surrounding-characters":
    "Trim the text, or normalize the hash, as check and import do: that takes them off and says so.",
});
