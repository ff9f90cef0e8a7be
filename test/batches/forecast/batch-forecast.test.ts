import { expect, it } from "vitest";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { plainLines, startBatch } from "../items/batch-world.ts";

withFunctions();

it("a batch keeps what was expected of it when its run began, and a later round or run begun anew changes nothing", async () => {
  const batch = await startBatch(functions, plainLines(5), { concurrency: 3 });
  await batch.prepare();
  const { forecast } = await batch.batch();
  expect(forecast).toMatchObject({ run: 1, jobs: 5, pastJobs: 0, binds: "devices" });
  functions.clock.now = new Date(functions.clock.now.getTime() + 60_000);
  await batch.prepare();
  expect((await batch.batch()).forecast).toEqual(forecast);
});
