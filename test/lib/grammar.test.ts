import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  base64Of,
  caseless,
  characters,
  decimal,
  either,
  hexNumber,
  hexOf,
  layout,
  literal,
  optional,
  run,
  sequence,
  textWithout,
  word,
} from "../../src/lib/grammar.js";

const LETTERS = characters("abc");

const fieldsOf = (read: object): Record<string, unknown> => {
  if (!("fields" in read)) throw new Error("the text does not fit");
  return read.fields as Record<string, unknown>;
};
const brokenAt = (read: object): unknown => ("brokenAt" in read ? read.brokenAt : "fits");

describe("bytes in a layout", () => {
  it("are those of Node's own decoders, in each alphabet", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
        const standard = Buffer.from(bytes).toString("base64");
        const bare = standard.replace(/=+$/, "");
        const texts = {
          standard,
          "url-safe": Buffer.from(bytes).toString("base64url"),
          passlib: bare.replaceAll("+", "."),
        };
        for (const [alphabet, text] of Object.entries(texts)) {
          const part = base64Of("key", { alphabet: alphabet as keyof typeof texts });
          const { key } = fieldsOf(layout`${part}`.read(text)) as {
            key: { bytes(): Uint8Array; length: number };
          };
          expect([key.length, [...key.bytes()]]).toEqual([bytes.length, [...bytes]]);
        }
        const hex = fieldsOf(layout`${hexOf("key", 1, 80)}`.read(Buffer.from(bytes).toString("hex")));
        expect([...(hex.key as { bytes(): Uint8Array }).bytes()]).toEqual([...bytes]);
      }),
    );
  });

  it.each([
    ["a stray bit", "QR==", 2],
    ["an impossible length", "QUJDR", 4],
    ["another alphabet", "QU_D", 2],
    ["one padding character too few", "QQ=", 2],
    ["one padding character too many", "QUI==", 4],
    ["too many bytes", "QUJDRA==", 4],
    ["nothing", "", 0],
  ])("with %s say where they break", (_, text, place) => {
    expect(brokenAt(layout`${base64Of("key", { padding: "whole", most: 3 })}`.read(text))).toBe(place);
  });

  it("in hexadecimal of the wrong case, an odd length or a wrong length don't fit", () => {
    expect(brokenAt(layout`${hexOf("key", 2)}`.read("AB12"))).toBe(0);
    expect(brokenAt(layout`${hexOf("key", 2)}`.read("ab1"))).toBe(3);
    expect(brokenAt(layout`${hexOf("key", 2)}`.read("ab12c"))).toBe(4);
    expect(brokenAt(layout`${hexOf("key", 2, 2, "any")}`.read("aB12"))).toBe("fits");
  });
});

describe("numbers in a layout", () => {
  it("have no sign, no leading zero and no more digits than are allowed", () => {
    const number = layout`${decimal("n", { digits: 3 })}`;
    expect(fieldsOf(number.read("7"))).toEqual({ n: 7 });
    for (const text of ["", "0", "07", "-7", "1234", "7 ", "٣"]) expect(brokenAt(number.read(text))).not.toBe("fits");
    expect(fieldsOf(layout`${decimal("n", { least: 0 })}`.read("0"))).toEqual({ n: 0 });
    expect(fieldsOf(layout`${hexNumber("n", 4)}`.read("1f"))).toEqual({ n: 31 });
    expect(brokenAt(layout`${hexNumber("n", 4)}`.read("01"))).toBe(0);
  });
});

describe("a layout", () => {
  const colours = layout`${caseless("{COLOUR}")}${word("colour", { red: 1, green: 2 })}${optional(sequence`,${run("tone", LETTERS, 2)}`)}$${textWithout("rest", "$", 0, 5)}`;

  it("gives its fields, and those that are missing as missing", () => {
    expect(fieldsOf(colours.read("{colour}red,ab$x"))).toEqual({ colour: 1, tone: "ab", rest: "x" });
    expect(fieldsOf(colours.read("{Colour}green$"))).toEqual({ colour: 2, tone: undefined, rest: "" });
  });

  it("says where a text stops fitting", () => {
    expect(brokenAt(colours.read("{colour}blue$"))).toBe(8);
    expect(brokenAt(colours.read("{colour}red,a$x"))).toBe(11);
    expect(brokenAt(colours.read("{colour}red$123456"))).toBe(17);
  });

  it("keeps no field of an alternative that did not fit whole", () => {
    const two = layout`${either(sequence`${decimal("n")}-`, sequence`${run("text", characters("0123456789"), 2)}`)}`;
    expect(fieldsOf(two.read("12"))).toEqual({ n: undefined, text: "12" });
    expect(brokenAt(two.read("123"))).toBe(2);
  });
});

describe("parts of no length", () => {
  const AT_LEAST_NONE = textWithout("rest", "$", 0, 9);

  it("fit at the beginning of a text", () => {
    expect(fieldsOf(layout`${optional(AT_LEAST_NONE)}$`.read("$"))).toEqual({ rest: "" });
    expect(fieldsOf(layout`${either(AT_LEAST_NONE, literal("x"))}$`.read("$"))).toEqual({
      rest: "",
    });
  });

  it("are no number, and no fault of one that may be 0", () => {
    const number = layout`${decimal("number", { least: 0 })}$`;
    expect(brokenAt(number.read("$"))).toBe(0);
    expect(fieldsOf(number.read("0$"))).toEqual({ number: 0 });
  });
});

it("says how far a literal fits, wherever it begins", () => {
  expect(brokenAt(layout`${run("letters", LETTERS, 3)}$x$`.read("abc$y$"))).toBe(4);
});
