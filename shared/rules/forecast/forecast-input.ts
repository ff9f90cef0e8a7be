import type { ForecastRequest, PlannedTask } from "../../contracts/api/responses/forecast-response.ts";
import type { RetryRule } from "../../contracts/batch/batch-settings.ts";
import type { AwsSettings } from "../aws-quotas.ts";
import type { PastBatch } from "./gaps.ts";
import type { PastRun } from "./past-run.ts";
import type { PriceOf } from "./plan-work.ts";

export interface Past {
  /** The newest, from none to some thousands. */
  readonly runs: readonly PastRun[];
  readonly batches: readonly PastBatch[];
}

export interface ForecastInput
  extends Pick<
    ForecastRequest,
    "deadlineSeconds" | "models" | "deviceUsdPerHour" | "modelCallsPerMinute" | "seed"
  > {
  readonly tasks: readonly PlannedTask[];
  readonly devices: number;
  readonly concurrency: number;
  readonly retry: Pick<RetryRule, "inconclusive" | "failed">;
  /** Whose quotas and prices count; undefined: it runs on one machine, which has the bounds of the functions alone. */
  readonly aws: AwsSettings | undefined;
  readonly past: Past;
  readonly priceOf: PriceOf;
}
