import { problemMaker } from "./problem-maker.js";
import type { LoginRow } from "./problem-row.js";

/** The file of the fallback, and the store over it */
export const FALLBACK_PROBLEMS = {
  /**
   * The file that `credport check --fallback` has written, or the store beside it, can't be read or written.
   * @cause a wrong path, rights that are missing, a full disk.
   */
  "fallback/not-readable": {
    remedy: "Check the path, the rights of its folder and the space on the disk.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The store beside the file (`FILE.store`) is not what was written there. It says which users have migrated,
   * so it is not replaced without being asked.
   * @cause a disk that was full, a copy that was cut off, another program's file.
   */
  "fallback/store-damaged": {
    remedy:
      "Restore FILE.store from a copy. Without one, delete it: users who have migrated then count as left until they sign in again.",
    fault: "environment",
  },
  /**
   * Another process builds the store of this file at the moment.
   * @cause several servers that start at the same time on one file.
   */
  "fallback/store-busy": {
    remedy: "Wait until the other process has built the store, and run this again.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * Users of the file have a pepper under a name for which there is no value.
   * @cause an environment variable that is not set where the login server runs.
   */
  "fallback/pepper-missing": {
    remedy: "Set the environment variable that is named to the old system's pepper.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * Lines of the file are not users of the fallback: they can't be looked up, and the others can. A warning.
   * @cause a file that was edited by hand or cut off.
   */
  "fallback/lines-damaged": {
    remedy: "Look at the lines that are named, or write the file again with credport check --fallback.",
  },
  /**
   * Several lines have the same ID or the same identifier. The fallback finds none of these users. A warning.
   * @cause two exports in one file; an address that two accounts have.
   */
  "fallback/users-doubled": {
    remedy: "Decide in the old system whose identifier it is, and write the file again.",
  },
} as const satisfies Readonly<Record<string, LoginRow>>;

export type FallbackProblemCode = keyof typeof FALLBACK_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(FALLBACK_PROBLEMS);
