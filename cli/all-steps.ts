import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { everyItem } from "#shared/values/every-item.ts";
import type { ApiClient } from "./api-client.ts";

/** Every step of a job, read page by page. */
export const allSteps = (api: ApiClient, jobId: string): AsyncGenerator<StepResponse, void, undefined> =>
  everyItem((cursor) => api.steps(jobId, { limit: 100, ...(cursor ? { cursor } : {}) }));
