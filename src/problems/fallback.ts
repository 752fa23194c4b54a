import { area } from "./problem-maker.js";

/** The file of the fallback, and the store over it. */
export const {
  rows: FALLBACK_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "fallback/not-readable": "Check the path, the rights of its folder and the space on the disk.",
  "fallback/store-damaged":
    "Restore FILE.store from a copy. Without one, delete it: users who have migrated then count as left until they sign in again.",
  "fallback/store-busy": "Wait until the other process has built the store, and run this again.",
  "fallback/pepper-missing": {
    remedy:
      "Set the environment variable that is named to the old system's pepper, or name one where the file is written.",
    atCommandLine:
      "Set an environment variable to the old system's pepper where the fallback runs, and name it with --pepper-name where the file is written.",
  },
  "fallback/lines-damaged":
    "Write the file again with credport check --fallback, or correct the lines that are named. Where users are rightly missing, run credport fallback status FILE --fewer-users once.",
  "fallback/users-doubled": "Decide in the old system whose identifier it is, and write the file again.",
});
