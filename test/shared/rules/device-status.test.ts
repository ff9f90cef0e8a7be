import { describe, expect, it } from "vitest";
import { Device } from "#shared/contracts/device/device.ts";
import { Host } from "#shared/contracts/device/host.ts";
import { conditionOf } from "#shared/rules/device-status.ts";
import { at, hostId, jobIdOf, sampleFacts, tenantId } from "../storage/sample-records.ts";

const now = new Date(Date.parse(at) + 10_000);
const device = (change: Partial<Device>): Device =>
  Device.parse({
    ...sampleFacts(),
    schemaVersion: 1,
    state: "ready",
    leaseEpoch: 1,
    updatedAt: at,
    ...change,
  });
const host = (change: Partial<Host> = {}): Host =>
  Host.parse({
    schemaVersion: 1,
    tenantId,
    hostId,
    pool: "default",
    commandQueueUrl: "http://127.0.0.1/q",
    state: "online",
    version: "1",
    deviceCount: 1,
    startedAt: at,
    heartbeatAt: at,
    ...change,
  });

describe("how a device is now", () => {
  it("is what was stored while its host is heard of", () => {
    const reason = { state: "offline", stateReason: "adb does not list it." } as const;
    expect(conditionOf(device({}), host(), now)).toEqual({ state: "ready" });
    expect(conditionOf(device(reason), host(), now)).toEqual(reason);
  });

  it("is offline with the reason when its host is unknown, stopped or silent", () => {
    const silent = host({ heartbeatAt: "2025-12-31T23:59:00.000Z" });
    for (const lost of [null, host({ state: "offline" }), silent]) {
      const { state, stateReason } = conditionOf(device({ state: "leased" }), lost, now);
      expect(state).toBe("offline");
      expect(stateReason).toContain(hostId);
    }
  });

  it("stays quarantined whatever became of its host", () => {
    expect(conditionOf(device({ state: "quarantined" }), null, now)).toEqual({ state: "quarantined" });
  });

  it("is dirty when its lease ran out", () => {
    const leased = { state: "leased", leaseJobId: jobIdOf(1), leaseExpiresAt: at } as const;
    expect(conditionOf(device(leased), host(), now).state).toBe("dirty");
    const later = { ...leased, leaseExpiresAt: "2026-01-01T00:01:00.000Z" };
    expect(conditionOf(device(later), host(), now)).toEqual({ state: "leased" });
  });

  it("is degraded with its host, unless a job has it", () => {
    const degraded = host({ state: "degraded", stateReason: "make room." });
    expect(conditionOf(device({}), degraded, now)).toMatchObject({
      state: "degraded",
      stateReason: "Its host takes no new jobs: make room.",
    });
    const leaseExpiresAt = "2026-01-01T00:01:00.000Z";
    expect(conditionOf(device({ state: "leased", leaseExpiresAt }), degraded, now).state).toBe("leased");
  });
});
