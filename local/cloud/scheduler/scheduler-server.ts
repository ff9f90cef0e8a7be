import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type LoopbackServer, startLoopbackServer } from "#shared/http/loopback-server.ts";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import { jsonRefusal } from "../signature/json-refusal.ts";
import { requireSignature } from "../signature/require-signature.ts";
import type { SignatureRules } from "../signature/verify-signature.ts";
import { openDatabase } from "../sqlite/database.ts";
import { refusalToOpen } from "../sqlite/refusal-to-open.ts";
import { keepSchedulesDue, type ScheduleTargets } from "./due-schedules.ts";
import { type SchedulerContext, schedulerOperations } from "./operations.ts";
import { createScheduleStore, type ScheduleStore, scheduleSchema } from "./schedule-store.ts";
import {
  invalidScheduleParameter,
  SchedulerRefusal,
  unknownSchedulerOperation,
} from "./scheduler-refusal.ts";

export interface SchedulerServer {
  readonly url: string;
  readonly port: number;
  /** The same without a socket, for inProcessHandler. */
  readonly service: WireService;
  /** Invokes what is due, from now on. */
  begin(targets: ScheduleTargets): void;
  close(): Promise<void>;
}

interface SchedulerServerOptions {
  /** Directory of the schedules; made when missing. */
  readonly dataDir: string;
  readonly region: string;
  readonly accountId: string;
  readonly port?: number | undefined;
  /** What requests over the socket must be signed with; absent: they need not be. */
  readonly signatures?: Omit<SignatureRules, "services"> | undefined;
  /** What decides what is due. */
  readonly clock?: (() => Date) | undefined;
}

const requestLimitBytes = 1_024 * 1_024;

/** EventBridge Scheduler for one machine: its REST API on loopback, and what is due is invoked. */
export async function startSchedulerServer(options: SchedulerServerOptions): Promise<SchedulerServer> {
  const { dataDir, region, accountId, clock = () => new Date() } = options;
  const opened = await openSchedules(dataDir);
  const context = (): SchedulerContext => ({
    schedules: opened.schedules,
    arnPrefix: `arn:aws:scheduler:${region}:${accountId}`,
    now: clock().getTime(),
  });
  const service: WireService = async (request) => answer(request, context());
  let due: { close(): Promise<void> } | undefined;
  const server = await startLoopbackServer({
    answer: signed(service, options.signatures),
    port: options.port,
    bodyLimitBytes: requestLimitBytes,
    tooLarge: { status: 413, headers: {}, body: "" },
  }).catch((error: unknown): LoopbackServer => {
    opened.close();
    throw error;
  });
  return {
    url: server.url,
    port: server.port,
    service,
    begin(targets) {
      due ??= keepSchedulesDue(opened.schedules, targets, { clock, arnPrefix: context().arnPrefix });
    },
    async close() {
      await server.close();
      await due?.close();
      opened.close();
    },
  };
}

async function openSchedules(dataDir: string): Promise<{ schedules: ScheduleStore; close(): void }> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const database = openDatabase(path.join(dataDir, "schedules.sqlite"), scheduleSchema);
    return { schedules: createScheduleStore(database), close: () => database.close() };
  } catch (error) {
    throw refusalToOpen("schedules", dataDir, error);
  }
}

const signed = (service: WireService, rules: SchedulerServerOptions["signatures"]): WireService =>
  rules === undefined
    ? service
    : requireSignature({ ...rules, services: ["scheduler"] }, jsonRefusal(403), service);

function answer(request: WireRequest, context: SchedulerContext): WireResponse {
  try {
    const [, kind = "", name] = /^\/([a-z-]+)(?:\/([^/]+))?$/.exec(request.path) ?? [];
    const operation = schedulerOperations.get(`${request.method} ${kind}${name === undefined ? "" : "/"}`);
    if (operation === undefined) throw unknownSchedulerOperation(request.method, request.path);
    const query = Object.fromEntries(new URLSearchParams(request.query));
    return json(
      200,
      operation(context, { name: decodeURIComponent(name ?? ""), query, body: parsed(request.body) }),
    );
  } catch (error) {
    if (error instanceof SchedulerRefusal) return json(error.status, { Message: error.message }, error.type);
    return json(500, { Message: "An error occurred on the server side." }, "InternalServerException");
  }
}

function parsed(body: Buffer): unknown {
  try {
    return body.length === 0 ? {} : JSON.parse(body.toString());
  } catch {
    throw invalidScheduleParameter("The request is not JSON.");
  }
}

const json = (status: number, body: object, errorType?: string): WireResponse => ({
  status,
  headers: {
    "content-type": "application/json",
    "x-amzn-requestid": randomUUID(),
    ...(errorType === undefined ? {} : { "x-amzn-errortype": errorType }),
  },
  body: JSON.stringify(body),
});
