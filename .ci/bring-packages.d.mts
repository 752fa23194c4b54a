export const PART_OF_THE_PROGRAM: readonly string[];
