import { describe, expect, it } from "vitest";
import { type ProtobufField, readProtobuf } from "../../src/secret/protobuf-reader.js";

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const varint = (number: number, value: bigint): ProtobufField => ({ number, varint: value });

/** Field 1 has the key 08 as a varint, 09 as 64 bits, 0a as bytes, 0d as 32 bits. */
const MESSAGES: readonly (readonly [string, string, readonly ProtobufField[] | null])[] = [
  ["nothing", "", []],
  ["a number of one byte", "08 7f", [varint(1, 127n)]],
  ["a number of two bytes", "08 8001", [varint(1, 128n)]],
  ["the largest number", "08 ffffffffffffffff7f", [varint(1, 0x7fff_ffff_ffff_ffffn)]],
  ["a negative number of ten bytes", "08 ffffffffffffffffff01", [varint(1, -1n)]],
  ["the first number over 64 bits", "08 80808080808080808002", null],
  ["a zero of ten bytes", "08 80808080808080808000", [varint(1, 0n)]],
  ["a zero of eleven bytes", "08 8080808080808080808000", null],
  ["a number that is cut off", "08 80", null],
  ["a key without a value", "08", null],

  ["the field number 0", "00 00", null],
  ["the highest field number", "f8ffffff0f 01", [varint(0x1fff_ffff, 1n)]],
  ["one above the highest field number", "8080808010 01", null],

  ["bytes to the end", "0a 02 0102", [{ number: 1, bytes: bytes("0102") }]],
  ["no bytes", "0a 00", [{ number: 1, bytes: bytes("") }]],
  ["one byte less than their length says", "0a 03 0102", null],
  ["bytes, then a number", "0a 01 ff 10 05", [{ number: 1, bytes: bytes("ff") }, varint(2, 5n)]],

  ["64 bits, which no field of ours has", "09 0102030405060708", []],
  ["64 bits that are cut off", "09 01020304050607", null],
  ["32 bits, then a number", "0d 01020304 10 05", [varint(2, 5n)]],
  ["32 bits that are cut off", "0d 010203", null],
  ["the start of a group", "0b 0102030405060708", null],
  ["the end of a group", "0c 0102030405060708", null],
  ["the wire types without a meaning", "0e 0102030405060708", null],
];

describe("readProtobuf", () => {
  it.each(MESSAGES)("reads %s", (_what, hex, fields) => {
    expect(readProtobuf(bytes(hex))).toEqual(fields);
  });
});
