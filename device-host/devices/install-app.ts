import { hash } from "node:crypto";
import type { LinkedApp } from "#shared/contracts/device/app-source.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { InstallAnswer } from "#shared/contracts/session/session-call.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { kindRefusal } from "#shared/rules/policy/kind-refusal.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { fetchApp } from "../apps/fetch-app.ts";
import { installApk, replacing } from "../apps/install-apk.ts";
import type { HostServices } from "../host-services.ts";
import type { ManagedDevice } from "./managed-device.ts";

interface Installing {
  readonly adb: AdbDevice;
  readonly device: ManagedDevice;
  readonly job: Job;
  readonly services: HostServices;
  readonly signal: AbortSignal;
  readonly installSeconds: number;
  /** Absent: over an older version. */
  readonly options?: readonly string[];
}

/** An APK of storage, or of a link. */
type StoredApp = { readonly key: string } | LinkedApp;

interface Installed extends InstallAnswer {
  readonly sha256: string;
}

/** Installs it for the job's time: cleaning takes it away. @throws PolicyDenied, AppUnusable, and the transport's errors */
export async function installApp(app: StoredApp, installing: Installing): Promise<Installed> {
  const { adb, device, job, services, signal, installSeconds, options = replacing } = installing;
  const refusal = kindRefusal(["install"], job.policy);
  if (refusal !== null)
    throw new DroverError("PolicyDenied", `The session's policy does not allow installing: ${refusal}.`);
  const mayBeLocal = services.config.apps.local;
  const apk =
    "key" in app
      ? Buffer.from(await services.artifacts.get(app.key))
      : await fetchApp(app, { mayBeLocal, signal });
  const path = `/data/local/tmp/drover-${services.newId()}.apk`;
  const output = await installApk({ adb, apk, path, installSeconds, options });
  device.apps = null;
  return { bytes: apk.length, output, sha256: hash("sha256", apk) };
}
