import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { ApiClient } from "./api-client.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";

/** Null: there is no such job, though it may be a batch: ids of both have one form. */
export const jobIfThere = (api: ApiClient, id: string): Promise<JobResponse | null> =>
  api.job(id).catch((error: unknown) => {
    if (error instanceof CommandFailure && error.exitCode === exitCodes.usage) return null;
    throw error;
  });
