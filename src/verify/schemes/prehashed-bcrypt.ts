import { createHash, createHmac } from "node:crypto";
import type { Canonical } from "../../hash/hash-reading.js";
import type { Prehash } from "../../hash/source-context.js";
import { type Result, refuse, success } from "../../result.js";
import { field, utf8 } from "../fields.js";
import type { Plan, PlanContext, Planner } from "../plan.js";
import { trimmedAsPhp } from "../source-passwords.js";
import { planArgon2 } from "./argon2.js";
import { type BcryptTransform, planBcrypt } from "./bcrypt.js";

/** Formats whose bcrypt is over something else than the password. */
export const PREHASHED_BCRYPT: Readonly<Record<string, Planner>> = {
  "wordpress-bcrypt": prehashed((password) =>
    utf8(createHmac("sha384", "wp-sha384").update(trimmedAsPhp(password)).digest("base64")),
  ),
  "django-bcrypt-sha256": prehashed((password) => utf8(hexDigest("sha256", password))),
  "drupal-migrated-bcrypt": prehashed((password) => utf8(hexDigest("md5", trimmedAsPhp(password)))),
  "passlib-bcrypt-sha256-v1": passlib((password) =>
    utf8(createHash("sha256").update(password).digest("base64")),
  ),
  "passlib-bcrypt-sha256-v2": passlib((password, salt) =>
    utf8(createHmac("sha256", salt).update(password).digest("base64")),
  ),
};

/** A standard hash from a system that hashes or peppers the password first. */
export function planOverPrehash(
  { scheme, text }: Pick<Canonical, "scheme" | "text">,
  prehash: Prehash,
  context: PlanContext,
): Result<Plan> {
  const transform = transformOf(prehash, context.pepper);
  if (!transform.ok) return transform;
  return scheme === "argon2"
    ? planArgon2(text, context, transform.value)
    : planBcrypt(text, context, transform.value);
}

function transformOf(
  prehash: Prehash,
  pepper: string | undefined,
): Result<(password: Uint8Array) => Uint8Array> {
  switch (prehash) {
    case "sha256-hex":
      return success((password) => utf8(hexDigest("sha256", password)));
    case "md5-hex":
      return success((password) => utf8(hexDigest("md5", password)));
    case "pepper-appended":
      return pepper === undefined
        ? refuse("verify/pepper-missing", "the hash is over the password and a pepper", { field: "pepper" })
        : success((password) => Buffer.concat([password, utf8(pepper)]));
    case "bcrypt":
      return refuse(
        "scheme/unsupported",
        "bcrypt over bcrypt: nothing tells which hashes of this system are of that kind",
      );
  }
}

function prehashed(transform: BcryptTransform): Planner {
  return (groups, context) => planBcrypt(field(groups, "bcrypt"), context, transform);
}

/** passlib writes the parts of bcrypt in an order of its own. */
function passlib(transform: BcryptTransform): Planner {
  return (groups, context) => {
    const { version, cost = "", salt, digest } = groups;
    return planBcrypt(`$${version}$${cost.padStart(2, "0")}$${salt}${digest}`, context, transform);
  };
}

function hexDigest(algorithm: "md5" | "sha256", password: Uint8Array): string {
  return createHash(algorithm).update(password).digest("hex");
}
