/** Throws for a name that is not known: a misspelt option would be ignored without a word. One without a value says nothing. */
export function requireNames(what: string, given: unknown, known: readonly string[]): asserts given is object {
  if (typeof given !== "object" || given === null) throw new TypeError(`${what} takes an object of options`);
  const [unknown] = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name)) ?? [];
  if (unknown !== undefined) throw new TypeError(`${what} has no option ${unknown}${meant(unknown, known)}`);
}

/** The same of a function's second argument, which may be the place that `map` gives: hashes.map(normalizeHash). */
export function requireNamesBeside(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== "number") requireNames(what, given, known);
}

/** The names of an interface's options: one that is missing here, or is not an option, does not compile. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** The same in few nanoseconds where all are known, for functions that are called once for each record. */
export function requireOptions<Options extends object>(
  what: string,
  given: Options,
  known: OptionNames<Options>,
): void {
  let isKnown = typeof given === "object" && given !== null;
  for (const name in given) isKnown &&= Object.hasOwn(known, name);
  if (!isKnown) requireNamesBeside(what, given, Object.keys(known));
}

/** Throws where a function is missing: it would be seen at the first login, in the words of the engine. */
export function requireFunctions(what: string, given: unknown, names: readonly string[]): void {
  const has = (given ?? {}) as Readonly<Record<string, unknown>>;
  const missing = names.find((name) => typeof has[name] !== "function");
  if (missing !== undefined) throw new TypeError(`${what} must have the function ${missing}`);
}

/** Throws for what can't abort: the engine would say so of the hash. */
export function requireSignal(signal: unknown): void {
  const given = signal as Partial<AbortSignal> | null | undefined;
  if (given !== undefined && typeof given?.addEventListener !== "function") {
    throw new TypeError("signal must be an AbortSignal");
  }
}

/** More than these of a word of ten letters, and it is another word. */
const MOST_TYPING_ERRORS = 3;

/** The name that was meant, as far as can be told: the beginning of one, or with few typing errors. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const text = typed.toLowerCase().slice(0, 40);
  let fewest = MOST_TYPING_ERRORS + 1;
  let best: string | undefined;
  for (const name of names) {
    const errors = errorsIn(text, name.toLowerCase());
    if (errors < fewest && errors * 3 <= name.length) [fewest, best] = [errors, name];
  }
  return best;
}

/** What another function, the command line or another package calls an option. */
const SYNONYMS: Readonly<Record<string, string>> = { from: "source", tenantId: "tenantPath" };

/** What a message about a name that is not known ends in: the nearest one, or all where none is near. */
export function meant(typed: string, names: readonly string[]): string {
  const near = nearest(`${SYNONYMS[typed] ?? typed}`, names);
  return near === undefined ? `: there are ${names.join(", ")}` : ` (did you mean ${near}?)`;
}

/** The name that was meant by a slip of the fingers, and by nothing else: no beginning of one. */
export function misspelt(typed: string, names: readonly string[]): string | undefined {
  const errors = (name: string) => distance(typed.toLowerCase(), name.toLowerCase());
  return names.find((name) => errors(name) <= Math.min(MOST_TYPING_ERRORS, Math.floor(name.length / 4)));
}

/** The same letters in another order are one error: `form` for `from`. */
function errorsIn(text: string, name: string): number {
  if (text.length > 2 && name.startsWith(text)) return 0;
  const inOrder = (word: string) => `${[...word].sort()}`;
  return inOrder(text) === inOrder(name) ? 1 : distance(text, name);
}

/** How many letters were left out, added or replaced (Levenshtein). */
function distance(from: string, to: string): number {
  let row = [...to, ""].map((_, at) => at);
  for (const letter of from) {
    const next = [(row[0] as number) + 1];
    for (let at = 0; at < to.length; at++) {
      const before = (row[at] as number) + (letter === to[at] ? 0 : 1);
      next.push(Math.min(before, (next[at] as number) + 1, (row[at + 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
