import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type LoopbackServer, startLoopbackServer } from "#shared/http/loopback-server.ts";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import { jsonRefusal } from "../signature/json-refusal.ts";
import { requireSignature } from "../signature/require-signature.ts";
import type { SignatureRules } from "../signature/verify-signature.ts";
import {
  type DynaliteOperation,
  type DynaliteStore,
  dynaliteOperations,
  isDynaliteAnswer,
  openDynaliteStore,
  runDynalite,
} from "./dynalite.ts";

export interface DynamodbServer {
  readonly url: string;
  readonly port: number;
  /** The same tables without a socket, for inProcessHandler. */
  readonly service: WireService;
  close(): Promise<void>;
}

interface DynamodbServerOptions {
  /** Directory of the tables; made when missing. */
  readonly dataDir: string;
  readonly port?: number | undefined;
  /** What requests over the socket must be signed with; absent: they need not be. */
  readonly signatures?: Omit<SignatureRules, "services"> | undefined;
}

const requestLimitBytes = 16 * 1024 * 1024;
const knownOperations: ReadonlySet<string> = new Set(dynaliteOperations);
const isKnown = (operation: string): operation is DynaliteOperation => knownOperations.has(operation);

/** DynamoDB for one machine: dynalite's tables on disk behind DynamoDB's JSON API on loopback. */
export async function startDynamodbServer(options: DynamodbServerOptions): Promise<DynamodbServer> {
  const store = openDynaliteStore({
    path: options.dataDir,
    // Tables are there at once: the waits imitate a delay that nothing here depends on.
    createTableMs: 0,
    deleteTableMs: 0,
    updateTableMs: 0,
  });
  await opened(store, options.dataDir);
  const running = new Set<Promise<WireResponse>>();
  const service: WireService = (request) => {
    const answer = answerRequest(store, request);
    running.add(answer);
    void answer.finally(() => running.delete(answer));
    return answer;
  };
  const server = await startLoopbackServer({
    answer: signed(service, options.signatures),
    port: options.port,
    bodyLimitBytes: requestLimitBytes,
    tooLarge: { status: 413, headers: {}, body: "" },
  }).catch(async (error: unknown): Promise<LoopbackServer> => {
    await store.lifecycleManager.gracefulClose();
    throw error;
  });
  return {
    url: server.url,
    port: server.port,
    service,
    async close() {
      await server.close();
      await Promise.allSettled(running);
      await store.lifecycleManager.gracefulClose();
    },
  };
}

const signed = (service: WireService, rules: DynamodbServerOptions["signatures"]): WireService =>
  rules === undefined
    ? service
    : requireSignature({ ...rules, services: ["dynamodb"] }, jsonRefusal(400), service);

async function opened(store: DynaliteStore, dataDir: string): Promise<void> {
  try {
    await store.db.open();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const locked = cause instanceof Error && "code" in cause && cause.code === "LEVEL_LOCKED";
    throw new DroverError(
      "ConfigurationInvalid",
      locked
        ? `The tables in ${dataDir} are open in another process.`
        : `The tables in ${dataDir} cannot be opened: ${cause instanceof Error ? cause.message : cause}`,
      {
        advice: [locked ? "Stop the other farm, or use another directory." : "Check the directory's rights."],
        cause: error,
      },
    );
  }
}

async function answerRequest(store: DynaliteStore, request: WireRequest): Promise<WireResponse> {
  const [api, operation = ""] = (request.headers["x-amz-target"] ?? "").split(".");
  if (request.method !== "POST" || api !== "DynamoDB_20120810" || !isKnown(operation)) {
    return refusal(
      "com.amazon.coral.service#UnknownOperationException",
      `The local DynamoDB does not know ${operation || "this request"}.`,
    );
  }
  try {
    const input = parsed(request.body);
    const answer = await runDynalite(store, operation, input);
    if (operation === "CreateTable") await tableActive(store, input);
    return json(200, answer);
  } catch (error) {
    if (error instanceof SyntaxError) return refusal("com.amazon.coral.service#SerializationException");
    if (isDynaliteAnswer(error)) return json(error.statusCode, error.body);
    const message = error instanceof Error ? error.message : String(error);
    return json(500, { __type: "com.amazonaws.dynamodb.v20120810#InternalServerError", message });
  }
}

/** dynalite makes the table usable a moment after its answer; nobody should have to wait and ask for that. */
async function tableActive(store: DynaliteStore, input: object): Promise<void> {
  const tableName = "TableName" in input ? input.TableName : undefined;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { Table } = z
      .object({ Table: z.object({ TableStatus: z.string() }) })
      .parse(await runDynalite(store, "DescribeTable", { TableName: tableName }));
    if (Table.TableStatus === "ACTIVE") return;
    await setTimeout(5);
  }
}

function parsed(body: Buffer): object {
  const value: unknown = JSON.parse(body.toString());
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new SyntaxError("no object");
  return value;
}

const refusal = (type: string, message?: string): WireResponse => json(400, { __type: type, message });

const json = (status: number, body: object): WireResponse => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-requestid": randomUUID() },
  body: JSON.stringify(body),
});
