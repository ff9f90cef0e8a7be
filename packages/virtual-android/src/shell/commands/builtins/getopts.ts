import type { CommandContext, ShellCommand } from "../../shell-session.ts";
import { shellFailure } from "./builtin-options.ts";

/** getopts of mksh R59: one option of `$@`, or of the words after NAME, at each call; 1 when there is none. */
export const getopts: ShellCommand = (context) => {
  const [specification, name, ...given] = context.args[0] === "--" ? context.args.slice(1) : context.args;
  if (specification === undefined) throw shellFailure(context, "options: missing argument");
  if (name === undefined) throw shellFailure(context, "name: missing argument");
  if (!/^[A-Za-z_]\w*$/.test(name)) throw shellFailure(context, `${name}: is not an identifier`);
  const words = given.length > 0 ? given : context.state.arguments;
  const { variables } = context.state;
  const found = nextOption(context, words, specification);
  variables.set(name, found.name);
  if (found.value === null) variables.delete("OPTARG");
  else variables.set("OPTARG", found.value);
  return found.isOption ? 0 : 1;
};

interface Found {
  readonly isOption: boolean;
  readonly name: string;
  /** Null: OPTARG is unset. */
  readonly value: string | null;
}

const none: Found = { isOption: false, name: "?", value: null };

/** OPTIND is the number of the word that is read next: that of a cluster's letters is behind it. */
function nextOption(
  { state, stderr }: CommandContext,
  words: readonly string[],
  specification: string,
): Found {
  const { variables } = state;
  const asked = Number(variables.get("OPTIND") ?? "1");
  let index = Number.isInteger(asked) && asked > 0 ? asked : 1;
  let at = variables.optionCharacter;
  if (at === 0) {
    const word = words[index - 1] ?? "";
    if (!/^[-+]./.test(word)) return none;
    index += 1;
    variables.setOptionPlace(index, 1);
    if (word === "--") {
      variables.setOptionPlace(index, 0);
      return none;
    }
    at = 1;
  }
  const word = words[index - 2] ?? "";
  const letter = word[at] ?? "";
  const isSilent = specification.startsWith(":");
  variables.setOptionPlace(index, at + 1 < word.length ? at + 1 : 0);
  const complain = (why: string, silentName: string): Found => {
    if (isSilent) return { isOption: true, name: silentName, value: letter };
    stderr.write(`/system/bin/sh: -${letter}: ${why}\n`);
    return { isOption: true, name: "?", value: null };
  };
  const place = letter === ":" ? -1 : specification.indexOf(letter, isSilent ? 1 : 0);
  if (place < 0) return complain("unknown option", "?");
  const name = word.startsWith("+") ? `+${letter}` : letter;
  if (specification[place + 1] !== ":") return { isOption: true, name, value: null };
  const inline = word.slice(at + 1);
  if (inline !== "") {
    variables.setOptionPlace(index, 0);
    return { isOption: true, name, value: inline };
  }
  const value = words[index - 1];
  if (value === undefined) return complain("requires an argument", ":");
  variables.setOptionPlace(index + 1, 0);
  return { isOption: true, name, value };
}
