import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import type { HolderKind, QueueHolder } from "#shared/contracts/api/responses/job-queue.ts";
import type { DeviceStatus } from "#shared/contracts/device/device.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { defined } from "#shared/values/defined.ts";

interface Held {
  readonly device: DeviceResponse;
  /** Null: there is none, or it was removed. */
  readonly job: Job | null;
}

/** What follows "It is held by". */
const jobWords: {
  readonly [Kind in Exclude<HolderKind, "cleaning" | "away">]: (job: Job) => string;
} = {
  job: ({ jobId, startedAt }) =>
    `job ${jobId}${startedAt === undefined ? "" : `, which has been running since ${startedAt}`}`,
  answer: ({ jobId }) => `a question of job ${jobId}; answer it to free the device: drover answer ${jobId}`,
  approval: ({ jobId }) =>
    `job ${jobId}, which waits for approval; answer it to free the device: drover answer ${jobId}`,
  checks: ({ jobId }) => `job ${jobId}, which waits for its caller's checks: drover check ${jobId}`,
  roles: ({ jobId }) => `job ${jobId}, which waits for the other roles of its task`,
  resume: ({ jobId }) =>
    `job ${jobId}, which is paused; resume or cancel it to free the device: drover resume ${jobId}`,
  model: ({ jobId, waiting }) => `job ${jobId}, which waits for its model until ${waiting?.until}`,
  human: ({ jobId }) => `job ${jobId}, in which a person acts`,
  session: ({ jobId }) => `session ${jobId}; end it to free the device: drover session end ${jobId}`,
  ended: ({ jobId }) => `job ${jobId}, which has ended and gives it back`,
};

const stateWords: { readonly [State in DeviceStatus]: string } = {
  ready: "is free",
  leased: "is held",
  cleaning: "is being cleaned",
  dirty: "is cleaned before its next job",
  offline: "is offline",
  quarantined: "is quarantined",
  degraded: "takes no work",
};
/** States that are over by themselves. */
const passing = new Set<DeviceStatus>(["cleaning", "dirty"]);

/** Undefined: nothing keeps the device from the next job. */
export function holderOf({ device, job }: Held): QueueHolder | undefined {
  const { deviceId, state, stateReason, leaseJobId } = device;
  if (state === "ready") return undefined;
  if (state !== "leased") {
    const words = `${deviceId} ${stateWords[state]}${stateReason ? `: ${stateReason}` : "."}`;
    return { deviceId, kind: passing.has(state) ? "cleaning" : "away", words };
  }
  if (job === null) {
    const words = `${deviceId} is held${leaseJobId === undefined ? "" : ` by job ${leaseJobId}`}.`;
    return { deviceId, kind: "job", words, ...defined({ jobId: leaseJobId }) };
  }
  const kind = kindOf(job);
  return { deviceId, kind, jobId: job.jobId, words: `${deviceId} is held by ${jobWords[kind](job)}.` };
}

function kindOf(job: Job): keyof typeof jobWords {
  if (job.status === "finished") return "ended";
  if (job.session !== undefined) return "session";
  if (job.pause !== undefined) return job.pause.for;
  if (job.waiting !== undefined) return "model";
  return job.agent?.kind === "human" ? "human" : "job";
}
