import { createHash, hash } from "node:crypto";
import type { Scheme } from "../../hash/scheme.js";
import { base64Bytes } from "../../lib/base64.js";
import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import { failure, type Result, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { field, hexBytes, malformed, numberField, utf8 } from "../fields.js";
import { inSlices } from "../in-slices.js";
import { overLimit } from "../limits.js";
import type { Groups, Plan, PlanContext, Planner } from "../plan.js";

/** What every spelling of an iterated digest comes down to. */
interface Iterated {
  readonly scheme: Scheme;
  readonly digest: DigestName;
  /** How often the digest is taken in all. */
  readonly rounds: number;
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
}

/** One row for each spelling: null where the content contradicts itself. */
const SPELLINGS: Readonly<Record<string, (groups: Groups) => Iterated | null>> = {
  fshp: fromFshp,
  shiro1: fromShiro,
  "spring-standard": fromSpring,
  "jackrabbit-sha1": fromJackrabbit("sha1"),
  "jackrabbit-sha256": fromJackrabbit("sha256"),
  "jackrabbit-sha512": fromJackrabbit("sha512"),
};

/** Digests of salt and password that are taken again and again: PBKDF1 by another name. */
export const ITERATED_DIGESTS: Readonly<Record<string, Planner>> = Object.fromEntries(
  Object.entries(SPELLINGS).map(([name, read]): [string, Planner] => [
    name,
    (groups, context) => {
      const parts = read(groups);
      if (parts === null || parts.key.length !== DIGEST_BYTES[parts.digest]) {
        return malformed(`the parts of ${name} do not fit together`);
      }
      return planIterated(parts, context);
    },
  ]),
);

function planIterated({ scheme, digest, rounds, salt, key }: Iterated, context: PlanContext): Result<Plan> {
  const over = overLimit(context, { digestRounds: rounds });
  if (over !== null) return failure(over);
  return success({
    scheme,
    parameters: { digest, rounds },
    memoryBytes: 0,
    needsRehash: true,
    matches: async (password, signal) => {
      let made: Buffer = createHash(digest).update(salt).update(password).digest();
      await inSlices(
        rounds - 1,
        () => {
          made = hash(digest, made, "buffer");
        },
        signal,
      );
      return equalBytes(made, key);
    },
  });
}

const FSHP_DIGESTS = ["sha1", "sha256", "sha384", "sha512"] as const;

function fromFshp(groups: Groups): Iterated | null {
  const value = base64Bytes(field(groups, "base64"));
  const digest = FSHP_DIGESTS[numberField(groups, "variant")];
  const saltBytes = numberField(groups, "saltBytes");
  if (value === null || digest === undefined) return null;
  const parts = { salt: value.subarray(0, saltBytes), key: value.subarray(saltBytes) };
  return { scheme: "fshp", digest, rounds: numberField(groups, "rounds"), ...parts };
}

function fromShiro(groups: Groups): Iterated | null {
  const salt = base64Bytes(field(groups, "salt"));
  const key = base64Bytes(field(groups, "digest"));
  const digest = field(groups, "hash").replace("-", "").toLowerCase() as DigestName;
  if (salt === null || key === null) return null;
  return { scheme: "shiro", digest, rounds: numberField(groups, "rounds"), salt, key };
}

/** StandardPasswordEncoder without a site-wide secret, as the delegating encoder makes it. */
function fromSpring(groups: Groups): Iterated {
  const value = hexBytes(field(groups, "value"));
  const parts = { salt: value.subarray(0, 8), key: value.subarray(8) };
  return { scheme: "sha256", digest: "sha256", rounds: 1024, ...parts };
}

/** The salt is used as the text of its hexadecimal digits. */
function fromJackrabbit(digest: "sha1" | "sha256" | "sha512"): (groups: Groups) => Iterated {
  return (groups) => ({
    scheme: digest,
    digest,
    rounds: groups.rounds === undefined ? 1 : numberField(groups, "rounds"),
    salt: utf8(field(groups, "salt")),
    key: hexBytes(field(groups, "digest")),
  });
}
