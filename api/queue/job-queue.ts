import { projectConfig } from "#agent/environment/project-config.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import type { JobQueue } from "#shared/contracts/api/responses/job-queue.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { isHostLost } from "#shared/rules/device-status.ts";
import { quotaOf } from "#shared/rules/quota/quota-of.ts";
import { currentDevices } from "../devices/current-devices.ts";
import { holderOf } from "./device-holder.ts";
import { jobsAhead } from "./jobs-ahead.ts";

const mostDevices = 100;
/** How many holders a sentence lists; the rest is counted. */
const mostSaid = 3;

interface Waiting {
  readonly queue: JobQueue;
  /** Undefined: it is about to get a device. */
  readonly because: string | undefined;
}

/** The position of a queued job, and the holders of devices that it could use. */
export async function jobQueue(job: Job, runtime: Runtime<"api">): Promise<Waiting> {
  const devices = await devicesFor(job, runtime);
  const [place, holders] = await Promise.all([
    jobsAhead(job, runtime),
    Promise.all(devices.map(async (device) => holderOf({ device, job: await holdingJob(device, runtime) }))),
  ]);
  const isOneFree = holders.includes(undefined) || (await isOneMade(job, devices, runtime));
  const queue = { ...place, heldBy: isOneFree ? [] : holders.filter((holder) => holder !== undefined) };
  if (devices.length === 0 && !isOneFree) return { queue, because: noDevice(job) };
  const full = isOneFree ? await fullQuota(job, runtime) : undefined;
  if (isOneFree && full === undefined && queue.ahead === 0) return { queue, because: undefined };
  return {
    queue,
    because: [placeWords(job, queue), full ?? heldWords(queue)].join(" ").trim().slice(0, 1_000),
  };
}

async function devicesFor(
  { tenantId, pool, requirements: { deviceId } }: Job,
  runtime: Runtime<"api">,
): Promise<readonly DeviceResponse[]> {
  const { devices } = runtime.repositories;
  if (deviceId !== undefined) {
    const named = await devices.get(tenantId, deviceId);
    return named === null ? [] : currentDevices([named], runtime);
  }
  const { items } = await devices.list(tenantId, { limit: mostDevices });
  return currentDevices(
    items.filter((device) => device.pool === pool),
    runtime,
  );
}

async function holdingJob(
  { tenantId, state, leaseJobId }: DeviceResponse,
  { repositories }: Pick<Services, "repositories">,
): Promise<Job | null> {
  if (state !== "leased" || leaseJobId === undefined) return null;
  return repositories.jobs.get(tenantId, leaseJobId);
}

/** Whether a host of its pool makes devices for jobs and may make one more: it is on its way then. */
async function isOneMade(
  { tenantId, pool, requirements }: Job,
  devices: readonly DeviceResponse[],
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<boolean> {
  if (requirements.deviceId !== undefined) return false;
  const { items } = await repositories.hosts.list(tenantId, { limit: mostDevices });
  return items.some(
    (host) =>
      host.pool === pool &&
      host.state === "online" &&
      devices.filter(({ hostId, state }) => hostId === host.hostId && state === "leased").length <
        (host.makesDevices ?? 0) &&
      !isHostLost(host, now()),
  );
}

const noDevice = ({ pool, requirements: { deviceId } }: Job): string =>
  deviceId === undefined
    ? `Pool '${pool}' has no devices: no host of it is connected; start one with 'drover hosts run'.`
    : `It waits for device ${deviceId}, which is not known any more.`;

/** A free device is no use to a tenant that has as many running jobs as it may. */
async function fullQuota({ tenantId }: Job, { repositories, now }: Services): Promise<string | undefined> {
  const { jobsRunning } = quotaOf((await projectConfig()).quotas, tenantId);
  if (jobsRunning === undefined) return undefined;
  const used = await repositories.quotas.use(tenantId, now().toISOString());
  if (used.jobsRunning < jobsRunning) return undefined;
  return `A device is free, but ${used.jobsRunning} of the tenant's jobs run already, as many as quotas.jobsRunning allows.`;
}

function placeWords({ pool, requirements: { deviceId } }: Job, { ahead, isAtLeast }: JobQueue): string {
  const queue = deviceId === undefined ? `the queue of pool '${pool}'` : `the queue of device ${deviceId}`;
  if (ahead === 0 && !isAtLeast) return `It is next in ${queue}.`;
  return isAtLeast && ahead > 0
    ? `At least ${ahead} jobs are ahead of it in ${queue}.`
    : `It is number ${ahead + 1} in ${queue}.`;
}

function heldWords({ heldBy }: JobQueue): string {
  const said = heldBy.slice(0, mostSaid).map(({ words }) => words);
  const more = heldBy.length - said.length;
  return [...said, ...(more > 0 ? [`${more} more devices are held.`] : [])].join(" ");
}
