const ENCODER = /* @__PURE__ */ new TextEncoder();
/** A call takes so many arguments on every engine. */
const MOST_ARGUMENTS = 4096;

/** Text as its UTF-8 bytes. */
export function utf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** One byte for each character below U+0100: text of ASCII, or bytes that were written as text. */
export function bytesOfCharacters(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** One character for each byte: the way back from `bytesOfCharacters`, for bytes of any kind. */
export function charactersOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += MOST_ARGUMENTS) {
    const piece: ArrayLike<number> = bytes.subarray(at, at + MOST_ARGUMENTS);
    text += String.fromCharCode.apply(null, piece as number[]);
  }
  return text;
}

/**
 * What joins pieces over and over in the same memory, for loops in which a new array would take longer than what is
 * done with it. Its result holds until the next call.
 *
 * @param most Bytes of the longest result.
 */
export function joinerOf(most: number): (pieces: readonly Uint8Array[]) => Uint8Array {
  const held = new Uint8Array(most);
  return (pieces) => {
    let at = 0;
    for (const piece of pieces) {
      held.set(piece, at);
      at += piece.length;
    }
    return held.subarray(0, at);
  };
}

/** Several pieces one after the other. */
export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
