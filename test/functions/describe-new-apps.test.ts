import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { handler } from "#functions/finish-job.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import type { AppFacts } from "#shared/contracts/device/device-facts.ts";
import { deviceContextKey } from "#shared/contracts/farm/keys.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import {
  deviceId,
  jobIdOf,
  sampleJob,
  sampleObservation,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "./start-functions.ts";

const clock: AppFacts = { label: "Clock", package: "com.android.deskclock", versionCode: "34" };
const notes: AppFacts = { label: "Notes", package: "com.example.notes", versionCode: "7" };
const facts = {
  manufacturer: "Drover",
  model: "Drover Virtual Phone",
  androidRelease: "14",
  apiLevel: 34,
  locale: "en-US",
  country: "US",
  timeZone: "GMT",
  uses24HourClock: null,
  densityDpi: 420,
  inputMethod: "",
};

describe("what one can do with an app", () => {
  let dir: string;
  let functions: TestFunctions;
  let lastId = 0;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "drover-apps-"));
    await writeFile(path.join(dir, "drover.config.mjs"), "export default { apps: { describe: true } };");
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const start = async (wanted: boolean) => {
    functions = await startFunctions(
      wanted ? { DROVER_CONFIG_FILE: path.join(dir, "drover.config.mjs") } : {},
    );
  };
  beforeEach(() => start(true));
  afterEach(() => functions.close());
  const pass = (minutes: number) => {
    functions.clock.now = new Date(functions.clock.now.getTime() + minutes * 60_000);
  };

  /** A job on a device with these apps, whose labels were read, up to its end. */
  async function jobWith(apps: readonly AppFacts[], change: Record<string, unknown> = {}): Promise<JobId> {
    const { jobs, knownApps } = functions.repositories;
    const jobId = jobIdOf(++lastId);
    const key = deviceContextKey(tenantId, jobId, "setUp-1");
    const context = { schemaVersion: 1, deviceId, learntAt: startedAt, facts, missing: [], apps };
    await functions.storage.artifacts.put(key, JSON.stringify(context), "application/json");
    for (const app of apps) await knownApps.put({ ...app, tenantId, locale: "en-US" }, startedAt);
    const running = { jobId, status: "running", acquisition: 1, startedAt, deviceContextKey: key };
    await jobs.create({ ...sampleJob({ ...running, ...change }), usageByRole: noUsageByRole });
    return jobId;
  }
  const finish = (jobId: JobId, reason = "claimed") =>
    invoke(handler, {
      schemaVersion: 1,
      tenantId,
      jobId,
      end: { detail: "Because.", reason, ...(reason === "claimed" ? { claim: { status: "success" } } : {}) },
      verdict: "passed",
      recoveries: 0,
      clean: true,
    });
  const described = async (...apps: readonly AppFacts[]) => {
    const known = await functions.repositories.knownApps.find(tenantId, "en-US", apps);
    return apps.map(
      (app) =>
        known.find((one) => one.package === app.package && one.versionCode === app.versionCode)?.description,
    );
  };
  const asked = () => functions.model.requests;

  it("[spec R13] is asked once for all jobs, and again for the app's next version", async () => {
    functions.model.answer({ says: "1: set alarms and timers\n2: -" });
    const first = await jobWith([clock, notes]);
    await finish(first);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]).toContain("1: Clock (com.android.deskclock)");
    // A model that does not know an app is not asked again either.
    expect(await described(clock, notes)).toEqual(["set alarms and timers", ""]);
    const spent = { calls: 1, inputTokens: 100, outputTokens: 10 };
    expect(await functions.repositories.jobs.get(tenantId, first)).toMatchObject({
      usage: spent,
      usageByRole: { describer: spent, agent: { calls: 0 } },
      spentTokens: 110,
    });

    pass(60);
    await finish(await jobWith([clock, notes]));
    expect(asked()).toHaveLength(1);

    const next = { ...clock, versionCode: "35" };
    functions.model.answer({ says: "1: wake up in time" });
    await finish(await jobWith([next, notes]));
    expect(asked()).toHaveLength(2);
    expect(asked()[1]).not.toContain("com.example.notes");
    expect(await described(next, clock)).toEqual(["wake up in time", "set alarms and timers"]);
  });

  it("[spec R13] is asked by one of several jobs that end at once", async () => {
    functions.model.answer({ says: "1: set alarms" });
    const jobs = await Promise.all([1, 2, 3].map(() => jobWith([clock])));
    await Promise.all(jobs.map((jobId) => finish(jobId)));
    expect(asked()).toHaveLength(1);
    expect(await described(clock)).toEqual(["set alarms"]);
  });

  it("[spec R13] is never asked where the project does not want it", async () => {
    await functions.close();
    await start(false);
    await finish(await jobWith([clock]));
    expect(asked()).toEqual([]);
  });

  it("[spec R13] keeps no job from its end while a model is silent, and is asked by a later job when it failed", async () => {
    const failure = Promise.withResolvers<{ httpStatus: number }>();
    functions.model.answer(failure.promise);
    const jobId = await jobWith([clock]);
    const finishing = finish(jobId);
    await expect.poll(() => asked().length).toBe(1);
    // The model has not answered, and the job has its outcome and its trajectory.
    expect(await functions.repositories.jobs.get(tenantId, jobId)).toMatchObject({
      status: "finished",
      outcome: "succeeded",
      trajectoryKey: expect.any(String),
    });
    failure.resolve({ httpStatus: 400 });
    expect(await finishing).toMatchObject({ outcome: "succeeded" });
    expect(functions.lines.join()).toContain("apps not described");

    pass(5);
    await finish(await jobWith([clock]));
    expect(asked()).toHaveLength(1);
    pass(6);
    functions.model.answer({ says: "1: set alarms" });
    await finish(await jobWith([clock]));
    expect(await described(clock)).toEqual(["set alarms"]);
  });

  it("stays open when what the model says cannot be read, is cut off or refused", async () => {
    const replies = [
      { says: "I would rather talk about something else." },
      { says: "1: set al", stopReason: "max_tokens" },
      { says: "", stopReason: "refusal" },
    ];
    for (const reply of replies) {
      functions.model.answer(reply);
      await finish(await jobWith([clock]));
      pass(24 * 60);
    }
    expect(asked()).toHaveLength(3);
    expect(await described(clock)).toEqual([undefined]);
  });

  it("is not asked for a job that was cancelled or stopped, or whose limits leave no room", async () => {
    await finish(await jobWith([clock]), "cancelled");
    await finish(await jobWith([clock], { spentTokens: 199_999, limits: { maxTokens: 200_000 } }));
    pass(60);
    await functions.repositories.farmSwitch.stop(tenantId, "enough", functions.clock.now.toISOString());
    await finish(await jobWith([clock]));
    expect(asked()).toEqual([]);
  });

  it.each([true, false])("[spec R13] is told to the agent when the project wants it: %s", async (wanted) => {
    await functions.close();
    await start(wanted);
    const jobId = await jobWith([{ ...clock, description: "set alarms" }]);
    functions.model.answer({ action: "home" });
    await invoke(predictAction, {
      schemaVersion: 1,
      tenantId,
      jobId,
      stepNumber: 1,
      observation: sampleObservation(),
      alreadySatisfied: false,
    });
    expect(asked()[0]).toContain("begin ---\\nClock");
    expect(asked()[0]?.includes("Clock -- set alarms")).toBe(wanted);
  });

  it("asks about forty apps at most, and about the others with the next job", async () => {
    const apps = Array.from({ length: 45 }, (_, index) => ({
      label: `App ${index}`,
      package: `com.example.app${index}`,
      versionCode: "1",
    }));
    const answer = (request: string) => ({
      says: (request.match(/\d+: App/g) ?? [])
        .map((line) => `${Number.parseInt(line, 10)}: use it`)
        .join("\n"),
    });
    functions.model.otherwise(answer);
    await finish(await jobWith(apps));
    const first = (await described(...apps)).filter((text) => text === "use it");
    expect(first).toHaveLength(40);
    await finish(await jobWith(apps));
    expect(asked()).toHaveLength(2);
    expect(new Set(await described(...apps))).toEqual(new Set(["use it"]));
  });
});
