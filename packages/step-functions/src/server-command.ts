import { parseArgs } from "node:util";
import { serviceLimits } from "./execution/limits.ts";
import { type ServiceName, serviceNames } from "./integrations/sdk-services.ts";
import { type Durability, durabilities } from "./journal/sqlite-journal.ts";
import { startEngine } from "./start-engine.ts";

export interface EngineCommandOptions {
  readonly port: number;
  readonly dir: string;
  readonly endpoints: Readonly<Partial<Record<ServiceName, string>>>;
  readonly region: string;
  readonly accountId: string;
  readonly limits: { readonly retentionDays: number };
  readonly durability: Durability;
}

/** What was typed is not what the command takes; the message says what to type instead. */
export class UsageError extends Error {}

const flagOf = (service: ServiceName) => `${service.toLowerCase()}-endpoint`;

const PURPOSES: Readonly<Record<ServiceName, string>> = {
  dynamodb: "where requests to DynamoDB go",
  eventBridge: "where events:putEvents goes",
  lambda: "where lambda:invoke and functions' own ARNs go",
  s3: "where requests to S3 go, also from ItemReader",
  sns: "where requests to SNS go",
  sqs: "where requests to SQS go",
};

export const engineUsage = (program: string, dir: string): string => `Usage: ${program} [options]

A server that answers @aws-sdk/client-sfn as AWS Step Functions does, for
JSONata state machines. It prints one JSON line with its address when it is
ready, and ends on SIGTERM or Ctrl-C.

Options:
  --port <port>                  loopback port, 0 for a free one (default: 0)
  --dir <dir>                    where the engine keeps its journal
                                 (default: ${dir})
  --endpoint-url <url>           for services without an endpoint of their own
${serviceNames.map((service) => `  ${`--${flagOf(service)} <url>`.padEnd(31)}${PURPOSES[service]}\n`).join("")}\
  --durability <full|normal>     a power cut loses nothing, or the newest
                                 commits (default: normal)
  --region <region>              region in ARNs (default: us-east-1)
  --account-id <id>              account in ARNs (default: 123456789012)
  --retention-days <days>        how long ended executions are kept
                                 (default: 90, as in the service)
  --help                         print this help

The integrations use the credentials in AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY ("local" without them).
`;

/** @returns null when help is asked for. @throws UsageError */
export function readEngineArguments(args: readonly string[], dir: string): EngineCommandOptions | null {
  const values = parsed(args, dir);
  if (values.help === true) return null;
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    throw new UsageError("give --port a whole number from 0 to 65535");
  }
  if (!/^\d{12}$/.test(values["account-id"])) {
    throw new UsageError("give --account-id the 12 digits of an account");
  }
  const retentionDays = Number(values["retention-days"]);
  if (!(retentionDays > 0)) throw new UsageError("give --retention-days a number above 0");
  const durability = durabilities.find((known) => known === values.durability);
  if (durability === undefined) throw new UsageError(`give --durability ${durabilities.join(" or ")}`);
  return {
    limits: { retentionDays },
    durability,
    port: Number(values.port),
    dir: values.dir,
    region: values.region,
    accountId: values["account-id"],
    endpoints: endpoints(values),
  };
}

function endpoints(values: Readonly<Record<string, unknown>>): EngineCommandOptions["endpoints"] {
  const found: Partial<Record<ServiceName, string>> = {};
  for (const service of serviceNames) {
    const url = values[flagOf(service)] ?? values["endpoint-url"];
    if (typeof url !== "string") continue;
    if (!URL.canParse(url)) throw new UsageError(`'${url}' is no URL`);
    found[service] = url;
  }
  return found;
}

function parsed(args: readonly string[], dir: string) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: "0" },
        dir: { type: "string", default: dir },
        "endpoint-url": { type: "string" },
        ...Object.fromEntries(serviceNames.map((service) => [flagOf(service), { type: "string" as const }])),
        region: { type: "string", default: "us-east-1" },
        "account-id": { type: "string", default: "123456789012" },
        "retention-days": { type: "string", default: String(serviceLimits.retentionDays) },
        durability: { type: "string", default: "normal" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export interface EngineServer {
  /** For whoever started the process: address and credentials. */
  readonly ready: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** @throws Error that names the folder or the port, and what to do. */
export async function startEngineServer(options: EngineCommandOptions): Promise<EngineServer> {
  const { AWS_ACCESS_KEY_ID = "local", AWS_SECRET_ACCESS_KEY = "local" } = process.env;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  try {
    const { dir, ...given } = options;
    const engine = await startEngine({ ...given, dataDir: dir, credentials });
    const { region } = options;
    return { ready: { url: engine.url, region, ...credentials }, close: engine.close };
  } catch (cause) {
    throw new Error(explained(cause, options), { cause });
  }
}

function explained(cause: unknown, { dir, port }: EngineCommandOptions): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (message.includes("EADDRINUSE")) {
    return `port ${port} is in use; give another with --port, or 0 for a free one`;
  }
  if (message.includes("database is locked")) {
    return `another engine uses ${dir}; give another folder with --dir`;
  }
  if (/not a database|malformed|disk image/.test(message)) {
    return `the journal in ${dir} is damaged (${message}); put back a copy of the folder, or move it away to begin anew: what it held is lost then`;
  }
  return `the engine could not start on ${dir}: ${message}`;
}
