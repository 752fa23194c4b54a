/** Throws for a name that is not known: a misspelt option would be ignored without a word. */
export function requireNames(what: string, given: unknown, known: readonly string[]): asserts given is object {
  if (typeof given !== "object" || given === null) throw new TypeError(`${what} takes an object of options`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${what} has no option ${unknown}${meant(unknown, known)}`);
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
  const [best] = names
    .map((name) => ({ name, errors: errorsIn(text, name.toLowerCase()) }))
    .filter(({ name, errors }) => errors <= Math.min(MOST_TYPING_ERRORS, Math.floor(name.length / 3)))
    .sort((a, b) => a.errors - b.errors);
  return best?.name;
}

/** What a message about a name that is not known ends in: the nearest one, or all where none is near. */
export function meant(typed: string, names: readonly string[]): string {
  const near = nearest(typed, names);
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
  const inOrder = (word: string) => [...word].sort().join("");
  return inOrder(text) === inOrder(name) ? 1 : distance(text, name);
}

/** How many letters were left out, added or replaced (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [at, other] of [...to].entries()) {
      const [left = 0, above = 0, before = 0] = [next[at], row[at + 1], row[at]];
      next.push(Math.min(left + 1, above + 1, before + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
