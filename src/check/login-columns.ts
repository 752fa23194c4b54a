import type { NormalizedUser } from "../source/index.js";

/** What is counted of a user, and what one of it is called. */
interface LoginColumn {
  readonly noun: string;
  readonly of: (user: NormalizedUser) => number;
}

/** What users log in with. A row is a column of the report, of its JSON and of its text. */
const COLUMNS = {
  passwords: {
    noun: "password",
    of: ({ passwordHash }: NormalizedUser) => (passwordHash === undefined ? 0 : 1),
  },
  phoneNumbers: {
    noun: "phone number",
    of: ({ phoneNumber }: NormalizedUser) => (phoneNumber === undefined ? 0 : 1),
  },
  socialLogins: { noun: "social login", of: ({ thirdParty }: NormalizedUser) => thirdParty.length },
} as const satisfies Readonly<Record<string, LoginColumn>>;

/** Names of the columns. */
export type LoginColumnName = keyof typeof COLUMNS;

const NAMES = Object.keys(COLUMNS) as readonly LoginColumnName[];

/** What the importable users log in with: how many of each. */
export type LoginCounts = Readonly<Record<LoginColumnName, number>>;

/** Adds up what users log in with. */
export class LoginCounter {
  readonly #numbers = NAMES.map(() => 0);

  add(user: NormalizedUser): void {
    for (let at = 0; at < NAMES.length; at++) {
      this.#numbers[at] = (this.#numbers[at] as number) + COLUMNS[NAMES[at] as LoginColumnName].of(user);
    }
  }

  addCounts(counts: LoginCounts): void {
    for (const [at, name] of NAMES.entries())
      this.#numbers[at] = (this.#numbers[at] as number) + counts[name];
  }

  counts(): LoginCounts {
    return Object.fromEntries(NAMES.map((name, at) => [name, this.#numbers[at] as number])) as LoginCounts;
  }
}

/**
 * The columns of a report's `logins` with their nouns, in the order in which to show them.
 *
 * @example
 * ```ts
 * import { loginColumns } from "credport/check";
 *
 * loginColumns({ passwords: 2, phoneNumbers: 1, socialLogins: 0 })[1]; // => { number: 1, noun: "phone number" }
 * ```
 */
export function loginColumns(
  counts: LoginCounts,
): readonly { readonly number: number; readonly noun: string }[] {
  return NAMES.map((name) => ({ number: counts[name], noun: COLUMNS[name].noun }));
}
