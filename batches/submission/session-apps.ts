import { projectConfig } from "#agent/environment/project-config.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { AppSource } from "#shared/contracts/device/app-source.ts";
import { sessionFileKey, sessionUploadKey } from "#shared/contracts/farm/keys.ts";
import { largestFileBytes } from "#shared/contracts/session/session-call.ts";
import type { JobId, TenantId, UploadId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { looksOuter } from "#shared/http/outer-address.ts";

/** @throws InvalidRequest, NotFound: errors are reported before a device is acquired */
export async function checkApps(
  tenantId: TenantId,
  apps: readonly AppSource[],
  runtime: Pick<Services, "artifacts">,
): Promise<void> {
  const { apps: rules } = await projectConfig();
  for (const [index, app] of apps.entries()) {
    if ("uploadId" in app) {
      if (!(await runtime.artifacts.exists(sessionUploadKey(tenantId, app.uploadId))))
        throw notUploaded(`apps.${index}.uploadId`, app.uploadId);
    } else if (!rules.local) checkLink(`apps.${index}.url`, app.url);
  }
}

/** @throws InvalidRequest for a link that the host would not follow */
export function checkLink(field: string, url: string): void {
  if (looksOuter(new URL(url))) return;
  const message =
    "must be https and on the public internet; 'apps: { local: true }' in drover.config.ts lets a farm fetch from its own network";
  throw invalidRequest([fieldError(field, url, message)]);
}

const uploadSeconds = 300;

/** A form for one file, and the id by which what was sent is named. */
export async function newUpload(
  tenantId: TenantId,
  uploadId: UploadId,
  runtime: Pick<Services, "artifacts" | "now">,
) {
  const { url, fields } = await runtime.artifacts.uploadForm(sessionUploadKey(tenantId, uploadId), {
    contentType: "application/octet-stream",
    maxBytes: largestFileBytes,
    seconds: uploadSeconds,
  });
  const expiresAt = new Date(runtime.now().getTime() + uploadSeconds * 1_000).toISOString();
  return { uploadId, url, fields: { ...fields }, maxBytes: largestFileBytes, expiresAt };
}

interface Upload {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly uploadId: UploadId;
  /** Of the request. */
  readonly field: string;
}

/** Copies the upload to where the session's host may read it, and returns the place. @throws NotFound when nothing was */
export async function takeUpload(
  { tenantId, jobId, uploadId, field }: Upload,
  { artifacts }: Pick<Services, "artifacts">,
): Promise<string> {
  const key = sessionFileKey(tenantId, jobId, uploadId);
  const sent = sessionUploadKey(tenantId, uploadId);
  if (await artifacts.exists(key)) return key;
  if (!(await artifacts.exists(sent))) throw notUploaded(field, uploadId);
  await artifacts.copy(sent, key, await artifacts.etag(sent));
  return key;
}

const notUploaded = (field: string, uploadId: UploadId): DroverError =>
  new DroverError("NotFound", "There is no upload with this id.", {
    details: { errors: [fieldError(field, uploadId, "names no uploaded file")] },
  });
