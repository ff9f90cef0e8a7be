import type { JobAgent, OutsideAgent } from "../contracts/job/agent.ts";
import type { Job } from "../contracts/job/job.ts";
import type { ChosenBy } from "../contracts/step/step.ts";

type WithAgent = Pick<Job, "agent">;

/** The agent whose turns are posted from outside of the farm; null: the farm asks a model, a service or a record itself. */
export function outsideAgent({ agent }: WithAgent): OutsideAgent | null {
  switch (agent?.kind) {
    case "human":
    case "session":
      return agent;
    case "external":
      return agent.url === undefined ? agent : null;
    default:
      return null;
  }
}

export type AgentService = Extract<JobAgent, { kind: "external" }> & { readonly url: string };

/** The service behind a job's agent; null: nobody is called. */
export const serviceOf = ({ agent }: WithAgent): AgentService | null =>
  agent?.kind === "external" && agent.url !== undefined ? { ...agent, url: agent.url } : null;

/** Not Drover's own agent: it plans and checks for itself, and the farm's helpers run only if the job names them. */
export const isForeign = ({ agent }: { readonly agent?: Pick<JobAgent, "kind"> | undefined }): boolean =>
  agent?.kind === "external" || agent?.kind === "human" || agent?.kind === "session";

/** What a program chose that works for the task by itself: it may repeat itself, and claim what is not so. */
export const isAgentsChoice = (chosenBy: ChosenBy): boolean =>
  chosenBy === "model" || chosenBy === "external";
