#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { DroverError } from "#shared/errors/drover-error.ts";
import { CommandFailure } from "./command-failure.ts";
import { cancelCommand } from "./commands/cancel.ts";
import { cloudCommand } from "./commands/cloud.ts";
import { demoCommand } from "./commands/demo.ts";
import { devicesCommand } from "./commands/devices.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { engineCommand } from "./commands/engine.ts";
import { executionsCommand } from "./commands/executions.ts";
import { hostCommand } from "./commands/host.ts";
import { jobsCommand } from "./commands/jobs.ts";
import { modelCommand } from "./commands/model.ts";
import { phonesCommand } from "./commands/phones.ts";
import { runCommand } from "./commands/run.ts";
import { showCommand } from "./commands/show.ts";
import { upCommand } from "./commands/up.ts";
import { exitCodes } from "./exit-codes.ts";
import { plain, progress } from "./terminal.ts";

const program = new Command("drover")
  .description("A device farm for AI agents: tasks in plain language, one Android device each")
  .showHelpAfterError("(see 'drover --help')")
  .exitOverride();

program.commandsGroup("Jobs:");
for (const command of [runCommand, jobsCommand, showCommand, cancelCommand]) program.addCommand(command());
program.commandsGroup("The farm on this machine:");
for (const command of [upCommand, demoCommand, devicesCommand, doctorCommand]) program.addCommand(command());
program.commandsGroup("Parts by themselves:");
for (const command of [
  cloudCommand,
  engineCommand,
  executionsCommand,
  phonesCommand,
  modelCommand,
  hostCommand,
]) {
  program.addCommand(command());
}
for (const command of program.commands) command.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
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
