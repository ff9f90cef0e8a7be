import path from "node:path";
import { phonesUsage, readPhonesArguments, startPhonesServer, UsageError } from "@drover/virtual-android";
import { packageCommand } from "../../package-command.ts";

export const phonesCommand = packageCommand({
  dir: path.join(".drover", "phones"),
  usage: phonesUsage,
  read: readPhonesArguments,
  start: startPhonesServer,
  UsageError,
});
