import { type Problem, type Result, success } from "../result.js";
import { type FirstFactor, obtainFirstFactor } from "./first-factor.js";
import type { ImportCalls } from "./import-client.js";
import { obtainPasswordlessUser } from "./passwordless-user.js";
import type { CallOptions } from "./requests.js";
import { Sequence, type SequenceOptions, type SequenceResult } from "./sequence.js";

export interface PasswordlessMigrationRequest {
  readonly firstFactor: FirstFactor;
  /** The first-factor user's external ID, where one is mapped. */
  readonly externalUserId?: string;
  /** Where the one-time codes go. With a phone number as well, the number is brought in by the update step. */
  readonly email?: string;
  /** E.164: `+` and 2 to 15 digits. */
  readonly phoneNumber?: string;
  /** The passwordless user's external ID, where one is mapped. */
  readonly passwordlessExternalUserId?: string;
}

/** How far a migration came. A code is never part of it: it is created anew. */
export interface PasswordlessProgress {
  /** The service's ID of the first-factor user. */
  readonly firstFactorUserId?: string;
  /** The service's ID of the passwordless user, once the code was consumed. */
  readonly passwordlessUserId?: string;
  readonly isUpdated?: boolean;
  readonly isPrimary?: boolean;
  readonly isLinked?: boolean;
}

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
  request: PasswordlessMigrationRequest,
  options: SequenceOptions<PasswordlessProgress> = {},
): Promise<SequenceResult<PasswordlessMigration, PasswordlessProgress>> {
  const sequence = new Sequence<PasswordlessProgress>(options, {});
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
    perform: async (calls, { email, phoneNumber }, _progress, options) => {
      const contact =
        email === undefined ? { ...(phoneNumber === undefined ? {} : { phoneNumber }) } : { email };
      const found = await obtainPasswordlessUser(calls, contact, options);
      return found.ok ? success({ passwordlessUserId: found.value }, found.warnings) : found;
    },
  },
  // Step 3
  {
    isDone: ({ isUpdated }, { email, phoneNumber }) =>
      isUpdated === true || email === undefined || phoneNumber === undefined,
    perform: async (calls, request, progress, options) => {
      const userId = idsOf(request, progress).recipeUserId;
      const { phoneNumber = "" } = request;
      const reply = await calls.updatePasswordlessUser({ userId, phoneNumber }, options);
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
