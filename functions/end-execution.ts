import type { Context } from "aws-lambda";
import { withContext } from "#agent/environment/runtime-logger.ts";
import { type BrokenEnd, endBroken } from "#api/executions/end-broken.ts";
import { BrokenExecutionEvent } from "#shared/contracts/farm/execution-event.ts";
import { inTrace } from "./runtime/in-trace.ts";
import { runtimeFor } from "./runtime/runtime.ts";

/**
 * Cleans up after an execution that failed without a Catch, and releases its device (docs/faults.md D23).
 * EventBridge calls it at once; sweep-executions handles missed events. Lambda retries its errors.
 */
export async function handler(event: unknown, context: Context): Promise<{ readonly end: BrokenEnd }> {
  const runtime = runtimeFor("end-execution");
  const { executionArn, status } = BrokenExecutionEvent.parse(event).detail;
  const logger = withContext(runtime.logger, {
    function: "end-execution",
    requestId: context.awsRequestId,
    executionArn,
  });
  const end = await inTrace("end-execution", event, runtime, () =>
    endBroken(executionArn, { ...runtime, logger }),
  );
  logger.info("execution failed", { status, end });
  return { end };
}
