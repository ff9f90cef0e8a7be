import type { StepResponse } from "#shared/contracts/api/step-response.ts";
import type { ApiClient } from "./api-client.ts";

/** Every step of a job, page by page. */
export async function allSteps(api: ApiClient, jobId: string): Promise<readonly StepResponse[]> {
  const steps: StepResponse[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.steps(jobId, { limit: 100, ...(cursor ? { cursor } : {}) });
    steps.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return steps;
}
