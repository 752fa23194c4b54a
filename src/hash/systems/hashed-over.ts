import type { DigestName } from "../../lib/digest-bytes.js";
import type { Step } from "../catalogue/recipe.js";
import type { SourceName } from "./source-names.js";
import { ANY_PEPPERED, type HashRule, type WithHashRule } from "./systems.js";

/** What a hash is over. */
export type OverWhat =
  | { readonly kind: "steps"; readonly steps: readonly Step[] }
  /** Steps that need the site-wide secret. */
  | { readonly kind: "pepper"; readonly steps: (pepper: Uint8Array) => readonly Step[] }
  /** The bcrypt hash of the password under the same version, cost and salt. */
  | { readonly kind: "double-bcrypt" }
  /** The user's name and the password. */
  | { readonly kind: "user-name" }
  /** The password with the value of another column before or after it. */
  | { readonly kind: "other-column" };

function hexDigest(digest: DigestName): OverWhat {
  return {
    kind: "steps",
    steps: [
      { kind: "digest", digest },
      { kind: "encode", as: "hex" },
    ],
  };
}

function base64Digest(digest: DigestName): OverWhat {
  return {
    kind: "steps",
    steps: [
      { kind: "digest", digest },
      { kind: "encode", as: "base64" },
    ],
  };
}

const PEPPER_APPENDED: Extract<OverWhat, { kind: "pepper" }> = {
  kind: "pepper",
  steps: (pepper) => [{ kind: "pepper", place: "after", pepper }],
};

const HMAC_OF_PEPPER: OverWhat = {
  kind: "pepper",
  steps: (pepper) => [
    { kind: "hmac", digest: "sha512", key: pepper },
    { kind: "encode", as: "base64" },
  ],
};

/** What each system's bcrypt or argon2 hashes are over. Only a verification asks for it. */
const OVER: Readonly<Record<WithHashRule, OverWhat>> = {
  devise: PEPPER_APPENDED,
  "flask-security": HMAC_OF_PEPPER,
  matomo: hexDigest("md5"),
  metabase: { kind: "other-column" },
  meteor: hexDigest("sha256"),
  "myth-auth": base64Digest("sha384"),
  nextcloud: PEPPER_APPENDED,
  nodebb: hexDigest("sha512"),
  owncloud: PEPPER_APPENDED,
  "rocket-chat": hexDigest("sha256"),
  smf: { kind: "user-name" },
  sorcery: { kind: "other-column" },
  suitecrm: hexDigest("md5"),
  synapse: PEPPER_APPENDED,
  typo3: base64Digest("sha384"),
  vbulletin: hexDigest("md5"),
  woltlab: { kind: "double-bcrypt" },
};

/** The same for any name. */
const OF_SOURCE: Readonly<Partial<Record<SourceName, OverWhat>>> = OVER;

/** What a hash is over that such a rule holds of; undefined where none holds. */
export function overWhat(rule: HashRule | undefined, source: SourceName | undefined): OverWhat | undefined {
  if (rule === undefined) return undefined;
  return rule === ANY_PEPPERED || source === undefined ? PEPPER_APPENDED : OF_SOURCE[source];
}

/** How a system mixes a pepper into the passwords of its older, own schemes. */
export function pepperSteps(source: SourceName | undefined, pepper: Uint8Array): readonly Step[] {
  const over = source === undefined ? undefined : OF_SOURCE[source];
  return (over?.kind === "pepper" ? over : PEPPER_APPENDED).steps(pepper);
}
