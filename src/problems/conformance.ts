import { area } from "./problem-maker.js";

/** The conformance suite. */
export const { rows: CONFORMANCE_PROBLEMS, refuse } = /* @__PURE__ */ area({
  "conformance/vectors-not-installed": {
    remedy: "Install credport-vectors next to it (npm install credport-vectors), or give a folder of vectors.",
    atCommandLine:
      "Install credport-vectors next to it (npm install credport-vectors), or give a folder with --vectors.",
  },
  "conformance/vectors-unreadable":
    "Give the folder of the vectors: it holds a folder for each operation, as credport conform --copy writes it.",
  "conformance/vectors-malformed":
    "Correct the vector file at the place named, or copy the vectors again with credport conform --copy.",
  "conformance/vectors-changed":
    "Copy the vectors again with credport conform --copy; if you changed them on purpose, delete manifest.json or write it again.",
  "conformance/no-cases":
    "Look at --only and --skip: a pattern is an id with * and ?, or the name of an operation; --list shows them all.",
  "conformance/skip-reason-missing": "Write the reason after each pattern of the skip file, on the same line.",
  "conformance/not-copied": "Give a folder that does not exist yet or is empty, where you may write.",
  "conformance/not-startable":
    "Look at the command after --: the program's name or path, its permission to be run, and each argument by itself; no shell takes part.",
  "conformance/hello-missing":
    "Let the program answer the hello line with its own within the time, and flush its output after each line; docs/conformance.md shows complete adapters.",
  "conformance/protocol-mismatch":
    "Use an adapter for this version of the protocol, or the version of credport that the adapter was written for.",
  "conformance/run-failed":
    "Look at what is named: the disk where the report goes, the reader of a pipe, the memory. The report, if there is one, is not whole.",
  "conformance/option-malformed": "Look at credport conform --help for what the option takes.",
});
