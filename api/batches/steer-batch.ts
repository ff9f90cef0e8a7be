import { jobsAtOnce } from "#batches/items/jobs-at-once.ts";
import type { BatchSteering } from "#shared/contracts/api/responses/batch-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { steer } from "./batch-control.ts";
import { differenceOf, steeredSettings } from "./batch-settings-change.ts";
import { notNow } from "./find-batch.ts";
import { limitRun } from "./limit-run.ts";

/** What is changed counts from the next job on; the number of jobs at once reaches the run that is under way. */
export const steerBatch: RouteHandler<Routes["steerBatch"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  let before: number | undefined;
  const batch = await steer({ tenantId, batchId: parameters.id }, body, runtime, (now) => {
    if (hasEnded(now) || now.status === "cancelling") throw notNow(now, "be steered");
    before = now.settings.concurrency;
    return decided(now, body);
  });
  const { concurrency } = batch.settings;
  // One that is paused takes the number when it is resumed.
  const changed = before !== undefined && before !== concurrency && batch.status !== "paused";
  if (changed) await limitRun(batch, await jobsAtOnce(batch), runtime);
  return batch;
};

function decided(now: Batch, { settings: change, pausedVariants }: BatchSteering) {
  const settings = change === undefined ? now.settings : steeredSettings(now.settings, change);
  const paused = pausedVariants ?? now.pausedVariants;
  const sentences = [
    differenceOf(now.settings, settings),
    paused.join() === now.pausedVariants.join()
      ? ""
      : `paused variants: ${now.pausedVariants.join(" ") || "none"} → ${paused.join(" ") || "none"}`,
  ].filter((sentence) => sentence !== "");
  if (sentences.length === 0) return null;
  // Should it still not be enough, the next look pauses it again.
  const goesOn = now.pausedFor === "budget" && change?.budget !== undefined;
  const resumed = { status: "running" as const, statusReason: undefined, pausedFor: undefined };
  return {
    change: [...sentences, ...(goesOn ? ["paused → running"] : [])].join(", "),
    fields: { settings, pausedVariants: [...paused], ...(goesOn ? resumed : {}) },
  };
}
