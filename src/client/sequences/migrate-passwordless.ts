import { asCompared } from "../../lib/identifier-text.js";
import { requireArgument } from "../../lib/require-argument.js";
import { problem, refuse } from "../../problems/request.js";
import { type Problem, type Result, success } from "../../result.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { CallOptions } from "../attempts/call-options.js";
import { checkRequest } from "../calls/calls.js";
import { checkNames } from "../fields/field-checks.js";
import type { ImportCalls } from "../import-client.js";
import { checkExternalId, checkFirstFactor, failureOf } from "./check-migration.js";
import { chooseCodeContact } from "./choose-code-contact.js";
import { type FirstFactor, obtainFirstFactor, subjectOf } from "./first-factor.js";
import { obtainPasswordlessUser } from "./passwordless-user.js";
import { type BoundProgress, Sequence, type SequenceOptions, type SequenceResult } from "./sequence.js";

/** A user with a first factor and a passwordless login, to be linked to one account. */
export interface PasswordlessMigrationRequest {
  readonly firstFactor: FirstFactor;
  /** The first-factor user's external ID, where one is mapped. */
  readonly externalUserId?: string | undefined;
  /** Where the one-time codes go. With a phone number as well, it is brought in by the update step. */
  readonly email?: string | undefined;
  /** E.164: `+` and 2 to 15 digits. Where it is given, the migration's own code goes there. */
  readonly phoneNumber?: string | undefined;
  /** The passwordless user's external ID, where one is mapped. */
  readonly passwordlessExternalUserId?: string | undefined;
}

/** How far a migration came. A code is never part of it: it is created again. */
export interface PasswordlessProgress extends BoundProgress {
  /** The service's ID of the first-factor user. */
  readonly firstFactorUserId?: string | undefined;
  /** The service's ID of the passwordless user, once the code was consumed. */
  readonly passwordlessUserId?: string | undefined;
  readonly isUpdated?: boolean | undefined;
  readonly isPrimary?: boolean | undefined;
  readonly isLinked?: boolean | undefined;
}

/** What `migratePasswordless` did: the two users and how they are linked. */
export interface PasswordlessMigration {
  /** The first-factor user, by the external ID where one is mapped. */
  readonly primaryUserId: string;
  /** The passwordless user, by the external ID where one is mapped. */
  readonly recipeUserId: string;
}

/**
 * Specification 4 rule 4, e-mail or SMS one-time codes as second factor: code,
 * consumption, the missing attribute if there is one, primary, link. Can be run
 * again after any end: every step leaves the same state when it is repeated.
 */
export async function migratePasswordless(
  calls: ImportCalls,
  given: PasswordlessMigrationRequest,
  options: SequenceOptions<PasswordlessProgress> = {},
): Promise<SequenceResult<PasswordlessMigration, PasswordlessProgress>> {
  requireArgument("the request of migratePasswordless", given, "object");
  const request = withoutNulls(given);
  const sequence = new Sequence<PasswordlessProgress>(options, {});
  const refused =
    failureOf([
      ...checkNames("migratePasswordless", given, Object.keys(request)),
      ...checkMigration(request, calls.service),
    ]) ?? (await sequence.bind(["passwordless", ...subjectsOf(request)]));
  if (refused !== undefined) return sequence.stop(refused.problems);
  const warnings: Problem[] = [];
  for (const step of STEPS) {
    if (step.isDone(sequence.progress, request)) continue;
    const done = await step.perform(calls, request, sequence.progress, options);
    if (!done.ok) return sequence.stop(done.problems);
    warnings.push(...done.warnings);
    await sequence.record(done.value);
  }
  return sequence.finish(idsOf(request, sequence.progress), warnings);
}

/** Null says "not there", as it does in the single calls. */
function withoutNulls(request: PasswordlessMigrationRequest): PasswordlessMigrationRequest {
  return {
    firstFactor: request.firstFactor,
    externalUserId: request.externalUserId ?? undefined,
    email: request.email ?? undefined,
    phoneNumber: request.phoneNumber ?? undefined,
    passwordlessExternalUserId: request.passwordlessExternalUserId ?? undefined,
  };
}

function checkMigration(request: PasswordlessMigrationRequest, service: ServiceProfile): readonly Problem[] {
  const { firstFactor, externalUserId, passwordlessExternalUserId, email, phoneNumber } = request;
  return [
    ...checkFirstFactor(firstFactor, service),
    ...checkExternalId(externalUserId, "externalUserId", service),
    ...checkExternalId(passwordlessExternalUserId, "passwordlessExternalUserId", service),
    ...checkRequest("updatePasswordlessUser", { userId: "x", email, phoneNumber }, service),
    ...(namesOneUser(request) ? [problem(...SAME_USER)] : []),
  ];
}

