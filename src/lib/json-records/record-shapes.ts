import type { ByteWindow } from "./byte-window.js";
import { indentBefore, keyBehind, type RecordShape } from "./record-search.js";

/** Where a record and its first key appear; -1 where it has none. */
interface RecordPlace {
  readonly at: number;
  readonly firstKeyAt: number;
}

const MOST_FIRST_KEYS = 8;

/** What the beginnings of records look like in a document, learned until one is damaged. */
export class RecordShapes {
  readonly #hint: string | undefined;
  /** The keys of lists of records, where there may be several. */
  readonly listKeys: ReadonlySet<string>;
  readonly #firstKeys = new Set<string>();
  #indent = -1;
  #isLearning = true;

  /** @param hint The usual first key, for a document whose first record is damaged. */
  constructor(hint: string | undefined, listKeys: ReadonlySet<string>) {
    this.#hint = hint;
    this.listKeys = listKeys;
  }

  learn(window: ByteWindow, place: RecordPlace, value: unknown): void {
    if (!this.#isLearning || place.firstKeyAt < 0) return;
    this.#indent = indentOf(window, place);
    if (this.#firstKeys.size === MOST_FIRST_KEYS) return;
    for (const key in value as object) {
      this.#firstKeys.add(key);
      break;
    }
  }

  /** What to look for after damage, of which `own` is the record that it is in. */
  shapeBehindDamage(window: ByteWindow, own: RecordPlace | null): RecordShape {
    const isFirst = this.#isLearning && own !== null && own.firstKeyAt >= 0;
    const indent = this.#indent < 0 && isFirst ? indentOf(window, own) : this.#indent;
    // What comes after damage may be a part of a record that looks like one.
    this.#isLearning = false;
    return { indent, firstKeys: this.#knownFirstKeys(window, own), listKeys: this.listKeys };
  }

  #knownFirstKeys(window: ByteWindow, own: RecordPlace | null): ReadonlySet<string> {
    if (this.#firstKeys.size > 0) return this.#firstKeys;
    if (this.#hint !== undefined) return new Set([this.#hint]);
    const key = own === null ? null : keyBehind(window, own.at + 1);
    return new Set(key === null || key === "" ? [] : [key]);
  }

  /** Whether an object's brace is as far in as those of records, or that tells nothing. */
  isAtIndent(window: ByteWindow, at: number): boolean {
    return this.#indent < 0 || indentBefore(window, at) === this.#indent;
  }

  /** Whether an object that is as far in as records are has their first key, where the place alone tells nothing. */
  beginsLikeRecord(window: ByteWindow, at: number): boolean {
    return this.#indent >= 0 || this.isFirstKey(keyBehind(window, at + 1));
  }

  isFirstKey(key: unknown): boolean {
    if (typeof key !== "string") return false;
    return this.#firstKeys.size > 0 ? this.#firstKeys.has(key) : key === this.#hint;
  }
}

/** The record's own, where its fields are further in or beside its brace, as what is nested then does too. */
function indentOf(window: ByteWindow, { at, firstKeyAt }: RecordPlace): number {
  const indent = indentBefore(window, at);
  const fields = indentBefore(window, firstKeyAt);
  return fields < 0 || fields > indent ? indent : -1;
}
