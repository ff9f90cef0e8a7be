import { DeviceContext } from "#shared/contracts/device/device-facts.ts";
import { labelLocale } from "#shared/contracts/device/known-app.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { type LabelServices, labelApps } from "../apps/app-labels.ts";
import { launcherAppsCommand, parseLauncherApps } from "../apps/launcher-apps.ts";
import { factsCommands, localeOf, readFacts } from "./learn-facts.ts";
import type { ManagedDevice } from "./managed-device.ts";
import { missingCapabilities, probeCommands } from "./probe-capabilities.ts";

/** How long a list of apps holds (docs/spec.md R13). */
const appsHoldMilliseconds = 5 * 60_000;
const largestAppList = 2 * 1024 * 1024;

/** What the device says of itself and can do, in one round trip, and its apps, unless they were read a moment ago. */
export async function learnContext(
  device: Pick<ManagedDevice, "deviceId" | "facts" | "apps">,
  adb: AdbDevice,
  services: LabelServices,
): Promise<DeviceContext> {
  const { clock } = services;
  const fresh = device.apps !== null && clock.monotonic() - device.apps.readAt < appsHoldMilliseconds;
  const asked = [...factsCommands, ...probeCommands];
  const commands = fresh ? asked : [...asked, launcherAppsCommand];
  const results = await adb.read(commands, { maximumBytes: largestAppList });
  const facts = readFacts(
    results.slice(0, factsCommands.length).map(({ output }) => output),
    device.facts,
  );
  const listed = results[asked.length]?.output;
  if (listed !== undefined || device.apps?.locale !== facts.locale) {
    const list =
      listed ?? (await adb.read([launcherAppsCommand], { maximumBytes: largestAppList }))[0]?.output;
    const locale = labelLocale(facts.locale);
    const asking = { device: adb, apps: parseLauncherApps(list ?? ""), locale, wanted: localeOf(locale) };
    const apps = await labelApps(asking, services);
    device.apps = { readAt: clock.monotonic(), locale: facts.locale, apps };
  }
  return DeviceContext.parse({
    schemaVersion: 1,
    deviceId: device.deviceId,
    learntAt: clock.now().toISOString(),
    facts,
    missing: missingCapabilities(results.slice(factsCommands.length, asked.length)),
    apps: device.apps?.apps ?? [],
  });
}
