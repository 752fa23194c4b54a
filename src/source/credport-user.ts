import { utf8 } from "../lib/bytes.js";
import { printableJson } from "../lib/printable.js";
import { requireArgument } from "../lib/require-argument.js";
import { problem } from "../problems/source.js";
import { failure, type Result, requireText } from "../result.js";
import { inputOf } from "./input/input-beginning.js";
import type { NormalizedUser, ReadUser, SourceRecord } from "./normalized-user.js";
import { type ReadExportOptions, readExport, requireReading } from "./read-export.js";

/** A user of credport's own format, and what only a file needs to say of them. */
export interface FormattedUser extends NormalizedUser {
  /** The old system has disabled the account: it is imported only where the operator says so. */
  readonly disabled?: boolean;
  /** When they joined, in milliseconds since 1970; for the bulk import. */
  readonly createdAt?: number;
  /** Their roles; for the bulk import. */
  readonly roles?: readonly string[];
  /** Fields of their profile; for the bulk import. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * One user in credport's own format: what `credport check --out` writes on a line, and `--from credport` reads. It holds the
 * user's hash and secrets. The JSON Schema is `credport/schemas/user.schema.json`.
 *
 * @param user In the form that reading an export gives; nothing is checked here: `parseUser` does.
 * @returns JSON on one line, without its line end.
 *
 * @example
 * ```ts
 * import { formatUser } from "credport/source";
 *
 * const user = { externalUserId: "1", emailVerified: false, phoneNumber: "+15555550100", thirdParty: [], totp: [] };
 * JSON.parse(formatUser({ ...user, disabled: true })).disabled; // => true
 * ```
 */
export function formatUser(user: FormattedUser): string {
  requireArgument("user", user, "object", { externalUserId: "string", thirdParty: "array", totp: "array" });
  const { externalUserId, email, emailVerified, phoneNumber, disabled } = user;
  const { passwordHash, hashingAlgorithm, source, peppered, needsNewPassword, codesToPhoneAlone } = user;
  const { createdAt, roles, metadata } = user;
  return printableJson({
    externalUserId,
    email,
    emailVerified,
    phoneNumber,
    disabled,
    passwordHash,
    hashingAlgorithm,
    source,
    peppered,
    needsNewPassword,
    codesToPhoneAlone,
    thirdParty: user.thirdParty.map(({ thirdPartyId, thirdPartyUserId, email: address, isVerified }) => {
      return { thirdPartyId, thirdPartyUserId, email: address, isVerified };
    }),
    totp: user.totp.map(({ secretKey, period, skew, deviceName }) => {
      return { secretKey, period, skew, deviceName };
    }),
    createdAt,
    roles,
    metadata,
  });
}

/** How one user in credport's own format is read. */
export type ParseUserOptions = Omit<ReadExportOptions, "from" | "join" | "onJoined" | "hashConfig" | "loginOnly">;

/**
 * Reads one user in credport's own format, by all rules that hold for such a file: hash and secrets are sound and verified by
 * the service, no field has another name, no user is disabled.
 *
 * @param line JSON of one user.
 * @param options As for `readExport`.
 * @returns The user, or every problem that they have; `source/trailing-data` where the text has more than one.
 *
 * @example
 * ```ts
 * import { parseUser } from "credport/source";
 *
 * const read = await parseUser('{"externalUserId":"1","phoneNumber":"+15555550100","password_hash":"x"}');
 * read.ok ? "" : read.problems[0].message; // => "password_hash is not a field of this format; passwordHash is"
 * ```
 */
export async function parseUser(line: string, options: ParseUserOptions = {}): Promise<Result<ReadUser>> {
  requireText(line, "line");
  requireReading("parseUser", { ...options, from: "credport" });
  const records: SourceRecord[] = [];
  for await (const record of readExport(inputOf(utf8(line)), { ...options, from: "credport" })) {
    records.push(record);
    if (records.length > 1) break;
  }
  const [first, second] = records;
  if (first === undefined) return failure(problem("source/empty", "the text is empty"));
  if (first.kind === "unreadable") return failure(first.problem);
  if (second === undefined) return first.result;
  return failure(problem("source/trailing-data", "something follows the user"));
}
