#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { DroverError } from "#shared/errors/drover-error.ts";
import packageFile from "../package.json" with { type: "json" };
import { CommandFailure } from "./command-failure.ts";
import { exitCodes } from "./exit-codes.ts";
import { plain, progress } from "./terminal.ts";

/** Loaded when asked for: a command that lists jobs need not wait for canvases and cloud servers to load. */
const commands = {
  "Jobs:": {
    run: async () => (await import("./commands/run.ts")).runCommand(),
    jobs: async () => (await import("./commands/jobs.ts")).jobsCommand(),
    show: async () => (await import("./commands/show.ts")).showCommand(),
    errors: async () => (await import("./commands/errors.ts")).errorsCommand(),
    cancel: async () => (await import("./commands/cancel.ts")).cancelCommand(),
  },
  "The farm on this machine:": {
    up: async () => (await import("./commands/up.ts")).upCommand(),
    demo: async () => (await import("./commands/demo.ts")).demoCommand(),
    devices: async () => (await import("./commands/devices.ts")).devicesCommand(),
    doctor: async () => (await import("./commands/doctor.ts")).doctorCommand(),
    executions: async () => (await import("./commands/executions.ts")).executionsCommand(),
  },
  "Its parts by themselves:": {
    cloud: async () => (await import("./commands/cloud.ts")).cloudCommand(),
    engine: async () => (await import("./commands/engine.ts")).engineCommand(),
    phones: async () => (await import("./commands/phones.ts")).phonesCommand(),
    model: async () => (await import("./commands/model.ts")).modelCommand(),
    host: async () => (await import("./commands/host.ts")).hostCommand(),
  },
} as const satisfies Record<string, Record<string, () => Promise<Command>>>;

try {
  const program = await buildProgram(process.argv[2]);
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}

/** With the one command that is meant, or with all of them when none is: for help and for guessing at a typing error. */
async function buildProgram(name: string | undefined): Promise<Command> {
  const program = new Command("drover")
    .description("A device farm for AI agents: tasks in plain language, one Android device each")
    .version(packageFile.version)
    // Handed down: what stands after `executions show` is for `show`, though both take the same options.
    .enablePositionalOptions()
    .showHelpAfterError("(see 'drover --help')")
    .exitOverride();
  const groups = Object.entries<Record<string, () => Promise<Command>>>(commands);
  const known = groups.some(([, group]) => name !== undefined && Object.hasOwn(group, name));
  for (const [title, group] of groups) {
    program.commandsGroup(title);
    for (const [commandName, load] of Object.entries(group)) {
      if (!known || commandName === name) program.addCommand((await load()).copyInheritedSettings(program));
    }
  }
  return program;
}

/** Says what went wrong and what to do about it; a stack only for what nobody foresaw. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof CommandFailure || error instanceof DroverError) {
    progress(`error: ${error.message.split("\n").map(plain).join("\n")}`);
    for (const advice of error.advice) progress(`  ${plain(advice)}`);
    return error instanceof CommandFailure ? error.exitCode : exitCodes.error;
  }
  progress(`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return exitCodes.error;
}
