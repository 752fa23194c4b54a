import { readdirSync, readFileSync } from "node:fs";

export interface Vector {
  readonly id: string;
  readonly comment: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: "valid" | "invalid" | "acceptable";
  readonly output?: Readonly<Record<string, unknown>>;
  readonly outputs?: readonly Readonly<Record<string, unknown>>[];
  readonly problem?: string;
}

const VECTORS = new URL("../../vectors/", import.meta.url);

/** Every case of an operation, of all its files. */
export function readVectors(operation: string): readonly Vector[] {
  const folder = new URL(`${operation}/`, VECTORS);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const file = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
      return file.groups.flatMap((group: { tests: Vector[] }) => group.tests);
    });
}

/** What we answer: the output, or the refusal where that is right too and has a code of ours. */
export function ownAnswer({ output, outputs, problem }: Vector): Readonly<Record<string, unknown>> | undefined {
  return problem === undefined ? (output ?? outputs?.[0]) : { problem };
}

/** A text or bytes as the vector files write them where they are not plain text. */
export function readValue(value: unknown): string | Uint8Array {
  if (typeof value === "string") return value;
  const form = value as { hex?: string; textUtf16?: string; repeat?: { text: string; times: number } };
  if (form.hex !== undefined) return Uint8Array.from(Buffer.from(form.hex, "hex"));
  if (form.repeat !== undefined) return form.repeat.text.repeat(form.repeat.times);
  if (form.textUtf16 === undefined) throw new Error("unknown form of value");
  const units = form.textUtf16.match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
}
