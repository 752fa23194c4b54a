import { requireArgument } from "../lib/require-argument.js";
import { recordsNamed, type Tally } from "../lib/tally.js";
import type { Problem } from "../result.js";
import { VERIFICATION_LEFT_OUT } from "./assemble-user.js";
import { isFactorFault } from "./fields/field.js";
import type { NormalizedUser, ReadUser, UserRecord } from "./normalized-user.js";

/** What becomes of a record before anything is sent. Each has one of these, and all commands say the same. */
type Fate =
  /** The user can be imported. */
  | "importable"
  /** Their password comes at login, through the fallback. */
  | "at-login"
  /** The user would break. */
  | "refused"
  /** The record is not a user, by the rules of its source. */
  | "skipped";

export function fateOf({ result, loginOnly, isSkipped }: UserRecord): Fate {
  if (isSkipped === true) return "skipped";
  if (loginOnly !== undefined) return "at-login";
  return result.ok ? "importable" : "refused";
}

/** What users have beside their identifiers, each with what is counted of it. */
const CONTENTS = {
  passwords: "password",
  secondFactors: "second factor",
  phoneNumbers: "phone number",
  socialLogins: "social login",
  verifiedAddresses: "verified address",
  roles: "user with roles",
  metadata: "user with profile fields",
} as const satisfies Readonly<Record<string, string>>;

/** Names of what users have. */
export type ContentName = keyof typeof CONTENTS;

const NAMES = Object.keys(CONTENTS) as readonly ContentName[];

/** What became of one kind of content: found = carried + refused + leftOut + notReached. */
export interface ContentCount {
  /** In records that could be read. */
  readonly found: number;
  /** Imported, or in the fallback's file; of a check: what can be. */
  readonly carried: number;
  /** Of the carried: those that come by the fallback alone, at the user's next login. */
  readonly atLogin: number;
  /** Of users who are not importable, refused by the service, or failed. */
  readonly refused: number;
  /** It has no place, its secret is not at hand, or its user is left out or stays as they are at the service. */
  readonly leftOut: number;
  /** Of users whose import was not finished when the run ended; absent where there is none. */
  readonly notReached?: number;
}

/** What became of all that users have. */
export type ContentCounts = Readonly<Record<ContentName, ContentCount>>;

/**
 * All users of an export, each once: records = importable + loginOnly + refused + skipped. It is the same for a check and an
 * import of the same file with the same options.
 */
export interface UserAccount {
  readonly records: number;
  readonly importable: number;
  /** Users whose password comes at login, through the fallback; nothing else is wrong with them. */
  readonly loginOnly: number;
  /** Of these: those whose other logins are imported, because the caller asked for it. */
  readonly otherLogins: number;
  /** Of these: those without an e-mail address, whom the fallback verifies and does not import. */
  readonly withoutAddress: number;
  /** Users who would break. */
  readonly refused: number;
  /** Records that are not users, such as service accounts. */
  readonly skipped: number;
  /**
   * Of the refused ones: those whose text could not be read, so that nothing is known of
   * their users. Where one is `source/records-unreadable`, there may be more.
   */
  readonly unreadable: number;
  readonly contents: ContentCounts;
  /** For how many users whose password is not in the export each choice of `withoutPassword` is; absent: for none. */
  readonly withoutPassword?: Readonly<Record<"reset" | "code", number>>;
  /** Columns of tables that credport does not know, each once: the first 200 that a record has something in. */
  readonly unknownColumns?: readonly string[];
}

/** Users who are left out because the operator said so; they count among the users not importable. */
export function leftOutByChoice(problems: readonly Tally[]): number {
  return recordsNamed(problems, "user/left-out");
}

/** So many users who are not importable are fine: a number, or a share of a hundred records. */
export interface MaxRefused {
  readonly number: number;
  readonly isShare: boolean;
}

/** How many of so many records may be not importable: none where nothing tells how many users could not be read. */
export function mostRefused(max: MaxRefused | undefined, records: number, problems: readonly Tally[]): number {
  if (max === undefined || problems.some(({ name }) => name === "source/records-unreadable")) return 0;
  return max.isShare ? (records * max.number) / 100 : max.number;
}

/** What is wrong with a user who has no password and in whom nothing else is. */
const OF_NO_PASSWORD: ReadonlySet<string> = new Set([
  ...["user/no-credential", "user/password-not-exported", "user/code-address-unverified", "source/further-pages"],
]);

/** Names of columns are the file's own, so there may be any number of them. */
const MOST_COLUMNS = 200;

/** What the service gets beside logins. */
export interface Carries {
  readonly verification?: boolean;
  readonly roles?: boolean;
  readonly metadata?: boolean;
}

