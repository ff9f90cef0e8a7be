import path from "node:path";
import { startEngine } from "@drover/step-functions";
import { type Command, InvalidArgumentError } from "commander";
import { makeDirectory } from "#local/make-directory.ts";
import { CommandFailure } from "../command-failure.ts";
import { exitCodes } from "../exit-codes.ts";
import { runPart } from "../run-part.ts";
import { portNumber } from "../whole-number.ts";

interface EngineCommandOptions {
  readonly port: number;
  readonly dir: string;
  readonly lambdaEndpoint?: string;
  readonly endpointUrl?: string;
  readonly region: string;
  readonly accountId: string;
}

export const engineCommand = (command: Command): Command =>
  command
    .option("--port <port>", "port of the API on loopback, 0 for a free one", portNumber, 0)
    .option("--dir <dir>", "where the engine keeps its journal", path.join(".drover", "engine"))
    .option("--lambda-endpoint <url>", "where lambda:invoke goes (Lambda's Invoke API)")
    .option(
      "--endpoint-url <url>",
      "where all other integrations go, and Lambda's when it has no own endpoint",
    )
    .option("--region <region>", "region in ARNs and requests", "us-east-1")
    .option("--account-id <id>", "account in ARNs", accountId, "123456789012")
    .action((options: EngineCommandOptions) => runPart(() => start(options)));

async function start(options: EngineCommandOptions) {
  const { AWS_ACCESS_KEY_ID = "local", AWS_SECRET_ACCESS_KEY = "local" } = process.env;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const engine = await startEngine({
    dataDir: await makeDirectory(options.dir),
    port: options.port,
    region: options.region,
    accountId: options.accountId,
    credentials,
    endpoints: endpoints(options),
  }).catch((cause: unknown) => {
    throw new CommandFailure(exitCodes.error, explained(cause, options));
  });
  return { ready: { url: engine.url, region: options.region, ...credentials }, close: engine.close };
}

function endpoints({ lambdaEndpoint, endpointUrl }: EngineCommandOptions): Record<string, string> {
  const shared = endpointUrl === undefined ? [] : ["lambda", "sqs", "dynamodb", "eventBridge", "s3"];
  return {
    ...Object.fromEntries(shared.map((service) => [service, endpointUrl ?? ""])),
    ...(lambdaEndpoint === undefined ? {} : { lambda: lambdaEndpoint }),
  };
}

function explained(cause: unknown, { dir, port }: EngineCommandOptions): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (message.includes("EADDRINUSE"))
    return `port ${port} is in use; give another with --port, or 0 for a free one`;
  if (/database is locked/.test(message)) return `another engine uses ${dir}; give another folder with --dir`;
  return `the engine could not start on ${dir}: ${message}`;
}

function accountId(value: string): string {
  if (!/^\d{12}$/.test(value)) throw new InvalidArgumentError("give the 12 digits of an account");
  return value;
}
