import { saltAndDigest } from "../hash/internal.js";
import { type RecordLine, type Tally, TallySheet } from "../lib/tally.js";
import { words } from "../lib/words.js";
import type { CheckNotice } from "../problems/check.js";
import type { NormalizedUser, ReadExportOptions, ThirdPartyLogin, UserRecord } from "../source/index.js";
import { isAboutPassword, isWithPassword, type LikelyLogin } from "../source/internal.js";
import type { VerifyLimits } from "../verify/index.js";
import type { Estimate } from "./password-kinds.js";

/** What a notice is called: a code of its own, or that of a warning which says the same of a hash or a secret. */
type NoticeName = CheckNotice | "wrapping/parts-exchanged" | `verify/${"cost" | "memory"}-over-limit`;

export interface NoticeSettings {
  /** The service links accounts with one address by itself. */
  readonly linksAccounts?: boolean | undefined;
  /** The import marks verified addresses as verified. */
  readonly setsMarks?: boolean | undefined;
  /** The users go by the bulk import. */
  readonly inBulk?: boolean | undefined;
  /** Providers of which the export does not say whether they were the public site or a server of one's own. */
  readonly unsaidHosts?: readonly string[] | undefined;
  /** What a verification may cost at the fallback. */
  readonly limits?: Partial<VerifyLimits> | undefined;
}

/** The settings alone, as a thread gets them. */
export function noticeSettings(options: NoticeSettings): NoticeSettings {
  const { linksAccounts = false, setsMarks = false, inBulk = false, unsaidHosts = [], limits = {} } = options;
  return { linksAccounts, setsMarks, inBulk, unsaidHosts, limits };
}

/** Hashes that are looked into: what is wrong with how an export was made is wrong with the first of them. */
const MOST_HASHES = 1000;

/** Providers that give each client, or each developer's team, other IDs for the same people. */
const PROVIDERS_WITH_CLIENT_IDS: ReadonlySet<string> = new Set(
  words("apple facebook linkedin microsoft active-directory"),
);

/** Systems in whose settings alone it is where a provider with such a name is; each of its servers counts users from 1. */
const HOST_IN_SETTINGS = words(
  "authentik authjs devise django gitea gitlab grafana keycloak laravel mattermost rocket-chat sonarqube sorcery supabase",
);

/** Some ask the public site of GitHub whatever their settings are. */
const SYSTEMS_BY_PROVIDER = {
  gitlab: [...HOST_IN_SETTINGS, ...words("appwrite better-auth kratos")],
  github: HOST_IN_SETTINGS,
};

/** The providers of an export for `unsaidHosts`: but for those that the caller has named. */
export function unsaidHosts(system: string, named: ReadExportOptions["providers"] = {}): readonly string[] {
  const said = Object.values(named);
  return Object.entries(SYSTEMS_BY_PROVIDER).flatMap(([provider, systems]) =>
    systems.includes(system) && !said.includes(provider) ? [provider] : [],
  );
}

/** How providers write their users' IDs, where it is one form. */
const ID_FORMS: Readonly<Record<string, RegExp>> = {
  apple: /^[0-9]{6}\.[0-9a-f]{32}\.[0-9]{4}$/,
  discord: /^[0-9]{15,20}$/,
  ...Object.fromEntries(words("facebook github gitlab google twitter").map((name) => [name, /^[0-9]+$/])),
};

const NAME_BY_LIKELY_LOGIN: Readonly<Record<LikelyLogin, CheckNotice>> = {
  passkey: "check/only-passkey",
  email: "check/only-email",
  directory: "check/only-directory",
  "unverified-phone": "check/only-unverified-phone",
  "user-name": "check/only-user-name",
  none: "check/anonymous",
};

/** What was found in one of the first hashes. */
interface HashNotices extends RecordLine {
  readonly index: number;
  readonly hash: number;
  readonly names: readonly NoticeName[];
}

/** What was counted of some records that follow each other. */
export interface NoticesPart {
  readonly tallies: readonly Tally[];
  readonly ofHashes: readonly HashNotices[];
  /** Hashes that were looked into. */
  readonly hashes: number;
  readonly sawPassword: boolean;
}

/** Counts what people do wrong before an import, where each record by itself is in order, and why users have no login. */
export class NoticeCounter {
  readonly #sheet = new TallySheet();
  readonly #settings: NoticeSettings;
  readonly #ofHashes: HashNotices[] = [];
  #hashes = 0;
  #sawPassword = false;

  constructor(settings: NoticeSettings) {
    this.#settings = settings;
  }

  /** @param estimate What their login at the fallback costs, where they have one. */
  note(record: UserRecord, estimate: Estimate | undefined): void {
    const { result, loginOnly, likelyLogin } = record;
    const user = result.ok ? result.value.user : loginOnly?.user;
    const found: Named[] = [];
    if (likelyLogin !== undefined) found.push({ name: NAME_BY_LIKELY_LOGIN[likelyLogin] });
    if (hasPasskey(record)) found.push({ name: "check/passkeys" });
    if (user !== undefined) {
      this.#noteUser(user, record, estimate, found);
      this.#lookAtHash(user, record);
    }
    this.#sawPassword ||= hasPassword(record);
    this.#sheet.add(record, found);
  }

