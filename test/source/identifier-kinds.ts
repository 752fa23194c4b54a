import { kindOf } from "../../src/source/identifier-prints.js";

/** By the bits of each. */
export const IDENTIFIER_KINDS = [0, 1, 2, 3, 4, 8, 12].map(kindOf);
