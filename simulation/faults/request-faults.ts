import type { IncomingMessage, ServerResponse } from "node:http";
import type { Cloud } from "#local/cloud/start-cloud.ts";
import type { SeededRandom } from "../world/seeded-random.ts";
import type { BeforeRequest } from "../world/simulated-network.ts";
import type { VirtualTime } from "../world/virtual-time.ts";
import { drawCallFault, type ServiceName, throttled } from "./call-faults.ts";
import type { FaultLog } from "./fault-log.ts";

/** What the model's service does for a while, for whoever asks it. */
export type ModelTrouble = "well" | "overloaded" | "limited" | "garbage" | "silent" | "broken";

/** What the model's service answers then: its status and its body. */
export const modelAnswers: Readonly<
  Record<Exclude<ModelTrouble, "well" | "silent">, readonly [number, string]>
> = {
  overloaded: [529, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
  limited: [429, '{"type":"error","error":{"type":"rate_limit_error","message":"Rate limited"}}'],
  garbage: [200, '{"id":"msg_1","type":"message","content":[{"type":"te'],
  broken: [500, '{"type":"error","error":{"type":"api_error","message":"Internal server error"}}'],
};

interface Network {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly faults: FaultLog;
  readonly cloud: () => Cloud;
  readonly modelPort: number;
  readonly model: () => ModelTrouble;
}

/** Which service listens at a port. */
function serviceAt(port: number, { cloud, modelPort }: Network, { headers }: IncomingMessage): ServiceName {
  if (port === modelPort) return "model";
  const { endpoints } = cloud();
  const isAt = (url: string): boolean => Number(new URL(url).port) === port;
  if (isAt(endpoints.dynamodb)) return "tables";
  if (isAt(endpoints.sfn)) return "engine";
  if (isAt(endpoints.s3)) return headers["x-amz-target"] === undefined ? "objects" : "queues";
  return "other";
}

/** Takes the answer away once the request has had its effect. */
function loseAnswer(request: IncomingMessage, response: ServerResponse): void {
  Object.assign(response, {
    write: () => true,
    end() {
      request.socket.destroy();
      return response;
    },
  });
}

/** What becomes of the requests of hosts, and of those to the model, on their way. */
export const requestFaults =
  (network: Network): BeforeRequest =>
  (port, request, response, proceed) => {
    const { time, random, faults } = network;
    const service = serviceAt(port, network, request);
    const trouble = service === "model" ? network.model() : "well";
    if (trouble === "silent") return;
    if (trouble !== "well") {
      const [status, body] = modelAnswers[trouble];
      time.after(random.next() * 500, () =>
        response.writeHead(status, { "content-type": "application/json" }).end(body),
      );
      return;
    }
    if (service === "other" || service === "model") return proceed();
    const target = request.headers["x-amz-target"];
    const fault = drawCallFault(
      random,
      faults,
      `host's ${service} ${String(target ?? request.method)
        .split(".")
        .at(-1)}`,
    );
    if (fault === "throttled") {
      const { status, headers, body } = throttled[service];
      response.writeHead(status, headers as Record<string, string>).end(body);
      return;
    }
    if (fault === "lost") loseAnswer(request, response);
    time.after(random.next() * 10 + (fault === "late" ? random.next() * 4_000 : 0), proceed);
  };
