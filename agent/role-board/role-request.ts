import type { RoleName } from "#shared/contracts/agent/role.ts";
import { type JobRequest, Requirements, type RoleRequest } from "#shared/contracts/job/job-request.ts";
import { type OwnFields, takenBy } from "#shared/rules/taken-fields.ts";
import { defined } from "#shared/values/defined.ts";
import { shareLimits } from "../budget/share-limits.ts";

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

/** What one role of a task is asked to do, as its own request: what it does not say is the whole's. */
export function roleRequest(whole: JobRequest, role: RoleName, asked: RoleRequest): JobRequest {
  const { task, background: _told, systemPrompt, validators, limits, requirements, ...instead } = asked;
  const own = {
    task,
    background: rolesWords(whole, role),
    systemPrompt: systemPrompt ?? whole.systemPrompt,
    validators,
    requirements: requirements ?? Requirements.parse(whole.requirements),
    // What the whole may use is shared out among its roles, since none waits to see what the others use.
    limits: shareLimits(whole.limits, limits, { among: Object.keys(whole.roles ?? {}).length }),
    // Its device may stand as it should from the first while another's does not.
    allowAlreadySatisfied: true,
  } satisfies OwnFields<"role">;
  return { ...takenBy("role", whole), ...defined(instead), ...defined(own) };
}

/** Of each role, in the order in which they were named. */
export const roleRequests = (whole: JobRequest): readonly (readonly [RoleName, JobRequest])[] =>
  Object.entries(whole.roles ?? {}).map(([role, asked]) => [role, roleRequest(whole, role, asked)]);
