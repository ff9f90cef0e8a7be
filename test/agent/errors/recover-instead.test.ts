import { beforeEach, describe, expect, it } from "vitest";
import type { ErrorCode } from "#shared/errors/catalogue.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { functions, jobId, nextJob, withFunctions } from "../../functions/job-per-test.ts";
import {
  at,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../../shared/storage/sample-records.ts";
import { lease, map, ofHost, withCaughtErrors } from "./map-caught.ts";

withFunctions();
withCaughtErrors();

const observation = sampleObservation({ treeHash: "seen" });

async function running(change: Record<string, unknown> = {}): Promise<void> {
  nextJob();
  const supervision = { ...unsupervised, recovery: true };
  await functions.repositories.jobs.create(
    sampleJob({ jobId, status: "running", acquisition: 1, startedAt: at, supervision, ...change }),
  );
}

const caught = (code: ErrorCode, change: Record<string, unknown> = {}) =>
  map(ofHost(code), { observation, ...change });

async function caughtTwice(code: ErrorCode, change: Record<string, unknown> = {}) {
  await caught(code, change);
  return caught(code, { recoveries: 1, ...change });
}

const recoveries = () => functions.repositories.recoveries.listByJob(tenantId, jobId);

beforeEach(() => running());

describe("a recovery in place of looking again", () => {
  it.each(["AdbCommandFailed", "TreeUnavailable", "ScreenChanged"] as const)(
    "[spec E1] comes when the same %s comes a second time, and not before",
    async (code) => {
      await functions.repositories.steps.put(sampleStep({ jobId }));
      expect(await caught(code)).toMatchObject({ route: "observe", recoveries: 1 });
      expect(await recoveries()).toEqual([]);
      const recoveryId = `${jobId}-1`;
      expect(await caught(code, { recoveries: 1 })).toEqual({
        route: "recover",
        recoveryId,
        reason: `Another look did not fix ${code}.`,
        recoveries: 2,
        stepNumber: 2,
      });
      expect(await recoveries()).toMatchObject([
        {
          recoveryId,
          source: "error",
          errorCode: code,
          exception: expect.stringContaining(`${code} happened`),
          actionLog: [expect.stringContaining("step 1:")],
          observedAt: observation.capturedAt,
          stepNumber: 2,
        },
      ]);
    },
  );

  it("is not for a device that falls silent twice, which another replaces", async () => {
    expect(await caughtTwice("DeviceTimeout")).toMatchObject({ route: "reacquire" });
    expect(await recoveries()).toEqual([]);
  });

  it("is not for what no screen is behind, nor for another error than the one before", async () => {
    expect(await caughtTwice("StorageUnavailable")).toMatchObject({ route: "observe" });
    expect(await caught("TreeUnavailable", { recoveries: 2 })).toMatchObject({ route: "observe" });
    expect(await recoveries()).toEqual([]);
  });

  it.each([
    ["with no screen seen", { observation: null }],
    ["while judging", { stateName: "JudgeOutcome" }],
    ["in the turn of the model", { stateName: "PredictAction" }],
  ])("does not come %s", async (_when, change) => {
    expect(await caughtTwice("TreeUnavailable", change)).toMatchObject({ route: "observe" });
    expect(await recoveries()).toEqual([]);
  });

  it("does not come when it was another device that failed before", async () => {
    await caught("TreeUnavailable", { lease: { ...lease, deviceId: "host-a.other" } });
    expect(await caught("TreeUnavailable", { recoveries: 1 })).toMatchObject({ route: "observe" });
    expect(await recoveries()).toEqual([]);
  });

  it("is left out when the job wants none", async () => {
    await running({ supervision: unsupervised });
    expect(await caughtTwice("TreeUnavailable")).toMatchObject({ route: "observe" });
    expect(await recoveries()).toEqual([]);
  });

  it("does not keep a cancelled job, nor one that has used up its ways on", async () => {
    await caught("TreeUnavailable");
    expect(await caught("TreeUnavailable", { recoveries: 3 })).toMatchObject({ route: "release" });
    await functions.repositories.jobs.cancel(tenantId, jobId, at);
    expect(await caught("TreeUnavailable", { recoveries: 1 })).toMatchObject({
      route: "release",
      end: { reason: "cancelled" },
    });
    expect(await recoveries()).toEqual([]);
  });

  it("comes twice a job at most, and never beside one that is not over", async () => {
    const end = async (recoveryNumber: number) => {
      const [...all] = await recoveries();
      const begun = all.find((one) => one.recoveryNumber === recoveryNumber);
      if (begun === undefined) throw new Error(`recovery ${recoveryNumber} did not begin`);
      const closed = {
        ...begun,
        outcome: "not_recovered",
        reason: "In vain.",
        endedAt: at,
        turn: 9,
      } as const;
      expect(await functions.repositories.recoveries.save(closed)).toBe(true);
    };
    expect(await caughtTwice("TreeUnavailable")).toMatchObject({ route: "recover" });
    expect(await caught("TreeUnavailable", { recoveries: 1 })).toMatchObject({ route: "observe" });
    await end(1);
    expect(await caught("TreeUnavailable", { recoveries: 1 })).toMatchObject({ recoveryId: `${jobId}-2` });
    await end(2);
    expect(await caught("TreeUnavailable", { recoveries: 1 })).toMatchObject({ route: "observe" });
    expect(await recoveries()).toHaveLength(2);
  });
});
