import { Command } from "commander";
import packageFile from "../package.json" with { type: "json" };
import { commandLine, ownArguments } from "./command-line.ts";
import { type CommandName, commandGroups, loadCommand } from "./commands.ts";
import { explain } from "./terminal/explain.ts";
import { plain } from "./terminal/terminal.ts";

/** Does what the arguments say. Answers the exit code of what went wrong, which it has told; null: the command has set its own. */
export async function runProgram(args: readonly string[]): Promise<number | null> {
  try {
    await buildProgram().parseAsync(commandLine(args), { from: "user" });
    return null;
  } catch (error) {
    return explain(error, ownArguments(args).includes("--json"));
  }
}

/** Knows the names and descriptions of all commands; the module of one is loaded when it is meant. */
export function buildProgram(): Command {
  const program = new Command("drover")
    .description("A device farm for AI agents: tasks in plain language, one Android device each")
    .version(packageFile.version)
    // Handed down: what is after `executions show` is for `show`, though both take the same options.
    .option("--no-color", "print without colours, as NO_COLOR=1 does")
    .helpCommand(false)
    .enablePositionalOptions()
    // Commander wraps nothing where less is left than that beside the options' names.
    .configureHelp({ minWidthToWrap: 16 })
    .configureOutput({ outputError: (message, write) => write(`${plain(message.trim())}\n`) })
    .exitOverride();
  for (const [title, group] of Object.entries(commandGroups)) {
    program.commandsGroup(title);
    for (const [name, description] of Object.entries(group)) program.command(name).description(description);
  }
  const load = async (command: Command): Promise<Command> => {
    const build = await loadCommand[command.name() as CommandName]();
    // Help needs no contract, and finds none loaded.
    const { takeProfiles } = await import("./profile-option.ts");
    return takeProfiles(build(command, load));
  };
  return program.hook("preSubcommand", async (_program, command) => {
    await load(command);
  });
}
