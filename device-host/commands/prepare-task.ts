import type { Job } from "#shared/contracts/job.ts";
import { sessionFileKey } from "#shared/contracts/keys.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { putFile } from "../apps/put-file.ts";
import { installApp } from "../devices/install-app.ts";
import type { CommandContext } from "./command-context.ts";

const installSeconds = 60;

/**
 * Brings a clean device to what the job's sender wants it to have before the agent's first look. Whether there was anything.
 * @throws PolicyDenied, AppUnusable: another device would not do better
 */
export async function prepareTask(
  { adb, device, services, signal }: CommandContext<"setUp">,
  job: Job,
): Promise<boolean> {
  const { tenantId, jobId, session: { apps: ofSession = [] } = {}, prepare } = job;
  const { apps = [], files = [] } = prepare ?? {};
  const installing = { adb, device, job, services, signal, installSeconds };
  for (const app of ofSession)
    await installApp(
      "uploadId" in app ? { key: sessionFileKey(tenantId, jobId, app.uploadId) } : app,
      installing,
    );
  if (apps.length > 0) checkMayInstall(services.config.policy.actions?.deny);
  for (const app of apps) await installApp(app, { ...installing, job: bySender(job) });
  for (const { path, text } of files) {
    await adb.writeAll([["mkdir", "-p", path.slice(0, path.lastIndexOf("/"))]]);
    await putFile(adb, path, Buffer.from(text));
  }
  const all = ofSession.length + apps.length + files.length;
  if (all > 0) services.logger.info("device prepared", { jobId, deviceId: device.deviceId, all });
  return all > 0;
}

/** The job's policy is its agent's; what its sender asks for is held to the tenant's own word alone. */
const bySender = (job: Job): Job => ({
  ...job,
  policy: { ...job.policy, actions: { ...job.policy.actions, deny: [] } },
});

function checkMayInstall(denied: readonly string[] = []): void {
  if (denied.includes("install"))
    throw new DroverError(
      "PolicyDenied",
      "The project's policy denies installing, so no job's 'prepare.apps'.",
    );
}
