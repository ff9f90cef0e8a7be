import type { WireResponse, WireService } from "#shared/http/wire.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import type { SeededRandom } from "../world/seeded-random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";
import type { FaultLog } from "./fault-log.ts";
import { beyondInvocation, mayDie } from "./function-faults.ts";

export type ServiceName = "objects" | "queues" | "engine" | "lambda" | "tables" | "model" | "other";

const json = (type: string, more: Readonly<Record<string, string>> = {}): WireResponse => ({
  status: 400,
  headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": type, ...more },
  body: JSON.stringify({ __type: type, message: "Rate exceeded" }),
});

/** As each service refuses what comes too often. */
export const throttled: Readonly<Record<Exclude<ServiceName, "model" | "other">, WireResponse>> = {
  objects: {
    status: 503,
    headers: { "content-type": "application/xml" },
    body: "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>",
  },
  queues: json("com.amazonaws.sqs#RequestThrottled", { "x-amzn-query-error": "RequestThrottled;Sender" }),
  engine: json("ThrottlingException"),
  lambda: { ...json("TooManyRequestsException"), status: 429 },
  tables: json("com.amazonaws.dynamodb.v20120810#ThrottlingException"),
};

const oneIn = 250;
const usualMilliseconds = 15;
const lateMilliseconds = 4_000;

export type CallFault = "throttled" | "lost" | "late" | null;

/** Draws what becomes of a call; the same number of draws whatever becomes of it. */
export function drawCallFault(random: SeededRandom, faults: FaultLog, where: string): CallFault {
  const [isFault, which] = [faults.isDue("calls", random, oneIn), random.next()];
  if (!isFault) return null;
  const fault = which < 0.3 ? "throttled" : which < 0.6 ? "lost" : "late";
  return faults.begins("calls", `${where} ${fault}`) ? fault : null;
}

const lostAnswer = (): Error =>
  Object.assign(new Error("socket hang up"), { name: "TimeoutError", code: "ECONNRESET" });

interface Way {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  /** For functions that die. */
  readonly deaths: SeededRandom;
  readonly faults: FaultLog;
}

interface Asked<Answer> {
  readonly call: () => Promise<Answer>;
  readonly refuse: () => Answer;
}

/** A call takes some time, some are refused, and some have their effect although their answer is lost. */
async function send<Answer>(
  label: string,
  { time, random, faults }: Way,
  { call, refuse }: Asked<Answer>,
): Promise<Answer> {
  const fault = drawCallFault(random, faults, label);
  await time.sleep(
    random.next() * usualMilliseconds + (fault === "late" ? random.next() * lateMilliseconds : 0),
  );
  if (fault === "throttled") return refuse();
  const answer = await beyondInvocation(call);
  await time.sleep(random.next() * usualMilliseconds);
  if (fault === "lost") throw lostAnswer();
  return answer;
}

const isRead = (label: string): boolean =>
  /^tables (BatchGet|Get|Query|Scan)|^queues (Receive|Get)|^objects \/|^engine (Get|Describe|List)|^lambda/.test(
    label,
  );

/** By a function, which may die of it. */
function sendOrDie<Answer>(label: string, way: Way, asked: Asked<Answer>): Promise<Answer> {
  const sent = (): Promise<Answer> => send(label, way, asked);
  return isRead(label) ? sent() : mayDie(label, { random: way.deaths, faults: way.faults }, sent);
}

/** A service over a network. */
export const overNetwork =
  (name: Exclude<ServiceName, "model" | "other">, service: WireService, way: Way): WireService =>
  (request) => {
    const label = `${name} ${request.headers["x-amz-target"]?.split(".")[1] ?? request.path.split("/").slice(0, 5).join("/")}`;
    return sendOrDie(label, way, { call: async () => service(request), refuse: () => throttled[name] });
  };

/** The functions' table over a network. */
export function tablesOverNetwork(tables: TableClient, way: Way): TableClient {
  const refuse = (): never => {
    throw Object.assign(new Error("Rate exceeded"), { name: "ThrottlingException" });
  };
  const sent = (command: never): Promise<unknown> =>
    sendOrDie<unknown>(`tables ${(command as object).constructor.name}`, way, {
      call: async () => tables.send(command),
      refuse,
    });
  return { send: sent as TableClient["send"] };
}
