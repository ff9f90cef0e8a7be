import type { OfferedTool } from "#shared/contracts/agent/tool.ts";
import { toolListKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { kindRefusal } from "#shared/rules/policy/kind-refusal.ts";
import type { Services } from "../runtime/services.ts";

export interface JobTalk {
  /** Somebody may answer. */
  readonly mayAsk: boolean;
  readonly tools: readonly OfferedTool[];
  /** Other roles do the task with it. */
  readonly hasMates: boolean;
}

/** Whom and what a job's agent may ask, within the job's policy. */
export async function jobTalk(job: Job, { toolLists }: Pick<Services, "toolLists">): Promise<JobTalk> {
  const { tenantId, jobId, tools: rules, questions, user, policy } = job;
  const hasMates = job.roleOf !== undefined;
  if (kindRefusal(["talk"], policy) !== null) return { mayAsk: false, tools: [], hasMates };
  const list = rules.length === 0 ? null : await toolLists(toolListKey(tenantId, jobId));
  return { mayAsk: questions !== undefined || user !== undefined, tools: list?.tools ?? [], hasMates };
}
