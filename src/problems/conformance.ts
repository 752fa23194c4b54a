import { area } from "./problem-maker.js";

/** The conformance suite. */
export const { rows: CONFORMANCE_PROBLEMS, refuse } = /* @__PURE__ */ area({
  "conformance/vectors-unusable": {
    remedy:
      "Install credport-vectors next to it (npm install credport-vectors), or give the folder of vectors: it holds a folder for each operation, as credport conform --copy writes it.",
    atCommandLine:
      "Install credport-vectors next to it (npm install credport-vectors), or give the folder with --vectors: it holds a folder for each operation, as --copy writes it.",
  },
  "conformance/not-copied": "Give a folder that does not exist yet or is empty, where you may write.",
  "conformance/adapter-unusable":
    "Look at the command after --: the program's name or path, its permission to be run, and each argument by itself; no shell takes part. Let the program answer the hello line with its own within the time, and flush its output after each line; docs/conformance.md shows complete adapters.",
  "conformance/run-failed":
    "Look at what is named: the disk where the report goes, the reader of a pipe, the memory. The report, if there is one, is not whole.",
  "conformance/option-malformed":
    "Look at credport conform --help for what the option takes. A pattern of --only and --skip is an id with * and ?, or the name of an operation (--list shows them all); in a skip file each has its reason after it, on the same line.",
});
