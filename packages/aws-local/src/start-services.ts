import path from "node:path";
import { openTables } from "./dynamodb/dynamodb-server.ts";
import { startObjectAndQueueServer } from "./object-and-queue-server.ts";
import type { ScheduleTargets } from "./scheduler/due-schedules.ts";
import { openScheduler } from "./scheduler/scheduler-server.ts";
import { openSecrets } from "./secrets-manager/secret-server.ts";
import { jsonRefusal } from "./signature/json-refusal.ts";
import { requireSignature } from "./signature/require-signature.ts";
import type { AccessKey } from "./signature/signature-of.ts";

export interface ServicesOptions {
  /** Everything the services keep lies here; made when missing. */
  readonly dir: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly region?: string;
  /** The only ones that requests may be signed with. */
  readonly credentials: AccessKey;
  /** Lambda's Invoke API, which due schedules call; absent: they wait. */
  readonly lambdaEndpoint?: string | undefined;
  readonly report?: (line: string) => void;
}

export interface Services {
  /** Of all services. */
  readonly url: string;
  close(): Promise<void>;
}

const accountId = "000000000000";

/** S3, SQS, DynamoDB, EventBridge Scheduler and Secrets Manager at one address. @throws StartRefused */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { dir, region = "us-east-1", credentials, lambdaEndpoint, port } = options;
  const [keys, clock] = [[credentials], () => new Date()];
  const place = (folder: string) => ({ dataDir: path.join(dir, folder), region, accountId });
  await using parts = new AsyncDisposableStack();
  const scheduler = await openScheduler(place("schedules"));
  parts.defer(() => scheduler.close());
  const secrets = await openSecrets(place("secrets"));
  parts.defer(() => secrets.close());
  const tables = await openTables(place("tables"));
  parts.defer(() => tables.close());
  const others = [tables, scheduler, secrets].map(({ name, refusal, service }) => {
    const rules = { keys, region, services: [name], clock };
    return [name, requireSignature(rules, jsonRefusal(refusal), service)] as const;
  });
  const folders = { objectDir: path.join(dir, "objects"), queueDir: path.join(dir, "queues") };
  const server = await startObjectAndQueueServer({ ...folders, port, region, keys, others: new Map(others) });
  parts.defer(() => server.close());
  if (lambdaEndpoint !== undefined) {
    const { report = () => undefined } = options;
    scheduler.begin({ invoke: invoker(lambdaEndpoint), sendDeadLetter: deadLetters(server), report });
  }
  const running = parts.move();
  return { url: server.url, close: () => running.disposeAsync() };
}

const invoker =
  (endpoint: string): ScheduleTargets["invoke"] =>
  async (name, event) => {
    const { ok } = await fetch(new URL(`/2015-03-31/functions/${name}/invocations`, endpoint), {
      method: "POST",
      headers: { "x-amz-invocation-type": "Event" },
      body: JSON.stringify(event),
    });
    return { failed: !ok };
  };

const deadLetters =
  ({
    url,
    services,
  }: Awaited<ReturnType<typeof startObjectAndQueueServer>>): ScheduleTargets["sendDeadLetter"] =>
  async (queueArn, MessageBody) => {
    const QueueUrl = `${url}/${accountId}/${queueArn.slice(queueArn.lastIndexOf(":") + 1)}`;
    const { status, body } = await services.queues({
      method: "POST",
      path: "/",
      query: "",
      headers: { host: new URL(url).host, "x-amz-target": "AmazonSQS.SendMessage" },
      body: Buffer.from(JSON.stringify({ QueueUrl, MessageBody })),
    });
    if (status !== 200) throw new Error(body.toString());
  };
