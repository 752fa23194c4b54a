const UNNAMED = "Imported TOTP device";

/**
 * A name for each device, no two the same: the service would take the second for the first, and its
 * secret would be lost. The first device of a given name keeps it; every other one gets the next free
 * number after its name, and one without a name is an `Imported TOTP device`. The same list gives the
 * same names in every run, so that a repeated run finds the devices again.
 */
export function deviceNames(given: readonly (string | null | undefined)[]): readonly string[] {
  const claimed = new Set<string>(given.filter((name) => typeof name === "string"));
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  return given.map((name) => {
    const wanted = name ?? UNNAMED;
    const isFree = (candidate: string): boolean =>
      !used.has(candidate) && (candidate === name || !claimed.has(candidate));
    let number = numbers.get(wanted) ?? 1;
    let free = wanted;
    while (!isFree(free)) free = `${wanted} ${++number}`;
    numbers.set(wanted, number);
    used.add(free);
    return free;
  });
}
