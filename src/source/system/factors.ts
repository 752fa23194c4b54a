import type { SecretEncoding } from "../../secret/index.js";
import type { EncryptingSystem } from "../decryption/index.js";
import { ownField } from "../fields/field.js";
import { decryptedSecret, secondFactor } from "../fields/second-factor.js";
import type { TotpEnrolment } from "../normalized-user.js";
import { type From, readsOf } from "./from.js";
import { foundAt, type Place, placeReads, textAt } from "./place.js";
import type { Test } from "./tests.js";

/** The second factor that a row says of its user. */
export interface FactorRules {
  readonly secret: Place;
  /** How the system writes the secret, once it is opened. */
  readonly encoding: SecretEncoding;
  /** The system that keeps it encrypted: one that needs nothing but the text. */
  readonly encrypted?: Exclude<EncryptingSystem, "attr-encrypted" | "supabase">;
  /** Whether the user finished enrolling it. Without it, they did. */
  readonly confirmed?: Test;
  /** Rows that have a factor at all. Without it, those with a secret; with it, one without a secret is a fault. */
  readonly where?: Test;
  /** Seconds and digits, as the row has them. */
  readonly period?: Place;
  readonly digits?: Place;
  readonly algorithm?: Place;
  readonly deviceName?: Place;
  /** Steps before and after that the system takes. */
  readonly skew?: number;
  /** What messages call it; the column of the secret unless it is given. */
  readonly field?: string;
}

/** The second factors that some rules find in a row. */
export function factorsBy(rules: FactorRules): From<readonly TotpEnrolment[]> {
  const { secret: place, encoding, encrypted, confirmed, where, skew, deviceName: name } = rules;
  const field = rules.field ?? placeReads(place)[0] ?? "";
  const { period, digits, algorithm } = rules;
  const places = [place, period, digits, algorithm, name].flatMap(placeReads);
  return {
    reads: [...places, ...readsOf(confirmed, where)],
    of: (...given) => {
      const [, context] = given;
      if (where !== undefined && !where.of(...given)) return [];
      const text = textAt(place, ...given);
      if (text === undefined && where === undefined) return [];
      const isConfirmed = confirmed?.of(...given) ?? true;
      const written = text ?? "";
      const isSealed = encrypted !== undefined && isConfirmed;
      const secret = isSealed
        ? decryptedSecret({ system: encrypted, text: written }, field, context)
        : written;
      if (secret === undefined) return [];
      const value = (of: Place | undefined) => {
        const found = of === undefined ? undefined : foundAt(of, ...given);
        return found === undefined ? undefined : ownField(found.fields, found.name);
      };
      const seconds = value(period);
      const more = {
        ...(seconds === undefined ? {} : { period: Number(seconds) }),
        ...(skew === undefined ? {} : { skew }),
        ...{ digits: value(digits), algorithm: value(algorithm), deviceName: textAt(name, ...given) },
      };
      return secondFactor({ field, secret, encoding, isConfirmed, ...more }, context);
    },
  };
}
