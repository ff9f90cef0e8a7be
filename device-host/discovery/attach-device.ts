import { deviceActionNames } from "#shared/actions/action-catalogue.ts";
import type { Device } from "#shared/contracts/device/device.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { TouchedPackages } from "../clean/touched-packages.ts";
import { leastApiLevel, newestApiLevel } from "../devices/api-levels.ts";
import { type BootFacts, readBootFacts } from "../devices/boot-facts.ts";
import { deviceIdOf } from "../devices/device-id.ts";
import { HeldLease, personsReasonOf } from "../devices/held-lease.ts";
import { ManagedDevice } from "../devices/managed-device.ts";
import { resumeRecording } from "../devices/record-lease.ts";
import type { RepairLadder } from "../devices/repair-ladder.ts";
import { watchTouches } from "../devices/watch-touches.ts";
import type { HostServices } from "../host-services.ts";
import { renewLease } from "../lease/claim-device.ts";
import { noteLoss } from "../lease/note-loss.ts";
import { parkDevice, tidyDevice } from "../lease/park-device.ts";
import { takeBackUntold } from "../lease/tell-job.ts";
import { serverSources } from "../observe/server-sources.ts";
import { recallSecrets } from "../secrets/recall-secrets.ts";
import { UiServer } from "../ui-server/ui-server.ts";

/**
 * Registers a device that adb shows and brings it into a state to work with. Null while it is still booting.
 * `onReady` is called when cleaning, which continues in the background, has ended.
 */
export async function attachDevice(
  plain: AdbDevice,
  { device: known, repairs }: { readonly device: ManagedDevice | null; readonly repairs: RepairLadder },
  services: HostServices,
  onReady: () => void,
): Promise<ManagedDevice | null> {
  const facts = await readBootFacts(plain);
  if (facts === null) return null;
  const server = uiServerOf(plain, known, facts, services);
  const adb = server === null ? plain : plain.with({ ownPackages: server.own.paths });
  requireApiLevel(facts, adb.serial, services);
  const { tenantId, hostId, repositories, clock, journal } = services;
  const deviceId = deviceIdOf(hostId, adb.serial);
  const before = await repositories.devices.get(tenantId, deviceId);
  const holds = known?.lease?.lost === false;
  const untold = before !== null && !holds && (await takeBackUntold(before, services));
  const stored = await register(adb, facts, services);
  const kept = { touched: new TouchedPackages(journal, deviceId), repairs };
  const device = known ?? new ManagedDevice(stored, adb, facts, kept, clock.monotonic());
  device.uiServer = server;
  device.sources = server === null ? services.sources : serverSources(server, services.sources);
  device.booted = true;
  const rebooted = before !== null && before.bootId !== facts.bootId;
  device.facts = facts;
  device.adopt(stored);
  services.logger.info("device attached", {
    deviceId,
    state: stored.state,
    epoch: stored.leaseEpoch,
    rebooted,
  });
  if (facts.forkOf !== null && stored.state !== "leased") {
    const reason = `a fork of snapshot ${facts.forkOf}: it is for a job that uses it as it is`;
    await parkDevice(device, "quarantined", reason, services, "operator");
    return device;
  }
  if (stored.quarantinedBy === "operator") {
    await server?.lend("person");
    if (stored.state === "leased" && (rebooted || untold || !(await resumeLease(device, stored, services))))
      await giveBack(device, stored, services);
    return device;
  }
  if (!rebooted && !untold && (await resumeLease(device, stored, services))) return device;
  if (stored.state === "ready" && !rebooted) {
    device.needsClean = false;
    return device;
  }
  await parkDevice(device, "dirty", rebooted ? "it has booted again" : "", services);
  void tidyDevice(device, services).finally(onReady);
  return device;
}

