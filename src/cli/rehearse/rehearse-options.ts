import { isOrigin } from "../../lib/origin.js";
import {
  BULK_FAULTS,
  type BulkFault,
  FAULT_KINDS,
  INTERFACE_VERSIONS,
  type RehearsalFault,
} from "../../rehearsal/internal.js";
import { type CouldNotRun, wrongUsage } from "../could-not-run.js";

/** Words that were given apart, or with commas between them; undefined where the option was not given. */
function names(given: readonly string[] | undefined): readonly string[] | undefined {
  return given?.flatMap((text) => text.split(",")).filter((name) => name !== "");
}

/** Tenants beside `public`; none where the option was given without a name. */
export function tenantNames(given: readonly string[] | true | undefined): readonly string[] | undefined {
  return given === true ? [] : names(given);
}

export function interfaceVersions(given: readonly string[] | undefined): readonly string[] | undefined {
  const versions = names(given);
  const unknown = versions?.find((version) => !INTERFACE_VERSIONS.includes(version));
  if (unknown === undefined && versions?.length !== 0) return versions;
  const remedy = `Give versions from: ${INTERFACE_VERSIONS.join(", ")}.`;
  throw wrongUsage(`--interface ${unknown ?? ""} is not a version of the interface`, remedy);
}

export function allowedOrigins(given: readonly string[] | undefined): readonly string[] | undefined {
  const origins = names(given);
  const wrong = origins?.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return origins;
  const remedy = "Give it without a path, such as http://localhost:5173 or chrome-extension://<id>.";
  throw wrongUsage(`--allow-origin ${wrong} is not an origin`, remedy);
}

const FAULT = /^([a-z0-9-]+)(?:=([0-9]{1,6})\/([0-9]{1,6}))?$/;

/** `429`, or `429=3/50` for three of every fifty requests. */
export function faults(given: readonly string[] | undefined): readonly RehearsalFault[] {
  return (names(given) ?? [])
    .filter((text) => !isBulkFault(text))
    .map((text) => {
      const [, name, burst, every] = FAULT.exec(text) ?? [];
      const kind = FAULT_KINDS.find((known) => known === name);
      if (kind === undefined) throw malformed(text, `is not one of ${FAULT_NAMES.join(", ")}`);
      if (burst === undefined) return { kind };
      const fault = { kind, burst: Number(burst), every: Number(every) };
      if (fault.burst < 1 || fault.burst > fault.every)
        throw malformed(text, "has a burst that is not from 1 to every");
      return fault;
    });
}

/** Those of the bulk import among the faults that were given. */
export const bulkFaults = (given: readonly string[] | undefined): readonly BulkFault[] =>
  (names(given) ?? []).filter(isBulkFault);

const isBulkFault = (text: string): text is BulkFault => Object.hasOwn(BULK_FAULTS, text);

export const FAULT_NAMES: readonly string[] = [...FAULT_KINDS, ...Object.keys(BULK_FAULTS)];

const malformed = (text: string, reason: string): CouldNotRun =>
  wrongUsage(`--faults ${text} ${reason}`, "Give names, each alone or as name=burst/every, such as 429=3/50.");
