import { pages } from "@drover/client";
import { useQueries } from "@tanstack/react-query";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { useClient } from "../../api/use-api.ts";

export interface ComparedJob {
  readonly job: JobResponse;
  readonly steps: readonly StepResponse[];
}

/** Each job with all its steps. */
export function useComparedJobs(ids: readonly string[]) {
  const client = useClient();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ["comparedJob", id],
      queryFn: async (): Promise<ComparedJob> => {
        const steps: StepResponse[] = [];
        for await (const step of pages(client.listSteps, { id, query: { limit: 100 } })) steps.push(step);
        return { job: await client.readJob({ id }), steps };
      },
    })),
  });
}
