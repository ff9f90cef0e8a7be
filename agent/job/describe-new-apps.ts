import { type KnownApp, labelLocale } from "#shared/contracts/device/known-app.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { stoppedBecause } from "#shared/rules/stopped-because.ts";
import { projectConfig } from "../environment/project-config.ts";
import { errorFields } from "../environment/runtime-logger.ts";
import { mostAppsDescribed } from "../prompt/apps-question.ts";
import type { Runtime, Services } from "../runtime/services.ts";

/**
 * Has a model say what one can do with the apps of the job's device that nobody has described yet, where the project wants
 * that (docs/spec.md R13). Never throws: what fails is tried by a later job.
 */
export async function describeNewApps(job: Job, runtime: Runtime<"finish-job">): Promise<void> {
  try {
    const { apps } = await projectConfig();
    if (!apps.describe || (await isStopped(job, runtime))) return;
    const claimed = await claimApps(job, runtime);
    if (claimed.length === 0) return;
    // What asks a model is large, and few jobs meet an app that no earlier one has met.
    const { askAboutApps } = await import("./ask-about-apps.ts");
    await askAboutApps(claimed, job, runtime);
  } catch (error) {
    runtime.logger.warn("apps not described", errorFields(error));
  }
}

/** No model is asked for a job that somebody stopped. */
async function isStopped(job: Job, { repositories }: Pick<Services, "repositories">): Promise<boolean> {
  if (job.outcome === "cancelled" || job.cancelRequestedAt !== undefined) return true;
  return stoppedBecause(job, await repositories.farmSwitch.get(job.tenantId)) !== null;
}

/** Those without a description that no other job asks about now. */
async function claimApps(
  job: Job,
  runtime: Pick<Services, "deviceContexts" | "now" | "repositories">,
): Promise<readonly KnownApp[]> {
  const { tenantId, deviceContextKey = null } = job;
  const { knownApps } = runtime.repositories;
  const context = await runtime.deviceContexts(deviceContextKey);
  if (context === null) return [];
  const undescribed = context.apps.filter(({ description }) => description === undefined);
  const known = await knownApps.find(tenantId, labelLocale(context.facts.locale), undescribed);
  const now = runtime.now();
  const isDue = ({ description, describeAfter = "" }: KnownApp): boolean =>
    description === undefined && describeAfter <= now.toISOString();
  const claims = known
    .filter(isDue)
    .slice(0, mostAppsDescribed)
    .map(async (app) => ((await knownApps.claimDescription(app, now)) ? [app] : []));
  return (await Promise.all(claims)).flat();
}
