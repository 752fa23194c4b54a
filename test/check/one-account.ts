import fc from "fast-check";
import { parseFirebaseHashConfig, READABLE_SOURCES } from "../../src/source/index.js";
import type { UserAccount } from "../../src/source/internal.js";
import { everySample, HASH_CONFIG_TEXT } from "../source/every-sample.mjs";

export const SAMPLES = everySample(READABLE_SOURCES);

const parsed = parseFirebaseHashConfig(HASH_CONFIG_TEXT);
if (!parsed.ok) throw new Error("the sample's hash parameters cannot be read");
export const hashConfig = parsed.value;

/** Of the account that firebase/scrypt publishes, whose hash several samples have. */
export const SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";

/** What an operator may choose of who is imported. */
export const choices = fc.record({
  includeDisabled: fc.boolean(),
  loginOnly: fc.constantFrom("import" as const, "hold" as const),
  passwordAlone: fc.boolean(),
});

/** The account of users in a report that says more. */
export function accountOf(report: UserAccount) {
  const { records, importable, loginOnly, otherLogins, withoutAddress, refused, skipped, ...more } = report;
  const { unreadable, contents, unknownColumns, withoutPassword } = more;
  return {
    ...{ records, importable, loginOnly, otherLogins, withoutAddress, refused, skipped },
    ...{ unreadable, contents, unknownColumns, withoutPassword },
  };
}