type Numbers = Omit<UserAccount, "contents" | "withoutPassword" | "unknownColumns">;
type Field = Exclude<keyof ContentCount, "found">;
const FIELDS = ["carried", "atLogin", "refused", "leftOut", "notReached"] as const satisfies readonly Field[];
/** What becomes of what an importable user has. */
export type End = Exclude<Field, "atLogin">;

export class AccountCounter {
  readonly #numbers: { -readonly [Name in keyof Numbers]: number } = {
    ...{ records: 0, importable: 0, loginOnly: 0, otherLogins: 0, withoutAddress: 0 },
    ...{ refused: 0, skipped: 0, unreadable: 0 },
  };
  readonly #contents = Object.fromEntries(
    NAMES.map((name) => [name, Object.fromEntries(FIELDS.map((field) => [field, 0]))]),
  ) as Record<ContentName, Record<Field, number>>;
  readonly #carries: Carries;
  readonly #withoutPassword = { reset: 0, code: 0 };
  readonly #unknownColumns = new Set<string>();
  /** Where what an importable user has is counted, and whether it is added or taken away. */
  #end: End = "carried";
  #sign = 1;

  /** @param carries What the import does beside the calls of the interface. */
  constructor(carries: Carries = {}) {
    this.#carries = carries;
  }

  /** @param end What becomes of what the user has, where they are importable. */
  count(record: UserRecord, end: End = "carried"): Fate {
    const fate = fateOf(record);
    const numbers = this.#numbers;
    numbers.records++;
    if (fate === "importable") numbers.importable++;
    else if (fate === "refused") numbers.refused++;
    else if (fate === "skipped") numbers.skipped++;
    else {
      numbers.loginOnly++;
      if (record.result.ok) numbers.otherLogins++;
      if (record.loginOnly?.user.email === undefined) numbers.withoutAddress++;
    }
    if (record.isUnreadable === true) numbers.unreadable++;
    this.#countChoices(record);
    this.#countContents(record, fate, end);
    return fate;
  }

  /** Counts what an importable user has elsewhere than it was. */
  move(record: UserRecord, from: End, to: End): void {
    const fate = fateOf(record);
    this.#countContents(record, fate, from, -1);
    this.#countContents(record, fate, to);
  }

  /** One address of the carried ones is not marked as verified. */
  loseMark(): void {
    this.#contents.verifiedAddresses.carried--;
    this.#contents.verifiedAddresses.leftOut++;
  }

  /** Of users in whom nothing else is wrong, such as an address that others have too. */
  #countChoices({ result, withoutPassword = [] }: UserRecord): void {
    if (!result.ok && !result.problems.every(({ code }) => OF_NO_PASSWORD.has(code))) return;
    for (const choice of withoutPassword) this.#withoutPassword[choice]++;
  }

  add({ contents, unknownColumns = [], withoutPassword, ...numbers }: UserAccount): void {
    this.#withoutPassword.reset += withoutPassword?.reset ?? 0;
    this.#withoutPassword.code += withoutPassword?.code ?? 0;
    for (const name of unknownColumns) this.#noteColumn(name);
    for (const name of Object.keys(this.#numbers) as (keyof Numbers)[]) this.#numbers[name] += numbers[name];
    for (const name of NAMES) {
      for (const field of FIELDS) this.#note(name, field, contents[name][field] ?? 0);
    }
  }

  account(): UserAccount {
    const rows = NAMES.map((name) => {
      const { notReached, ...counts } = this.#contents[name];
      const { carried, refused, leftOut } = counts;
      const open = notReached === 0 ? {} : { notReached };
      return [name, { found: carried + refused + leftOut + notReached, ...counts, ...open }];
    });
    const contents = Object.fromEntries(rows) as ContentCounts;
    const withoutPassword = { ...this.#withoutPassword };
    const hasChoices = withoutPassword.reset + withoutPassword.code > 0;
    const account = { ...this.#numbers, contents, ...(hasChoices ? { withoutPassword } : {}) };
    return this.#unknownColumns.size === 0 ? account : { ...account, unknownColumns: [...this.#unknownColumns] };
  }

  #noteColumn(name: string): void {
    if (this.#unknownColumns.size < MOST_COLUMNS) this.#unknownColumns.add(name);
  }

  #note(name: ContentName, field: Field, number: number): void {
    this.#contents[name][field] += this.#sign * number;
  }

  #noteCarried(name: ContentName, number: number, isAtLogin: boolean): void {
    this.#note(name, isAtLogin ? "carried" : this.#end, number);
    if (isAtLogin) this.#note(name, "atLogin", number);
  }

  #countContents({ result, loginOnly, rejected }: UserRecord, fate: Fate, end: End, sign = 1): void {
    this.#end = end;
    this.#sign = sign;
    if (fate === "skipped") return;
    if (fate === "refused") {
      const problems = result.ok ? [] : result.problems;
      const hasPassword = problems.some(isAboutPassword) || rejected?.hasPassword === true;
      this.#note("passwords", "refused", hasPassword ? 1 : 0);
      this.#note("secondFactors", "refused", refusedFactors(problems, rejected?.user.totp.length ?? 0));
      if (rejected !== undefined) this.#countUser(rejected, rejected.warnings, "refused");
    } else if (loginOnly !== undefined) {
      this.#noteCarried("passwords", 1, true);
      this.#countUser(loginOnly, loginOnly.warnings, "carried", !result.ok);
    } else if (result.ok) {
      if (isWithPassword(result.value.user)) this.#noteCarried("passwords", 1, false);
      this.#countUser(result.value, result.warnings, "carried");
    }
  }

  #countUser(
    read: Pick<ReadUser, "user" | "profile" | "notCarried" | "further">,
    warnings: readonly Problem[] | undefined,
    field: "carried" | "refused",
    isAtLogin = false,
  ): void {
    const { user, profile = [], notCarried = [] } = read;
    for (const { code, field = "" } of warnings ?? []) {
      if (code === "source/column-unknown") this.#noteColumn(field);
    }
    this.#countLost(read, warnings, field === "carried" ? "leftOut" : field);
    const { verification = false, ...places } = this.#carries;
    const isRefused = field === "refused";
    const note = (name: ContentName, number: number, isCarried = true) => {
      if (isRefused) this.#note(name, field, number);
      else if (isCarried) this.#noteCarried(name, number, isAtLogin);
      else this.#note(name, "leftOut", number);
    };
    note("secondFactors", user.totp.length);
    note("phoneNumbers", user.phoneNumber === undefined ? 0 : 1);
    note("socialLogins", user.thirdParty.length);
    const losesMark = !verification && notCarried.includes(VERIFICATION_LEFT_OUT);
    if (user.emailVerified) note("verifiedAddresses", 1, !losesMark);
    // The fallback imports logins alone.
    for (const part of profile) note(part, 1, places[part] === true && !isAtLogin);
  }

  #countLost(
    { further, notCarried = [] }: Pick<ReadUser, "further" | "notCarried">,
    warnings: readonly Problem[] = [],
    field: Field,
  ): void {
    const lost = warnings.filter(({ code }) => LOST_FACTORS.has(code)).length;
    this.#note("secondFactors", field, lost);
    const doubted = warnings.filter(({ code }) => code === "user/third-party-unusable").length;
    this.#note("socialLogins", field, doubted);
    const unread = warnings.filter(({ code }) => code === "user/phone-region-missing").length;
    const numbers = (further?.phoneNumbers.length ?? 0) + unread;
    this.#note("phoneNumbers", field, numbers + (notCarried.includes("unverified phone number") ? 1 : 0));
  }
}

