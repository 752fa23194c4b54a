import { utf8Text } from "../lib/bytes.js";
import { type ProtobufField, readProtobuf } from "./protobuf-reader.js";

/** One account of a migration message, its numbers as they are. */
export interface MigrationEntry {
  readonly secret: Uint8Array;
  readonly name: string;
  readonly issuer: string;
  readonly algorithm: number;
  readonly digits: number;
  readonly type: number;
  readonly counter: bigint;
}

export interface MigrationPayload {
  readonly entries: readonly MigrationEntry[];
  readonly version: number;
  readonly batchSize: number;
  readonly batchIndex: number;
  readonly batchId: number;
}

const NO_BYTES = new Uint8Array(0);

/**
 * The message in a migration URI; null if it is damaged. Unknown fields are
 * skipped. A known field that appears twice, or has another wire type than its
 * own, is damage: no writer makes one, and readers differ on what it means.
 *
 * Format: field numbers as published by readers of Google Authenticator's
 * exports, for example qistoph/otp_export, `OtpMigration.proto`.
 */
export function readMigrationPayload(message: Uint8Array): MigrationPayload | null {
  const fields = readProtobuf(message);
  if (fields === null) return null;
  const entryFields = fields.filter((field) => field.number === 1);
  const numbers = readNumbers(fields, [2, 3, 4, 5]);
  const entries = entryFields.map((field) => (field.bytes === undefined ? null : readEntry(field.bytes)));
  if (numbers === null || !entries.every((entry) => entry !== null)) return null;
  const [version, batchSize, batchIndex, batchId] = numbers.map(toInt32) as [number, number, number, number];
  return { entries, version, batchSize, batchIndex, batchId };
}

function readEntry(message: Uint8Array): MigrationEntry | null {
  const fields = readProtobuf(message);
  const numbers = fields && readNumbers(fields, [4, 5, 6, 7]);
  const texts = fields && readBytes(fields, [1, 2, 3]);
  if (numbers == null || texts == null) return null;
  const [secret, nameBytes, issuerBytes] = texts as [Uint8Array, Uint8Array, Uint8Array];
  const name = utf8Text(nameBytes, false);
  const issuer = utf8Text(issuerBytes, false);
  if (name === null || issuer === null) return null;
  const [algorithm, digits, type, counter] = numbers as [bigint, bigint, bigint, bigint];
  return {
    secret,
    name,
    issuer,
    algorithm: toInt32(algorithm),
    digits: toInt32(digits),
    type: toInt32(type),
    counter,
  };
}

/** The varint of each field, 0 where it is absent; null if one appears twice or is not a varint. */
function readNumbers(fields: readonly ProtobufField[], numbers: readonly number[]): bigint[] | null {
  const values = numbers.map((number) => {
    const found = fields.filter((field) => field.number === number);
    return found.length === 0 ? 0n : found.length === 1 ? found[0]?.varint : undefined;
  });
  return values.every((value) => value !== undefined) ? values : null;
}

function readBytes(fields: readonly ProtobufField[], numbers: readonly number[]): Uint8Array[] | null {
  const values = numbers.map((number) => {
    const found = fields.filter((field) => field.number === number);
    return found.length === 0 ? NO_BYTES : found.length === 1 ? found[0]?.bytes : undefined;
  });
  return values.every((value) => value !== undefined) ? values : null;
}

function toInt32(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}
