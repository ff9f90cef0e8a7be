import type { Runtime, Services } from "#agent/runtime/services.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { isOpenTurn } from "#shared/contracts/workflow/turn.ts";
import { outsideAgent } from "#shared/rules/agent-kind.ts";
import { isHostLost } from "#shared/rules/device-status.ts";
import { currentDevices } from "../devices/current-devices.ts";

const mostDevices = 100;
const works = new Set(["ready", "leased", "cleaning", "dirty"]);

/** Why a job waits for its model, or why no device could take it; undefined when it waits for neither. */
export async function whyWaiting(job: Job, runtime: Runtime<"api">): Promise<string | undefined> {
  if (job.status === "finished") return undefined;
  const { waiting, pauseRequestedAt, voice } = job;
  if (pauseRequestedAt !== undefined && voice?.confirm === true && job.stepCount === 0)
    return `It waits for confirmation of the transcript: 'drover resume ${job.jobId}' runs it, 'drover cancel ${job.jobId}' cancels it.`;
  if (pauseRequestedAt !== undefined)
    return job.status === "queued"
      ? `It has been paused since ${pauseRequestedAt} and takes no device; 'drover resume ${job.jobId}' continues it.`
      : `A pause was requested at ${pauseRequestedAt} and takes effect at its next turn.`;
  if (waiting?.turnFor !== undefined) return waiting.reason;
  if (waiting !== undefined && runtime.now().getTime() < Date.parse(waiting.until))
    return `${waiting.reason.replace(/(?<![.?!])$/, ".")} It is asked again at ${waiting.until}.`;
  if (job.status === "running") return whoseTurn(job, runtime);
  if (job.roles !== undefined)
    return "It waits for its turn to gather devices for its roles: one job of the tenant gathers at a time.";
  const { deviceId } = job.requirements;
  return deviceId === undefined ? whyNoDevice(job, runtime) : whyNotDevice(job, deviceId, runtime);
}

/** Whom of an outside agent a running job waits for; undefined: it is not the agent's turn. */
async function whoseTurn(
  job: Job,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<string | undefined> {
  const agent = outsideAgent(job);
  if (agent === null) return undefined;
  const turn = await repositories.turns.latest(job.tenantId, job.jobId);
  if (turn === null || !isOpenTurn(turn, now())) return undefined;
  const who = turn.claimedBy === undefined ? "" : `, taken by '${turn.claimedBy}'`;
  return `It is the turn of its agent '${agent.name}'${who}, until ${turn.until}.`;
}

/** What keeps the device that the job named from it; undefined when it is about to get it. */
async function whyNotDevice(
  job: Job,
  deviceId: DeviceId,
  runtime: Runtime<"api">,
): Promise<string | undefined> {
  const stored = await runtime.repositories.devices.get(job.tenantId, deviceId);
  if (stored === null) return `It waits for device ${deviceId}, which is no longer known.`;
  const [device] = await currentDevices([stored], runtime);
  if (device === undefined || device.state === "ready") return undefined;
  const { state, leaseJobId, stateReason } = device;
  const how = state === "leased" ? `held by job ${leaseJobId}` : state;
  return `It waits for device ${deviceId}, which is ${how}${stateReason ? `: ${stateReason}` : "."}`.slice(
    0,
    1_000,
  );
}

/** Whether a host of its pool makes devices for jobs: one is on its way then. */
async function isOneMade(
  { tenantId, pool }: Job,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<boolean> {
  const { items } = await repositories.hosts.list(tenantId, { limit: mostDevices });
  return items.some(
    (host) =>
      host.pool === pool &&
      host.makesDevices !== undefined &&
      host.state === "online" &&
      !isHostLost(host, now()),
  );
}

/** Why no device of its pool could take a waiting job, whatever else comes free; undefined when one could. */
async function whyNoDevice(job: Job, runtime: Runtime<"api">): Promise<string | undefined> {
  const { items } = await runtime.repositories.devices.list(job.tenantId, { limit: mostDevices });
  const pool = items.filter((device) => device.pool === job.pool);
  const devices = await currentDevices(pool, runtime);
  if (devices.some(({ state }) => works.has(state))) return undefined;
  if (await isOneMade(job, runtime)) return undefined;
  if (devices.length === 0) return `Pool '${job.pool}' has no devices.`;
  const reasons = devices.map(
    ({ deviceId, state, stateReason }) => `${deviceId} is ${state}: ${stateReason ?? "no reason given"}`,
  );
  return `No device of pool '${job.pool}' takes jobs. ${reasons.join(" ")}`.slice(0, 1_000);
}
