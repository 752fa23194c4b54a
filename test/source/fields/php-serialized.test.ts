import { describe, expect, it } from "vitest";
import { readPhpSerialized } from "../../../src/source/fields/php-serialized.js";

describe("what PHP's serialize() wrote", () => {
  // php -r 'echo serialize(["a" => "é", 3 => -5, "f" => 1.5, "t" => true, "n" => null, "l" => ["x", []]]);'
  const WRITTEN =
    'a:6:{s:1:"a";s:2:"é";i:3;i:-5;s:1:"f";d:1.5;s:1:"t";b:1;s:1:"n";N;s:1:"l";a:2:{i:0;s:1:"x";i:1;a:0:{}}}';

  it("is read by the lengths in bytes", () => {
    const read = readPhpSerialized(WRITTEN);
    expect(read).toEqual(
      new Map<string, unknown>([
        ["a", "é"],
        ["3", -5],
        ["f", 1.5],
        ["t", true],
        ["n", null],
        [
          "l",
          new Map<string, unknown>([
            ["0", "x"],
            ["1", new Map()],
          ]),
        ],
      ]),
    );
  });

  it("takes quotation marks within a text for what they are", () => {
    expect(readPhpSerialized('s:5:"a";b:";')).toBe('a";b:');
  });

  it.each([
    ["nothing", ""],
    ["a text that is cut off", 's:5:"abc'],
    ["a length that is too short", 's:1:"abc";'],
    ["an array that is cut off", WRITTEN.slice(0, -1)],
    ["more after the end", `${WRITTEN}x`],
    ["an object", 'O:8:"stdClass":0:{}'],
    ["arrays in arrays without an end", "a:1:{i:0;".repeat(100_000)],
  ])("is not made up from %s", (_, text) => {
    expect(readPhpSerialized(text)).toBeUndefined();
  });
});
