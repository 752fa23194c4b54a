import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** The conformance suite */
export const CONFORMANCE_PROBLEMS = {
  /**
   * The vectors are a package of their own, and it is not installed.
   * @cause it is optional, because it is as large as all the rest and few need it.
   */
  "conformance/vectors-not-installed": {
    remedy:
      "Install credport-vectors, in credport's own version, next to it (npm install credport-vectors), or give a folder of vectors.",
    atCommandLine:
      "Install credport-vectors, in credport's own version, next to it (npm install credport-vectors), or give a folder with --vectors.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The folder of the vectors, or a file in it, can't be read, or the folder holds none.
   * @cause --vectors names the folder of one operation instead of the one above it.
   */
  "conformance/vectors-unreadable": {
    remedy:
      "Give the folder of the vectors: it holds a folder for each operation, as credport conform --copy writes it.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * A vector file is not in the format of vectors/README.md, or an id appears twice.
   * @cause a file edited by hand, vectors of a newer format.
   */
  "conformance/vectors-malformed": {
    remedy:
      "Mend the vector file at the place named, or copy the vectors again with credport conform --copy.",
    fault: "caller",
  },
  /**
   * The vectors are not those of the `manifest.json` that lies beside them: a file is missing or not listed,
   * its sum or its number of tests differs, or the format has another version.
   * @cause a copy that was cut off, a file edited by hand, two copies mixed.
   */
  "conformance/vectors-changed": {
    remedy:
      "Copy the vectors again with credport conform --copy; if you changed them on purpose, delete manifest.json or write it again.",
    fault: "caller",
  },
  /**
   * No vector fits the given patterns, or one of them.
   * @cause a misspelt name, a pattern without its operation, or one that the shell has expanded.
   */
  "conformance/no-cases": {
    remedy:
      "Look at --only and --skip: a pattern is an id with * and ?, or the name of an operation; --list shows them all.",
    fault: "caller",
  },
  /**
   * A line of a skip file gives a pattern without a reason.
   * @cause a list of failures that was pasted to get a build green.
   */
  "conformance/skip-reason-missing": {
    remedy: "Write the reason after each pattern of the skip file, on the same line.",
    fault: "caller",
  },
  /**
   * The vectors could not be copied.
   * @cause the folder holds an earlier copy.
   */
  "conformance/not-copied": {
    remedy: "Give a folder that does not exist yet or is empty, where you may write.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The program under test could not be started.
   * @cause a shell's alias or pipe given as a command.
   */
  "conformance/not-startable": {
    remedy:
      "Look at the command after --: the program's name or path, its permission to be run, and each argument by itself; no shell takes part.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The program ended, stayed silent or wrote something else before its hello.
   * @cause output that is held back in a buffer because it goes to a pipe, a banner, a missing dependency.
   */
  "conformance/hello-missing": {
    remedy:
      "Let the program answer the hello line with its own within the time, and flush its output after each line; docs/conformance.md shows complete adapters.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The program speaks another version of the protocol.
   * @cause an adapter that was written for another major version of the suite.
   */
  "conformance/protocol-mismatch": {
    remedy:
      "Use an adapter for this version of the protocol, or the version of credport that the adapter was written for.",
    fault: "settings",
  },
  /**
   * The runner itself failed, not the program under test, so that the run says nothing.
   * @cause a full disk where the report is written.
   */
  "conformance/run-failed": {
    remedy:
      "Look at what is named: the disk where the report goes, the reader of a pipe, the memory. The report, if there is one, is not whole.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * An option of `credport conform` has a value that it can't have, or options exclude each other.
   * @cause a value without its unit, or `--list` beside an adapter's command.
   */
  "conformance/option-malformed": {
    remedy: "Look at credport conform --help for what the option takes.",
    fault: "caller",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type ConformanceProblemCode = keyof typeof CONFORMANCE_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(CONFORMANCE_PROBLEMS);
