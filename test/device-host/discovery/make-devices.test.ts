import { expect, it } from "vitest";
import { makeDevices } from "#device-host/discovery/make-devices.ts";

type Parts = Parameters<typeof makeDevices>;

it("makes no device for a job that another device took while the waiting jobs were counted", async () => {
  const device = { hadJob: false };
  const looks: number[] = [];
  const over = new AbortController();
  const made = { room: 1, lookMilliseconds: 0, look: (_: unknown, waiting: number) => looks.push(waiting) };
  const found = {
    devices: () => [device],
    nextChange: async () => {
      if (looks.length === 2) over.abort();
    },
  };
  let left = 1;
  const normal = {
    waiting: async () => {
      const counted = left;
      // In the first look it takes the only job, once that is counted.
      device.hadJob = true;
      left = 3;
      return counted;
    },
  };
  const none = { waiting: async () => 0 };
  const queues = { high: none, normal, low: none };
  const services = { clock: { monotonic: () => 0 }, logger: { warn: () => undefined } };
  const parts = [made, found, queues, services, over.signal] as unknown as Parts;
  await makeDevices(...parts);
  expect(looks).toEqual([0, 3]);
});
