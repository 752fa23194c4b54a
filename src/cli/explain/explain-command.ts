import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { printable } from "../../lib/printable.js";
import { nearest } from "../../lib/require-names.js";
import { operatorRemedyOf, PROBLEM_CODES, type ProblemCode } from "../../problems/index.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { exists } from "../input/input-file.js";
import { type FlagsOf, flag } from "../input/option-rows.js";
import { unknownName } from "../input/unknown-name.js";
import { problemPage } from "../output/problem-page.js";
import { print } from "../output/report.js";
import { styleFor } from "../style.js";
import { textColumns, wrapped } from "../wrap.js";

const OPTIONS = [flag("--json", "print what is known of the code as JSON")] as const;

export const explainCommand = commandOf(
  {
    takes: [["<code>", "a problem's code, as reports have it: area/reason", () => PROBLEM_CODES]],
    options: OPTIONS,

    notes: ["Reports name the codes. docs/problems.md, which comes with the package, has all of them."],
    examples: ["credport explain user/duplicate-email", "credport explain scheme/login-only --json"],
    exitCodes: { fine: "the code is explained" },
  },
  explain,
);

async function explain(flags: FlagsOf<typeof OPTIONS>, io: CliIo, typed: string): Promise<ExitCode> {
  const code = knownCode(typed);
  const file = await problemsPage();
  const { meaning, cause } = explanationIn(await readFile(file, "utf8"), code);
  const remedy = operatorRemedyOf(code);
  const { strong } = styleFor(io.stdout, io.env);
  const columns = textColumns(io.stdout);
  const part = (heading: string, text: string | undefined) =>
    text === undefined ? "" : `\n${strong(heading)}\n${wrapped(text, columns, "  ")}\n`;
  const text = `${strong(code)}\n${wrapped(meaning, columns, "  ")}\n${part("Common cause", cause)}${part("What to do", remedy)}`;
  const page = problemPage(code) ?? file;
  print({ code, meaning, cause: cause ?? null, remedy, page }, `${text}${part("More", page)}`, flags, io);
  return EXIT.fine;
}

function knownCode(typed: string): ProblemCode {
  const code = PROBLEM_CODES.find((one) => one === typed.toLowerCase());
  if (code !== undefined) return code;
  const message = `${printable(typed)} is not a problem's code`;
  if (nearest(typed, PROBLEM_CODES) !== undefined) {
    throw unknownName(message, typed, PROBLEM_CODES);
  }
  // A list of all codes would help as little as none.
  const [area = ""] = typed.split("/");
  const ofArea = PROBLEM_CODES.filter((one) => one.startsWith(`${area}/`) || one.endsWith(`/${area}`));
  const areas = [...new Set(PROBLEM_CODES.map((one) => `${one.split("/")[0]}/…`))];
  throw unknownName(message, "", ofArea.length > 0 ? ofArea : areas);
}

const READ_PAGE = "Install the package with npm, which brings the page, or read it online.";
const PAGE = join("docs", "problems.md");

/** Where the page is that comes with the package, wherever in it this program is. */
async function problemsPage(): Promise<string> {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let path = join(folder, PAGE); ; path = join(folder, PAGE)) {
    if (await exists(path)) return path;
    if (dirname(folder) === folder) throw new CouldNotRun("cli/package-missing", `${PAGE} is not there`, READ_PAGE);
    folder = dirname(folder);
  }
}

const CAUSE = " Common cause: ";

/** The section of a code: its meaning and, after a mark, its common cause. */
function explanationIn(page: string, code: ProblemCode) {
  const [, section = ""] = page.split(`\n### \`${code}\`\n`);
  const [text = ""] = section.split("\n**Remedy:**");
  const [meaning = "", cause] = text.replace(/\s+/g, " ").trim().split(CAUSE);
  return { meaning, cause };
}
