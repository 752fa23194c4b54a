import type { SourceName } from "../src/hash/index.js";
import type { ReadableSource } from "../src/source/index.js";

export interface ExportForm {
  readonly from: ReadableSource | "auto" | "table";
  readonly reading?: { readonly source?: SourceName; readonly service?: "supertokens" };
  readonly text: (users: number) => Iterable<string>;
  /** A map of tables, as JSON. */
  readonly map?: object;
  readonly joined?: (users: number) => Iterable<string>;
  readonly packed?: "gzip" | "zstd";
  readonly encoding?: "utf16le";
  readonly written?: readonly string[];
  readonly isPiped?: boolean;
  readonly threads?: number;
  readonly counted?: (users: number) => Readonly<Record<string, number>>;
}

export const READERS: Readonly<Record<string, ExportForm>>;
export const WAYS: Readonly<Record<string, ExportForm>>;
export const FORMS: Readonly<Record<string, ExportForm>>;

export function writePieces(
  path: string,
  pieces: Iterable<string>,
  form?: Pick<ExportForm, "packed" | "encoding">,
): Promise<string>;

export function writeForm(
  folder: string,
  form: ExportForm,
  users: number,
): Promise<{ readonly args: readonly string[]; readonly stdin: string | undefined }>;

export function expectedCounts(form: ExportForm, users: number): Readonly<Record<string, number>>;
