import type { ServiceProfile, ServiceProfileName } from "../../service/profile.js";
import type { SourceRecord, UserRecord } from "../../source/index.js";
import type { PreflightNeeds } from "../preflight.js";
import { previewImport } from "./preview-import.js";

const MOST_LINES = 5;

/**
 * Counts the users of an export who need what a service may lack. Users who would be refused need nothing.
 *
 * @param records What `readUniqueUsers` or `readExport` yields.
 */
export async function countFeatureUsers(
  records: AsyncIterable<SourceRecord>,
  service?: ServiceProfileName | ServiceProfile,
  select?: (record: UserRecord) => boolean,
): Promise<PreflightNeeds> {
  const lines: number[] = [];
  const needs = { passwords: 0, providerScrypt: 0, providerScryptLines: lines, totp: 0, linking: 0 };
  await previewImport(records, {
    service,
    select,
    onPlan: ({ line }, plan) => {
      const calls = new Set(plan.map(({ call }) => call));
      const isProviderScrypt = plan.some(
        ({ call, request }) => call === "importPasswordHash" && "hashingAlgorithm" in request,
      );
      if (calls.has("importPasswordHash")) needs.passwords++;
      if (isProviderScrypt && needs.providerScrypt++ < MOST_LINES) lines.push(line);
      if (calls.has("importTotpDevice")) needs.totp++;
      if (calls.has("makePrimaryUser")) needs.linking++;
    },
  });
  return needs;
}
