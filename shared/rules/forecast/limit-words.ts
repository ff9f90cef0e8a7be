import type { ForecastLimit } from "../../contracts/batch/forecast.ts";

/** What binds, as the end of "bound by". */
export const limitWords: { readonly [Limit in ForecastLimit]: string } = {
  devices: "devices",
  concurrency: "the batch's concurrency",
  modelRate: "the model's rate limit",
  modelCalls: "concurrent model calls (reserved executions of PredictAction)",
  tableWrites: "write units of a new table",
  taskTokens: "SendTaskSuccess (AWS Step Functions)",
  transitions: "state transitions (AWS Step Functions)",
  jobStarts: "starts of a Distributed Map's children",
  jobs: "nothing: all jobs run at once",
};
