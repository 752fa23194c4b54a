import { requireFlag } from "../../lib/require-argument.js";
import { meant, requireOptions } from "../../lib/require-names.js";
import type { Catalogue } from "../read/find-formats.js";
import type { Scheme } from "../scheme.js";
import { ANY_PEPPERED, type HashRule, hashRuleOf } from "./hash-rules.js";
import { isHeldFor } from "./scheme-families.js";
import { SOURCE_NAMES, type SourceName } from "./source-names.js";

export { SOURCE_NAMES, type SourceName } from "./source-names.js";

/** What the caller knows about where a hash comes from. */
export interface HashContext {
  /** The system that the column belongs to; it can turn a clean-looking hash into one that must not be imported. */
  readonly source?: SourceName | undefined;
  /** Whether that system mixes a site-wide secret (a pepper) into each password. */
  readonly peppered?: boolean | undefined;
  /** Formats of your own beside those that are built in: see `createCatalogue`. */
  readonly catalogue?: Catalogue | undefined;
}

/** One object may be for both functions: `identifyHash` needs no service. */
const KNOWN = { source: true, peppered: true, catalogue: true, service: true } as const;

/** Throws for an option that is not known: a hash would be taken for one of another system. */
export function requireContext(what: string, options: HashContext): void {
  requireOptions<HashContext & { readonly service?: unknown }>(what, options, KNOWN);
  requireFlag("peppered", options.peppered);
}

/** Whether the caller says nothing that could change what a standard string is. */
export function isOpen({ source, peppered, catalogue }: HashContext): boolean {
  return source === undefined && peppered !== true && catalogue === undefined;
}

/** Throws for a source that does not exist: a caller's bug. */
export function requireSource(source: SourceName | undefined): void {
  if (source !== undefined && !SOURCE_NAMES.includes(source)) {
    throw new TypeError(`source must be one of SOURCE_NAMES${meant(`${source}`, SOURCE_NAMES)}`);
  }
}

/** What holds of a hash in the wrapping of this name, or with nothing around it. */
export function ruleOf(
  { source, peppered }: HashContext,
  scheme: Scheme | "unknown",
  wrapping: string | null,
  text = "",
): HashRule | undefined {
  const rule = hashRuleOf(source);
  const isExcepted = rule?.exceptIn?.includes(wrapping as string) === true;
  // The system's own word that this hash is over no pepper.
  if (isExcepted && rule.problem === "wrapping/peppered") return undefined;
  const isOther = rule?.except !== undefined && text.startsWith(rule.except);
  if (rule === undefined || isExcepted || isOther || !isHeldFor(rule.holdsFor, scheme)) {
    return peppered === true ? ANY_PEPPERED : undefined;
  }
  if (rule.applies === "always" || peppered === true) return rule;
  return rule.applies === "unless-denied" && peppered !== false ? rule : undefined;
}

/** Whether this system may have a pepper that was not given. */
export function mayBePeppered({ source, peppered }: HashContext): boolean {
  return peppered === undefined && hashRuleOf(source)?.applies === "if-told";
}

/** Whether a given pepper goes into hashes of this scheme: systems that had none at first have hashes without. */
export function mixesPepper(source: SourceName | undefined, scheme: Scheme | "unknown"): boolean {
  const rule = hashRuleOf(source);
  return rule?.problem !== "wrapping/peppered" || isHeldFor(rule.holdsFor, scheme);
}
