import { randomUUID } from "node:crypto";
import path from "node:path";
import type { WireRequest, WireResponse } from "../http/wire.ts";
import {
  openIn,
  type ServedService,
  type ServiceServer,
  type ServiceServerOptions,
  startServiceServer,
} from "../service-server.ts";
import { openDatabase } from "../sqlite/database.ts";
import { keepSchedulesDue, type ScheduleTargets } from "./due-schedules.ts";
import { type SchedulerContext, schedulerOperations } from "./operations.ts";
import { createScheduleStore, scheduleSchema } from "./schedule-store.ts";
import {
  invalidScheduleParameter,
  SchedulerRefusal,
  unknownSchedulerOperation,
} from "./scheduler-refusal.ts";

export interface SchedulerServer extends ServiceServer {
  /** Invokes what is due, from now on. */
  begin(targets: ScheduleTargets): void;
}

interface SchedulerServerOptions extends ServiceServerOptions {
  readonly region: string;
  readonly accountId: string;
}

const requestLimitBytes = 1_024 * 1_024;

/** EventBridge Scheduler for one machine: its REST API on loopback, and what is due is invoked. */
export async function startSchedulerServer(options: SchedulerServerOptions): Promise<SchedulerServer> {
  const { begin, ...scheduler } = await openScheduler(options);
  return { ...(await startServiceServer(options, scheduler)), begin };
}

/** The same without a socket. */
export async function openScheduler(
  options: SchedulerServerOptions,
): Promise<ServedService & Pick<SchedulerServer, "begin">> {
  const { dataDir, region, accountId, clock = () => new Date() } = options;
  const database = await openIn("schedules", dataDir, () =>
    openDatabase(path.join(dataDir, "schedules.sqlite"), scheduleSchema),
  );
  const schedules = createScheduleStore(database);
  const arnPrefix = `arn:aws:scheduler:${region}:${accountId}`;
  let due: { close(): Promise<void> } | undefined;
  return {
    name: "scheduler",
    service: async (request) => answer(request, { schedules, arnPrefix, now: clock().getTime() }),
    refusal: 403,
    requestLimitBytes,
    async close() {
      await due?.close();
      database.close();
    },
    begin(targets) {
      due ??= keepSchedulesDue(schedules, targets, { clock, arnPrefix });
    },
  };
}

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
