import { type Catalogue, parseArgon2, parseBcrypt, type Recipe, type SourceName } from "../../hash/index.js";
import {
  after,
  afterOwnText,
  argon2Recipe,
  bcryptRecipe,
  type Canonical,
  doubleBcryptSteps,
  type HashReading,
  legacyRecipe,
  mixesPepper,
  type OverWhat,
  type PasswordStep,
  passwordForms,
  pepperSteps,
  type Reading,
  readHash,
  type Step,
} from "../../hash/internal.js";
import { utf8 } from "../../lib/bytes.js";
import { requireNamesBeside } from "../../lib/require-names.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { SCHEME_PROBLEMS } from "../../problems/scheme.js";
import { VERIFY_PROBLEMS } from "../../problems/verify.js";
import { type Result, requireText, success } from "../../result.js";
import { type VerifyLimits, verifyLimits } from "./limits.js";
import { type Plan, planRecipes } from "./plan.js";
import { signerKeyRecipe } from "./signer-key.js";
import { requireSpellings, type Spellings } from "./spellings.js";

const { refuse } = /* @__PURE__ */ problemMaker(SCHEME_PROBLEMS, VERIFY_PROBLEMS);

/** What a system puts around each password of one user: a column of its own, or the user's name. */
export interface UserSalt {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** What a hash does not say of itself, and how much its verification may cost. */
export interface PlanOptions extends Spellings {
  /** `base64_signer_key`, for provider-scrypt; not needed where the hash text carries it. */
  readonly signerKey?: string | undefined;
  /** The system that the hash comes from: it can say what the password was turned into first. */
  readonly source?: SourceName | undefined;
  /**
   * The site-wide secret that the system appends to each password before bcrypt. A list where it was changed, the
   * one in use first; an empty text stands for users from before there was one. All of them are computed, for
   * every password.
   */
  readonly pepper?: string | readonly string[] | undefined;
  /** Text of this user that the system puts before or after the password, nearer to it than the pepper. */
  readonly salt?: UserSalt | undefined;
  /** What the system does to a password first, where `source` does not say it: trim, cut, fold, digest. */
  readonly passwordSteps?: readonly PasswordStep[] | undefined;
  readonly limits?: Partial<VerifyLimits> | undefined;
  /** Formats of your own beside those that are built in: see `createCatalogue`. */
  readonly catalogue?: Catalogue | undefined;
}

/** A test holds them to the type. */
export const PLAN_OPTIONS: readonly string[] =
  /* @__PURE__ */ "signerKey source pepper salt passwordSteps limits catalogue encodings normalForms".split(" ");

/** Throws for an option that is not known. One object may be for all functions that take a plan: each takes the signal. */
export function requirePlanOptions(what: string, options: PlanOptions): void {
  requireNamesBeside(what, options, [...PLAN_OPTIONS, "signal"]);
}

interface OnePepper extends Omit<PlanOptions, "pepper"> {
  readonly pepper?: string;
}

/** Everything that can be refused without computing anything. */
export function planVerification(hash: string, options: PlanOptions): Result<Plan> {
  requireText(hash, "hash");
  requireSpellings(options);
  const { source, encodings, normalForms, passwordSteps = [] } = options;
  const [first, ...others] = eachPepper(options).map((one) => ({ one, reading: readingOf(hash, one) }));
  if (first === undefined) throw new TypeError("pepper must be a text or a list of at least one");
  const recipe = recipeOf(first.reading, first.one);
  if (!recipe.ok) return recipe;
  const recipes: [Recipe, ...Recipe[]] = [recipe.value];
  for (const { one, reading } of others) {
    const further = recipeOf(reading, one);
    if (!further.ok) return further;
    recipes.push(further.value);
  }
  const { format, scheme, warnings } = first.reading;
  const system = source ?? (format?.kind === "verifiable" ? format.writtenBy : undefined);
  return planRecipes(recipes, {
    scheme: scheme === "unknown" ? "ambiguous-digest" : scheme,
    forms: passwordForms(system, scheme).map((steps) => [...passwordSteps, ...steps]),
    source,
    limits: verifyLimits(options.limits),
    warnings,
    peppers: others.length === 0 ? [] : eachPepper(options).map(({ pepper = "" }) => utf8(pepper)),
    spellings: { ...(encodings && { encodings }), ...(normalForms && { normalForms }) },
    tellsAs: others.length > 0 || encodings !== undefined || normalForms !== undefined,
  });
}

function eachPepper({ pepper, ...options }: PlanOptions): readonly OnePepper[] {
  if (pepper === undefined) return [options];
  const peppers: unknown = typeof pepper === "string" ? [pepper] : pepper;
  if (!Array.isArray(peppers) || peppers.some((one) => typeof one !== "string")) {
    throw new TypeError("pepper must be a text or a list of at least one");
  }
  return peppers.map((one) => ({ ...options, pepper: one }));
}

function readingOf(hash: string, { source, pepper, catalogue }: OnePepper): HashReading {
  return readHash(hash, {
    ...(source === undefined ? {} : { source }),
    ...(pepper === undefined ? {} : { peppered: pepper !== "" }),
    ...(catalogue === undefined ? {} : { catalogue }),
  });
}

/** The user's salt is nearer to the password than all else. */
function recipeOf(reading: HashReading, options: OnePepper): Result<Recipe> {
  const recipe = unsaltedRecipe(reading, options);
  const salt = saltSteps(options);
  return recipe.ok && salt.length > 0 ? success(after(salt, recipe.value)) : recipe;
}

function saltSteps({ salt = {} }: OnePepper): readonly Step[] {
  // A column that is empty is null to a database; as a text it would be four letters.
  const before = salt.before ?? "";
  const end = salt.after ?? "";
  if (typeof salt !== "object" || typeof before !== "string" || typeof end !== "string") {
    throw new TypeError("salt must be an object with texts as before and after");
  }
  return before === "" && end === "" ? [] : [{ kind: "surround", before: utf8(before), after: utf8(end) }];
}

function unsaltedRecipe(reading: HashReading, options: OnePepper): Result<Recipe> {
  const { canonical, disposition, rule } = reading;
  const over = rule?.over;
  const legacy = disposition === "verifiable" ? legacyRecipe(reading) : undefined;
  if (legacy !== undefined && isDeclared(legacy)) return withOwnPepper(legacy, options);
  if (legacy !== undefined) {
    const before = stepsBefore(over, reading.scheme, options);
    return before.ok ? success(afterOwnText(before.value, legacy)) : before;
  }
  const isSound = disposition === "importable" || disposition === "verifiable";
  if (over?.kind === "other-column" || over?.kind === "user-name") {
    // It can be computed once that column, or the name, is given.
    if (canonical !== null && saltSteps(options).length > 0) {
      return standardRecipe(canonical, options, legacyPepper(options));
    }
  } else if (canonical !== null && isSound) {
    return over === undefined ? standardRecipe(canonical, options, []) : recipeOver(canonical, over, options);
  }
  const [first, ...others] = reading.problems;
  if (first === undefined) return refuse("scheme/unsupported", "no verifier reads this hash");
  return { ok: false, problems: [first, ...others] };
}

function isDeclared({ readings }: Recipe): boolean {
  return readings.some(({ steps }) => steps.some(({ kind }) => kind === "expression"));
}

/** An expression says itself where the site-wide secret goes, or that none does. */
function withOwnPepper({ readings: [head, ...others] }: Recipe, { pepper }: OnePepper): Result<Recipe> {
  for (const step of [head, ...others].flatMap(({ steps }) => steps)) {
    if (step.kind !== "expression") continue;
    if (!step.expression.ok) return step.expression;
    if (step.expression.value.usesPepper && (step.pepper ?? pepper) === undefined) return refuse(...NO_PEPPER);
  }
  if (pepper === undefined) return success({ readings: [head, ...others] });
  const peppered = (reading: Reading): Reading => ({
    ...reading,
    steps: reading.steps.map((step) => (step.kind === "expression" ? { pepper: utf8(pepper), ...step } : step)),
  });
  return success({ readings: [peppered(head), ...others.map(peppered)] });
}

/** What is done to the password before a scheme that the service does not verify. */
function stepsBefore(
  over: OverWhat | undefined,
  scheme: HashReading["scheme"],
  options: OnePepper,
): Result<readonly Step[]> {
  if (over?.kind === "steps") return success(over.steps);
  if (over?.kind !== "pepper") return success(mixesPepper(options.source, scheme) ? legacyPepper(options) : []);
  return options.pepper === undefined ? refuse(...NO_PEPPER) : success(over.steps(utf8(options.pepper)));
}

/** The pepper's part in legacy schemes; of a standard string the reading says what it is over. */
function legacyPepper({ pepper, source }: OnePepper): readonly Step[] {
  return pepper === undefined || pepper === "" ? [] : pepperSteps(source, utf8(pepper));
}

const NO_PEPPER = [
  "verify/pepper-missing",
  "the hash is over the password and a site-wide secret",
  { field: "pepper" },
] as const;

/** A standard hash from a system that hashes or peppers the password first. */
function recipeOver(
  canonical: Canonical,
  over: Exclude<OverWhat, { kind: "other-column" | "user-name" }>,
  options: OnePepper,
): Result<Recipe> {
  switch (over.kind) {
    case "steps":
      return standardRecipe(canonical, options, over.steps);
    case "double-bcrypt": {
      const hash = parseBcrypt(canonical.text);
      return hash.ok ? success(bcryptRecipe(hash.value, doubleBcryptSteps(hash.value))) : hash;
    }
    case "pepper":
      if (options.pepper === undefined) {
        return refuse(...NO_PEPPER);
      }
      return standardRecipe(canonical, options, over.steps(utf8(options.pepper)));
  }
}

function standardRecipe(canonical: Canonical, { signerKey }: OnePepper, before: readonly Step[]): Result<Recipe> {
  if (canonical.providerScrypt !== undefined) {
    return signerKeyRecipe(canonical.providerScrypt, canonical.signerKey ?? signerKey);
  }
  if (canonical.scheme === "argon2") {
    const hash = parseArgon2(canonical.text);
    return hash.ok ? success(argon2Recipe(hash.value, before)) : hash;
  }
  const hash = parseBcrypt(canonical.text);
  return hash.ok ? success(bcryptRecipe(hash.value, before)) : hash;
}
