import type { Runtime, Services } from "#agent/runtime/services.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { isOpenTurn } from "#shared/contracts/workflow/turn.ts";
import { outsideAgent } from "#shared/rules/agent-kind.ts";

/** Why a job waits although no device is what it waits for; undefined when it does not. */
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
  return undefined;
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
