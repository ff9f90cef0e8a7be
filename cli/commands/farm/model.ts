import { modelUsage, readModelArguments, startModelCommand, UsageError } from "@drover/practice-model";
import { packageCommand } from "../../package-command.ts";

export const modelCommand = packageCommand({
  usage: modelUsage,
  read: (args) => readModelArguments(args, process.env.DROVER_PRACTICE_API_KEY),
  start: startModelCommand,
  UsageError,
});
