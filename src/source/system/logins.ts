import { isOwnVerified } from "../fields/contacts.js";
import { emailField } from "../fields/field.js";
import { socialLogin } from "../fields/social-login.js";
import type { ThirdPartyLogin } from "../normalized-user.js";
import { type From, readsOf } from "./from.js";
import { foundAt, type Place, placeReads, textAt } from "./place.js";
import type { Test } from "./tests.js";

/** The social login that a row says of its user. */
export interface LoginRules {
  /** The provider as the system names it. */
  readonly provider: Place;
  /** The user's ID at the provider. */
  readonly userId: Place;
  /** The address of the login; the user's own where there is none. */
  readonly email?: Place;
  /** Whether its address is verified. Without it, or where a row does not say, where it is the user's own verified one. */
  readonly verified?: From<boolean | undefined>;
  /** What also says that its address is verified, beside the user's own verified one being the same. */
  readonly orVerified?: Test;
  /** What messages call it; the column of the user's ID unless it is given. */
  readonly field?: string;
  /** Rows that have a login at all; without it, those with a provider or an ID. */
  readonly where?: Test;
  /** The provider is named as the service names it already. */
  readonly isServiceName?: boolean;
}

/** The social logins that some rules find in a row. */
export function loginsBy(rules: LoginRules, isOfPart = false): From<readonly ThirdPartyLogin[]> {
  const { provider: named, userId: id, email: place, verified, orVerified, where, isServiceName } = rules;
  const field = rules.field ?? placeReads(id)[0] ?? placeReads(named)[0] ?? "";
  const tests = [verified, orVerified, where];
  const reads = [...placeReads(named), ...placeReads(id), ...placeReads(place), ...readsOf(...tests)];
  return {
    reads,
    of: (...given) => {
      if (where !== undefined && !where.of(...given)) return [];
      const [, context, { emails }] = given;
      const userId = textAt(id, ...given);
      const provider = textAt(named, ...given);
      // One that is the same for every row says nothing of this one.
      const isThere = userId !== undefined || (provider !== undefined && placeReads(named).length > 0);
      if (!isOfPart && where === undefined && !isThere) return [];
      const found = place === undefined ? undefined : foundAt(place, ...given);
      const own = found === undefined ? undefined : emailField(found.fields, found.name, context.findings);
      const email = own ?? emails[0]?.value;
      const ofUser = emails.find(({ value }) => value.toLowerCase() === email?.toLowerCase());
      const isVerified =
        verified?.of(...given) ?? (orVerified?.of(...given) === true || isOwnVerified(email, ofUser));
      const login = { provider, userId, email, isVerified, field };
      return socialLogin(isServiceName === true ? { ...login, isServiceName } : login, context);
    },
  };
}
