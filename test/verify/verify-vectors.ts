import { readdirSync, readFileSync } from "node:fs";
import { fromUtf16 } from "../../src/conformance/suite/expand-input.js";
import { estimateVerification, type VerifyOptions } from "../../src/verify/index.js";

type VectorPassword =
  | string
  | { readonly hex: string }
  | { readonly textUtf16: string }
  | { readonly repeat: { readonly text: string; readonly times: number } };

export interface VerifyVector {
  readonly id: string;
  readonly comment: string;
  readonly flags: readonly string[];
  readonly input: { hash: string; password: VectorPassword } & VerifyOptions;
  readonly result: "valid" | "invalid" | "acceptable";
  readonly output?: { matches: boolean; scheme: string };
  readonly outputs?: readonly { matches: boolean; scheme: string }[];
  readonly problem?: string;
  readonly mayRefuse?: string;
}

export interface VerifyVectorFile {
  readonly topic: string;
  readonly flags: Record<string, unknown>;
  readonly groups: readonly { readonly tests: readonly VerifyVector[] }[];
}

const FOLDER = new URL("../../vectors/verify/", import.meta.url);

export const VERIFY_FILES = readdirSync(FOLDER).map(
  (name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as VerifyVectorFile,
);

export const VERIFY_VECTORS = VERIFY_FILES.flatMap(({ groups }) => groups.flatMap(({ tests }) => tests));

/** For tests in which the scheme counts and not its costs. */
export function isCheap({ hash, password: _, ...options }: VerifyVector["input"]): boolean {
  const limits = { bcryptCost: 6, memoryBytes: 2 ** 24, argon2Work: 2 ** 16, scryptWork: 2 ** 17 };
  const estimate = estimateVerification(hash, {
    ...options,
    limits: { ...limits, pbkdf2Iterations: 30_000, digestRounds: 10_000 },
  });
  return estimate.ok;
}

/** Vectors in which the right password is checked at little cost. */
export const RIGHT = VERIFY_VECTORS.filter(({ output, input }) => output?.matches === true && isCheap(input));

export function passwordOf({ input: { password } }: VerifyVector): string | Uint8Array {
  if (typeof password === "string") return password;
  if ("hex" in password) return Buffer.from(password.hex, "hex");
  return "repeat" in password ? password.repeat.text.repeat(password.repeat.times) : fromUtf16(password.textUtf16);
}
