import { PROBLEM_REMEDIES } from "credport";
import { checkExport } from "credport/check";
import { contentRows, parseFirebaseHashConfig, READABLE_SOURCES } from "credport/source";

/** Bytes of an export that a page reads, after unpacking: some minutes. What is larger is for the command line. */
const MOST_BYTES = 512 * 1_048_576;

class TooLargeError extends Error {}

/** The bytes of a file, unpacked if it is gzip, with word of how far it is. */
async function* bytesOf(file, onBytes) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = first === 0x1f && second === 0x8b;
  const reader = (isGzip ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream()).getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
      if (bytes > MOST_BYTES) throw new TooLargeError();
      onBytes(bytes);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** One page's rows of a list of the report: what, how many, where, and what to do. */
function rowsOf(tallies) {
  return tallies.map(({ name, records, firstLines }) => ({
    name,
    records,
    firstLines: firstLines.slice(0, 5),
    remedy: PROBLEM_REMEDIES[name] ?? "",
  }));
}

function shown(report) {
  const { records, importable, refused, loginOnly, skipped, contents } = report;
  return {
    kind: "report",
    records,
    importable,
    refused,
    loginOnly,
    skipped,
    contents: contentRows(contents),
    lists: [
      { title: "Problems", rows: rowsOf(report.problems) },
      { title: "Warnings", rows: rowsOf(report.warnings) },
      { title: "Changes", rows: rowsOf(report.changes) },
      { title: "Not carried", rows: rowsOf(report.notCarried) },
      { title: "Notices", rows: rowsOf(report.notices) },
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** Tells of each reading how far it is; of a file with duplicates there are two. */
function progressOf(file) {
  let told = 0;
  return (bytes) => {
    // Once for each of a hundred parts: a message costs more than a piece of the file.
    if (bytes - told < file.size / 100) return;
    told = bytes;
    postMessage({ kind: "progress", bytes });
  };
}

async function check({ file, from, hashConfig }) {
  const config = hashConfig === "" ? undefined : parseFirebaseHashConfig(hashConfig);
  if (config?.ok === false) return { kind: "problems", problems: config.problems };
  const options = { from, ...(config === undefined ? {} : { hashConfig: config.value }) };
  const report = await checkExport(() => bytesOf(file, progressOf(file)), options);
  return report.ok ? shown(report.value) : { kind: "problems", problems: report.problems };
}

/** Why a page could not do it, in words for whoever dropped the file. */
function reasonOf(error) {
  if (error instanceof TooLargeError) return "The file is larger than a page reads.";
  if (error?.name === "NotInPageError") {
    return "This export needs something that a page does not have.";
  }
  return "The page could not read the file.";
}

addEventListener("message", async ({ data }) => {
  try {
    postMessage(await check(data));
  } catch (error) {
    postMessage({ kind: "elsewhere", reason: reasonOf(error) });
  }
});

postMessage({ kind: "sources", names: READABLE_SOURCES });
