import { expect, it } from "vitest";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { Records } from "#simulation/farm/records.ts";
import { allClosed } from "#simulation/invariants/all-closed.ts";
import { cancelledStays } from "#simulation/invariants/cancelled-stays.ts";
import { claimsFollow } from "#simulation/invariants/claims-follow.ts";
import { effectsOnce } from "#simulation/invariants/effects-once.ts";
import { eventsArrive } from "#simulation/invariants/events-arrive.ts";
import type { Heard, Observed } from "#simulation/invariants/invariant.ts";
import { oneEnd } from "#simulation/invariants/one-end.ts";
import { oneHolder } from "#simulation/invariants/one-holder.ts";
import { sessionsEnd } from "#simulation/invariants/sessions-end.ts";
import { settledStays } from "#simulation/invariants/settled-stays.ts";
import { stepsExplain } from "#simulation/invariants/steps-explain.ts";
import { stoppedStays } from "#simulation/invariants/stopped-stays.ts";

const lease = (jobId: string, epoch: number) => ({
  ...{ message: "lease", answer: "taken", deviceId: "phone-1", acquisition: 1 },
  ...{ jobId, epoch },
});

/** What an invariant of jobs looks at. */
const seen = (jobs: Readonly<Record<string, Partial<Job>>>) =>
  ({ jobs: new Map(Object.entries(jobs)) }) as unknown as Observed;
const host = { tenantId: "local" } as Heard["host"];
const from: Heard = { elapsed: 60_000, farm: {} as Observed["farm"], host };

it("says when two jobs hold a device at one epoch, and when an epoch goes back", () => {
  const { heard } = oneHolder();
  expect(heard?.(lease("A", 1), from)).toEqual([]);
  expect(heard?.(lease("A", 1), from)).toEqual([]);
  expect(heard?.(lease("B", 2), from)).toEqual([]);
  expect(heard?.(lease("C", 2), from)).toEqual(["local's phone-1 at epoch 2 is held by job/B and job/C"]);
  expect(heard?.(lease("D", 1), from)).toEqual([
    "local's phone-1 went from epoch 2 back to 1",
    "local's phone-1 at epoch 1 is held by job/A and job/D",
  ]);
});

it("says when a job is given two devices where it asked for one", () => {
  const { heard } = oneHolder();
  const untaken = { ...lease("A", 1), answer: "gone", deviceId: "phone-2" };
  expect(heard?.(lease("A", 1), from)).toEqual([]);
  expect(heard?.({ ...lease("A", 2), acquisition: 2 }, from)).toEqual([]);
  expect(heard?.(untaken, from)).toEqual([
    "acquisition 1 of job/A was given local's phone-1 at epoch 1, and then local's phone-2 at epoch 1",
  ]);
});

it("says when a host does a step on its device a second time", () => {
  const { heard } = effectsOnce();
  const acting = (stepNumber: number) => ({ message: "acting", jobId: "A", stepNumber });
  expect(heard?.(acting(1), from)).toEqual([]);
  expect(heard?.(acting(2), from)).toEqual([]);
  expect(heard?.(acting(1), from)).toEqual(["step 1 of job/A was done on the device again"]);
});

it("says when a job ends twice, runs again after its end, or does not end", async () => {
  const { during, after } = oneEnd();
  const ended = { status: "finished", outcome: "succeeded", finishedAt: "2026-01-01T00:00:00.000Z" } as const;
  expect(await during?.(seen({ A: ended, B: ended, C: { status: "running" } }))).toEqual([]);
  const later = seen({
    A: { ...ended, outcome: "failed" },
    B: { status: "running" },
    C: { status: "running" },
  });
  expect(await during?.(later)).toEqual([
    expect.stringMatching(/^job\/A ended twice: succeeded .*, then failed /),
    expect.stringMatching(/^job\/B had ended: succeeded /),
  ]);
  expect(after?.(later)).toEqual([
    "job/B has not ended: it is running",
    "job/C has not ended: it is running",
  ]);
});

