export function mismatchesOf(entries: Readonly<Record<string, object>>, names: Iterable<string>): readonly string[];
