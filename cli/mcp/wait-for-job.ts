import { setTimeout as pause } from "node:timers/promises";
import { finishedJob } from "@drover/client";
import { stepWords } from "#shared/actions/action-words.ts";
import { streamEvents } from "#shared/contracts/api/events.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { marked } from "./marked.ts";
import type { McpCall } from "./mcp-tool.ts";

const betweenLooksMilliseconds = 500;

/** The job when it has ended, when it asks something, or when the time is over. Tells a step each. */
export async function waitForJob(id: string, seconds: number, call: McpCall): Promise<JobResponse> {
  const deadline = AbortSignal.timeout(seconds * 1_000);
  const toldStep = tellSteps(call);
  for (;;) {
    const job = await call.api.readJob({ id });
    if (deadline.aborted || seconds === 0 || job.status === "finished" || asks(job)) return job;
    await untilNews(id, { ...call, toldStep, signal: AbortSignal.any([call.signal, deadline]) });
    call.signal.throwIfAborted();
    // What was answered a moment ago may still be told as a question.
    await pause(betweenLooksMilliseconds, undefined, { signal: deadline }).catch(() => undefined);
  }
}

const asks = (job: Pick<JobResponse, "awaiting"> | undefined): boolean =>
  job?.awaiting?.question !== undefined;

type Waiting = Pick<McpCall, "api" | "signal"> & { readonly toldStep: (data: unknown) => void };

/** Until it has ended or asks, as its events tell, or `signal` is aborted. */
async function untilNews(id: string, { api, signal, toldStep }: Waiting): Promise<void> {
  const asked = new AbortController();
  const until = AbortSignal.any([signal, asked.signal]);
  const onEvent = (event: string, data: unknown): void => {
    if (event === "step") toldStep(data);
    if (event === "job" && asks(streamEvents.job.safeParse(data).data)) asked.abort();
  };
  await finishedJob(api, id, { signal: until, onEvent }).catch((error: unknown) => {
    if (!until.aborted) throw error;
  });
}

/** Each step once, in order: the sum of progress grows. */
function tellSteps({ progress }: McpCall): (data: unknown) => void {
  let told = 0;
  return (data) => {
    const step = streamEvents.step.safeParse(data).data;
    if (step === undefined || step.stepNumber <= told) return;
    told = step.stepNumber;
    progress(told, `step ${told}: ${marked(stepWords(step, true))}`);
  };
}
