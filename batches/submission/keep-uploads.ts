import type { Services } from "#agent/runtime/services.ts";
import { preparedAppKey, sessionUploadKey } from "#shared/contracts/farm/keys.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";

/** Lays the apps that the request names by their uploads where hosts may read them. @throws InvalidRequest for what was not uploaded */
export async function keepUploads(
  tenantId: TenantId,
  { prepare }: Pick<JobRequest, "prepare">,
  { artifacts }: Pick<Services, "artifacts">,
): Promise<void> {
  for (const [index, app] of (prepare?.apps ?? []).entries()) {
    if (!("uploadId" in app)) continue;
    const kept = preparedAppKey(tenantId, app.uploadId);
    if (await artifacts.exists(kept)) continue;
    const sent = sessionUploadKey(tenantId, app.uploadId);
    if (!(await artifacts.exists(sent)))
      throw invalidRequest([
        fieldError(`prepare.apps.${index}.uploadId`, app.uploadId, "names no uploaded file"),
      ]);
    await artifacts.copy(sent, kept, await artifacts.etag(sent));
  }
}
