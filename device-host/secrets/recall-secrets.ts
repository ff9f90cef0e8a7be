import { referredSecrets, SecretName } from "#shared/contracts/job/secret.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import type { HostServices } from "../host-services.ts";
import type { TypedSecrets } from "./typed-secrets.ts";

/**
 * What was typed before this process lived may still be on the screen: all that the job's texts name is masked.
 * @throws StorageUnavailable: without it nothing may be looked at
 */
export async function recallSecrets(
  jobId: JobId,
  secrets: TypedSecrets,
  { tenantId, repositories, secrets: vault }: HostServices,
): Promise<void> {
  const job = await repositories.jobs.get(tenantId, jobId);
  if (job === null) return;
  for (const name of referredSecrets(job.task + JSON.stringify(job.validators))) {
    const known = SecretName.safeParse(name);
    const secret = known.success ? await vault.read(tenantId, known.data) : null;
    if (secret !== null) await secrets.add(name, secret.value);
  }
}
