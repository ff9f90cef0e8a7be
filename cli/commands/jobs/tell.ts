import type { Command } from "commander";
import { MessageText } from "#shared/contracts/step/message.ts";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { answeringUser } from "../../follow/ask-on-terminal.ts";
import { jobId, valueBy } from "../../options/option-values.ts";
import { json, out } from "../../terminal/terminal.ts";

interface TellOptions {
  readonly dir: string;
  readonly resume?: boolean;
  readonly json?: boolean;
}

export const tellCommand = (command: Command): Command =>
  command
    .argument("<job>", "the job's id", jobId)
    .argument("<text>", "what its agent is to know", valueBy(MessageText, "Give 1 to 2,000 characters."))
    .option("--resume", "let the job go on with it, if it is paused")
    .option("--json", "print the message as JSON")
    .option(...dirOption)
    .action(async (id: string, text: string, { dir, resume, json: asJson }: TellOptions) => {
      const by = answeringUser();
      const body = { text, resume: resume === true, ...(by === undefined ? {} : { by }) };
      const message = await (await farmClient(dir)).tell(id, body);
      if (asJson) json(message);
      else out(`${id} is told with its next step`);
    });
