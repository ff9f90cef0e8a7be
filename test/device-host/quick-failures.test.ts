import { expect, it } from "vitest";
import { DeviceFailures, HostFailures } from "#device-host/quick-failures.ts";
import { retryBackoff } from "#device-host/retry-plan.ts";
import { DeviceId, JobId } from "#shared/contracts/values/ids.ts";

const jobId = JobId.parse("01JD0000000000000000000000");
const [one, other] = [DeviceId.parse("host-a.one"), DeviceId.parse("host-a.other")];
const failed = { jobId, worked: false, fault: "AdbServerLost", heldSince: 0 };
const worked = { ...failed, worked: true };
const quick = 10_000;
const late = 90_000;

it("takes a device for bad after three jobs in a row that failed at once, then after each one more", () => {
  const failures = new DeviceFailures();
  const told = [failed, failed, failed, failed].map((lease) => failures.ended(lease, quick) !== null);
  expect(told).toEqual([false, false, true, true]);
});

it("takes none for bad for jobs that worked, that took their time, that failed for no fault of it, or that were nobody's", () => {
  const failures = new DeviceFailures();
  for (const lease of [failed, failed, worked, failed, failed])
    expect(failures.ended(lease, quick)).toBeNull();
  expect(failures.ended(failed, late)).toBeNull();
  expect(failures.ended({ ...failed, fault: null }, quick)).toBeNull();
  expect(failures.ended({ ...failed, jobId: null }, quick)).toBeNull();
});

it("[fault A25] has a host pause when jobs fail at once on several of its devices, longer each time, until one works", () => {
  let now = quick;
  const backoff = retryBackoff({ firstSeconds: 60, longestSeconds: 600 });
  const host = new HostFailures(backoff, () => now);
  for (let jobs = 1; jobs <= 5; jobs += 1) host.ended(jobs % 2 === 0 ? one : other, failed);
  expect(host.problem).toBeNull();
  host.ended(one, failed);
  expect(host.problem).toMatch(/6 jobs in a row on 2 devices failed at once: the last with AdbServerLost/);
  now += 3_600_000;
  expect(host.problem).toBeNull();
  host.ended(one, { ...failed, heldSince: now });
  expect(host.problem).toMatch(/7 jobs in a row/);
  host.ended(one, worked);
  expect(host.problem).toBeNull();
});

it("leaves a host at work of which one device alone is bad", () => {
  const host = new HostFailures(retryBackoff({ firstSeconds: 60, longestSeconds: 600 }), () => quick);
  for (let jobs = 1; jobs <= 20; jobs += 1) host.ended(one, failed);
  expect(host.problem).toBeNull();
});

it("[fault A25] pauses once for one fault that ends the jobs of many devices at the same time", () => {
  let now = quick;
  const host = new HostFailures(retryBackoff({ firstSeconds: 60, longestSeconds: 6_000 }), () => now);
  for (let jobs = 1; jobs <= 40; jobs += 1) host.ended(jobs % 2 === 0 ? one : other, failed);
  expect(host.problem).toMatch(/40 jobs in a row on 2 devices/);
  // The longest that the first pause takes, with its jitter.
  now += 180_000;
  expect(host.problem).toBeNull();
});
