import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { COMMANDS, HELP_TEXT } from "../commands.js";
import { actionOf, commandOf } from "../input/command-of.js";
import { type FlagsOf, flag } from "../input/option-rows.js";
import { print } from "../output/report.js";
import { TOPICS } from "../topics/help-topics.js";
import { type CommandWords, completionFor } from "./completion-scripts.js";
import { manPage } from "./man-page.js";

const WRITERS = { ...completionFor, man: manPage };

const OPTIONS = [flag("--json", "print the text as JSON")] as const;

/** `credport completion`: made of the same rows as the help, so that it can't differ from it. */
export const completionCommand = commandOf(
  {
    takes: [["<shell>", "bash, zsh or fish; or man for the manual page", () => Object.keys(WRITERS)]],
    options: OPTIONS,

    notes: [
      "bash and zsh read it at their start: add the line of the example to ~/.bashrc, to ~/.zshrc after compinit, or to ~/.config/fish/config.fish.",
    ],
    examples: [
      'eval "$(credport completion bash)"',
      'eval "$(credport completion zsh)"',
      "credport completion fish | source",
      "credport completion man > credport.1",
    ],
    exitCodes: { fine: "the text was printed" },
  },
  complete,
);

/** The command that the parser of options has of its own. */
const HELP: CommandWords = {
  name: "help",
  description: HELP_TEXT,
  takes: [["[name]", "a command or a topic", () => [...COMMANDS.map(({ name }) => name), ...Object.keys(TOPICS)]]],
  options: [],
  examples: Object.keys(TOPICS).map((topic) => `credport help ${topic}`),
  exitCodes: { fine: "the help was shown" },
};

async function complete(flags: FlagsOf<typeof OPTIONS>, io: CliIo, shell: string): Promise<ExitCode> {
  const write = actionOf(WRITERS, shell);
  const commands = COMMANDS.map(async ({ name, description, load }): Promise<CommandWords> => {
    return { name, description, ...(await load()).rows };
  });
  const text = write([...(await Promise.all(commands)), HELP]);
  print({ shell, text }, text, flags, io);
  return EXIT.fine;
}
