import type { Job } from "#shared/contracts/job/job.ts";
import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import type { BeginRolesInput, BeginRolesOutput } from "#shared/contracts/workflow/run-roles.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { quotaOf } from "#shared/rules/quota/quota-of.ts";
import { projectConfig } from "../environment/project-config.ts";
import { checkWanted } from "../job/prepared-job.ts";
import { leaveGathering, takeGathering } from "../role-board/gathering.ts";
import type { Runtime, Services } from "../runtime/services.ts";
import { roleJob } from "./role-job.ts";

/** Far below what the line forgets after, and few enough looks for the execution's history: 12 h are some 1,450 of them. */
const longestPauseSeconds = 30;

/**
 * When it is the job's turn to gather devices, makes a job for each role; else says when to ask again. Asked again after it failed it
 * completes what was left: the roles' ids stand with the whole.
 * @throws NotFound, JobCancelled, GatheringTimeout, StorageUnavailable
 */
export async function beginRoles(
  input: BeginRolesInput,
  runtime: Runtime<"begin-roles">,
): Promise<BeginRolesOutput> {
  const { tenantId, jobId, looks } = input;
  const { jobs, farmSwitch } = runtime.repositories;
  const [job, farm] = await Promise.all([jobs.get(tenantId, jobId), farmSwitch.get(tenantId)]);
  if (job?.roleJobs === undefined) throw new DroverError("NotFound", `There is no job ${jobId} with roles.`);
  checkWanted(job, farm);
  const mayBegin = job.status === "running" || (await hasTurn(job, runtime));
  if (mayBegin && (await hasBegun(job, runtime))) {
    await makeRoles(job, runtime);
    await pauseNewRoles(job, runtime);
    return { route: "run", roleJobIds: job.roleJobs.map((role) => role.jobId), seconds: 0, looks };
  }
  const waited = (runtime.now().getTime() - Date.parse(job.createdAt)) / 1_000;
  if (waited >= job.limits.queueSeconds)
    throw new DroverError(
      "GatheringTimeout",
      `It was not its turn to gather devices within ${job.limits.queueSeconds} s: ${job.pauseRequestedAt === undefined ? "other jobs with roles of the tenant came before" : `it is paused since ${job.pauseRequestedAt}`}.`,
    );
  const seconds = Math.min(longestPauseSeconds, 1 + looks, Math.ceil(job.limits.queueSeconds - waited));
  runtime.logger.info("waits for its turn to gather devices", { seconds });
  return { route: "wait", roleJobIds: [], seconds, looks: looks + 1 };
}

/** One that is paused lets the others go first. */
async function hasTurn(job: Job, runtime: Runtime<"begin-roles">): Promise<boolean> {
  if (job.pauseRequestedAt === undefined) return takeGathering(job, runtime);
  await leaveGathering(job, runtime);
  return false;
}

/** False: as many of the tenant's jobs run as may. A job with roles counts as one. */
async function hasBegun(
  job: Job,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<boolean> {
  if (job.status === "running") return true;
  const { jobsRunning } = quotaOf((await projectConfig()).quotas, job.tenantId);
  const begun = await repositories.jobs.begin(job, now().toISOString(), jobsRunning);
  if (begun === null) throw new DroverError("JobCancelled", "The job was cancelled before it began.");
  return begun !== "noRoom";
}

async function makeRoles(
  job: Job,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<void> {
  const { tenantId, jobId, roleJobs = [] } = job;
  const board: RoleBoard = {
    schemaVersion: 1,
    tenantId,
    jobId,
    revision: 1,
    roles: roleJobs.map((one) => ({ role: one.role, jobId: one.jobId, state: "gathering" })),
    entries: [],
  };
  await repositories.roleBoards.write(board, 0);
  await Promise.all(roleJobs.map((role) => repositories.jobs.create(roleJob(job, role, now()))));
}

/**
 * Roles that were just made are paused when the whole is: who paused it before they were there could not pause them
 * (api/jobs/pause-job.ts). Looks twice, because the whole may have been continued between the two writes.
 */
async function pauseNewRoles(
  { tenantId, jobId, roleJobs = [] }: Job,
  { repositories: { jobs } }: Pick<Services, "repositories">,
): Promise<void> {
  const wished = async () => (await jobs.get(tenantId, jobId))?.pauseRequestedAt;
  const at = await wished();
  if (at === undefined) return;
  await Promise.all(roleJobs.map((role) => jobs.requestPause(tenantId, role.jobId, at)));
  if ((await wished()) !== undefined) return;
  await Promise.all(roleJobs.map((role) => jobs.endRequestedPause(tenantId, role.jobId)));
}
