import type { RequestBody } from "../fields/request-body.js";

/** From this length on, a piece of a secret is a secret. In characters. */
const SHORTEST_PIECE = 6;

/** An ID of the service that has this much in common with a secret is not used. In characters. */
const LONGEST_SHARED_BY_ID = 12;

/** A service that makes a code longer than this gets none of its texts shown. In characters. */
const LONGEST_SECRET = 16_384;

/**
 * The fields of a body that hold no secret: `open` ones may be shown, `personal` ones only in part.
 * Every other field is a secret, also one that is added to a request tomorrow.
 */
export type NonSecretFields = Readonly<Record<string, "open" | "personal">>;

/** What a call sends, so that it is recognised when the service sends it back. */
export class Sent {
  readonly #apiKey: string;
  readonly #body: RequestBody;
  readonly #nonSecrets: NonSecretFields;
  #known: readonly string[] | undefined;

  constructor(apiKey: string, body: RequestBody, nonSecrets: NonSecretFields) {
    this.#apiKey = apiKey;
    this.#body = body;
    this.#nonSecrets = nonSecrets;
  }

  /** For each character of a text 1 where it belongs to something that was sent, else 0; in linear time. */
  marks(text: string): Uint8Array {
    const marks = new Uint8Array(text.length);
    const secrets = this.#secrets();
    if (secrets.some(({ length }) => length > LONGEST_SECRET)) return marks.fill(1);
    const folded = fold(text);
    const pieces = piecesIn(folded, SHORTEST_PIECE);
    const hashes = new Set(this.#texts(undefined, "passwordHash"));
    const forms = secrets.flatMap((secret) => formsOf(secret, hashes.has(secret) ? startOfHash(secret) : 0));
    const found = new Set(forms.flatMap((form) => common(pieces, form)));
    for (let at = 0; at <= folded.length - SHORTEST_PIECE; at++) {
      if (found.has(folded.slice(at, at + SHORTEST_PIECE))) marks.fill(1, at, at + SHORTEST_PIECE);
    }
    for (const value of this.#texts("personal")) {
      if (value.length >= SHORTEST_PIECE) markAll(marks, folded, fold(value));
    }
    return marks;
  }

  /**
   * Whether an ID quotes a secret. It is less strict than what is shown: IDs and API keys may begin with
   * the same name, and the next call needs the ID.
   */
  isQuotedIn(id: string): boolean {
    const samples = samplesOf(id);
    return this.#secrets().some(
      (secret) =>
        samples.some((sample) => secret.includes(sample)) &&
        (secret.includes(id) || common(piecesIn(id, LONGEST_SHARED_BY_ID), secret).length > 0),
    );
  }

  #secrets(): readonly string[] {
    this.#known ??= [this.#apiKey, ...this.#texts(undefined)].filter(({ length }) => length >= SHORTEST_PIECE);
    return this.#known;
  }

  #texts(kind: "open" | "personal" | undefined, field?: string): readonly string[] {
    const texts: string[] = [];
    forEachText(this.#body, "", (text, name) => {
      const itsKind = Object.hasOwn(this.#nonSecrets, name) ? this.#nonSecrets[name] : undefined;
      if (itsKind === kind && (field ?? name) === name) texts.push(text);
    });
    return texts;
  }
}

function forEachText(value: unknown, name: string, tell: (text: string, name: string) => void): void {
  if (typeof value === "string") tell(value, name);
  if (typeof value !== "object" || value === null) return;
  for (const [inner, content] of Object.entries(value)) {
    // What is in a list is named by the list.
    forEachText(content, Array.isArray(value) ? name : inner, tell);
  }
}

/**
 * Pieces of an ID, one of which is in every text that has `LONGEST_SHARED_BY_ID` characters in common with it: nearly
 * every ID has none in common with a secret, and each reply has one.
 */
function samplesOf(id: string): readonly string[] {
  const step = LONGEST_SHARED_BY_ID - SHORTEST_PIECE + 1;
  const samples: string[] = [];
  for (let at = 0; at <= id.length - SHORTEST_PIECE; at += step) samples.push(id.slice(at, at + SHORTEST_PIECE));
  return samples;
}

/** Each character by itself, so that places stay the same. */
function fold(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function piecesIn(text: string, length: number): ReadonlySet<string> {
  const pieces = new Set<string>();
  for (let at = 0; at <= text.length - length; at++) pieces.add(text.slice(at, at + length));
  return pieces;
}

/** Those of the pieces, all of one length, that are in the text. */
function common(pieces: ReadonlySet<string>, text: string): readonly string[] {
  const [first] = pieces;
  if (first === undefined) return [];
  const found: string[] = [];
  // Without a set of all pieces of the text: a request of the bulk import has ten thousand secrets.
  for (let at = 0; at <= text.length - first.length; at++) {
    const piece = text.slice(at, at + first.length);
    if (pieces.has(piece)) found.push(piece);
  }
  return found;
}

function markAll(marks: Uint8Array, text: string, wanted: string): void {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    marks.fill(1, at, at + wanted.length);
  }
}

/** Name and parameters in front of a hash: `$argon2id$v=19$m=65536,t=3,p=4$`. They are not secret. */
const PARAMETERS =
  /^\$[a-z0-9_]{1,12}\$(?:(?:[0-9]{1,2}|[a-z]{1,2}=[0-9]{1,10}(?:,[a-z]{1,2}=[0-9]{1,10}){0,9})\$){0,3}/;

/** From where on a piece of a hash has something secret in it. */
function startOfHash(hash: string): number {
  return Math.max(0, (PARAMETERS.exec(hash)?.[0].length ?? 0) - (SHORTEST_PIECE - 1));
}

/** A secret in each of the ways in which a service may write it. */
function formsOf(secret: string, from: number): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [secret.slice(from), hex, ...base64Forms(bytes)].map(fold);
}

/** Inside a longer text that was encoded whole, a secret begins at any of three places of a group. */
function base64Forms(bytes: Uint8Array): readonly string[] {
  const forms = [0, 1, 2].map((before) => {
    const encoded = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    // What shares its bits with neighbours can have any value.
    return encoded
      .slice(before === 0 ? 0 : before + 1)
      .replace(/=+$/, "")
      .slice(0, -1);
  });
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}
