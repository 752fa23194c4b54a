import type { CommandRows } from "../input/command-of.js";
import { nameOf, type OptionRow } from "../input/option-rows.js";

export interface CommandWords extends CommandRows {
  readonly name: string;
  readonly description: string;
}

export const completionFor = { bash, zsh, fish } as const;

/** What is shown of an option: those of other commands are not taken. */
const shown = ({ options }: CommandWords) => options.filter(({ instead }) => instead === undefined);

/** The words that an option's value can be; none where it is a file or any text. */
const valuesOf = ({ choices, suggested, listed }: OptionRow) => choices ?? suggested ?? listed?.words ?? [];

const takesValue = ({ flag }: OptionRow) => /[<[]/.test(flag);

const argumentsOf = ({ takes = [] }: CommandWords) => takes.map(([, , words]) => words?.() ?? [])[0] ?? [];

/** Files are completed wherever there is no word: by bash itself. */
function bash(commands: readonly CommandWords[]): string {
  const valueCases = commands.flatMap((command) =>
    shown(command)
      .filter(takesValue)
      .map((row) => {
        const words = valuesOf(row);
        const reply = words.length === 0 ? ":" : `words="${words.join(" ")}"`;
        return `    "${command.name} ${nameOf(row)}") ${reply} ;;`;
      }),
  );
  const otherCases = commands.flatMap((command) => [
    `      "${command.name} "-*) words="${[...shown(command).map(nameOf), "--help"].join(" ")}" ;;`,
    `      "${command.name} "*) words="${argumentsOf(command).join(" ")}" ;;`,
  ]);
  return `# Completion of credport for bash: eval "$(credport completion bash)"
_credport() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words="" prefix=""
  COMPREPLY=()
  # bash makes three words of --from=name, unless COMP_WORDBREAKS was changed: then it is one.
  case "$before $word" in
    *" =") before="\${COMP_WORDS[COMP_CWORD-1]}" word="" ;;
    "= "*) before="\${COMP_WORDS[COMP_CWORD-2]}" ;;
    *" --"*=*) before="\${word%%=*}" prefix="\${word%%=*}=" word="\${word#*=}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...commands.map(({ name }) => name), "--help", "--version"].join(" ")}"
  else
    case "$command $before" in
${valueCases.join("\n")}
    *) case "$command $word" in
${otherCases.join("\n")}
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "$word"))
}
complete -o default -F _credport credport
`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const zshText = (text: string) => text.replace(/[[\]:\\]/g, "\\$&");

function zsh(commands: readonly CommandWords[]): string {
  const cases = commands.map((command) => {
    const options = shown(command).map((row) => {
      const words = valuesOf(row);
      const value = words.length > 0 ? `:value:(${words.join(" ")})` : ":value:_files";
      const name = takesValue(row) ? `${nameOf(row)}=` : nameOf(row);
      return quoted(`*${name}[${zshText(row.text)}]${takesValue(row) ? value : ""}`);
    });
    const words = argumentsOf(command);
    const first = words.length > 0 ? [quoted(`1:word:(${words.join(" ")})`)] : [];
    const all = [...options, ...first, quoted("*:file:_files")];
    return `    ${command.name}) _arguments ${all.join(" ")} ;;`;
  });
  const names = commands.map(({ name, description }) => quoted(`${name}:${zshText(description)}`));
  return `#compdef credport
# Completion of credport for zsh: eval "$(credport completion zsh)"
_credport() {
  local -a commands=(${names.join(" ")})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join("\n")}
  esac
}
compdef _credport credport
`;
}

function fish(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap((command) => {
    const { name, description } = command;
    const inCommand = `complete -c credport -n '__fish_seen_subcommand_from ${name}'`;
    const words = argumentsOf(command);
    return [
      `complete -c credport -f -n __fish_use_subcommand -a ${name} -d ${fishText(description)}`,
      ...(words.length > 0 ? [`${inCommand} -a ${fishText(words.join(" "))}`] : []),
      ...shown(command).map((row) => {
        const values = valuesOf(row);
        const value = values.length > 0 ? ` -x -a ${fishText(values.join(" "))}` : " -r";
        return `${inCommand} -l ${nameOf(row).slice(2)} -d ${fishText(row.text)}${takesValue(row) ? value : ""}`;
      }),
    ];
  });
  return `# Completion of credport for fish\n${lines.join("\n")}\n`;
}

const fishText = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
