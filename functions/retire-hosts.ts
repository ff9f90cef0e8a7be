import type { Context } from "aws-lambda";
import { type Retired, retireHosts } from "./retirement/retire-hosts.ts";
import { runtimeFor } from "./runtime/runtime.ts";
import { withContext } from "./runtime/runtime-logger.ts";
import { stageOf } from "./runtime/stage-of.ts";

/** Forgets hosts that have been silent for long and removes their queues. Called every day. */
export async function handler(_event: unknown, context: Context): Promise<Retired> {
  const runtime = runtimeFor("retire-hosts");
  const logger = withContext(runtime.logger, { function: "retire-hosts", requestId: context.awsRequestId });
  return retireHosts({ ...runtime, logger }, stageOf(runtime));
}
