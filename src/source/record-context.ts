import { problem } from "../problems/user.js";
import type { ServiceProfile } from "../service/profile.js";
import type { Fields, Findings } from "./fields/field.js";
import { HOLD_REASONS, type HoldReason, type MustResetUse } from "./fields/hold-reasons.js";
import type { HashOrigin, Password } from "./fields/read-password.js";
import type { Part } from "./join/index.js";
import type { RecordContext } from "./source.js";

/** What a pass over an export does with each hash. */
export type ReadHash = (
  text: string | (() => string | undefined),
  origin: HashOrigin,
  service: ServiceProfile,
  findings: Findings,
) => Password | undefined;

type SharedContext = Pick<
  RecordContext,
  "service" | "origin" | "hashConfig" | "phoneNumber" | "providers" | "decrypt" | "totp" | "now" | "registered"
>;

interface RecordAtHand {
  readonly findings: Findings;
  readonly parts: readonly Part[];
  readonly around: Fields;
  /** A person has decided that the user is imported, whatever mark they have. */
  readonly isLetIn: boolean;
}

/** The context of a record, until the one of the next record is asked for. */
export type ContextOf = (record: RecordAtHand) => RecordContext;

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The contexts of a pass: one object, refilled for each record, since a new one would take a tenth of a user's time. */
export function contextsOf(
  shared: SharedContext,
  { include, mustReset }: { readonly include: ReadonlySet<HoldReason>; readonly mustReset: MustResetUse },
  readHash: ReadHash,
): ContextOf {
  let parts: readonly Part[] = [];
  let isLetIn = false;
  const context: Writable<RecordContext> = {
    ...shared,
    findings: undefined as unknown as Findings,
    around: {},
    parts: (wanted) => parts.filter(({ name }) => name === wanted).map(({ fields }) => fields),
    password: (hash, own = shared.origin) => readHash(hash, own, shared.service, context.findings),
    holdBack: (reason, field, known) => {
      const { code, message, standing } = HOLD_REASONS[reason];
      context.findings.hold(problem(code, known ?? message, { field }), standing, isLetIn || include.has(reason));
    },
    mustReset: (field) => {
      const message = "the old system has the user replace their password at the next login";
      context.findings.noteMustReset({ use: mustReset, problem: problem("user/must-reset", message, { field }) });
    },
  };
  return (record) => {
    parts = record.parts;
    isLetIn = record.isLetIn;
    context.findings = record.findings;
    context.around = record.around;
    return context;
  };
}
