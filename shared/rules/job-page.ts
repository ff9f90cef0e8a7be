import type { JobId } from "../contracts/values/ids.ts";

/** Makes links to jobs for people: to the console's page of each, where `page` is the console's address. Absolute. */
export const jobPages =
  (page: string) =>
  (jobId: JobId): string =>
    new URL(`/jobs/${jobId}`, page).href;
