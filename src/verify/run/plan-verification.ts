import {
  type Catalogue,
  parseArgon2,
  parseBcrypt,
  type Recipe,
  type SourceName,
  type Step,
} from "../../hash/index.js";
import {
  after,
  argon2Recipe,
  bcryptRecipe,
  type Canonical,
  doubleBcryptSteps,
  type HashReading,
  type OverWhat,
  passwordForms,
  pepperSteps,
  readHash,
} from "../../hash/internal.js";
import { utf8 } from "../../lib/bytes.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { SCHEME_PROBLEMS } from "../../problems/scheme.js";
import { VERIFY_PROBLEMS } from "../../problems/verify.js";
import { type Result, requireText, success } from "../../result.js";
import { type VerifyLimits, verifyLimits } from "./limits.js";
import { type Plan, planRecipe } from "./plan.js";
import { signerKeyRecipe } from "./signer-key.js";

const { refuse } = /* @__PURE__ */ problemMaker(SCHEME_PROBLEMS, VERIFY_PROBLEMS);

/** What a hash does not say of itself, and how much its verification may cost. */
export interface PlanOptions {
  /** `base64_signer_key`, for provider-scrypt; not needed where the hash text carries it. */
  readonly signerKey?: string;
  /** The system that the hash comes from: it can say what the password was turned into first. */
  readonly source?: SourceName;
  /** The site-wide secret that the system appends to each password before bcrypt. */
  readonly pepper?: string;
  readonly limits?: Partial<VerifyLimits>;
  /** Formats of your own beside those that are built in: see `createCatalogue`. */
  readonly catalogue?: Catalogue;
}

/** Everything that can be refused without computing anything. */
export function planVerification(hash: string, options: PlanOptions): Result<Plan> {
  requireText(hash, "hash");
  const { source, pepper, catalogue } = options;
  const reading = readHash(hash, {
    ...(source === undefined ? {} : { source }),
    ...(pepper === undefined ? {} : { peppered: pepper !== "" }),
    ...(catalogue === undefined ? {} : { catalogue }),
  });
  const recipe = recipeOf(reading, options);
  if (!recipe.ok) return recipe;
  const { format, scheme, warnings } = reading;
  const system = source ?? (format?.kind === "verifiable" ? format.writtenBy : undefined);
  return planRecipe(recipe.value, {
    scheme: scheme === "unknown" ? "ambiguous-digest" : scheme,
    forms: passwordForms(system, scheme),
    source,
    limits: verifyLimits(options.limits),
    warnings,
  });
}

function recipeOf(reading: HashReading, options: PlanOptions): Result<Recipe> {
  const { canonical, disposition, over } = reading;
  if (disposition === "verifiable" && reading.recipe !== undefined) {
    return success(after(legacyPepper(options), reading.recipe()));
  }
  if (canonical !== null && (disposition === "importable" || disposition === "verifiable")) {
    return over === undefined ? standardRecipe(canonical, options, []) : recipeOver(canonical, over, options);
  }
  const [first, ...others] = reading.problems;
  if (first === undefined) return refuse("scheme/unsupported", "no verifier reads this hash");
  return { ok: false, problems: [first, ...others] };
}

/** The pepper's part in legacy schemes; of a standard string the reading says what it is over. */
function legacyPepper({ pepper, source }: PlanOptions): readonly Step[] {
  return pepper === undefined || pepper === "" ? [] : pepperSteps(source, utf8(pepper));
}

/** A standard hash from a system that hashes or peppers the password first. */
function recipeOver(canonical: Canonical, over: OverWhat, options: PlanOptions): Result<Recipe> {
  switch (over.kind) {
    case "steps":
      return standardRecipe(canonical, options, over.steps);
    case "double-bcrypt": {
      const hash = parseBcrypt(canonical.text);
      return hash.ok ? success(bcryptRecipe(hash.value, doubleBcryptSteps(hash.value))) : hash;
    }
    case "user-name":
      return refuse("scheme/unsupported", "the hash is over the user's name and the password");
    case "other-column":
      return refuse("scheme/unsupported", "the hash is over the password and the value of another column");
    case "pepper":
      if (options.pepper === undefined) {
        return refuse("verify/pepper-missing", "the hash is over the password and a site-wide secret", {
          field: "pepper",
        });
      }
      return standardRecipe(canonical, options, over.steps(utf8(options.pepper)));
  }
}

function standardRecipe(
  canonical: Canonical,
  { signerKey }: PlanOptions,
  before: readonly Step[],
): Result<Recipe> {
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
