import { runCli } from "../../../src/cli/run-cli.js";
import { type FakeIoOptions, fakeIo } from "../fake-io.js";

/** Questions, as they begin, with their answers. */
export type Answers = readonly (readonly [question: string, answer: string])[];

const TERMINAL = { stdinIsTerminal: true, stderrIsTerminal: true };

/**
 * Runs a command whose questions are answered as soon as they are asked.
 *
 * @param answerTo What to type, by what was shown since the last answer; undefined where nothing is asked.
 */
export async function answering(
  args: readonly string[],
  answerTo: (shown: string) => string | undefined,
  options: FakeIoOptions = TERMINAL,
) {
  const fake = fakeIo(options);
  let from = 0;
  const timer = setInterval(() => {
    const answer = answerTo(fake.err().slice(from));
    if (answer === undefined) return;
    from = fake.err().length;
    fake.type(`${answer}\n`);
  }, 5);
  const code = await runCli(args, fake.io).finally(() => clearInterval(timer));
  return { code, out: fake.out(), err: fake.err() };
}

/** Answers in the order given; gives how many questions were answered too. */
export async function answeringInOrder(args: readonly string[], answers: Answers, options: FakeIoOptions = {}) {
  let answered = 0;
  const answerTo = (shown: string) => {
    const [question, answer] = answers[answered] ?? [];
    if (question === undefined || !shown.includes(question)) return undefined;
    answered++;
    return answer;
  };
  const result = await answering(args, answerTo, { ...TERMINAL, ...options });
  return { ...result, answered };
}
