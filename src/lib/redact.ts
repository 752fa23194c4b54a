import type { Problem } from "../problems/problem.js";
import { counted } from "./plural.js";

/**
 * Keeps secrets out of logs. Node's `util.inspect`, and what follows its convention, asks an object for its own
 * description under this symbol; loggers and web frameworks that write JSON call `toJSON`. JSON may be read again and stored,
 * so it leaves out what the description stands in for: no text may take a hash's place in a database.
 */
export const INSPECT: unique symbol = Symbol.for("nodejs.util.inspect.custom") as never;

/** An object that neither `console.log` nor JSON shows whole. A caller who needs a secret of it names its property. */
export abstract class Discreet {
  /** The object as it may be shown. By a plain name: a bundle leaves out a class that it does not need only so. */
  abstract shown(): object;

  [INSPECT](): object {
    return this.shown();
  }

  toJSON(): object {
    return withoutRedacted(this.shown());
  }
}

/** Gives a plain object the description that is shown in its place, under names that no copy takes along. */
export function describedAs<T extends object>(object: T, describe: (self: T) => object): T {
  const value = () => describe(object);
  const toJSON = { value: () => withoutRedacted(value()) };
  return Object.defineProperties(object, { [INSPECT]: { value }, toJSON });
}

/** Stands in for a secret where a description names it: its kind and size, never its content. */
export function redacted(value: string | Uint8Array): string {
  return `<${counted(value.length, typeof value === "string" ? "character" : "byte")}>`;
}

export function isRedacted(value: unknown): boolean {
  return typeof value === "string" && /^<\d+ (character|byte)s?>$/.test(value);
}

/** A description as JSON has it, without what stands in for a secret. */
function withoutRedacted(described: object): object {
  return JSON.parse(JSON.stringify(described, (_, value) => (isRedacted(value) ? undefined : value)));
}

/** The names of an object of which nothing is known, each with the kind and size of its value. */
export function redactedFields(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [withoutSecrets(name), sizeOf(value)]));
}

function sizeOf(value: unknown): unknown {
  if (typeof value === "string") return redacted(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return `<${counted(value.length, "item")}>`;
  return `<${counted(Object.keys(value).length, "field")}>`;
}

/** A run of the characters that hashes, secrets and keys are written in. */
const RUN = /[\w$+/=.,{}*:%-]{16,}/g;

/**
 * Text of a stranger's program, an error's message, without what could be a hash or a secret. Words, names and paths
 * stay.
 */
export function withoutSecrets(text: string): string {
  return text.replace(RUN, (run) => (isSecretLike(run) ? redacted(run) : run));
}

/** A path, which begins with its root or a dot, is judged folder by folder; base64 has slashes as well. */
function isSecretLike(run: string): boolean {
  if (run.startsWith("$") || run.startsWith("{")) return true;
  const parts = /^(?:[.\w]*:?\/|\.)/.test(run) ? run.split("/") : [run];
  return parts.some((part) => part.startsWith("$") || (part.length >= 16 && isMixed(part)));
}

/** No word is written so: letters of both cases with digits, base32, or hex. */
function isMixed(part: string): boolean {
  if (!/\d/.test(part)) return false;
  if (/[a-z]/.test(part) && /[A-Z]/.test(part)) return true;
  return /^[A-Z2-7=]+$/.test(part) || /[\da-f]{16,}/i.test(part);
}

const NO_WARNINGS: readonly Problem[] = /* @__PURE__ */ Object.freeze([]);

/** What `success` gives of a text, but for what is shown of it. */
class SecretText extends Discreet {
  readonly ok = true;
  readonly value: string;
  readonly warnings: readonly Problem[];

  constructor(value: string, warnings: readonly Problem[]) {
    super();
    this.value = value;
    this.warnings = warnings;
  }

  shown(): object {
    return { ...this, value: redacted(this.value) };
  }
}

/** A success whose text is a hash or a secret. */
export function secretText(value: string, warnings = NO_WARNINGS): SecretText {
  return new SecretText(value, warnings);
}
