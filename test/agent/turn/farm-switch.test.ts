import { afterEach, describe, expect, it } from "vitest";
import { functions, jobId, nextJob, withFunctions } from "../../functions/job-per-test.ts";
import { startedAt } from "../../functions/start-functions.ts";
import { otherTenantId, tenantId } from "../../shared/storage/sample-records.ts";
import { running, tap, turn, withTurns } from "./one-turn.ts";

withFunctions();
withTurns();

describe("the switch that stops every job", () => {
  const stoppedAt = "2026-01-01T00:00:30.000Z";
  const stopTenant = () => functions.repositories.farmSwitch.stop(tenantId, "the bill grows", stoppedAt);
  afterEach(async () => {
    // Other tests' jobs are of the same tenant, and older than any stop: leave one from before them.
    await functions.repositories.farmSwitch.stop(tenantId, "over", "2000-01-01T00:00:00.000Z");
    await functions.repositories.farmSwitch.resume(tenantId, startedAt);
  });

  it("ends a running job at its next turn, says why, and asks no model", async () => {
    await running();
    await stopTenant();
    expect(await turn()).toEqual({
      route: "release",
      end: { reason: "cancelled", detail: `All jobs were stopped at ${stoppedAt}: the bill grows.` },
    });
    expect(functions.model.requests).toEqual([]);
  });

  it("does not perform what was planned before it", async () => {
    await running();
    functions.model.answer(tap);
    expect(await turn()).toMatchObject({ route: "perform" });
    await stopTenant();
    expect(await turn()).toMatchObject({ route: "release" });
    const step = await functions.repositories.steps.get(tenantId, jobId, 1);
    expect(step?.outcome, "an ended job has no open step").toMatchObject({ ok: false, effect: "none" });
  });

  it("ends an older job also when the farm was resumed before its turn, and lets a newer one go on", async () => {
    await running();
    await stopTenant();
    await functions.repositories.farmSwitch.resume(tenantId, "2026-01-01T00:01:00.000Z");
    expect(await turn()).toMatchObject({ route: "release", end: { reason: "cancelled" } });
    nextJob();
    await running({ createdAt: "2026-01-01T00:02:00.000Z" });
    functions.model.answer(tap);
    expect(await turn()).toMatchObject({ route: "perform" });
  });

  it("stops no other tenant's jobs", async () => {
    await running();
    await functions.repositories.farmSwitch.stop(otherTenantId, "not ours", stoppedAt);
    functions.model.answer(tap);
    expect(await turn()).toMatchObject({ route: "perform" });
  });
});
