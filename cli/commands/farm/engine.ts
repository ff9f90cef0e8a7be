import path from "node:path";
import { engineUsage, readEngineArguments, startEngineServer, UsageError } from "@drover/step-functions";
import { packageCommand } from "../../package-command.ts";

export const engineCommand = packageCommand({
  dir: path.join(".drover", "engine"),
  usage: engineUsage,
  read: readEngineArguments,
  start: startEngineServer,
  UsageError,
});
