import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod";
import { ChatService } from "./chat/chat-service.ts";
import { Scenario } from "./scenario.ts";
import { type ModelServerOptions, startModelServer } from "./start-model-server.ts";

/** What was typed is not what the command takes; the message says what to type instead. */
export class UsageError extends Error {}

export const modelUsage = (program: string): string => `Usage: ${program} [options]

A rule-based model behind the Messages API and chat completions, for trying out
an agent without a model service. It prints one JSON line with its address and
key when it is ready, and ends on SIGTERM or Ctrl-C.

Options:
  --port <port>                port to listen on, 0 for a free one (default: 0)
  --api-key <key>              the key it accepts (default: a random one)
  --scenario <file>            JSON list of scripted replies, used before its
                               rules
  --play <id>                  another model id that it accepts, for scripted
                               replies
  --service <name>             whose chat completions it speaks:
                               ${ChatService.options.join(", ")}
                               (default: openai)
  --latency <ms>               how long each reply takes (default: 0)
  --requests-per-minute <n>    refuse more with 429, as a rate limit does
  --help                       print this help
`;

/** `usualKey` is taken without --api-key. @returns null when help is asked for. @throws UsageError */
export function readModelArguments(args: readonly string[], usualKey?: string): ModelServerOptions | null {
  const given = parsed(args);
  if (given.help === true) return null;
  const { "api-key": apiKey = usualKey, play: playedModel, "requests-per-minute": perMinute } = given;
  if (apiKey === "") throw new UsageError("give --api-key at least one character");
  if (playedModel !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,99}$/.test(playedModel))
    throw new UsageError("give --play the id of a model");
  const service = ChatService.safeParse(given.service);
  if (!service.success) throw new UsageError(`give --service one of ${ChatService.options.join(", ")}`);
  return {
    port: whole("port", given.port, 0, 65_535),
    script: given.scenario === undefined ? [] : readScenario(given.scenario),
    playedModel,
    service: service.data,
    latencyMilliseconds: whole("latency", given.latency, 0, 60_000),
    requestsPerMinute:
      perMinute === undefined ? undefined : whole("requests-per-minute", perMinute, 1, 1_000_000),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { ...text, default: "0" },
        "api-key": text,
        scenario: text,
        play: text,
        service: { ...text, default: "openai" },
        latency: { ...text, default: "0" },
        "requests-per-minute": text,
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function whole(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < least || number > most)
    throw new UsageError(`give --${name} a whole number from ${least} to ${most}`);
  return number;
}

function readScenario(file: string): Scenario {
  try {
    return Scenario.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause)
      throw new UsageError(`The scenario cannot be read: ${cause.message}.`, { cause });
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new UsageError(`${file} is not a scenario.\n${why}`, { cause });
  }
}

/** `ready` is for whoever started the process. @throws Error that names the port which cannot be had */
export async function startModelCommand(options: ModelServerOptions) {
  const { url, apiKey, model, close } = await startModelServer(options);
  return { ready: { url, apiKey, model }, close };
}
