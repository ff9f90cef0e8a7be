import type { WireRequest, WireResponse, WireService } from "../http/wire.ts";
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
    if (takesCapacity) tellUse({ service: "dynamodb", operation, units: consumedUnits(answer, kind), kind });
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
      tellUse({ service: "s3", operation, bytesIn: request.body.length, bytesOut });
    }
    return answer;
  };

export const meteredQueues =
  (service: WireService): WireService =>
  async (request) => {
    const answer = await service(request);
    if (isMetered()) {
      const bytes = Math.max(request.body.length, answer.body.length);
      tellUse({ service: "sqs", operation: operationOf(request), bytes });
    }
    return answer;
  };
