import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { WireRequest, WireResponse, WireService } from "../http/wire.ts";
import { meteredQueues } from "../metering/metered-services.ts";
import { type Database, openDatabase } from "../sqlite/database.ts";
import { refusalToOpen } from "../sqlite/refusal-to-open.ts";
import { StartRefused } from "../start-refused.ts";
import { queueOperations } from "./operations/sqs-operations.ts";
import { systemTime, type Time } from "./queue/deadlines.ts";
import { createQueues, type Queues } from "./queue/queues.ts";
import { notReadable, QueueError, unknownQueueOperation } from "./service-error.ts";
import { queueSchema } from "./store/schema.ts";

export interface LocalQueues {
  readonly service: WireService;
  /** Ends long polls at once, with nothing. */
  endPolls(): void;
  close(): void;
}

interface QueuesOptions {
  /** Directory of the queues; made when missing. */
  readonly dataDir: string;
  readonly region?: string;
  readonly accountId?: string;
  readonly clock?: () => Date;
  /** Instead of the clock, for tests that move it. */
  readonly time?: Time;
  readonly inFlightLimit?: number;
}

/** SQS's JSON API over queues in SQLite: what was answered is on the way to the disk. */
export function startQueues(options: QueuesOptions): LocalQueues {
  const { dataDir, clock = () => new Date() } = options;
  const database = opened(dataDir);
  const queues = createQueues({
    database,
    time: options.time ?? systemTime(clock),
    region: options.region ?? "us-east-1",
    accountId: options.accountId ?? "000000000000",
    inFlightLimit: options.inFlightLimit ?? 120_000,
  });
  return {
    service: meteredQueues((request) => answerRequest(queues, request)),
    endPolls: () => queues.endPolls(),
    close() {
      queues.close();
      database.close();
    },
  };
}

function opened(dataDir: string): Database {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (existsSync(path.join(dataDir, "fauxqs.db"))) {
      throw new StartRefused(
        `The queues in ${dataDir} were written by an earlier version, which kept them with fauxqs.`,
        "Start anew: delete the directory, or give another one with --dir.",
      );
    }
    return openDatabase(path.join(dataDir, "queues.sqlite"), queueSchema);
  } catch (error) {
    throw refusalToOpen("queues", dataDir, error);
  }
}

async function answerRequest(queues: Queues, request: WireRequest): Promise<WireResponse> {
  try {
    const { headers, gone } = request;
    const [api, name = ""] = (headers["x-amz-target"] ?? "").split(".");
    const operation = queueOperations.get(name);
    if (request.method !== "POST" || api !== "AmazonSQS" || operation === undefined)
      throw unknownQueueOperation(name);
    const baseUrl = `http://${headers.host}`;
    return json(200, await operation({ queues, baseUrl, gone }, parsed(request.body)));
  } catch (error) {
    if (!(error instanceof QueueError)) return json(500, failure(error));
    const { type, message, queryCode } = error;
    return json(400, { __type: type, message }, { "x-amzn-query-error": `${queryCode};Sender` });
  }
}

const failure = (error: unknown): object => ({
  __type: "com.amazonaws.sqs#InternalFailure",
  message: error instanceof Error ? error.message : String(error),
});

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw notReadable("The request is not JSON.");
  }
}

const json = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): WireResponse => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-requestid": randomUUID(), ...headers },
  body: JSON.stringify(body),
});
