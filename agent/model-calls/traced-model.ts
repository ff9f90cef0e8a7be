import type { ModelRole } from "#shared/contracts/agent/model-settings.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { freshSpanId } from "#shared/tracing/span-ids.ts";
import type { Services } from "../runtime/services.ts";
import { invocations, type TracedCalls } from "../tracing/invocation.ts";
import { modelCallSpan } from "./model-call-span.ts";
import type { ModelClient } from "./model-client.ts";

interface Asked {
  readonly role: ModelRole;
  readonly provider: string;
  readonly job: Partial<Pick<Job, "tenantId" | "jobId" | "trace" | "promptMarker">>;
}

type Clock = Pick<Services, "now"> & Partial<Pick<Services, "tracing" | "newId">>;

/** The same client, each of its calls a span of the invocation under way; the client itself where nobody traces. */
export function tracedModel(client: ModelClient, asked: Asked, runtime: Clock): ModelClient {
  const invocation = invocations.getStore();
  if (invocation === undefined || asked.job.trace?.sampled !== true) return client;
  const { tenantId, jobId, trace } = asked.job;
  if (tenantId !== undefined && jobId !== undefined) invocation.job = { tenantId, jobId, trace };
  return { ...client, complete: tracedCall(client, asked, runtime, invocation) };
}

function tracedCall(
  client: ModelClient,
  { role, provider, job }: Asked,
  { now, newId, tracing }: Clock,
  invocation: TracedCalls,
): ModelClient["complete"] {
  return async (request, timeoutSeconds) => {
    const startedAt = now().getTime();
    const content = tracing?.content === true ? { marker: job.promptMarker } : null;
    const told = { role, provider, request, startedAt, content };
    const keep = (end: Pick<Parameters<typeof modelCallSpan>[0], "reply" | "errorCode">): void => {
      const span = modelCallSpan({ ...told, ...end, jobId: job.jobId, endedAt: now().getTime() });
      invocation.calls.push({ ...span, spanId: freshSpanId(newId?.() ?? crypto.randomUUID()) });
    };
    try {
      const reply = await client.complete(request, timeoutSeconds);
      keep({ reply });
      return reply;
    } catch (error) {
      keep({ errorCode: error instanceof DroverError ? error.code : "InternalError" });
      throw error;
    }
  };
}
