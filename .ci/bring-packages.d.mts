export const BROUGHT_ALONE: readonly string[];
