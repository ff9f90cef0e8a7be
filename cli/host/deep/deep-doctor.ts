import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { listAttachedDevices } from "#device-host/adb/host-service.ts";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import { openAdbPort } from "#device-host/adb-port/open-adb-port.ts";
import { recordAdb } from "#device-host/adb-transcript/record-adb.ts";
import { TranscriptFile } from "#device-host/adb-transcript/transcript-file.ts";
import { deviceIdOf } from "#device-host/devices/device-id.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { startFarm } from "#local/farm.ts";
import type { DeepReport, PartFinding } from "#shared/contracts/device/deep-report.ts";
import { HostId } from "#shared/contracts/values/ids.ts";
import { checkDevices } from "../checks/check-devices.ts";
import { DeepFindings, type PartTried, partFailed } from "./deep-findings.ts";
import {
  readAsFound,
  readReportFacts,
  tryAsFound,
  tryReady,
  tryReboot,
  trySnapshot,
} from "./device-parts.ts";
import { type DoctorFarm, DoctorJob } from "./doctor-job.ts";
import { tryJob, videoFinding } from "./job-parts.ts";

export interface DeepOptions {
  readonly adb: AdbEndpoint;
  readonly device: { readonly serial: string; readonly listed: string };
  readonly reboots: boolean;
  /** Where the transcript is written; absent: nothing is recorded. */
  readonly transcript?: string | undefined;
  readonly drover: string;
  /** Aborted by Ctrl-C. */
  readonly interrupt: AbortSignal;
  readonly onFound: (finding: PartFinding) => void;
}

/** Longer than the whole may take: the rest of it is for ending in order. */
const checkMilliseconds = 270_000;
const tidyMilliseconds = 30_000;
/** The host of a farm on this machine. */
const hostId = HostId.parse("local");

/**
 * Runs a farm of its own on one device and tries everything that a job does there, by the public API and the host that serves jobs.
 * Other devices of the adb server are out of its reach.
 */
export async function deepDoctor(options: DeepOptions): Promise<Pick<DeepReport, "device" | "parts">> {
  const findings = new DeepFindings(options.onFound);
  const stop = AbortSignal.any([options.interrupt, AbortSignal.timeout(checkMilliseconds)]);
  await using way = await openWay(options);
  const dir = await mkdtemp(path.join(tmpdir(), "drover-doctor-"));
  const adb = new ServedDevice({ endpoint: way.endpoint, serial: options.device.serial });
  const device = await readReportFacts(adb);
  try {
    const before = await readAsFound(adb).catch(() => null);
    const farm = await startFarm({
      dir,
      phones: way.endpoint,
      environment: {},
      report: () => undefined,
    });
    const deviceId = deviceIdOf(hostId, options.device.serial);
    try {
      await tryParts(findings, { address: farm.file, deviceId, stop }, adb, options);
    } finally {
      await farm.close();
    }
    if (before === null)
      findings.note("asFound", { kind: "notTried", seen: "what was on it could not be read" }, 0);
    else await findings.try("asFound", () => tryAsFound(adb, before));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return { device, parts: [...findings.all(whyNotTried(options.interrupt, stop))] };
}

function whyNotTried(interrupt: AbortSignal, stop: AbortSignal): string {
  if (interrupt.aborted) return "the doctor was interrupted";
  return stop.aborted ? "the doctor's time was over" : "a part before it failed";
}

async function tryParts(
  findings: DeepFindings,
  farm: DoctorFarm,
  adb: ServedDevice,
  { adb: endpoint, device, reboots, transcript }: DeepOptions,
): Promise<void> {
  const isReady = await findings.try("device", async () => {
    const state = (await listAttachedDevices(endpoint)).find(({ serial }) => serial === device.serial)?.state;
    if (state !== "device") return partFailed(`adb says that it is ${state ?? "gone"}`);
    const ready = await tryReady(farm);
    return ready.kind === "passed" ? ready : because(ready, await checkDevices(endpoint), device.serial);
  });
  if (!isReady) return;
  const job = new DoctorJob(farm);
  try {
    if (!(await tryJob(job, findings))) return;
    const isClean = await findings.try("cleaning", async () => {
      const ended = await job.finish();
      findings.note("recording", videoFinding(ended), 0);
      return tryReady(farm);
    });
    if (!isClean) return;
  } finally {
    await tidy(job, farm);
  }
  if (transcript !== undefined)
    findings.note(
      "snapshot",
      { kind: "notTried", seen: "an emulator's console is no adb, so a transcript cannot hold it" },
      0,
    );
  else await findings.try("snapshot", () => trySnapshot(farm));
  if (reboots) await findings.try("reboot", () => tryReboot(farm, adb));
  else findings.note("reboot", { kind: "notTried", seen: "--no-reboot was given" }, 0);
}

/** What the device itself says is a better reason than that its host waits. */
function because(
  ready: PartTried,
  found: Awaited<ReturnType<typeof checkDevices>>,
  serial: string,
): PartTried {
  const own = found.find(({ status, detail }) => status !== "ok" && detail.startsWith(`${serial} `));
  return own === undefined ? ready : partFailed(`${ready.seen}; ${own.detail}`, own.remedy);
}

/** However it went: the device is returned clean, if that takes no longer than a while. */
async function tidy(job: DoctorJob, farm: DoctorFarm): Promise<void> {
  await job.cancel();
  const stop = AbortSignal.timeout(tidyMilliseconds);
  await tryReady({ ...farm, stop }, tidyMilliseconds).catch(() => undefined);
}

interface Way extends AsyncDisposable {
  readonly endpoint: AdbEndpoint;
}

/** A port that knows only this device, with the recorder before it. */
async function openWay({ adb, device, transcript, drover }: DeepOptions): Promise<Way> {
  const over = new AbortController();
  const fence = await openAdbPort({
    endpoint: adb,
    rules: { serial: device.serial, root: false, reboot: true },
    check: () => undefined,
    over: over.signal,
    holdMilliseconds: checkMilliseconds * 2,
    now: () => systemClock.now().toISOString(),
    monotonic: () => systemClock.monotonic(),
    wait: (milliseconds, signal) => systemClock.wait(milliseconds, signal),
  });
  const endpoint = { host: "127.0.0.1", port: fence.port };
  if (transcript === undefined)
    return { endpoint, [Symbol.asyncDispose]: () => fence.close("the doctor is done") };
  const file = new TranscriptFile(transcript, { ...device, drover });
  const recorder = await recordAdb(endpoint, file);
  return {
    endpoint: recorder,
    [Symbol.asyncDispose]: async () => {
      await recorder.close();
      await fence.close("the doctor is done");
      await file.close();
    },
  };
}
