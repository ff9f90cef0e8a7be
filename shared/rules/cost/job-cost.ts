import { functions } from "../../contracts/functions/functions.ts";
import { dollarsOf, type Priced, prices } from "./aws-prices.ts";
import { measuredCost, measuredModelSeconds, measuredSteps } from "./measured-cost.ts";

const predictGigabytes = functions["predict-action"].memoryMegabytes / 1_024;

/** Of a job of a batch: so many units for any of its steps, and those that it has without one. */
export function unitsOf(name: Priced): { readonly job: number; readonly step: number } {
  const { job, step, batchJob } = measuredCost;
  return { job: job[name] + batchJob[name] - step[name] * measuredSteps, step: step[name] };
}

/** What AWS charges for a job of a batch in dollars, by its steps and the seconds that it waited for models (docs/cost.md). */
export function awsUsd(steps: number, modelSeconds: number): number {
  const waited = (modelSeconds - steps * measuredModelSeconds) * predictGigabytes;
  return fixedUsd + steps * stepUsd + waited * prices.lambdaGigabyteSecond.usd;
}

const everything = Object.keys(prices) as Priced[];
const stepUsd = dollarsOf(measuredCost.step, everything);
const fixedUsd =
  dollarsOf(measuredCost.job, everything) +
  dollarsOf(measuredCost.batchJob, everything) -
  measuredSteps * stepUsd;
