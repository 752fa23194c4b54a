import type { CleanedFleet, FleetPlan, FleetStatus, Phase } from "../../fleet/index.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { operatorRemedyOf } from "../../problems/index.js";
import { commandLine } from "../check/next-step.js";
import { wordsAgain } from "../input/option-rows.js";
import { OPTIONAL_SOURCE_OPTIONS } from "../input/source-options.js";
import { outcomeRows } from "../output/outcome-rows.js";
import { duration } from "../output/progress.js";
import { type ReportRow, type ReportSection, sectionOf, textIf } from "../output/report.js";
import type { FleetFlags } from "./fleet-flags.js";

export const PHASES: Readonly<Record<Phase, string>> = {
  scan: "reading who is in the file",
  match: "looking for users who appear twice",
  check: "checking every user",
  ready: "checked: workers with --to import",
  prove: "known users come first: a worker with --known signs them in",
  import: "importing",
  done: "done",
};

export function statusReport(status: FleetStatus, title: string): readonly ReportSection[] {
  const { scanned, matched, groups, checked, imported } = status;
  const done = `${scanned} read, ${matched} of ${groups} groups compared, ${checked} checked, ${imported} imported`;
  const { phase, isPaused, isCancelled, stopped, chunks, workers, callsPerSecond, elapsedMs } = status;
  const running = stopped === undefined ? PHASES[phase] : "stopped";
  const state = isCancelled ? "cancelled" : isPaused ? "paused" : running;
  return [
    { heading: `The run of ${title}: ${state}`, rows: [] },
    {
      rows: [
        { number: chunks, text: `${nounFor(chunks, "chunk")}: ${done}` },
        { number: workers, text: `${nounFor(workers, "worker")} at work` },
        ...userRows(status),
        ...(phase === "import" ? [{ number: Math.round(callsPerSecond), text: "calls per second at most" }] : []),
        { text: `since ${duration(elapsedMs)}`, tone: "faint" },
      ],
    },
    stoppedSection(status),
  ];
}

function userRows({ users, phase }: FleetStatus): readonly ReportRow[] {
  const { records, importable } = users;
  const rows: readonly ReportRow[] = [
    { number: records, text: `${nounFor(records, "record")} read` },
    { number: importable, text: "can be imported", tone: "good" },
  ];
  if (phase !== "import" && phase !== "done") return rows;
  return [...rows, ...outcomeRows(users)];
}

function stoppedSection({ stopped }: FleetStatus): ReportSection {
  if (stopped === undefined) return { rows: [] };
  const { code, line } = stopped;
  const remedy = operatorRemedyOf(code);
  const again = { text: "Then run credport fleet resume, and start the workers again." };
  const heading = `Stopped: ${code}${line === undefined ? "" : `, line ${line}`}`;
  return sectionOf(heading, [...textIf(remedy !== undefined, remedy ?? ""), again], "bad");
}

/** What a plan has come to, and what to do on each machine. */
export function planReport(plan: FleetPlan, flags: FleetFlags): readonly ReportSection[] {
  const { chunks, bytes, isAgain, isPersistent } = plan;
  const [input, runFile] = [printable(plan.input), printable(plan.runFile)];
  // The file of the run names the system.
  const options = wordsAgain(OPTIONAL_SOURCE_OPTIONS, { ...flags, from: undefined });
  return [
    { heading: `Planned ${input}`, rows: [{ text: `${counted(chunks, "chunk")} of ${counted(bytes, "byte")}` }] },
    { rows: [...textIf(isAgain, AGAIN, "faint"), ...textIf(!isPersistent, NOT_PERSISTENT, "warn")] },
    {
      heading: "Next",
      rows: [
        {
          text: `Give ${runFile} to every machine: it has the key of the fingerprints (mode 0600). Then, on each:`,
        },
        { text: `  ${commandLine("fleet work", [plan.runFile], options)}` },
        { text: "Without --to it checks the users; then give the same with --to, to import them." },
      ],
    },
  ];
}

export function cleanReport({ keys }: CleanedFleet, title: string): readonly ReportSection[] {
  return [
    { heading: `The run of ${title} is out of Redis`, rows: [{ number: keys, text: nounFor(keys, "key") }] },
    { heading: "Next", rows: [{ text: "Keep the folder of the journals: it says who was imported." }] },
  ];
}

const AGAIN = "the run begins again from the journals of its earlier start";
const NOT_PERSISTENT =
  "Redis forgets the run when it is restarted: set appendonly yes. Otherwise plan it again then; the journals are kept.";
