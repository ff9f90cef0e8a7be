import type { Services } from "#agent/runtime/services.ts";
import type { Snapshot } from "#shared/contracts/device/snapshot.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { DeviceId, TenantId } from "#shared/contracts/values/ids.ts";
import { isHostLost } from "#shared/rules/device-status.ts";
import type { SubmissionFacts } from "./submission-facts.ts";

/** A device that works, or will soon. */
const inWork: ReadonlySet<string> = new Set(["ready", "leased", "cleaning", "dirty"]);

/**
 * The snapshot that a fork can go back to instead of doing steps again: of its very step, on a device that is in work and that the
 * request does not rule out. Null: there is none.
 */
export async function goBackTo(
  tenantId: TenantId,
  { source, device, requirements }: JobRequest,
  facts: SubmissionFacts,
  { repositories }: Pick<Services, "repositories">,
): Promise<Snapshot | null> {
  if (source?.kind !== "fork" || source.jobId === undefined || device === "asItIs") return null;
  const step = await repositories.steps.get(tenantId, source.jobId, source.at);
  if (step?.snapshotId === undefined) return null;
  const snapshot = await repositories.snapshots.find(tenantId, step.snapshotId);
  const { deviceId = snapshot?.deviceId, pool } = requirements;
  if (snapshot === null || snapshot.deviceId !== deviceId) return null;
  return (await works(deviceId, pool, facts)) ? snapshot : null;
}

async function works(deviceId: DeviceId, pool: string | undefined, facts: SubmissionFacts): Promise<boolean> {
  const device = await facts.device(deviceId);
  if (device?.queueUrl === undefined || !inWork.has(device.state)) return false;
  const host = await facts.host(device.hostId);
  return host !== null && !isHostLost(host, facts.now) && (pool === undefined || pool === device.pool);
}
