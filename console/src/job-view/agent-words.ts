import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";

/** Who chooses the job's steps, where that is not Drover's own agent. */
export function agentWords({ agent }: Pick<PublicJob, "agent">): string | undefined {
  switch (agent?.kind) {
    case "human":
      return "driven by a person";
    case "external":
      return `agent ${agent.name}`;
    case "session":
      return "session";
    default:
      return undefined;
  }
}
