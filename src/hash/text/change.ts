/** What was done to a hash text on its way to the canonical form. */
export type ChangeKind =
  | "trimmed"
  | "stripped"
  | "decoded"
  | "recomposed"
  | "padding-bits-cleared"
  | "parameters-reordered"
  | "version-added"
  | "padding-removed"
  | "padding-added"
  | "alphabet-converted"
  | "separator-moved"
  | "phone-number-rewritten";

/**
 * One sound change: the new text verifies exactly the passwords that the old one
 * did in the system that wrote it. Holds no part of the hash.
 */
export interface Change {
  readonly kind: ChangeKind;
  /** One sentence for a report. */
  readonly message: string;
  /** The part that was changed. */
  readonly field?: string;
}

export function change(kind: ChangeKind, message: string, field?: string): Change {
  return field === undefined ? { kind, message } : { kind, message, field };
}

export const NO_CHANGES: readonly Change[] = Object.freeze([]);

/** A canonical text and how it came about. */
export interface CanonicalForm {
  readonly text: string;
  readonly changes: readonly Change[];
}
