import { sessionFileKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobData } from "#shared/contracts/job/job-data.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { kindRefusal } from "#shared/rules/policy/kind-refusal.ts";
import { onlyNew } from "../apps/install-apk.ts";
import { putFile } from "../apps/put-file.ts";
import { packagesIn } from "../clean/packages-in-commands.ts";
import { runPreparation } from "../clean/run-preparation.ts";
import { rememberTearDown } from "../clean/tear-down.ts";
import { rowKeepers, rowMarks } from "../data/data-rows.ts";
import { putData } from "../data/put-data.ts";
import { rememberPut } from "../data/put-notes.ts";
import { installApp } from "../devices/install-app.ts";
import { installPrepared } from "../devices/install-prepared.ts";
import { senderPolicy } from "../policy/tenant-policy.ts";
import type { CommandContext } from "./command-context.ts";

const installSeconds = 60;

/**
 * Brings a clean device to what the job's sender wants it to have before the agent's first look. Whether there was anything.
 * @throws PolicyDenied, AppUnusable, PreparationFailed: another device would not do better
 */
export async function prepareTask(
  { adb, device, services, signal }: CommandContext<"setUp">,
  job: Job,
): Promise<boolean> {
  const { tenantId, jobId, session: { apps: ofSession = [] } = {}, prepare } = job;
  const { apps = [], files = [], commands = [], tearDown = [] } = prepare ?? {};
  rememberTearDown(services.journal, device.deviceId, tearDown);
  const installing = { adb, device, job, services, signal, installSeconds };
  const mayHave = senderPolicy(services);
  for (const app of ofSession)
    await installApp(
      "uploadId" in app ? { key: sessionFileKey(tenantId, jobId, app.uploadId) } : app,
      installing,
    );
  if (apps.length > 0) {
    checkSender("prepare.apps", kindRefusal(["install"], mayHave));
    const options = onlyNew(device.facts.apiLevel);
    // The job's policy is its agent's; what its sender asks for is held to the tenant's own word alone.
    const bySender = { ...job, policy: { ...job.policy, actions: mayHave.actions } };
    const preparedApps = await installPrepared(apps, { ...installing, job: bySender, options });
    await services.repositories.jobs.saveDevice(tenantId, jobId, { preparedApps });
  }
  for (const { path, text } of files) {
    await adb.writeAll([["mkdir", "-p", path.slice(0, path.lastIndexOf("/"))]]);
    await putFile(adb, path, Buffer.from(text));
  }
  const put = await putJobData({ device, adb, services }, job);
  if (commands.length > 0 && !mayHave.adb.port) checkSender("prepare.commands", "adb.port is false");
  device.touchedPackages.addAll(packagesIn(commands));
  await runPreparation(adb, commands);
  const all = ofSession.length + apps.length + files.length + commands.length + put;
  if (all > 0) services.logger.info("device prepared", { jobId, deviceId: device.deviceId, all });
  return all > 0;
}

/** @throws PolicyDenied for what the tenant lets no sender of a job have done */
function checkSender(part: string, refusal: string | null): void {
  if (refusal !== null)
    throw new DroverError(
      "PolicyDenied",
      `The project's policy does not allow a job's '${part}': ${refusal}.`,
    );
}

/** How many things were put there. What is to be taken away again is written down before the first of them. */
async function putJobData(
  { device, adb, services }: Pick<CommandContext<"setUp">, "device" | "adb" | "services">,
  { data }: Job,
): Promise<number> {
  if (data === undefined) return 0;
  const { deviceId } = device;
  const mayHave = senderPolicy(services);
  if (data.settings.length > 0) checkSender("data.settings", kindRefusal(["settings"], mayHave));
  if (data.messages.length > 0) checkSender("data.messages", kindRefusal(["sms"], mayHave));
  noteData({ device, services }, data);
  const databases = await putData(data, { adb, now: services.clock.now() });
  rememberPut(services.journal, deviceId, { data, databases });
  return Object.values(data).reduce((sum, kind) => sum + kind.length, 0);
}

/** A device that was brought back to a snapshot holds the job's data already. */
export function noteData(
  { device, services }: Pick<CommandContext<"setUp">, "device" | "services">,
  data: JobData,
): void {
  rememberPut(services.journal, device.deviceId, { data, databases: [] });
  const keepers = rowMarks(data).map(({ kind }) => rowKeepers[kind]);
  device.touchedPackages.addAll([...new Set([...keepers, ...data.sql.map((one) => one.package)])]);
}
