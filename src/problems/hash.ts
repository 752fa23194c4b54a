import { area } from "./problem-maker.js";

/** Hash strings. */
export const {
  rows: HASH_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "hash/quoted": "Read the file with a CSV or JSON parser: the quotes belong to the file format, not to the hash.",
  "hash/illegal-character": "Look at how the file was written and read: a hash is plain ASCII.",
  "hash/whole-line":
    "Give the hash alone: cut -d: -f2 takes it out of lines of shadow and htpasswd; of LDIF, give the lines of userPassword.",
  "hash/costly":
    "Let users who are refused reset their passwords. Of the others, try a login at the service before you import; if it fails, let them reset theirs too.",
  "hash/not-as-stated":
    "Export the user again and compare the hash with the old system's; if the two still differ, let the user set a new password.",
  "hash/unrecognised": "Name the system it comes from, or ask that system's documentation what this column holds.",
});
