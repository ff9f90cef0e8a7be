import type { Device } from "#shared/contracts/device/device.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Services } from "../runtime/services.ts";

const mostRead = 100;
/** So many devices are named one by one. */
const mostNamed = 6;

/** Of a role that never had a device: what there is in its pool, in a sentence; empty for any other. */
export async function whatPoolLacks(
  { tenantId, startedAt, outcome, pool, requirements }: Job,
  { repositories }: Pick<Services, "repositories">,
): Promise<string> {
  if (startedAt !== undefined || outcome !== "inconclusive") return "";
  const { items } = await repositories.devices.list(tenantId, { limit: mostRead });
  const devices = items.filter((device) => device.pool === pool);
  const wanted = requirements.deviceId === undefined ? "" : `It asked for ${requirements.deviceId} alone. `;
  if (devices.length === 0) return `${wanted}Pool '${pool}' has no device.`;
  const named = devices.slice(0, mostNamed).map(standing).join("; ");
  const rest = devices.length > mostNamed ? `; and ${devices.length - mostNamed} more` : "";
  return `${wanted}Pool '${pool}' has ${devices.length} device${devices.length === 1 ? "" : "s"}: ${named}${rest}.`;
}

const standing = ({ deviceId, state, leaseJobId }: Device): string =>
  leaseJobId === undefined || leaseJobId === null
    ? `${deviceId} ${state}`
    : `${deviceId} held by job ${leaseJobId}`;
