import type { RoleName } from "#shared/contracts/agent/role.ts";
import { type JobRequest, Requirements, type RoleRequest } from "#shared/contracts/job/job-request.ts";
import { defined } from "#shared/values/defined.ts";
import { roundUsd } from "#shared/values/round-usd.ts";

/** In the prompt of each role, beside the sender's own words. */
function rolesWords(whole: JobRequest, role: RoleName): string {
  const others = Object.entries(whole.roles ?? {}).filter(([name]) => name !== role);
  const what = others.map(([name, { task }]) => `- ${name}: ${task}`).join("\n");
  const words = `Several devices do one task together, each with an agent of its own: ${whole.task}
You are the role '${role}', and <task> is your part of it alone. The others:
${what}
tell writes on the blackboard that all share, wait_for waits for what another writes there. Your device is judged when every role is done.`;
  const own = whole.roles?.[role]?.background ?? whole.background;
  return (own === undefined ? words : `${own}\n${words}`).slice(0, 4_000);
}

type Limits = JobRequest["limits"];

/** What the whole may use is shared out among its roles, since none waits to see what the others use. */
function limitsOf({ limits, roles = {} }: JobRequest, own: RoleRequest["limits"]): Limits {
  const count = Math.max(1, Object.keys(roles).length);
  const share = (most: number): number => Math.max(1, Math.floor(most / count));
  const tokens = share(limits.maxTokens);
  const output = limits.maxOutputTokens === undefined ? undefined : share(limits.maxOutputTokens);
  const usd =
    limits.maxCostUsd === undefined ? undefined : roundUsd(Math.max(0.000_001, limits.maxCostUsd / count));
  const least = (one: number | undefined, other: number | undefined): number | undefined =>
    one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
  return {
    ...limits,
    ...defined(own),
    maxTokens: Math.min(own.maxTokens ?? tokens, tokens),
    ...defined({
      maxOutputTokens: least(own.maxOutputTokens, output),
      maxCostUsd: least(own.maxCostUsd, usd),
    }),
  };
}

/** What one role of a task is asked to do, as a request of its own: what it does not say is the whole's. */
export function roleRequest(whole: JobRequest, role: RoleName, asked: RoleRequest): JobRequest {
  const { roles: _roles, tags, ...shared } = whole;
  const { task, background: _told, systemPrompt, validators, limits, requirements, ...own } = asked;
  return {
    ...shared,
    ...defined(own),
    ...defined({ systemPrompt: systemPrompt ?? whole.systemPrompt }),
    task,
    background: rolesWords(whole, role),
    validators,
    requirements: requirements ?? Requirements.parse(whole.requirements),
    limits: limitsOf(whole, limits),
    tags,
    // Its device may stand as it should from the first while another's does not.
    allowAlreadySatisfied: true,
  };
}

/** Of each role, in the order in which they were named. */
export const roleRequests = (whole: JobRequest): readonly (readonly [RoleName, JobRequest])[] =>
  Object.entries(whole.roles ?? {}).map(([role, asked]) => [role, roleRequest(whole, role, asked)]);
