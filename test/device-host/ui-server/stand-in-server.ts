import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AdbDevice } from "#device-host/adb/adb-device.ts";
import { type HostClock, systemClock } from "#device-host/host-clock.ts";
import { type HostLogger, silentLogger } from "#device-host/host-logger.ts";
import { builtInSources } from "#device-host/observe/screen-source.ts";
import { serverSources } from "#device-host/observe/server-sources.ts";
import { findServerPackages, serverPackage, testPackage } from "#device-host/ui-server/server-packages.ts";
import { UiServer } from "#device-host/ui-server/ui-server.ts";

/** APKs of the server's names as a virtual phone installs them, in a folder as the npm package has it. */
export function writeServerApks(dir: string, versionCode = 7): string {
  const apks = path.join(dir, `apks-${versionCode}`);
  const runner = `${testPackage}/androidx.test.runner.AndroidJUnitRunner`;
  const instrumentations = [{ component: runner, target: serverPackage }];
  mkdirSync(apks, { recursive: true });
  const write = (name: string, apk: object) => writeFileSync(path.join(apks, name), JSON.stringify(apk));
  write("server-v1.apk", { packageName: serverPackage, label: "Server", versionCode });
  write("server-debug-androidTest.apk", {
    packageName: testPackage,
    label: "Tests",
    versionCode,
    instrumentations,
  });
  return apks;
}

interface Options {
  readonly adb: AdbDevice;
  readonly apks: string;
  readonly clock?: HostClock;
  readonly logger?: HostLogger;
  readonly kept?: { text: string | null };
  readonly events?: string[];
}

/** The server of one phone as a host has it; `kept` is what its disk has of it. */
export function hostedServer({
  adb: plain,
  apks,
  clock = systemClock,
  logger = silentLogger,
  ...more
}: Options) {
  const { kept = { text: null }, events = [] } = more;
  const packages = findServerPackages(apks);
  if (packages === null) throw new Error("no APKs");
  const server = new UiServer({
    deviceId: "host-a.phone",
    adb: plain,
    apiLevel: 34,
    packages,
    kept: {
      read: () => kept.text,
      write: (text) => {
        kept.text = text;
      },
    },
    clock,
    logger,
    metrics: { count: (_, labels) => void events.push(String(labels?.event)) },
  });
  const adb = plain.with({ ownPackages: server.own.paths });
  return { server, adb, kept, events, sources: serverSources(server, builtInSources) };
}
