import { randomUUID } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import type { WireRequest, WireResponse, WireService } from "../http/wire.ts";
import { meteredTables } from "../metering/metered-services.ts";
import { type Database, openDatabase } from "../sqlite/database.ts";
import { refusalToOpen } from "../sqlite/refusal-to-open.ts";
import { StartRefused } from "../start-refused.ts";
import { expireItems } from "./expire-items.ts";
import { operations } from "./operations/dynamodb-operations.ts";
import type { OperationContext } from "./operations/operation.ts";
import { ServiceError, serializationError, unknownOperation } from "./service-error.ts";
import { createItemStore } from "./store/item-store.ts";
import { storeSchema } from "./store/schema.ts";
import { createTableCatalogue } from "./store/table-catalogue.ts";

export interface Tables {
  readonly service: WireService;
  /** The same for a caller in this process, whose parameters need not become text on the way. Nothing is metered. */
  readonly answer: (operation: string, input: object) => TableAnswer;
  /** One pass over what is past its time to live; how many items went. Happens by itself every minute. */
  expireItems(): Promise<number>;
  close(): void;
}

export interface TableAnswer {
  readonly status: number;
  readonly body: object;
}

interface TablesOptions {
  /** Directory of the tables; made when missing. */
  readonly dataDir: string;
  readonly clock?: (() => Date) | undefined;
}

const fileName = "tables.sqlite";
const expiryPeriodMilliseconds = 60_000;

/** DynamoDB's JSON API over tables in SQLite: what was answered is on the way to the disk. */
export async function startTables({ dataDir, clock = () => new Date() }: TablesOptions): Promise<Tables> {
  const database = await opened(dataDir);
  const context: OperationContext = {
    database,
    items: createItemStore(database),
    tables: createTableCatalogue(database),
    clock,
  };
  const closing = new AbortController();
  const expire = (): Promise<number> => expireItems(context, closing.signal);
  // What goes wrong in a pass goes wrong in the next one too, and in every write meanwhile, which says so.
  const timer = setInterval(() => void expire().catch(() => undefined), expiryPeriodMilliseconds).unref();
  return {
    service: meteredTables(async (request) => answerRequest(context, request)),
    answer: (operation, input) => answerTo(context, operation, () => input),
    expireItems: expire,
    close() {
      clearInterval(timer);
      closing.abort();
      database.close();
    },
  };
}

async function opened(dataDir: string): Promise<Database> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await refuseLevelDb(dataDir);
    return openDatabase(path.join(dataDir, fileName), storeSchema);
  } catch (error) {
    throw refusalToOpen("tables", dataDir, error);
  }
}

/** Earlier versions kept tables with dynalite, in LevelDB. */
async function refuseLevelDb(dataDir: string): Promise<void> {
  if ((await readdir(dataDir)).some((name) => /^MANIFEST-\d+$/.test(name)))
    throw new StartRefused(
      `The tables in ${dataDir} were written by an earlier version, which kept them in LevelDB.`,
      "Start anew: delete the directory, or give another one with --dir.",
    );
}

function answerRequest(context: OperationContext, { method, headers, body }: WireRequest): WireResponse {
  const [api, name = ""] = (headers["x-amz-target"] ?? "").split(".");
  const isCall = method === "POST" && api === "DynamoDB_20120810";
  const answer = answerTo(context, isCall ? name : "", () => parsed(body));
  return {
    status: answer.status,
    headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-requestid": randomUUID() },
    body: JSON.stringify(answer.body),
  };
}

function answerTo(context: OperationContext, name: string, input: () => unknown): TableAnswer {
  try {
    const operation = operations.get(name);
    if (operation === undefined) throw unknownOperation(name);
    return { status: 200, body: operation(context, input()) };
  } catch (error) {
    if (error instanceof ServiceError)
      return { status: 400, body: { __type: error.type, message: error.message, ...error.fields } };
    const message = error instanceof Error ? error.message : String(error);
    return {
      status: 500,
      body: { __type: "com.amazonaws.dynamodb.v20120810#InternalServerError", message },
    };
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw serializationError("The request is not JSON.");
  }
}