const SAME_USER = [
  "request/field-invalid",
  "the first factor and the passwordless user are the same user, who would be linked to their own account",
  { remedy: "Give the passwordless user an address or an ID of its own." },
] as const;

/** What can be found out before the first import. */
function namesOneUser(request: PasswordlessMigrationRequest): boolean {
  const { firstFactor, externalUserId, passwordlessExternalUserId, email, phoneNumber } = request;
  const firstId = externalUserId ?? (firstFactor.kind === "existing" ? firstFactor.userId : undefined);
  if (firstId !== undefined && firstId === passwordlessExternalUserId) return true;
  if (firstFactor.kind !== "passwordless") return false;
  const isShared = (one: unknown, other: unknown): boolean =>
    typeof one === "string" && typeof other === "string" && asCompared(one) === asCompared(other);
  return isShared(firstFactor.email, email) || isShared(firstFactor.phoneNumber, phoneNumber);
}

function subjectsOf(request: PasswordlessMigrationRequest): readonly unknown[] {
  const { firstFactor, externalUserId, passwordlessExternalUserId, email, phoneNumber } = request;
  const given = [externalUserId, passwordlessExternalUserId, email, phoneNumber];
  return [subjectOf(firstFactor), ...given.map((value) => value ?? null)];
}

interface Step {
  isDone(progress: PasswordlessProgress, request: PasswordlessMigrationRequest): boolean;
  perform(
    calls: ImportCalls,
    request: PasswordlessMigrationRequest,
    progress: PasswordlessProgress,
    options: CallOptions,
  ): Promise<Result<PasswordlessProgress>>;
}

const STEPS: readonly Step[] = [
  {
    isDone: ({ firstFactorUserId }) => firstFactorUserId !== undefined,
    perform: async (calls, request, _progress, options) => {
      const found = await obtainFirstFactor(calls, request.firstFactor, options);
      return found.ok ? success({ firstFactorUserId: found.value }, found.warnings) : found;
    },
  },
  // Steps 1 and 2 of the rule, as a pair
  {
    isDone: ({ passwordlessUserId }) => passwordlessUserId !== undefined,
    perform: async (calls, request, _progress, options) => {
      const found = await obtainPasswordlessUser(calls, chooseCodeContact(request).contact, options);
      return found.ok ? success({ passwordlessUserId: found.value }, found.warnings) : found;
    },
  },
  // Only the service knows that an address leads to the first-factor user
  {
    isDone: ({ firstFactorUserId, passwordlessUserId }) => firstFactorUserId !== passwordlessUserId,
    perform: async () => refuse(...SAME_USER),
  },
  // Step 3
  {
    isDone: ({ isUpdated }, request) => isUpdated === true || chooseCodeContact(request).missing === undefined,
    perform: async (calls, request, progress, options) => {
      const userId = idsOf(request, progress).recipeUserId;
      const { missing } = chooseCodeContact(request);
      const reply = await calls.updatePasswordlessUser({ userId, ...missing }, options);
      return reply.ok ? success({ isUpdated: true }, reply.warnings) : reply;
    },
  },
  // Step 4
  {
    isDone: ({ isPrimary }) => isPrimary === true,
    perform: async (calls, request, progress, options) => {
      const recipeUserId = idsOf(request, progress).primaryUserId;
      const reply = await calls.makePrimaryUser({ recipeUserId }, options);
      return reply.ok ? success({ isPrimary: true }, reply.warnings) : reply;
    },
  },
  // Step 5
  {
    isDone: ({ isLinked }) => isLinked === true,
    perform: async (calls, request, progress, options) => {
      const reply = await calls.linkAccounts(idsOf(request, progress), options);
      return reply.ok ? success({ isLinked: true }, reply.warnings) : reply;
    },
  },
];

/** External IDs take the place of the service's own in every field (specification section 1). */
function idsOf(request: PasswordlessMigrationRequest, progress: PasswordlessProgress): PasswordlessMigration {
  return {
    primaryUserId: request.externalUserId ?? progress.firstFactorUserId ?? "",
    recipeUserId: request.passwordlessExternalUserId ?? progress.passwordlessUserId ?? "",
  };
}
