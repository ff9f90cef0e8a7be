import { findJob } from "#agent/runtime/find-job.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RouteHandler } from "../http/http-route.ts";

/** A job that waits for its turn to gather devices has roles, and nothing on its blackboard yet. */
export const getRoles: RouteHandler<Routes["getRoles"]> = async ({ tenantId, parameters }, runtime) => {
  const asked = await findJob(tenantId, parameters.id, runtime);
  const { jobId, roleJobs } =
    asked.roleOf === undefined ? asked : await findJob(tenantId, asked.roleOf.jobId, runtime);
  if (roleJobs === undefined) throw new DroverError("NotFound", `Job ${asked.jobId} has no roles.`);
  const board = await runtime.repositories.roleBoards.get(tenantId, jobId);
  const roles: RoleBoard["roles"] = roleJobs.map((one) => ({
    role: one.role,
    jobId: one.jobId,
    state: "gathering",
  }));
  return board ?? { schemaVersion: 1, tenantId, jobId, roles, entries: [] };
};
