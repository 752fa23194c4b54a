import { area } from "./problem-maker.js";

/** bcrypt. */
export const {
  rows: BCRYPT_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "bcrypt/not-bcrypt": "Run credport identify to see what the string is.",
  "bcrypt/unsupported-version": "Look for a damaged prefix: only 2a, 2b, 2x and 2y exist.",
  "bcrypt/obsolete-version": {
    remedy: "Let the user reset their password: no service verifies this algorithm.",
    outOfReach: true,
  },
  "bcrypt/malformed": "Export the hash again.",
  "bcrypt/cost-out-of-range": "Export the hash again.",
  "bcrypt/truncated": "Export the hash again from a column of at least 60 characters.",
  "bcrypt/padding-bits": "Clear the unused bits, or normalize the hash, as check and import do: that says so.",
  "bcrypt/sign-extension": {
    remedy: "Import it only if these users' passwords are ASCII: the others will have to reset theirs.",
    asciiOnly: true,
  },
});
