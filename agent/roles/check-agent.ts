import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import type { Agent, JobAgent } from "#shared/contracts/job/agent.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { type FieldError, fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { looksOuter } from "#shared/http/outer-address.ts";
import { isForeign } from "#shared/rules/agent-kind.ts";

/** A script as agent is the source of that kind: one machinery runs both. @throws InvalidRequest */
export function scriptAsSource(request: JobRequest): JobRequest {
  const { agent, source } = request;
  if (agent?.kind !== "script") return request;
  if (source !== undefined) {
    const message = "cannot be combined with agent.kind script, which does only its lines: leave one out";
    throw invalidRequest([fieldError("source", source.kind, message)]);
  }
  const { script, parameters, heal } = agent;
  return { ...request, source: { kind: "script", script, parameters, heal } };
}

/** As its job keeps it. */
export function jobAgent(agent: Agent): JobAgent {
  if (agent.kind !== "script") return agent;
  const { kind, name } = agent;
  return { kind, ...(name === undefined ? {} : { name }) };
}

type Rule = (request: JobRequest) => FieldError | null;

/** What is useless to an agent of a third party is refused, before somebody wonders why it has no effect. */
const rules: readonly Rule[] = [
  ({ models }) =>
    Object.keys(models.agent).length === 0
      ? null
      : fieldError(
          "models.agent",
          models.agent,
          "is for Drover's own agent, and this job's brings its own model: leave it out",
        ),
  ({ supervision }) =>
    supervision.planning === undefined || supervision.planning === "off"
      ? null
      : fieldError(
          "supervision.planning",
          supervision.planning,
          "advises Drover's own agent alone: leave it out; completion, verification, recovery and retry may be asked for",
        ),
  ({ supervision }) =>
    supervision.progress === true
      ? fieldError(
          "supervision.progress",
          true,
          "only calls the planner, which this agent has not: leave it out",
        )
      : null,
  ({ recovery }) =>
    recovery === undefined
      ? null
      : fieldError("recovery", undefined, "is done by the farm's own planner and actor: leave 'agent' out"),
  ({ source }) =>
    source?.kind === "replay" || source?.kind === "script"
      ? fieldError(
          "agent",
          source.kind,
          `is never asked by a job whose source is a ${source.kind}: leave it out`,
        )
      : null,
  ({ workflow }) =>
    workflow !== undefined && workflow.subtasks === undefined && workflow.split === undefined
      ? fieldError(
          "workflow.subtasks",
          undefined,
          "must be named: for this agent no model makes parts of a task",
        )
      : null,
];

function urlFault({ agent }: JobRequest, { agents }: ProjectConfig): FieldError | null {
  if (agent?.kind !== "external" || agent.url === undefined || agents.local) return null;
  if (looksOuter(new URL(agent.url))) return null;
  const message =
    "must be https and of the public internet; 'agents: { local: true }' in drover.config.ts lets a farm call its own network";
  return fieldError("agent.url", agent.url, message);
}

/** @throws InvalidRequest naming each field */
export function checkAgent(request: JobRequest, config: ProjectConfig): void {
  if (!isForeign(request)) return;
  const found = [...rules.map((rule) => rule(request)), urlFault(request, config)].filter(
    (fault) => fault !== null,
  );
  if (found.length > 0) throw invalidRequest(found);
}
