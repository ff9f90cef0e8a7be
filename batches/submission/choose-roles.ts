import { roleRequests } from "#agent/role-board/role-request.ts";
import type { RoleJob } from "#shared/contracts/agent/role.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { chooseQueue } from "./choose-queue.ts";
import type { SubmissionFacts } from "./submission-facts.ts";

/** The id of each role's job and where it will wait for its device; undefined: there are none. @throws PoolNotFound, InvalidRequest */
export async function chooseRoles(
  request: JobRequest,
  facts: SubmissionFacts,
  newId: () => string,
): Promise<RoleJob[] | undefined> {
  if (request.roles === undefined) return undefined;
  const chosen: RoleJob[] = [];
  const named = new Map<string, string>();
  for (const [role, asked] of roleRequests(request)) {
    const { deviceId } = asked.requirements;
    const other = deviceId === undefined ? undefined : named.get(deviceId);
    if (deviceId !== undefined && other !== undefined) {
      const message = `is already the device of role '${other}': each role needs its own`;
      throw invalidRequest([fieldError(`roles.${role}.requirements.deviceId`, deviceId, message)]);
    }
    if (deviceId !== undefined) named.set(deviceId, role);
    const { pool, queueUrl } = await chooseQueue(asked, facts);
    chosen.push({ role, jobId: JobId.parse(newId()), pool, poolQueueUrl: queueUrl });
  }
  return chosen;
}
