import type { Context } from "aws-lambda";
import { BrokenExecutionEvent } from "#shared/contracts/execution-event.ts";
import { type BrokenEnd, endBroken } from "./executions/end-broken.ts";
import { runtimeFor } from "./runtime/runtime.ts";
import { withContext } from "./runtime/runtime-logger.ts";
import { inTrace } from "./tracing/in-trace.ts";

/**
 * Ends what an execution left that broke off where none of its states could say so, and lets its device go (docs/faults.md D23).
 * EventBridge calls it at once; what that misses is sweep-executions'. An error that leaves here is tried again by Lambda.
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
  logger.info("execution broke off", { status, end });
  return { end };
}
