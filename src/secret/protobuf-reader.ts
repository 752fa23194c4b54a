/**
 * A reader for the wire format of protocol buffers (protobuf.dev, Encoding):
 * one message, not nested, strict and bounded by the bytes that it is given.
 */
export interface ProtobufField {
  readonly number: number;
  /** Of wire type 0. Negative numbers of the field types int32 and int64 come out negative. */
  readonly varint?: bigint;
  /** Of wire type 2. A view, not a copy. */
  readonly bytes?: Uint8Array;
}

const MAXIMUM_FIELD_NUMBER = 0x1fff_ffffn;

/** The fields in the order in which they appear, those of unused wire types left out; null if damaged. */
export function readProtobuf(message: Uint8Array): readonly ProtobufField[] | null {
  const fields: ProtobufField[] = [];
  let at = 0;
  while (at < message.length) {
    const key = readVarint(message, at);
    if (key === null) return null;
    const number = key.value >> 3n;
    if (number < 1n || number > MAXIMUM_FIELD_NUMBER) return null;
    const field = readValue(message, key.next, Number(number), Number(key.value & 7n));
    if (field === null) return null;
    if (field.value !== null) fields.push(field.value);
    at = field.next;
  }
  return fields;
}

interface Read<T> {
  readonly value: T;
  readonly next: number;
}

function readValue(
  message: Uint8Array,
  at: number,
  number: number,
  wireType: number,
): Read<ProtobufField | null> | null {
  if (wireType === 0) {
    const varint = readVarint(message, at);
    return varint && { value: { number, varint: BigInt.asIntN(64, varint.value) }, next: varint.next };
  }
  if (wireType === 2) {
    const length = readVarint(message, at);
    if (length === null || length.value > BigInt(message.length - length.next)) return null;
    const end = length.next + Number(length.value);
    return { value: { number, bytes: message.subarray(length.next, end) }, next: end };
  }
  // Fixed 64 and 32 bits: no field of ours has them. Groups (3 and 4) are long obsolete.
  const size = wireType === 1 ? 8 : wireType === 5 ? 4 : Number.POSITIVE_INFINITY;
  return at + size <= message.length ? { value: null, next: at + size } : null;
}

/** At most ten bytes and 64 bits. */
function readVarint(message: Uint8Array, start: number): Read<bigint> | null {
  let value = 0n;
  for (let at = start; at < message.length && at < start + 10; at++) {
    const byte = message[at] as number;
    value |= BigInt(byte & 127) << BigInt(7 * (at - start));
    if (byte < 128) return value < 1n << 64n ? { value, next: at + 1 } : null;
  }
  return null;
}
