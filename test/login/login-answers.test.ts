import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LOGIN_ANSWERS } from "../../src/login/index.js";

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/login.md"), "utf8");

describe("what a login server answers", () => {
  it("is the same for all who must not be told apart", () => {
    const refused = LOGIN_ANSWERS["wrong-password"];
    expect(LOGIN_ANSWERS["unknown-user"]).toEqual(refused);
    expect(LOGIN_ANSWERS["cannot-verify"]).toEqual(refused);
  });

  it("lets in after a match only", () => {
    const letIn = Object.entries(LOGIN_ANSWERS).filter(([, { next }]) => next === "let-in");
    expect(letIn.map(([kind]) => kind)).toEqual(["signed-in", "migrated", "let-in-unmigrated"]);
  });

  it.each(Object.entries(LOGIN_ANSWERS))("is in docs/login.md as in the table: %s", (kind, answer) => {
    const row = PAGE.split("\n").find((line) => line.startsWith(`| \`${kind}\` |`)) ?? "";
    const cells = row.split("|").map((cell) => cell.trim());
    expect(cells[3]).toBe(String(answer.status ?? "the new service's"));
    expect(cells[4]).toBe(answer.text ?? "");
  });
});
