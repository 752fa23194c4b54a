/**
 * The functions of entry points that no list names, and the names in it that no entry point has (or has twice):
 * `{ "credport/login": await import(…) }`, `["parseUser", …]`. Both have to be none.
 */
export function mismatchesOf(entries, names) {
  const exported = Object.entries(entries).flatMap(([entry, module]) =>
    Object.entries(module)
      .filter(([, value]) => typeof value === "function")
      .map(([name]) => ({ entry, name })),
  );
  const known = new Set(names);
  return [
    ...exported.filter(({ name }) => !known.has(name)).map(({ entry, name }) => `${name} of ${entry} is in no list`),
    ...[...known]
      .filter((name) => !exported.some((one) => one.name === name))
      .map((name) => `no entry point has ${name}`),
  ];
}
