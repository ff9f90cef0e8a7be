import { Option } from "commander";
import * as z from "zod";
import { ToolRule } from "#shared/contracts/agent/tool.ts";
import { QuestionPolicy } from "#shared/contracts/job/question.ts";
import { defined } from "#shared/values/defined.ts";
import { someText, userJson, valueBy } from "./option-values.ts";

/** Whom and what the agent of `drover run` may ask. */
export interface TalkFlags {
  readonly ask?: number;
  readonly askDevice?: "hold" | "release";
  readonly defaultAnswer?: string;
  readonly tool?: readonly string[];
  readonly user?: ReturnType<typeof userJson>;
}

const minutes = QuestionPolicy.shape.timeoutMinutes.unwrap();
const toolRule = valueBy(ToolRule, "Give <server>/<tool>, or end in '*', such as files/read_*.");

export const talkOptions = [
  new Option("--ask <minutes>", "let the agent ask you, and wait so long for each answer").argParser(
    valueBy(z.coerce.number().pipe(minutes), "Give minutes, from 0.05 to 10080, which is a week."),
  ),
  new Option("--ask-device <how>", "what becomes of the device while a question waits").choices([
    ...QuestionPolicy.shape.device.unwrap().options,
  ]),
  new Option("--default-answer <text>", "taken when nobody answers in time").argParser(someText),
  new Option(
    "--user <json>",
    'who answers in your place, as JSON, such as {"knows":{"alarm time":"7:45"}}',
  ).argParser(userJson),
  new Option(
    "--tool <rule>",
    "a tool of an MCP server in drover.config.ts that the agent may call; may be given more than once",
  ).argParser((text, all: readonly string[] = []) => [...all, toolRule(text)]),
];

export function talkFlags({ ask, askDevice, defaultAnswer, tool, user }: TalkFlags) {
  const asks = ask !== undefined || askDevice !== undefined || defaultAnswer !== undefined;
  return {
    ...(asks ? { questions: defined({ timeoutMinutes: ask, device: askDevice, defaultAnswer }) } : {}),
    ...defined({ tools: tool, user }),
  };
}
