import { firstDefined } from "../../lib/first-defined.js";
import { words } from "../../lib/words.js";
import type { UserDraft } from "../assemble-user.js";
import { confirmedPhoneNumber, contactsOf, eachOnce } from "../fields/contacts.js";
import { emailField, type Fields, NONE, userIdField } from "../fields/field.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import { type HashRules, hashFrom } from "./hashes.js";
import { type FactorRules, type FurtherRows, factorsBy, type LoginRules, loginsBy } from "./parts.js";
import { type About, type From, foundAt, type Place, placeReads, readsOf, textAt } from "./place.js";
import type { Rule } from "./rules.js";
import type { Test } from "./tests.js";

interface UserRules {
  readonly id: Place;
  readonly email?: Place;
  /** Whether there is evidence that the user owns the address. Without it the address counts as unverified. */
  readonly verified?: From<boolean | undefined>;
  /** All addresses, in the order in which the user logs in with them, in place of the two. */
  readonly emails?: From<readonly Contact[]>;
  /** A number to log in with: an unconfirmed one is not read. */
  readonly phone?: { readonly at: string; readonly verified: Test; readonly isWithoutPlus?: boolean };
  readonly phones?: From<readonly Contact[]>;
  /** Left out where it is the user's address. */
  readonly userName?: Place;
  /** What the user also logs in with in place of that. */
  readonly otherUserName?: Place;
  /** The column with the hash, or what makes one of several. */
  readonly hash?: HashRules;
}

export interface RecordRules {
  readonly user: UserRules;
  /** Who is held back, and what is noted beside. */
  readonly rules?: readonly Rule[];
  readonly logins?: readonly (LoginRules | From<readonly ThirdPartyLogin[]>)[];
  readonly factors?: readonly (FactorRules | From<readonly TotpEnrolment[]>)[];
  /** Columns that rules of further rows ask of the user's own. */
  readonly alsoRead?: string;
}

interface UserReader {
  readonly reads: readonly string[];
  readonly read: (record: Fields, context: RecordContext) => UserDraft;
}

export function userReader(rules: RecordRules, kinds: readonly FurtherRows[]): UserReader {
  const { user, rules: asked = [] } = rules;
  const { id, email, verified, userName, otherUserName, hash } = user;
  const logins = (rules.logins ?? []).map((one) => ("of" in one ? one : loginsBy(one)));
  const factors = (rules.factors ?? []).map((one) => ("of" in one ? one : factorsBy(one)));
  const password = hashFrom(hash);
  const emails = user.emails ?? (email === undefined ? undefined : emailFrom(email, verified));
  const phones = user.phones ?? (user.phone === undefined ? undefined : phoneFrom(user.phone));
  return {
    reads: [
      ...[id, userName, otherUserName].flatMap(placeReads),
      ...words(rules.alsoRead ?? ""),
      ...readsOf(emails, phones, password, ...logins, ...factors, ...asked),
    ],
    read: (record, context) => {
      const unknown: About = { user: record, emails: NONE };
      for (const rule of asked) rule.of(record, context, unknown);
      const rows = kinds.flatMap((kind) => kind(record, context) ?? []);
      const own = emails?.of(record, context, unknown) ?? NONE;
      const further = gathered(rows, (kind) => kind.emails());
      const both = joined(own, further);
      const all = both.length < 2 ? both : eachOnce(both);
      const about: About = all.length === 0 ? unknown : { user: record, emails: all };
      const { fields, name } = foundAt(id, record, context, about);
      return {
        externalUserId: userIdField(fields, name, context.findings),
        emails: all,
        phoneNumbers: joined(
          phones?.of(record, context, about) ?? NONE,
          gathered(rows, (kind) => kind.phoneNumbers()),
        ),
        userName: userNameOf(textAt(userName, record, context, about), all),
        otherUserName: textAt(otherUserName, record, context, about),
        password: password?.of(record, context, about) ?? firstDefined(rows, (kind) => kind.password()),
        thirdParty: joined(
          gathered(logins, (one) => one.of(record, context, about)),
          gathered(rows, (kind) => kind.logins(all)),
        ),
        totp: joined(
          gathered(factors, (one) => one.of(record, context, about)),
          gathered(rows, (kind) => kind.factors()),
        ),
      };
    },
  };
}

/** What is found in each, in one list: for most users there is nothing, and no list is made. */
function gathered<T, Found>(all: readonly T[], read: (one: T) => readonly Found[]): readonly Found[] {
  let found: readonly Found[] = NONE;
  for (const one of all) found = joined(found, read(one));
  return found;
}

function joined<Found>(some: readonly Found[], others: readonly Found[]): readonly Found[] {
  if (others.length === 0) return some;
  return some.length === 0 ? others : [...some, ...others];
}

function emailFrom(place: Place, verified: UserRules["verified"]): From<readonly Contact[]> {
  return {
    reads: [...placeReads(place), ...readsOf(verified)],
    of: (row, context, about) => {
      const { fields, name } = foundAt(place, row, context, about);
      const email = emailField(fields, name, context.findings);
      return contactsOf(email, verified?.of(row, context, about) ?? false);
    },
  };
}

function phoneFrom({ at, verified, ...writing }: NonNullable<UserRules["phone"]>): From<readonly Contact[]> {
  return {
    reads: [at, ...verified.reads],
    of: (row, context, about) => confirmedPhoneNumber(row, at, verified.of(row, context, about), context, writing),
  };
}

/** An address says it already. */
function userNameOf(name: string | undefined, emails: readonly Contact[]): string | undefined {
  return emails.some(({ value }) => value.toLowerCase() === name?.toLowerCase()) ? undefined : name;
}