it("says when a cancelled job gets a device, or goes on for more than the turn that had begun", async () => {
  const { during, heard, after } = cancelledStays();
  const cancelRequestedAt = "2026-01-01T00:00:10.000Z";
  const jobs = seen({ A: { cancelRequestedAt }, B: { cancelRequestedAt }, D: { cancelRequestedAt } });
  const records = new Records();
  // Of D no answer came: the request's time is some seconds before its write.
  for (const jobId of ["A", "B"]) records.cancelled.set(jobId, cancelRequestedAt);
  await during?.({ ...jobs, elapsed: 20_000 });
  // The claim was before, and its line comes late.
  expect(heard?.(lease("A", 3), { ...from, elapsed: 45_000 })).toEqual([]);
  expect(heard?.(lease("A", 3), from)).toEqual(["job/A was cancelled, and then it got a device"]);
  expect(heard?.(lease("C", 4), from)).toEqual([]);
  const stepsAt = (...seconds: readonly number[]) =>
    seconds.map((second) => ({ predictedAt: `2026-01-01T00:00:${second}.000Z` }));
  const steps: Record<string, object[]> = {
    A: stepsAt(10, 11),
    B: stepsAt(10, 12, 14),
    D: stepsAt(12, 14, 16, 21, 23),
  };
  const cloud = { stepsOf: async (jobId: string) => steps[jobId] };
  expect(await after?.({ ...jobs, farm: { cloud }, records } as unknown as Observed)).toEqual([
    `job/B was cancelled by ${cancelRequestedAt} and made 2 steps after it`,
    "job/D was cancelled by 2026-01-01T00:00:20.000Z and made 2 steps after it",
  ]);
});

it("says when a host acts for a job on a device that another job holds", () => {
  const { heard } = oneHolder();
  heard?.(lease("A", 1), from);
  const action = (jobId: string) => ({ message: "action", deviceId: "phone-1", jobId });
  expect(heard?.(action("A"), from)).toEqual([]);
  expect(heard?.(action("B"), from)).toEqual(["job/B acted on local's phone-1, which job/A held"]);
});

it("says when a claim ended its job, or did not, and its record decides otherwise", async () => {
  const claim = { status: "success", summary: "It is on." } as const;
  const check = { accepted: true, reason: "It shows.", model: "a-model" };
  const step = (stepNumber: number, change: Partial<Step> = {}) =>
    ({ stepNumber, chosenBy: "model", actions: [{ action: { action: "home" } }], ...change }) as Step;
  const claiming = (stepNumber: number, completionCheck: Step["completionCheck"]) =>
    step(stepNumber, { actions: [{ action: { action: "FINISH", ...claim } }], completionCheck });
  const job = { status: "finished", endReason: "claimed", claim, validators: [] } as Partial<Job>;
  const told = (steps: readonly Step[]) =>
    claimsFollow().after?.({
      ...seen({ A: job }),
      farm: { cloud: { stepsOf: async () => steps } },
    } as unknown as Observed);
  expect(await told([step(1), claiming(2, { ...check, accepted: false }), claiming(3, check)])).toEqual([]);
  expect(await told([claiming(1, check), step(2), claiming(3, check)])).toEqual([
    "job/A: step 1 ends it, and others follow",
  ]);
  expect(await told([step(1), claiming(2, { ...check, accepted: false })])).toEqual([
    "job/A: it ended by step 2, which would not end it again",
  ]);
  const ofScript = { ...claiming(1, check), chosenBy: "script" } as Step;
  expect(await told([ofScript])).toEqual(["job/A: step 1 was checked, and would not be again"]);
});

it("says when a stop or a pause was answered and not kept, and when a stop is another tenant's too", async () => {
  const records = new Records();
  const at = "2026-01-01T00:00:10.000Z";
  const stop = { asked: at, answered: at };
  records.stops.push(
    { ...stop, tenantId: "A", stopped: [] },
    { ...stop, tenantId: "B", stopped: ["B", "C"] },
  );
  records.pauses.push({ jobId: "J", from: at, until: at, isKept: false });
  const looked = {
    ...seen({}),
    farm: { cloud: { stepsOf: async () => [] } },
    records,
  } as unknown as Observed;
  expect(await stoppedStays().after?.(looked)).toEqual([
    `A stopped everything at ${at}, said the farm, and it did not`,
    `C was stopped at ${at}, by B`,
    `job/J was paused at ${at}, said the farm, and was not`,
  ]);
});

