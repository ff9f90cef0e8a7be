import { spanAttributes as at } from "#shared/contracts/farm/span-attributes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { ToolResult } from "#shared/contracts/step/step-findings.ts";
import { partSpanId, stepSpanId } from "#shared/tracing/span-ids.ts";
import type { Services } from "../runtime/services.ts";
import type { Talk } from "../steps/step-talk.ts";

type Call = Extract<Talk, { kind: "mcp_call" }>;

interface Called {
  readonly job: Job;
  readonly stepNumber: number;
  readonly startedAt: number;
  readonly result: ToolResult;
}

/** Of an attribute with what the tool was given or said. */
const longestText = 4_000;

/** The span of a tool's call, under the step that wanted it. */
export function tellTool(
  call: Call,
  { job, stepNumber, startedAt, result }: Called,
  { tracing, now }: Pick<Services, "tracing" | "now">,
): void {
  const { jobId, trace } = job;
  if (!tracing.isOn || trace?.sampled !== true) return;
  const bounded = (text: string): string => text.slice(0, longestText).toWellFormed();
  const content = {
    [at.toolArguments]: bounded(JSON.stringify(call.arguments)),
    [at.toolResult]: bounded(result.text),
  };
  tracing.tell({
    traceId: trace.traceId,
    // At most one is made for a step, however often this is asked.
    spanId: partSpanId(jobId, `tool ${stepNumber}`),
    parentSpanId: stepSpanId(jobId, stepNumber),
    name: `execute_tool ${call.tool}`,
    kind: "client",
    startedAt,
    endedAt: now().getTime(),
    attributes: {
      [at.operationName]: "execute_tool",
      [at.toolName]: call.tool,
      [at.toolType]: "extension",
      [at.conversationId]: jobId,
      [at.jobId]: jobId,
      [at.stepNumber]: stepNumber,
      ...(tracing.content ? content : {}),
    },
    ...(result.ok ? {} : { errorType: "ToolFailed" }),
  });
}
