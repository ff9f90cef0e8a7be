import { Argument, type Command, type Option } from "commander";
import type { BuildCommand, LoadCommand } from "../../lazy-command.ts";
import { out, plain } from "../../terminal/terminal.ts";

/** Each asks `drover completion <shell> -- <words>` for a line a candidate: the word, a tab, what it is. */
const scripts = {
  bash: `_drover() {
  local IFS=$'\\n'
  COMPREPLY=($(drover completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _drover drover`,
  zsh: `#compdef drover
_drover() {
  local -a found
  found=("\${(@f)$(drover completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "\${found[1]}" ]] || { _files; return; }
  found=("\${(@)found//:/\\\\:}")
  found=("\${(@)found/$'\\t'/:}")
  _describe drover found
}
compdef _drover drover`,
  fish: `complete -c drover -a '(drover completion fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const;
type Shell = keyof typeof scripts;

const where = `
Put it where your shell reads it:
  bash  echo 'source <(drover completion bash)' >> ~/.bashrc
  zsh   echo 'source <(drover completion zsh)' >> ~/.zshrc   (after compinit)
  fish  drover completion fish > ~/.config/fish/completions/drover.fish`;

export const completionCommand: BuildCommand = (command, load = async (other) => other) =>
  command
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
    .argument("[words...]", "after --: print the completions of a command line's last word")
    .addHelpText("after", where)
    .action(async (shell: Shell, words: readonly string[]) => {
      if (words.length === 0) return out(scripts[shell]);
      const last = words.at(-1) ?? "";
      for (const [word, help] of await candidates(command, load, words.slice(0, -1), last.startsWith("-")))
        if (word.startsWith(last)) out(`${word}\t${plain(help)}`);
    });

type Candidate = readonly [word: string, help: string];

/** What may stand behind these words, by the same definitions that help prints. Asks no farm. */
async function candidates(
  { parent }: Command,
  load: LoadCommand,
  [verb, ...words]: readonly string[],
  isOption: boolean,
): Promise<readonly Candidate[]> {
  const verbs = parent?.commands ?? [];
  if (verb === undefined) return verbs.map((one) => [one.name(), one.description()]);
  const lazy = verbs.find((one) => one.name() === verb);
  if (lazy === undefined) return [];
  // This command is there already.
  let command = lazy.registeredArguments.length > 0 ? lazy : await load(lazy);
  let open: Option | undefined;
  for (const word of words) {
    const option = command.options.find(({ short, long }) => word === short || word === long);
    open = option?.required === true ? option : undefined;
    command = command.commands.find((part) => part.name() === word) ?? command;
  }
  if (open !== undefined) return (open.argChoices ?? []).map((choice) => [choice, ""]);
  if (isOption)
    return command.options
      .filter(({ hidden }) => !hidden)
      .map(({ short, long, description }) => [long ?? short ?? "", description]);
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [
    ...command.commands.map((part): Candidate => [part.name(), part.description()]),
    ...choices.map((choice): Candidate => [choice, ""]),
  ];
}
