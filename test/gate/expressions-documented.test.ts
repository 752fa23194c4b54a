import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { USUAL } from "../../src/hash/expression/usual-expressions.js";

/**
 * The expressions that are tried are listed in docs/expressions.md:
 * `UPDATE_DOCS=1 npx vitest run --project gate test/gate/expressions-documented.test.ts` writes them again.
 */
const PAGE = new URL("../../docs/expressions.md", import.meta.url);
const PLACE = /(<!-- usual expressions -->\n)[\s\S]*?(<!-- end -->)/;

const block = (texts: readonly string[]) => `\n\`\`\`text\n${texts.join("\n")}\n\`\`\`\n`;
const each = (values: readonly (string | number)[]) => values.map((value) => `\`${value}\``).join(", ");

const LIST = [
  block(USUAL.forms),
  "Where none of these fits, rounds of a password as it is:",
  block(USUAL.repeated),
  "A bcrypt hash may be over:",
  block(USUAL.layered),
  `\`E\` is ${each(USUAL.E)}; \`N\` is ${each(USUAL.N)}; \`X\` is ${each(USUAL.X)}.`,
  "",
].join("\n");

if (process.env.UPDATE_DOCS === "1") {
  const page = readFileSync(PAGE, "utf8");
  writeFileSync(
    PAGE,
    page.replace(PLACE, (_, start, end) => start + LIST + end),
  );
}

it("docs/expressions.md lists the expressions that are tried", () => {
  expect(PLACE.exec(readFileSync(PAGE, "utf8"))?.[0]).toBe(`<!-- usual expressions -->\n${LIST}<!-- end -->`);
});
