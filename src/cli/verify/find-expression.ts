import { defined } from "../../lib/defined.js";
import { counted } from "../../lib/plural.js";
import { type FoundExpressions, findDigestExpression, type KnownHash } from "../../verify/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { interruptible } from "../interrupt.js";
import { writeProblems } from "../output/format-problem.js";
import { forOperator } from "../output/remedies.js";
import { print } from "../output/report.js";
import { type Style, styleFor } from "../style.js";

/** What `credport verify --known` says of one account: by which of the usual expressions its hash is made. */
export async function tellExpression(known: KnownHash, isJson: boolean, io: CliIo): Promise<ExitCode> {
  const found = await interruptible(io, async (signal) => {
    const result = await findDigestExpression({ ...known, signal });
    if (signal.aborted) throw new CouldNotRun("cli/interrupted", "interrupted");
    return result;
  });
  const { expressions, tried } = found.ok ? found.value : NOTHING;
  const problems = found.ok ? undefined : found.problems.map(forOperator);
  const text = describe({ expressions, tried }, problems === undefined, styleFor(io.stdout, io.env));
  print({ expressions, tried, ...defined({ problems }) }, text, { json: isJson }, io);
  if (problems !== undefined && !isJson) writeProblems(problems, [], io);
  return expressions.length === 1 ? EXIT.fine : EXIT.problems;
}

const NOTHING: FoundExpressions = { expressions: [], tried: 0 };

function describe({ expressions, tried }: FoundExpressions, isTried: boolean, style: Style): string {
  const [one, ...others] = expressions;
  if (one === undefined) {
    const verdict = isTried ? `None of ${counted(tried, "expression")} fits.` : "Nothing could be tried.";
    return `${style.bad(verdict)}\n${isTried ? NONE_FITS : ""}`;
  }
  const all = expressions.map((text) => `  ${text}\n`).join("");
  if (others.length > 0) return `${style.bad(`${expressions.length} expressions fit:`)}\n${all}${SEVERAL_FIT}`;
  return `${style.good("The hash is made by")}\n${all}What to do next:\n  - ${NEXT}\n`;
}

const NONE_FITS = `Possible causes:
  - the password is not the one of this account, or a value was copied with white space around it
  - another column is in it: the user's name, their ID, when they joined; name it with --column
  - the site-wide secret is in it: give it with --peppered
  - it is made in a way that is not usual: docs/expressions.md has all that an expression can say
`;

const SEVERAL_FIT = "Take an account in which all of these values are different: this one does not tell which it is.\n";

const NEXT =
  'Write it into the map of the table, as "hash", and prove it with another account: credport check FILE --from table --map FILE --known USER.';
