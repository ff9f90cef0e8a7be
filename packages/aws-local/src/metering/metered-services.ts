import type { WireRequest, WireResponse, WireService } from "../http/wire.ts";
import { callerOf } from "./caller.ts";
import { isMetered, tellUse } from "./cloud-use.ts";

const operationOf = ({ headers }: WireRequest): string => headers["x-amz-target"]?.split(".").at(-1) ?? "";

/** While somebody counts, each request asks the tables what it consumed, as any client may. */
export const meteredTables =
  (service: WireService): WireService =>
  async (request) => {
    if (!isMetered()) return service(request);
    const operation = operationOf(request);
    const asked = { ...JSON.parse(request.body.toString()), ReturnConsumedCapacity: "TOTAL" };
    const takesCapacity = /^(Get|Put|Update|Delete)Item$|^Query$|^Scan$|^Batch|^Transact/.test(operation);
    const body = takesCapacity ? Buffer.from(JSON.stringify(asked)) : request.body;
    const answer = await service({ ...request, body });
    const kind = /^(Get|Query|Scan|BatchGet|TransactGet)/.test(operation) ? "read" : "write";
    if (takesCapacity) {
      const units = consumedUnits(answer, kind);
      tellUse({ service: "dynamodb", caller: callerOf(request), operation, units, kind, request: asked });
    }
    return answer;
  };

/** A refused condition is billed as the write that it refused, at least one unit. */
function consumedUnits({ status, body }: WireResponse, kind: "read" | "write"): number {
  if (status !== 200) return kind === "write" ? 1 : 0;
  const { ConsumedCapacity: consumed = [] } = JSON.parse(body.toString());
  return [consumed].flat().reduce((sum: number, one) => sum + (one.CapacityUnits ?? 0), 0);
}

export const meteredObjects =
  (service: WireService): WireService =>
  async (request) => {
    const answer = await service(request);
    if (isMetered()) {
      const operation =
        request.method === "GET" && /(^|&)list-type=/.test(request.query) ? "LIST" : request.method;
      const bytesOut = operation === "HEAD" ? 0 : answer.body.length;
      const bytesIn = request.body.length;
      tellUse({ service: "s3", caller: callerOf(request), operation, bytesIn, bytesOut });
    }
    return answer;
  };

export const meteredQueues =
  (service: WireService): WireService =>
  async (request) => {
    const answer = await service(request);
    if (isMetered()) {
      const bytes = Math.max(request.body.length, answer.body.length);
      const operation = operationOf(request);
      const messages = messagesOf(operation, request, answer);
      tellUse({ service: "sqs", caller: callerOf(request), operation, bytes, messages });
    }
    return answer;
  };

function messagesOf(operation: string, { body }: WireRequest, answer: WireResponse): number {
  if (operation.endsWith("Batch")) return JSON.parse(body.toString()).Entries?.length ?? 0;
  if (operation === "ReceiveMessage") return JSON.parse(answer.body.toString()).Messages?.length ?? 0;
  return 1;
}

export const meteredEngine =
  (service: WireService): WireService =>
  async (request) => {
    if (isMetered())
      tellUse({ service: "states", caller: callerOf(request), operation: operationOf(request) });
    return service(request);
  };