/** Whether a user has a password of their own. */
export function isWithPassword({ passwordHash, needsNewPassword }: NormalizedUser): boolean {
  return passwordHash !== undefined && needsNewPassword !== true;
}

/** Of a hash in parts, the field is that of the parts. */
const OF_HASHES = /^(?:argon2|bcrypt|hash|provider-scrypt|scheme|wrapping)\/|^user\/hash-/;

export function isAboutPassword({ field, code }: Problem): boolean {
  return (field === "passwordHash" || OF_HASHES.test(code)) && code !== "scheme/no-password";
}

/** Warnings that stand for one second factor each; the others are about one that is carried, or that is still to come. */
const LOST_FACTORS: ReadonlySet<string> = new Set(
  ["not-carried", "encrypted", "unconfirmed"].map((what) => `user/second-factor-${what}`),
);

/** Second factors that are damaged: of one, several things can be wrong. Unusual codes are of one that was read, if any was. */
function refusedFactors(problems: readonly Problem[], read: number): number {
  const isRead = (code: string) => code.endsWith("at-login") || (read > 0 && code.endsWith("unsupported"));
  const found = problems.filter((one) => isFactorFault(one) && !isRead(one.code));
  return new Set(found.map(({ field = "" }) => field.replace(/\.\w+$/, ""))).size;
}

/**
 * What an account has of users' contents, with nouns, in the order in which to show it.
 *
 * @example
 * ```ts
 * import { contentRows } from "credport/source";
 *
 * const none = { found: 0, carried: 0, atLogin: 0, refused: 0, leftOut: 0 };
 * const one = { ...none, found: 1, carried: 1 };
 * const contents = { passwords: one, secondFactors: none, phoneNumbers: none, socialLogins: none };
 * contentRows({ ...contents, verifiedAddresses: none, roles: none, metadata: none })[0]?.noun; // => "password"
 * ```
 */
export function contentRows(
  contents: ContentCounts,
): readonly (ContentCount & { readonly name: ContentName; readonly noun: string })[] {
  requireArgument("contents", contents, "object");
  return NAMES.map((name) => ({ name, noun: CONTENTS[name], ...contents[name] }));
}
