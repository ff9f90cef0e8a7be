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
    "cannot stand beside 'roles': a task has parts on one device, or roles on several",
  ),
  notWithRoles("source", "cannot stand beside 'roles': one recording is of one device"),
  notWithRoles("recovery", "cannot stand beside 'roles': a recovery is of one device"),
  notWithRoles("prepare", "belongs to the role whose device it prepares"),
  notWithRoles("data", "belongs to the role whose device holds it"),
  notWithRoles("answerSchema", "belongs to the role that answers"),
  ({ validators }) =>
    validators.length === 0
      ? null
      : fieldError("validators", undefined, "belong to the roles, each to the one whose device it checks"),
  ({ device }) =>
    device === "clean" ? null : fieldError("device", device, "must be clean for a task with roles"),
  ({ requirements }) =>
    requirements.deviceId === undefined
      ? null
      : fieldError(
          "requirements.deviceId",
          requirements.deviceId,
          "belongs to the role that wants this device",
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
    ? [fieldError(`roles.${role}.agent`, "script", "cannot be a script: it tells and waits for nothing")]
    : []),
];

/** Holds each role to what a job of its own is held to, and the whole to what it can say. @throws InvalidRequest naming the role's field */
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
