/**
 * Runs on any runtime with a network: holds credport to the vectors that the arguments name (all without any), asks for
 * its engines, and sends the client to the rehearsal service over HTTP. Prints one line of JSON.
 */
import { createImportClient } from "../../dist/client/index.js";
import { credportImplementation, runConformance } from "../../dist/conformance/index.js";
import { createRehearsalService } from "../../dist/rehearsal/index.js";
import { enginesAvailable } from "../../dist/verify/index.js";

const only = process.argv.slice(2);

/** The answer, or one of several that are right. */
const RIGHT = ["pass", "accepted-variant"];
/** There is none, or this process may not load it. */
const MISSING = ["verify/engine-missing"];

/** Bytes that are not text have no engine where there is no native code; they are refused, and counted apart. */
async function vectors() {
  const report = await runConformance(credportImplementation("smoke"), { only });
  if (!report.ok) return { passed: 0, withoutEngine: 0, failed: [report.problems[0].code] };
  const { totals, results } = report.value;
  const failing = results.filter(({ status }) => !RIGHT.includes(status));
  // What is compared with a hash that has no engine is not reached either.
  const isMissing = ({ status, answer }) => status === "not-reached" || MISSING.includes(answer?.error?.code);
  return {
    passed: RIGHT.reduce((sum, status) => sum + totals[status], 0),
    withoutEngine: failing.filter(isMissing).length,
    failed: failing.filter((one) => !isMissing(one)).map(({ vector, detail }) => `${vector.id} ${detail}`),
  };
}

async function client() {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const { url, close } = await rehearsal.listen();
  try {
    const sender = createImportClient({ baseUrl: url, apiKey: "any", service: "supertokens" });
    const passwordHash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
    const reply = await sender.importPasswordHash({ email: "a@example.com", passwordHash });
    return reply.ok ? "imports" : reply.problems[0].code;
  } finally {
    await close();
  }
}

const engines = await enginesAvailable();
const answers = {
  vectors: await vectors(),
  client: await client(),
  engines: Object.fromEntries(engines.map(({ scheme, kind, engines: [first] }) => [scheme, `${first} (${kind})`])),
};
process.stdout.write(`${JSON.stringify(answers)}\n`);
process.exit(0);
