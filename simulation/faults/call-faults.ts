import type { WireResponse, WireService } from "#shared/http/wire.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import type { SeededRandom } from "../world/seeded-random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";
import type { FaultLog } from "./fault-log.ts";

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
  const [isFault, which] = [random.isOneIn(oneIn), random.next()];
  if (!isFault) return null;
  const fault = which < 0.3 ? "throttled" : which < 0.6 ? "lost" : "late";
  return faults.begins("calls", `${where} ${fault}`) ? fault : null;
}

const lostAnswer = (): Error =>
  Object.assign(new Error("socket hang up"), { name: "TimeoutError", code: "ECONNRESET" });

/** A service over a network: each call takes some time, some are refused, of some the answer never comes although they took effect. */
export const overNetwork =
  (
    name: Exclude<ServiceName, "model" | "other">,
    service: WireService,
    time: VirtualTime,
    random: SeededRandom,
    faults: FaultLog,
  ): WireService =>
  async (request) => {
    const label = `${name} ${request.headers["x-amz-target"]?.split(".")[1] ?? request.path.split("/").slice(0, 5).join("/")}`;
    const fault = drawCallFault(random, faults, label);
    await time.sleep(
      random.next() * usualMilliseconds + (fault === "late" ? random.next() * lateMilliseconds : 0),
    );
    if (fault === "throttled") return throttled[name];
    const answer = await service(request);
    await time.sleep(random.next() * usualMilliseconds);
    if (fault === "lost") throw lostAnswer();
    return answer;
  };

/** The functions' table over a network. */
export function tablesOverNetwork(
  tables: TableClient,
  time: VirtualTime,
  random: SeededRandom,
  faults: FaultLog,
): TableClient {
  const send = async (command: never): Promise<unknown> => {
    const { name } = (command as object).constructor;
    const fault = drawCallFault(random, faults, `tables ${name}`);
    await time.sleep(
      random.next() * usualMilliseconds + (fault === "late" ? random.next() * lateMilliseconds : 0),
    );
    if (fault === "throttled")
      throw Object.assign(new Error("Rate exceeded"), { name: "ThrottlingException" });
    const answer = await tables.send(command);
    await time.sleep(random.next() * usualMilliseconds);
    if (fault === "lost") throw lostAnswer();
    return answer;
  };
  return { send: send as TableClient["send"] };
}
