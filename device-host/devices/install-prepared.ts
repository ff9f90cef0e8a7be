import type { AppSource } from "#shared/contracts/device/app-source.ts";
import { preparedAppKey } from "#shared/contracts/farm/keys.ts";
import type { PreparedApp } from "#shared/contracts/job/preparation.ts";
import { defined } from "#shared/values/defined.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { parsePackages, pm } from "../adb/android-commands.ts";
import { installApp } from "./install-app.ts";

/** Installs the apps of a job, one after the other, and says what each of them is. @throws as installApp does */
export async function installPrepared(
  apps: readonly AppSource[],
  installing: Parameters<typeof installApp>[1],
): Promise<PreparedApp[]> {
  const { adb, job } = installing;
  const prepared: PreparedApp[] = [];
  let known = await thirdParty(adb);
  for (const app of apps) {
    const source = "uploadId" in app ? { key: preparedAppKey(job.tenantId, app.uploadId) } : app;
    const { bytes, sha256 } = await installApp(source, installing);
    const now = await thirdParty(adb);
    const added = [...now].find((name) => !known.has(name));
    known = now;
    prepared.push({ ...(added === undefined ? {} : await versionOf(adb, added)), sha256, bytes });
  }
  return prepared;
}

async function thirdParty(adb: AdbDevice): Promise<ReadonlySet<string>> {
  const [listed] = await adb.read([pm.listThirdParty()]);
  return new Set(parsePackages(listed?.output ?? ""));
}

/** As the package manager has it. */
async function versionOf(
  adb: AdbDevice,
  name: string,
): Promise<Pick<PreparedApp, "package" | "versionName" | "versionCode">> {
  const [dumped] = await adb.read([["dumpsys", "package", name]]);
  const output = dumped?.output ?? "";
  const versionName = /^\s*versionName=(.{1,100}?)\s*$/m.exec(output)?.[1];
  const versionCode = /^\s*versionCode=(\d{1,20})\b/m.exec(output)?.[1];
  return { package: name, ...defined({ versionName, versionCode }) };
}
