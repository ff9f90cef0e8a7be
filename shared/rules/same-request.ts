import type { PublicJob } from "../contracts/api/responses/job-response.ts";
import { JobRequest } from "../contracts/job/job-request.ts";
import type { JobSource } from "../contracts/step/job-source.ts";
import type { Script } from "../contracts/step/script.ts";
import { defined } from "../values/defined.ts";

/** What was asked for when the job was submitted, to be asked again. `script`: what it did, of a job that ran one. */
export function sameRequest(job: PublicJob, script: Script | undefined): JobRequest {
  const asked = Object.entries(job).filter(
    ([name]) => name in JobRequest.shape && name !== "source" && name !== "agent",
  );
  return JobRequest.parse({
    ...Object.fromEntries(asked),
    ...defined({ agent: agentAgain(job) }),
    ...defined({ source: job.source && sourceAgain(job.source, script) }),
  });
}

/** A script is the job's source, and a session cannot be submitted again. */
export const agentAgain = ({ agent }: Pick<PublicJob, "agent">) =>
  agent?.kind === "script" || agent?.kind === "session" ? undefined : agent;

function sourceAgain({ kind, jobId, trajectoryId, at, heal, parameters }: JobSource, script?: Script) {
  if (kind === "script") return { kind, script, ...defined({ heal, parameters }) };
  return { kind, ...defined({ jobId, trajectoryId, at }) };
}
