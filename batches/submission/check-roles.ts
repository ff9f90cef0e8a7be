import { roleRequests } from "#agent/role-board/role-request.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { externalValidators } from "#shared/contracts/judging/validator.ts";
import { type FieldError, fieldError, foundIn, invalidRequest } from "#shared/http/field-errors.ts";

type Rule = (request: JobRequest) => FieldError | null;

const notWithRoles = (field: keyof JobRequest, why: string): Rule => {
  return (request) => (request[field] === undefined ? null : fieldError(field, undefined, why));
};

/** What the whole cannot say for its roles, because it has no device of its own. */
const wholeRules: readonly Rule[] = [
  notWithRoles(
    "workflow",
    "cannot be combined with 'roles': a task has parts on one device, or roles on several",
  ),
  notWithRoles("source", "cannot be combined with 'roles': a recording is of one device"),
  notWithRoles("recovery", "cannot be combined with 'roles': a recovery is for one device"),
  notWithRoles("prepare", "must be in the role whose device it prepares"),
  notWithRoles("data", "must be in the role whose device it is for"),
  notWithRoles("answerSchema", "must be in the role that answers"),
  ({ validators }) =>
    validators.length === 0
      ? null
      : fieldError("validators", undefined, "must be in the roles, each in the one whose device it checks"),
  ({ device }) =>
    device === "clean" ? null : fieldError("device", device, "must be clean for a task with roles"),
  ({ requirements }) =>
    requirements.deviceId === undefined
      ? null
      : fieldError(
          "requirements.deviceId",
          requirements.deviceId,
          "must be in the role that needs this device",
        ),
];

/** Answers of another program come for one job, while the others' devices are held. */
const roleFaults = (role: string, { validators, agent }: JobRequest): readonly FieldError[] => [
  ...(externalValidators(validators).length === 0
    ? []
    : [
        fieldError(
          `roles.${role}.validators`,
          "external",
          "cannot be external: a role is judged with the others",
        ),
      ]),
  ...(agent?.kind === "script"
    ? [fieldError(`roles.${role}.agent`, "script", "cannot be a script, which can neither tell nor wait")]
    : []),
];

/** Holds each role to what its own job is held to, and the whole to what it can say. @throws InvalidRequest naming the role's field */
export async function checkRoles(
  request: JobRequest,
  check: (role: JobRequest) => Promise<unknown>,
): Promise<void> {
  if (request.roles === undefined) return;
  const found = wholeRules.map((rule) => rule(request)).filter((fault) => fault !== null);
  for (const [role, asked] of roleRequests(request)) {
    found.push(...roleFaults(role, asked));
    if (asked.agent?.kind === "script") continue;
    try {
      await check(asked);
    } catch (error) {
      const faults = foundIn(error);
      if (faults === null) throw error;
      found.push(...faults.map((fault) => ({ ...fault, field: `roles.${role}.${fault.field}` })));
    }
  }
  if (found.length > 0) throw invalidRequest(found);
}
