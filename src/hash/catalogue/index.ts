import { BRACE_FORMATS } from "./brace-formats.js";
import { DOLLAR_FORMATS } from "./dollar-formats.js";
import type { HashFormat } from "./hash-format.js";
import { SHAPE_FORMATS } from "./shape-formats.js";
import { SOURCE_FORMATS } from "./source-formats.js";
import { WORD_FORMATS } from "./word-formats.js";

export type { HashFormat, LegacyFormat } from "./hash-format.js";

/** Every format that credport knows, for documentation and tests. */
export const HASH_FORMATS: readonly HashFormat[] = Object.freeze([
  ...DOLLAR_FORMATS,
  ...BRACE_FORMATS,
  ...WORD_FORMATS,
  ...SHAPE_FORMATS,
  ...SOURCE_FORMATS,
]);
