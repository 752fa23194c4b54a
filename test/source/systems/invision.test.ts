import { describe, expect, it } from "vitest";
import { readTables } from "./read-samples.js";
import { lines } from "./samples.js";

describe("a ban of Invision Community", () => {
  const HASH = "$2y$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const bans: readonly (readonly [what: string, temp_ban: unknown, isHeld: boolean])[] = [
    ["is none", "0", false],
    ["is none, of IP.Board 3", "", false],
    ["is none where it is null", null, false],
    ["is for ever", -1, true],
    ["lasts", "4102444800", true],
    ["lasts, as a number", 4_102_444_800, true],
    ["is over", "1700000000", false],
    ["lasts, of IP.Board 3", "1700000000:4102444800:30:d", true],
    ["is over, of IP.Board 3", "1700000000:1700086400:1:d", false],
    ["is of no kind that is known", "for a while", true],
  ];

  it.each(bans)("%s", async (_, temp_ban, isHeld) => {
    const row = { member_id: 1, name: "ada", email: "ada@example.com", members_pass_hash: HASH, temp_ban };
    const { refused, users } = await readTables("invision", lines(row));
    expect([Object.keys(users), refused]).toEqual(isHeld ? [[], { "1": ["user/banned"] }] : [["1"], {}]);
  });
});
