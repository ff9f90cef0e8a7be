import { afterEach, beforeEach, expect, it } from "vitest";
import { poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import { JobPriority } from "#shared/contracts/job/job-request.ts";
import { PoolName } from "#shared/contracts/values/ids.ts";
import { stage, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

let farm: TestFarm;
beforeEach(async () => {
  farm = await startTestFarm({ phones: 1 });
  await farm.startHost();
  await farm.device(0, (state) => state === "ready");
});
afterEach(() => farm.close());

it("a device that becomes free goes to the highest class of which a job waits", async () => {
  let held = await farm.lease();
  const asked: Awaited<ReturnType<TestFarm["acquire"]>>[] = [];
  for (const priority of ["low", "normal", "high"] as const)
    asked.push(await farm.acquire({}, poolQueueName(stage, tenantId, "default", priority)));
  for (const next of asked.toReversed()) {
    await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
    await farm.run(held, { kind: "release" });
    held = await farm.leaseOf(next);
    expect(held.jobId).toBe(next.jobId);
  }
});

it("the pool says where jobs of each class wait", async () => {
  const pool = await farm.repositories.pools.get(tenantId, PoolName.parse("default"));
  const named = [pool?.highQueueUrl, pool?.queueUrl, pool?.lowQueueUrl].map((url) => url?.split("/").at(-1));
  expect(named).toEqual(
    JobPriority.options.map((priority) => poolQueueName(stage, tenantId, "default", priority)),
  );
});