it("says when what happened once is told as two events", async () => {
  const finished = { status: "finished", tenantId: "local", jobId: "A" } as Partial<Job>;
  const repositories = {
    questions: { listByJob: async () => [] },
    webhookDeliveries: { list: async () => ({ items: [] }) },
  };
  const told = (ids: readonly string[]) =>
    eventsArrive().after?.({
      ...seen({ A: finished }),
      farm: { cloud: { repositories } },
      records: new Records(),
      receiver: { webhooks: new Map(), heard: new Map([["local job.finished A", new Set(ids)]]) },
    } as unknown as Observed);
  expect(await told(["e1"])).toEqual([]);
  expect(await told(["e1", "e2"])).toEqual(["local job.finished A happened once, and 2 events say so"]);
});

it("says when a session runs long after its user ended or left it", async () => {
  const records = new Records();
  const use = { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600, usedAt: 0 };
  records.sessions.set("A", { ...use, endedAt: 1_000 });
  records.sessions.set("B", use);
  const running = seen({ A: { status: "running" }, B: { status: "running" } });
  const { during } = sessionsEnd();
  expect(await during?.({ ...running, records, elapsed: 900_000 })).toEqual([]);
  expect(await during?.({ ...running, records, elapsed: 3_600_000 })).toEqual([
    "session A was ended, and runs",
    "session B is used by nobody, and runs",
  ]);
});

it("says when what came of a step, or how a question was closed, is said otherwise later", async () => {
  const { during, after } = settledStays();
  const step = (stepNumber: number, effect?: string) => ({
    ...{ stepNumber, actions: [] },
    ...(effect === undefined ? {} : { outcome: { ok: true, effect, retries: 0 } }),
  });
  const question = (status: string, answer?: string) => ({ questionId: "Q", status, answer });
  const farm = (steps: readonly object[], questions: readonly object[]) => ({
    cloud: {
      ...{ isReadable: true, ownerOf: () => "local" },
      stepsOf: async () => steps,
      repositories: { questions: { listByJob: async () => questions } },
    },
  });
  const looked = (...of: Parameters<typeof farm>) =>
    ({ ...seen({ A: { status: "running" } }), farm: farm(...of) }) as unknown as Observed;
  expect(await during?.(looked([step(1, "indeterminate"), step(2)], [question("open")]))).toEqual([]);
  expect(await during?.(looked([step(1, "done"), step(2)], [question("answered", "yes")]))).toEqual([]);
  expect(await after?.(looked([step(1), step(2, "done")], [question("expired")]))).toEqual([
    "question Q of job/A was answered yes, and is expired",
    expect.stringMatching(/^step 1 of job\/A was .*done.*, and is open$/),
  ]);
});

it("says when a job that has ended holds its device, and when one is not ready in the end", async () => {
  const { during, after } = allClosed();
  const farmWith = (device: object) => ({
    cloud: {
      isReadable: true,
      repositories: {
        devices: { list: async (of: string) => ({ items: of === "local" ? [device] : [] }) },
      },
    },
  });
  const held = { deviceId: "phone-1", state: "leased", leaseJobId: "A" };
  const finishedAt = new Date(Date.now() - 61_000).toISOString();
  const looked = (device: object, kinds: readonly string[] = []) =>
    ({
      ...seen({ A: { status: "finished", finishedAt } }),
      ...{ farm: farmWith(device), faults: { events: kinds.map((kind) => ({ kind })) } },
    }) as unknown as Observed;
  expect(await during?.(looked(held, ["model"]))).toEqual([
    `phone-1 is held by job/A, which ended at ${finishedAt}`,
  ]);
  // Its host may be away, and then it does so when it is back.
  expect(await during?.(looked(held, ["partitions"]))).toEqual([]);
  expect(await after?.(looked({ deviceId: "phone-1", state: "ready" }))).toEqual([]);
  expect(
    await after?.(looked({ deviceId: "phone-1", state: "dirty", stateReason: "cleaning failed" })),
  ).toEqual(["phone-1 is dirty, cleaning failed"]);
});

it("says when a job gave up after more recoveries than it had errors", async () => {
  const job = { status: "finished", jobId: "A", outcomeReason: "After 3 recoveries it failed again." };
  const told = (errors: number) => {
    const listByJob = async () => Array(errors).fill({});
    const cloud = { stepsOf: async () => [], repositories: { errors: { listByJob } } };
    return stepsExplain().after?.({
      ...seen({ A: job as Partial<Job> }),
      farm: { cloud },
    } as unknown as Observed);
  };
  expect(await told(4)).toEqual([]);
  expect(await told(2)).toEqual(["job/A says that it recovered 3 times, and has 2 errors"]);
});
