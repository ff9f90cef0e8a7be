import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import * as z from "zod";
import { ChatService } from "@drover/practice-model";
import { Scenario, type ScenarioInput } from "@drover/practice-model";
import { startModelServer } from "@drover/practice-model";
import { CommandFailure } from "../command-failure.ts";
import { exitCodes } from "../exit-codes.ts";
import { modelId, someText } from "../option-values.ts";
import { runPart } from "../run-part.ts";
import { modelLatency, portNumber, requestsPerMinute } from "../whole-number.ts";

interface ModelOptions {
  readonly port: number;
  readonly apiKey?: string;
  readonly scenario?: string;
  readonly play?: string;
  readonly service: ChatService;
  readonly latency: number;
  readonly requestsPerMinute?: number;
}

export const modelCommand = (command: Command): Command =>
  command
    .option("--port <port>", "port to listen on, 0 for a free one", portNumber, 0)
    .addOption(
      new Option("--api-key <key>", "the key it takes; made up when absent")
        .env("DROVER_PRACTICE_API_KEY")
        .argParser(someText),
    )
    .option("--scenario <file>", "JSON list of scripted replies, used before it thinks for itself", someText)
    .option("--play <id>", "a model's id to answer to beside its own, for scripted replies", modelId)
    .addOption(
      new Option("--service <name>", "whose chat completions it speaks")
        .choices(ChatService.options)
        .default("openai"),
    )
    .option("--latency <ms>", "how long each answer takes", modelLatency, 0)
    .option(
      "--requests-per-minute <n>",
      "more are refused with 429, as a service's rate limit does",
      requestsPerMinute,
    )
    .action((options: ModelOptions) =>
      runPart(async () => {
        const script = options.scenario === undefined ? [] : await readScenario(options.scenario);
        const server = await startModelServer({
          port: options.port,
          script,
          playedModel: options.play,
          service: options.service,
          latencyMilliseconds: options.latency,
          requestsPerMinute: options.requestsPerMinute,
          ...(options.apiKey ? { apiKey: options.apiKey } : {}),
        });
        return {
          ready: { url: server.url, apiKey: server.apiKey, model: server.model },
          close: server.close,
        };
      }),
    );

async function readScenario(file: string): Promise<ScenarioInput> {
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new CommandFailure(exitCodes.usage, `The scenario cannot be read: ${cause.message}.`);
  });
  try {
    const value: unknown = JSON.parse(text);
    Scenario.parse(value);
    return value as ScenarioInput;
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new CommandFailure(exitCodes.usage, `${file} is not a scenario.\n${why}`);
  }
}
