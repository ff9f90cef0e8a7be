import type { AppFacts } from "#shared/contracts/device/device-facts.ts";
import type { AppVersion } from "#shared/storage/devices/known-app-repository.ts";
import { displayText } from "#shared/text/display-text.ts";
import { defined } from "#shared/values/defined.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostServices } from "../host-services.ts";
import { nameFromPackage } from "./app-name.ts";
import type { LauncherApp } from "./launcher-apps.ts";
import { readLabel } from "./read-label.ts";
import type { ResourceLocale } from "./resource-table.ts";

const longestLabel = 80;
/** An app seen for the first time costs a read of its resources; those left when the time is up are read the next time. */
const longestReadingMilliseconds = 4_000;

/** What of the daemon's services is needed here. */
export type LabelServices = Pick<HostServices, "tenantId" | "clock" | "logger"> & {
  readonly repositories: {
    readonly knownApps: Pick<HostServices["repositories"]["knownApps"], "find" | "put">;
  };
};

interface Asking {
  readonly device: AdbDevice;
  readonly apps: readonly LauncherApp[];
  readonly locale: string;
  readonly wanted: ResourceLocale;
}

/** The apps with their labels: what the tenant knows of these versions, then what their APKs say, then the package's name. */
export async function labelApps(asking: Asking, services: LabelServices): Promise<readonly AppFacts[]> {
  const known = await knownVersions(asking, services);
  const started = services.clock.monotonic();
  const labelled: AppFacts[] = [];
  for (const app of asking.apps) {
    const late = services.clock.monotonic() - started > longestReadingMilliseconds;
    const found = known.get(versionOf(app));
    const label = found?.label ?? (late ? null : await freshLabel(app, asking, services));
    labelled.push({
      ...factsOf(app, label ?? nameFromPackage(app.package)),
      ...defined({ description: found?.description }),
    });
  }
  return labelled;
}

const versionOf = ({ package: name, versionCode }: Pick<AppFacts, "package" | "versionCode">): string =>
  `${name} ${versionCode}`;

const factsOf = (app: LauncherApp, label: string): AppFacts => ({
  label,
  package: app.package,
  versionCode: app.versionCode,
});

/** The apps, and what has been said of them by now. */
export async function withDescriptions(
  apps: readonly AppFacts[],
  locale: string,
  services: LabelServices,
): Promise<readonly AppFacts[]> {
  const known = await knownVersions({ apps, locale }, services);
  return apps.map((app) => ({ ...app, ...defined({ description: known.get(versionOf(app))?.description }) }));
}

/** Empty when storage does not answer: a label is not worth a job. */
async function knownVersions(
  { apps, locale }: { readonly apps: readonly AppVersion[]; readonly locale: string },
  { tenantId, repositories, logger }: LabelServices,
): Promise<ReadonlyMap<string, AppFacts>> {
  const found = await repositories.knownApps.find(tenantId, locale, apps).catch((error: unknown) => {
    logger.warn("known apps not read", { error: String(error) });
    return [];
  });
  return new Map(found.map((app) => [versionOf(app), app]));
}

async function freshLabel(
  app: LauncherApp,
  { device, locale, wanted }: Asking,
  { tenantId, repositories, clock, logger }: LabelServices,
): Promise<string | null> {
  try {
    const label = displayText((await readLabel(device, app, wanted)) ?? "", longestLabel);
    if (label === "") return null;
    await repositories.knownApps.put({ ...factsOf(app, label), tenantId, locale }, clock.now().toISOString());
    return label;
  } catch (error) {
    logger.warn("label not read", { package: app.package, error: String(error) });
    return null;
  }
}
