import type { CallToolInput, CallToolOutput } from "#shared/contracts/workflow/call-tool.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Runtime } from "../runtime/services.ts";
import { talkOf } from "../steps/step-talk.ts";
import { callOnce } from "./call-once.ts";
import { tellTool } from "./tell-tool.ts";

/**
 * Calls the tool that the step names, at most once: that it may have been called is written before the call, so a process that
 * dies on the way leaves "not known", and nobody calls again. Whatever goes wrong is a result that the agent is told.
 * @throws NotFound, StorageUnavailable
 */
export async function callTool(
  { tenantId, jobId, stepNumber }: CallToolInput,
  runtime: Runtime<"call-tool">,
): Promise<CallToolOutput> {
  const { jobs, steps } = runtime.repositories;
  const [job, step] = await Promise.all([jobs.get(tenantId, jobId), steps.get(tenantId, jobId, stepNumber)]);
  const talk = step === null ? undefined : talkOf(step);
  if (job === null || step === null || talk?.kind !== "mcp_call")
    throw new DroverError("NotFound", `Step ${stepNumber} of job ${jobId} calls no tool.`);
  if (step.toolResult !== undefined) return { ok: step.toolResult.ok };
  const startedAt = runtime.now().getTime();
  const result = await callOnce(talk, { job, stepNumber }, runtime);
  tellTool(talk, { job, stepNumber, startedAt, result }, runtime);
  const { ok } = result;
  runtime.logger.info("called a tool", { stepNumber, tool: talk.tool, ok });
  return { ok };
}
