import { afterAll, beforeAll, expect, it } from "vitest";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm({ phones: 2 });
  const config = await loadProjectConfig({});
  await farm.startHost({ config: { ...config, quotas: { jobsRunning: 1, tenants: {} } } });
  for (const phone of [0, 1]) await farm.device(phone, (state) => state === "ready");
});
afterAll(() => farm.close());

it("[fault D17] gives a job no device while as many of its tenant's run as may: its state is told to ask again, and the device stays free", async () => {
  const held = await farm.lease({ quotaShard: 0 });
  const waits = await farm.acquire({ quotaShard: 0 });
  expect(await farm.steps.answerTo(waits.taskToken)).toMatchObject({
    operation: "SendTaskFailure",
    error: "QuotaExceeded",
    cause: expect.stringContaining("quotas.jobsRunning"),
  });
  expect(await farm.repositories.jobs.get(tenantId, waits.jobId)).toMatchObject({ status: "queued" });
  const { items } = await farm.repositories.devices.list(tenantId, { limit: 10 });
  expect(items.filter(({ leaseJobId }) => leaseJobId !== undefined)).toMatchObject([
    { leaseJobId: held.jobId },
  ]);
});