/** Null: the host uses none. The device keeps its own, whatever happens to the way to it. */
function uiServerOf(
  adb: AdbDevice,
  known: ManagedDevice | null,
  { apiLevel }: BootFacts,
  services: HostServices,
): UiServer | null {
  const { uiPackages: packages, journal, hostId } = services;
  if (packages === null) return null;
  const deviceId = deviceIdOf(hostId, adb.serial);
  const note = `${deviceId}#uiServer`;
  const kept = { read: () => journal.note(note), write: (text: string) => journal.setNote(note, text) };
  known?.uiServer?.attached(adb);
  return known?.uiServer ?? new UiServer({ ...services, deviceId, adb, apiLevel, packages, kept });
}

/** @throws DeviceUnsupported */
function requireApiLevel(
  { apiLevel, androidRelease }: BootFacts,
  serial: string,
  { logger }: HostServices,
): void {
  const is = `Android ${androidRelease} (API ${apiLevel})`;
  if (apiLevel < leastApiLevel)
    throw new DroverError("DeviceUnsupported", `It has ${is}; Drover needs API ${leastApiLevel} or later.`);
  if (apiLevel > newestApiLevel)
    logger.warn("device newer than any tested version", { serial, apiLevel, newestApiLevel });
}

async function register(adb: AdbDevice, facts: BootFacts, services: HostServices): Promise<Device> {
  const { tenantId, hostId, pool, repositories, clock, deviceQueues } = services;
  const deviceId = deviceIdOf(hostId, adb.serial);
  const { url: queueUrl } = await deviceQueues.of(deviceId);
  return repositories.devices.register(
    {
      tenantId,
      deviceId,
      hostId,
      pool,
      queueUrl,
      serial: adb.serial.slice(0, 200),
      model: facts.model,
      androidRelease: facts.androidRelease,
      apiLevel: facts.apiLevel,
      screen: facts.naturalSize,
      bootId: facts.bootId,
      actions: [...deviceActionNames(services.actions)],
    },
    clock.now().toISOString(),
  );
}

/** A job's lease outlives a restart of its host: the commands that wait in the queue continue. */
async function resumeLease(device: ManagedDevice, stored: Device, services: HostServices): Promise<boolean> {
  const { leaseJobId, leaseExpiresAt, leaseEpoch, state } = stored;
  if (state !== "leased" || leaseJobId === undefined || leaseExpiresAt === undefined) return false;
  if (device.lease?.epoch === leaseEpoch && !device.lease.lost) return true;
  if (Date.parse(leaseExpiresAt) <= services.clock.now().getTime()) return false;
  device.lease?.revoke("the lease was resumed");
  const lease = new HeldLease({
    jobId: leaseJobId,
    epoch: leaseEpoch,
    claimedAt: services.clock.monotonic(),
    monotonic: () => services.clock.monotonic(),
    personsReason: personsReasonOf(stored),
    keptFields: { journal: services.journal, deviceId: device.deviceId, epoch: leaseEpoch },
  });
  // What stood between claiming and preparing is not known; the stored baseline is from before the claim.
  lease.prepared = true;
  await recallSecrets(leaseJobId, lease.secrets, services);
  device.lease = lease;
  device.needsClean = true;
  if (await renewLease(device, lease, services)) {
    watchTouches(device, lease, services);
    await resumeRecording({ device, lease, services });
    return true;
  }
  device.lease = null;
  return false;
}

/** A job had it as it is and has it no longer: it is its person's again. */
async function giveBack(
  device: ManagedDevice,
  { stateReason, leaseEpoch: epoch }: Device,
  services: HostServices,
): Promise<void> {
  const { tenantId, repositories, clock } = services;
  const why = "the device booted again, or the lease ran out";
  const held = device.lease;
  held?.revoke(why);
  device.lease = null;
  if (held !== null) await noteLoss(device, held, why, services);
  const { deviceId } = device;
  const at = clock.now().toISOString();
  const reason = stateReason ?? "";
  const back = {
    tenantId,
    deviceId,
    epoch,
    state: "quarantined",
    quarantinedBy: "operator",
    reason,
    at,
  } as const;
  const changed = await repositories.devices.transition(back);
  if (changed !== null) device.adopt(changed);
}
