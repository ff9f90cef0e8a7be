import path from "node:path";
import { observationKey } from "#shared/contracts/farm/keys.ts";
import { DeviceId, HostId, JobId } from "#shared/contracts/values/ids.ts";
import { sampleJob, sampleObservation, sampleStep } from "../shared/storage/sample-records.ts";
import { farmTenant, type SeededFarm } from "./seeded-farm.ts";
import type { SeededScreen } from "./seeded-screens.ts";

export interface SeededTrajectory {
  readonly jobId: string;
  readonly task: string;
  /** What was seen before each step, and what was done there. */
  readonly steps: readonly { readonly screen: SeededScreen; readonly element: string }[];
  readonly change?: Readonly<Record<string, unknown>>;
}

const treeKeyOf = (screenshotKey: string): string => `${path.posix.dirname(screenshotKey)}/tree.json`;

const stepMilliseconds = 2_000;

/** Stores an ended job with its steps and pictures: one of a thousand steps takes some seconds. */
export async function seedTrajectory(
  { repositories, artifacts }: Pick<SeededFarm, "repositories" | "artifacts">,
  { jobId: id, task, steps, change = {} }: SeededTrajectory,
): Promise<JobId> {
  const jobId = JobId.parse(id);
  const start = Date.now() - 3_600_000 - steps.length * stepMilliseconds;
  const at = (step: number): string => new Date(start + step * stepMilliseconds).toISOString();
  const keys = new Map<SeededScreen, string>();
  for (const { screen } of steps) {
    if (keys.has(screen)) continue;
    const key = observationKey(farmTenant, jobId, 0, screen.name, "screenshot.webp");
    await artifacts.put(key, screen.webp, "image/webp");
    keys.set(screen, key);
    if (screen.tree === undefined) continue;
    await artifacts.put(treeKeyOf(key), JSON.stringify(screen.tree), "application/json");
  }
  const look = (step: number) => {
    const { screen } = steps[Math.min(step, steps.length - 1)] ?? {};
    return sampleObservation({
      capturedAt: at(step),
      ...(screen === undefined
        ? {}
        : {
            package: screen.app,
            activity: screen.activity,
            treeHash: screen.name,
            screenshotKey: keys.get(screen) ?? null,
            treeKey: screen.tree === undefined ? null : treeKeyOf(keys.get(screen) ?? ""),
          }),
    });
  };
  await repositories.jobs.create(
    sampleJob({
      tenantId: farmTenant,
      jobId,
      task,
      status: "finished",
      outcome: "succeeded",
      createdAt: at(0),
      startedAt: at(0),
      finishedAt: at(steps.length),
      hostId: HostId.parse("host-a"),
      deviceId: DeviceId.parse("host-a.emulator-5554"),
      stepCount: steps.length,
      usage: { calls: steps.length, inputTokens: 3_000 * steps.length, outputTokens: 90 * steps.length },
      ...change,
    }),
  );
  for (const [index, { element }] of steps.entries()) {
    const action = { action: "tap", coordinate: [0.5, 0.2 + (index % 7) / 10] };
    await repositories.steps.put(
      sampleStep({
        tenantId: farmTenant,
        jobId,
        stepNumber: index + 1,
        predictedAt: at(index),
        actions: [{ action, deviceAction: action, element, outcome: done }],
        thinking: "I tap it, because what is wanted lies behind it.",
        before: look(index),
        after: look(index + 1),
        performedAt: at(index + 1),
        verifiedAt: at(index + 1),
        outcome: done,
        screenChanged: true,
        timings: { inferenceMilliseconds: 900, executionMilliseconds: 120, settleMilliseconds: 400 },
      }),
    );
  }
  return jobId;
}

const done = { ok: true, effect: "done", retries: 0 };
