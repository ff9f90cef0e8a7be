import type { LimitFigures } from "../../contracts/api/responses/forecast-response.ts";
import type { ForecastLimit } from "../../contracts/batch/forecast.ts";
import { type AwsSettings, jobsPerSecond, type MeanJob, modelCallsAtOnce } from "../aws-quotas.ts";
import { usualAccountConcurrency } from "../reserved-concurrency.ts";
import type { Mean } from "./plan-work.ts";

/** What there is. */
interface Bounds {
  readonly devices: number;
  readonly concurrency: number;
  readonly gaps: { readonly place: number; readonly device: number };
  readonly modelCallsPerMinute?: number | undefined;
  readonly aws: AwsSettings | undefined;
}

interface Binding {
  readonly binds: ForecastLimit;
  /** From the tightest on. */
  readonly limits: LimitFigures[];
}

/** A farm on one machine reserves as a deployment does (local/cloud/supply-functions.ts). */
const ofOneMachine: AwsSettings = { scale: "large", accountConcurrency: usualAccountConcurrency };

/** What bounds so many jobs of this kind first. */
export function bindingOf(mean: Mean, bounds: Bounds, jobs: number): Binding {
  const { devices, concurrency, gaps } = bounds;
  const rates: Partial<Record<ForecastLimit, number>> = {
    devices: devices / Math.max(0.001, mean.held + gaps.device),
    concurrency: concurrency / Math.max(0.001, mean.held + gaps.place),
    ...bySecond(mean, bounds),
  };
  const limits = Object.entries(rates)
    .map(([limit, rate]) => ({
      limit: limit as ForecastLimit,
      jobsAtOnce: limit === "devices" ? devices : limit === "concurrency" ? concurrency : rate * mean.held,
      jobsPerMinute: rate * 60,
    }))
    .sort((one, other) => one.jobsPerMinute - other.jobsPerMinute);
  const first = limits[0];
  const binds = first === undefined || first.jobsAtOnce >= jobs ? "jobs" : first.limit;
  return { binds, limits };
}

/** Seconds of everybody's that a job uses up of what is counted by the second: the next one waits so long at least. */
export const paceOf = (job: MeanJob, bounds: Pick<Bounds, "modelCallsPerMinute" | "aws">): number =>
  1 / Math.min(...Object.values(bySecond(job, bounds)));

function bySecond(
  mean: MeanJob,
  { modelCallsPerMinute, aws }: Pick<Bounds, "modelCallsPerMinute" | "aws">,
): Partial<Record<ForecastLimit, number>> {
  const calls = modelCallsAtOnce(aws ?? ofOneMachine);
  return {
    ...(modelCallsPerMinute === undefined
      ? {}
      : { modelRate: modelCallsPerMinute / 60 / Math.max(1, mean.steps) }),
    // Without a reservation nothing bounds them but what else runs in the account.
    ...(calls === undefined || mean.modelSeconds === 0 ? {} : { modelCalls: calls / mean.modelSeconds }),
    ...(aws === undefined ? {} : jobsPerSecond(mean)),
  };
}
