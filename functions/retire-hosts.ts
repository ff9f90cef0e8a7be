import type { Context } from "aws-lambda";
import { withContext } from "#agent/environment/runtime-logger.ts";
import { stageOf } from "#agent/environment/stage-of.ts";
import { type Retired, retireHosts } from "#api/executions/retire-hosts.ts";
import { runtimeFor } from "./runtime/runtime.ts";

/** Removes hosts that have been silent for long, and their queues. Called every day. */
export async function handler(_event: unknown, context: Context): Promise<Retired> {
  const runtime = runtimeFor("retire-hosts");
  const logger = withContext(runtime.logger, { function: "retire-hosts", requestId: context.awsRequestId });
  return retireHosts({ ...runtime, logger }, stageOf(runtime));
}
