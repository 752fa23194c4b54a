import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { type ImportOutcome, importUsers, mappingLines, readOutcomes } from "../../src/import/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { makeUsers, recordsOf } from "./user-records.js";

const API_KEY = "Zq7-4kLmN2-xY8wVt3";
const HASH = "N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const temporary = useTemporaryFolder();

const BINDING = {
  baseUrl: "https://auth.example.com",
  tenantPath: "",
  profile: "default",
  input: { bytes: 1, sha256: "0".repeat(64) },
  source: "firebase",
} as const;

/** Says everything that it was sent, in the place that is named. */
const QUOTING: Readonly<Record<string, (quoted: string) => Response>> = {
  "the status": (quoted) => Response.json({ status: quoted }),
  "the user's ID": (quoted) => Response.json({ status: "OK", user: { id: quoted }, deviceName: quoted }),
  "the text of a refusal": (quoted) => new Response(quoted, { status: 400 }),
  "the text of an unknown key": (quoted) => new Response(quoted, { status: 401 }),
  "the text of a failure": (quoted) => new Response(quoted, { status: 500 }),
};

test.for(Object.entries(QUOTING))(
  "what a service quotes in %s reaches neither journal, report nor mapping",
  async ([, answer]) => {
    const path = join(temporary.path(), "journal");
    let now = 0;
    const outcomes: ImportOutcome[] = [];
    const client = createImportClient({
      baseUrl: BINDING.baseUrl,
      apiKey: API_KEY,
      retry: { attempts: 1 },
      fetch: async (_url, { body = "", headers }) => {
        const fields = JSON.parse(body) as Record<string, string>;
        return answer(`${fields.passwordHash ?? ""}${fields.secretKey ?? ""}${headers["api-key"]}\u001b[2J\n`);
      },
    });
    const result = await importUsers(recordsOf(makeUsers(12)), {
      existing: { policy: "overwrite" },
      client,
      journal: { path, binding: BINDING },
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
      clock: () => now,
      concurrency: 1,
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    const mapping: string[] = [];
    const read = await readOutcomes(path);
    if (read.ok) for await (const line of mappingLines(read.value, "csv")) mapping.push(line);
    const written = `${await readFile(path, "utf8")}${mapping.join("")}`;
    const shown = `${JSON.stringify([result, outcomes])}${inspect([result, outcomes], { depth: 20 })}`;
    for (const secret of [HASH, SECRET, API_KEY]) {
      for (let at = 0; at + 6 <= secret.length; at++) {
        expect(written + shown).not.toContain(secret.slice(at, at + 6));
      }
    }
    expect(written).not.toMatch(/\u001b|\\u001b/);
    // The journal did get something to write down.
    expect(written.split("\n").length).toBeGreaterThan(2);
  },
);
