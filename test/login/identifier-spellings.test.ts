import { describe, expect, it } from "vitest";
import { spellingsOfAddress } from "../../src/login/identifier-spellings.js";
import { createLoginFallback, type LegacyUser } from "../../src/login/index.js";

const PAIRS = [
  ["carl@bücher.example", "carl@xn--bcher-kva.example"],
  ["a@例え.テスト", "a@xn--r8jz45g.xn--zckzah"],
  ["a@пример.испытание", "a@xn--e1afmkfd.xn--80akhbyknj4f"],
  ["a@faß.example", "a@xn--fa-hia.example"],
  ["a@mañana.example", "a@xn--maana-pta.example"],
] as const;

describe("an address with letters beyond ASCII in its domain", () => {
  it.each(PAIRS)("has two forms, of which each leads to the other: %s", (unicode, ascii) => {
    expect(spellingsOfAddress(unicode)).toEqual([unicode, ascii]);
    expect(spellingsOfAddress(ascii)).toEqual([ascii, unicode]);
  });

  it.each([
    ...["ann@example.com", "ü@example.com", "xn--bcher-kva.example", "Jürgen"],
    ...[
      "a@bücher.example/x",
      "a@bücher.example:80",
      "a@b@bücher.example#",
      "a@xn--.example",
      "a@xn--999999999.example",
    ],
  ])("is not what this is: %s", (text) => {
    expect(spellingsOfAddress(text)).toEqual([text]);
  });
});

describe.each([
  [0, 1],
  [1, 0],
] as const)("a user whose address the store has in one form", (has, typed) => {
  const HASH = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const own = PAIRS[0][has];
  const other = PAIRS[0][typed];

  function server() {
    const users = new Map<string, LegacyUser>([[own, { id: "1", passwordHash: HASH }]]);
    const accounts = new Map<string, string>();
    return createLoginFallback({
      store: {
        findLegacyUser: async (identifier) => users.get(identifier) ?? null,
        addressesOf: async (identifier) => [identifier],
        forgetUser: async () => users.delete(own),
      },
      service: {
        signIn: async (email, password) => accounts.get(email) === password && { ok: true, value: { userId: "u1" } },
        importWithHash: async () => {
          accounts.set(own, "U*U");
          return { ok: true, value: { userId: "u1" } };
        },
      },
    });
  }

  it("logs in with the other one, before and after the import", async () => {
    const fallback = server();
    expect((await fallback.logIn(other, "U*U")).kind).toBe("migrated");
    expect((await fallback.logIn(other, "U*U")).kind).toBe("signed-in");
    expect((await fallback.logIn(other, "U*V")).loggedIn).toBe(false);
  });

  it("gets no second account with the other one", async () => {
    expect((await server().onSignUp(other)).kind).toBe("taken");
  });
});

it("has a NUL for no identifier that a store is asked for", async () => {
  const asked: string[] = [];
  const fallback = createLoginFallback({
    store: {
      findLegacyUser: async (identifier) => {
        asked.push(identifier);
        return null;
      },
      forgetUser: async () => true,
    },
    service: { signIn: async () => null, importWithHash: async () => true },
  });
  expect((await fallback.logIn("a\0@example.com", "U*U")).kind).toBe("unknown-user");
  expect(asked).toEqual([]);
});