  /** What was counted, for `addPart` of another counter. */
  part(): NoticesPart {
    return {
      tallies: this.#sheet.inOrder(),
      ofHashes: this.#ofHashes,
      hashes: this.#hashes,
      sawPassword: this.#sawPassword,
    };
  }

  /** Adds what another counter has counted of the records that come next, after so many. */
  addPart({ tallies, ofHashes, hashes, sawPassword }: NoticesPart, records: number): void {
    this.#sheet.addTallies(tallies, records);
    const before = this.#hashes;
    for (const found of ofHashes) {
      const hash = before + found.hash;
      if (hash <= MOST_HASHES) this.#ofHashes.push({ ...found, index: records + found.index, hash });
    }
    this.#hashes = Math.min(MOST_HASHES, before + hashes);
    this.#sawPassword ||= sawPassword;
  }

  /** Most frequent first. */
  tallies(): readonly Tally[] {
    const sheet = new TallySheet();
    sheet.addTallies(this.#sheet.inOrder());
    for (const found of this.#ofHashes) sheet.addNames(found, found.names);
    const tallies = sheet.tallies();
    if (this.#sawPassword) return tallies;
    const name: CheckNotice = "check/no-hashes";
    return tallies.map((tally) => (tally.name === NAME_BY_LIKELY_LOGIN.email ? { ...tally, name } : tally));
  }

  #noteUser(user: NormalizedUser, { loginOnly }: UserRecord, estimate: Estimate | undefined, found: Named[]): void {
    const hasPassword = user.passwordHash !== undefined || loginOnly !== undefined;
    if (this.#settings.linksAccounts === true && hasPassword && !user.emailVerified) {
      found.push({ name: "check/email-unverified" });
    }
    const over = overLimit(estimate);
    if (over !== undefined) found.push(over);
    for (const login of user.thirdParty) {
      const name = nameOfLogin(login, this.#settings);
      if (name !== undefined) found.push({ name, field: login.thirdPartyId });
    }
  }

  #lookAtHash(user: NormalizedUser, { index, line, userId, loginOnly }: UserRecord): void {
    const text = loginOnly?.hash ?? user.passwordHash;
    if (text === undefined || this.#hashes === MOST_HASHES) return;
    const hash = ++this.#hashes;
    const { source } = loginOnly ?? user;
    const names = namesOfHash(text, source === undefined ? {} : { source });
    if (names.length > 0) this.#ofHashes.push({ index, line, userId, hash, names });
  }
}

function namesOfHash(text: string, origin: Parameters<typeof saltAndDigest>[1]): readonly NoticeName[] {
  const parts = saltAndDigest(text, origin);
  if (parts === undefined) return [];
  const { salt, digest } = parts;
  const isExchanged = DIGEST_BYTES.has(salt.length) && digest.length < salt.length;
  return [
    ...(isHexText(digest) ? (["check/digest-in-hexadecimal"] as const) : []),
    ...(isExchanged ? (["wrapping/parts-exchanged"] as const) : []),
  ];
}

/** A hash that asks the fallback for more than it may spend: no login of this user would ever succeed. */
function overLimit(estimate: Estimate | undefined): Named | undefined {
  const fault = estimate?.ok === false ? estimate.problems[0] : undefined;
  if (fault?.code !== "verify/cost-over-limit") return undefined;
  return { name: fault.code, ...(fault.field === undefined ? {} : { field: fault.field }) };
}

/** What is counted, with the field or provider that it is about, if any. */
interface Named {
  readonly name: NoticeName;
  readonly field?: string;
}

const DIGEST_BYTES: ReadonlySet<number> = new Set([20, 28, 32, 48, 64]);

/** Of 16 random bytes that happens once in 10 to the power of 17. */
const LEAST_HEX = 16;

function isHexText(bytes: Uint8Array): boolean {
  return bytes.length >= LEAST_HEX && bytes.every((byte) => /[0-9a-f]/i.test(String.fromCharCode(byte)));
}

function nameOfLogin(
  { thirdPartyId, thirdPartyUserId }: ThirdPartyLogin,
  { unsaidHosts }: NoticeSettings,
): NoticeName | undefined {
  const form = Object.hasOwn(ID_FORMS, thirdPartyId) ? ID_FORMS[thirdPartyId] : undefined;
  if (form !== undefined && !form.test(thirdPartyUserId)) return "check/social-id-form";
  if (unsaidHosts?.includes(thirdPartyId)) return "check/social-login-host";
  return PROVIDERS_WITH_CLIENT_IDS.has(thirdPartyId) ? "check/social-ids-of-client" : undefined;
}

const PASSKEY = /passkey|webauthn/i;

function hasPasskey({ result, loginOnly, likelyLogin }: UserRecord): boolean {
  const read = loginOnly ?? (result.ok ? { ...result.value, warnings: result.warnings } : undefined);
  if (read === undefined) return likelyLogin === "passkey";
  const { notCarried = [], warnings = [] } = read;
  return (
    notCarried.some((name) => PASSKEY.test(name)) ||
    warnings.some(({ code, field = "" }) => code === "user/second-factor-not-carried" && PASSKEY.test(field))
  );
}

/** Whether the record has a hash, sound or not. */
function hasPassword({ result, loginOnly }: UserRecord): boolean {
  if (loginOnly !== undefined) return true;
  return result.ok ? isWithPassword(result.value.user) : result.problems.some(isAboutPassword);
}
