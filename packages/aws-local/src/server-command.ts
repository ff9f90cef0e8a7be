import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { StartRefused } from "./start-refused.ts";
import { startServices } from "./start-services.ts";

interface CommandOptions {
  readonly port: number;
  /** Absent: what is kept goes with the process. */
  readonly dir?: string;
  readonly region: string;
  readonly lambdaEndpoint?: string;
}

/** What was typed is not what the command takes; the message says what to type instead. */
export class UsageError extends Error {}

export const usage = `Usage: aws-local [options]

A server that answers the AWS SDKs, the AWS CLI and Terraform as S3, SQS,
DynamoDB, EventBridge Scheduler and Secrets Manager do. It prints one JSON line
with its address and credentials when it is ready, and ends on SIGTERM or
Ctrl-C.

Options:
  --port <port>             port on loopback, 0 for a free one (default: 0)
  --dir <dir>               where everything is kept (default: a temporary
                            directory)
  --region <region>         region in ARNs and signatures (default: us-east-1)
  --lambda-endpoint <url>   Lambda's Invoke API, which due schedules call;
                            without it they wait
  --help                    print this help

Requests are signed with the credentials in AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY (random ones without them).
`;

/** @returns null when help is asked for. @throws UsageError */
export function readArguments(args: readonly string[]): CommandOptions | null {
  const { help, port, "lambda-endpoint": lambdaEndpoint, ...others } = parsed(args);
  if (help === true) return null;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError("give --port a whole number from 0 to 65535");
  if (lambdaEndpoint !== undefined && !URL.canParse(lambdaEndpoint))
    throw new UsageError(`'${lambdaEndpoint}' is no URL`);
  return { ...others, port: Number(port), ...(lambdaEndpoint === undefined ? {} : { lambdaEndpoint }) };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: "0" },
        dir: { type: "string" },
        region: { type: "string", default: "us-east-1" },
        "lambda-endpoint": { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

interface RunningCommand {
  /** For whoever started the process: address and credentials. */
  readonly ready: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** @throws Error that says what is wrong and what to do. */
export async function startCommand({ dir, ...options }: CommandOptions): Promise<RunningCommand> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId = `LOCAL${randomBytes(7).toString("hex").toUpperCase()}`,
    AWS_SECRET_ACCESS_KEY: secretAccessKey = randomBytes(30).toString("base64url"),
  } = process.env;
  const credentials = { accessKeyId, secretAccessKey };
  const report = (line: string): void => void process.stderr.write(`aws-local: ${line}\n`);
  await using parts = new AsyncDisposableStack();
  const kept = dir ?? (await mkdtemp(path.join(tmpdir(), "aws-local-")));
  if (dir === undefined) parts.defer(() => rm(kept, { recursive: true, force: true }));
  const services = await startServices({ ...options, dir: kept, credentials, report }).catch((error) => {
    throw error instanceof StartRefused ? new Error([error.message, ...error.advice].join(" ")) : error;
  });
  parts.defer(() => services.close());
  const running = parts.move();
  const ready = { url: services.url, region: options.region, ...credentials };
  return { ready, close: () => running.disposeAsync() };
}
