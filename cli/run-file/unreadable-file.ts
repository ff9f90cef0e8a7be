import * as z from "zod";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { plain } from "../terminal/terminal.ts";

const exported = "Export a readable file with 'drover export <job> --as zip', atif or json.";

/** What is wrong with a file that somebody wants to see, and what writes such files. */
export function unreadableFile(file: string, error: unknown, advice: string = exported): CommandFailure {
  const why = (error instanceof z.ZodError ? firstIssue(error) : because(error)).replace(/\.$/, "");
  return new CommandFailure(exitCodes.usage, plain(`${file} cannot be read: ${why}.`), [advice]);
}

function firstIssue({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? "it has another format" : `${issue.path.join(".") || "it"} ${issue.message}`;
}
