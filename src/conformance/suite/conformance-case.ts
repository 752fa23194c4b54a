/** What a vector is about, and what goes wrong for a user when an implementation gets it wrong. */
export interface Flag {
  readonly name: string;
  /** `LOCKOUT`, `WRONG_REFUSAL`, `WRONG_ACCEPTANCE`, `DENIAL_OF_SERVICE`, `LEAK` or `LEGACY`. */
  readonly bugType: string;
  readonly description: string;
  /** What a user suffers. */
  readonly effect: string;
  readonly links: readonly string[];
}

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** One vector, with what its file says of all of them. */
export interface ConformanceCase {
  /** `<operation>/<topic>-<number>`; permanent. */
  readonly id: string;
  readonly operation: string;
  readonly topic: string;
  readonly comment: string;
  readonly flags: readonly Flag[];
  /** Name that docs/hashes.md gives the notation of the hash; of `verify` only. */
  readonly notation?: string;
  /** The system whose own notation it is; absent where several programs write it. */
  readonly owner?: string;
  /** As it is sent: text is text, bytes are `{ "hex": … }`, ill-formed text is `{ "textUtf16": … }`. */
  readonly input: JsonObject;
  readonly result: "valid" | "invalid" | "acceptable";
  /** The outputs that are right: one for `valid`, any number for `acceptable`, none for `invalid`. */
  readonly outputs: readonly JsonObject[];
  /** Code of the refusal, where refusing is right; for `identify`, of the reason. */
  readonly problem?: string;
  /** Place of the fault in the text, in UTF-16 code units. */
  readonly offset?: number;
  /** Why a refusal is right too, although the answer is known. */
  readonly mayRefuse?: string;
  /** Id of the case of the same hash, sound and with its right password: who does not take that shows nothing here. */
  readonly twin?: string;
  readonly cost: "cheap" | "costly";
  /** Where the text of the case comes from, and who confirmed its answer. */
  readonly provenance: {
    readonly source: string;
    /** The answer is published together with the question. */
    readonly isPublished: boolean;
    /** Implementations that were given this very input. */
    readonly checkedBy: readonly string[];
    /** Primitives that were given the parts, as we read them. */
    readonly recomputedBy: readonly string[];
    /** Why the answer is right although no other implementation gives it. */
    readonly policy?: string;
  };
}

/** Whether the hash demands more work than any login may spend: it is not waited for, and only a refusal or a no is right. */
export function isCostTrap({ cost, result, flags }: ConformanceCase): boolean {
  return cost === "costly" && (result === "invalid" || flags.some(({ name }) => name === "WrappedCost"));
}

/** A folder of vectors that has been read. */
export interface ConformanceSuite {
  readonly folder: string;
  /** Of the manifest, where there is one. */
  readonly version: string | null;
  readonly cases: readonly ConformanceCase[];
}
