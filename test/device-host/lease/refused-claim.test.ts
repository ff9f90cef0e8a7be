import { describe, expect, it } from "vitest";
import { refusedClaim } from "#device-host/lease/refused-claim.ts";

const at = "2026-01-01T00:00:00.000Z";
const waiting = { status: "queued", acquisition: 0 } as const;

describe("a request for a device whose job would not have it", () => {
  it.each([
    ["tells a job that is gone, over or cancelled", null, "cancel"],
    ["tells a job that has ended", { ...waiting, status: "finished" }, "cancel"],
    [
      "tells a cancelled job, though it is paused too",
      { ...waiting, cancelRequestedAt: at, pauseRequestedAt: at },
      "cancel",
    ],
    ["tells a job that is paused", { ...waiting, pauseRequestedAt: at }, "pause"],
    ["is asked again at once when the job was let go on meanwhile", waiting, "again"],
    ["is left to the delivery that has the device", { status: "running", acquisition: 1 }, "leave"],
    [
      "is left to that delivery though the job is paused since",
      { status: "running", acquisition: 1, pauseRequestedAt: at },
      "leave",
    ],
    ["is deleted when a later request has one", { status: "running", acquisition: 2 }, "settle"],
  ] as const)("%s", (_, job, expected) => {
    expect(refusedClaim(job, 1)).toBe(expected);
  });
});
