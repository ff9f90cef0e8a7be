import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Services } from "../runtime/services.ts";

/** @throws NotFound */
export async function readBoard(
  tenantId: TenantId,
  jobId: JobId,
  { repositories }: Pick<Services, "repositories">,
): Promise<RoleBoard> {
  const board = await repositories.roleBoards.get(tenantId, jobId);
  if (board === null) throw new DroverError("NotFound", `Job ${jobId} has no roles.`);
  return board;
}
