import { hostname } from "node:os";
import { type Job, mostAdbPorts } from "#shared/contracts/job/job.ts";
import type { AdbPortAnswer, AdbPortUse, SessionCallOf } from "#shared/contracts/session/session-call.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type AdbPort, openAdbPort } from "../adb-port/open-adb-port.ts";
import type { SessionPort } from "../devices/held-lease.ts";
import type { HostServices } from "../host-services.ts";
import { uiautomatorTree } from "../observe/screen-source.ts";
import type { SessionContext } from "./session-context.ts";

/**
 * The server of openatx/uiautomator2 belongs to no app, can outlive the connection that started it, and takes what every look at the screen
 * needs: Android lets one process at a time see the windows.
 */
const endUiautomator2 = ["pkill", "-f", "com.wetest.uia2.Main"] as const;

/** Opens the device's adb port for the session, or keeps the one that is open; it ends with the lease. */
export async function openSessionPort(
  { holdSeconds }: SessionCallOf<"openAdbPort">,
  context: SessionContext,
): Promise<AdbPortAnswer> {
  const { lease, device, services } = context;
  if (lease.adbPort === null) {
    // Whoever comes through it may run an instrumentation, of which Android runs one.
    await device.uiServer?.lend("session");
    lease.adbPort = await open(holdSeconds, context).catch((error: unknown) => {
      device.uiServer?.takeBack("session");
      throw error;
    });
  }
  lease.adbPort.port.hold(holdSeconds * 1_000);
  // What is done through it is not seen: any app may have been used.
  device.touchedPackages.addAll(device.apps?.apps.map((app) => app.package) ?? []);
  return answerOf(lease.adbPort.port, context, services);
}

export async function closeSessionPort(context: SessionContext): Promise<AdbPortAnswer> {
  const { lease, services } = context;
  const { adbPort } = lease;
  await adbPort?.port.close("its session closed it");
  await adbPort?.ended;
  return answerOf(adbPort?.port ?? null, context, services);
}

const answerOf = (port: AdbPort | null, { device, lease }: SessionContext, { hostId }: HostServices) => ({
  port: lease.adbPort === null ? null : (port?.port ?? null),
  serial: device.serial,
  hostId,
  machine: hostname(),
  use: port === null ? null : port.use(),
});

async function open(holdSeconds: number, context: SessionContext): Promise<SessionPort> {
  const { device, lease, job, services } = context;
  const { adbServer, clock, logger } = services;
  const { jobId, policy } = job;
  if (adbServer === null) throw new DroverError("DeviceUnsupported", "This device has no adb server.");
  if (!policy.adb.port)
    throw new DroverError(
      "PolicyDenied",
      "The session's policy does not allow an adb port: adb.port is false.",
    );
  const { root, reboot } = policy.adb;
  const port = await openAdbPort({
    endpoint: adbServer,
    rules: { serial: device.serial, root, reboot },
    check: () => lease.check(),
    over: lease.over,
    holdMilliseconds: holdSeconds * 1_000,
    now: () => clock.now().toISOString(),
    monotonic: () => clock.monotonic(),
    wait: (milliseconds, signal) => clock.wait(milliseconds, signal),
  });
  logger.info("adb port opened", { jobId, deviceId: device.deviceId, epoch: lease.epoch });
  await noteUse(job, port.use(), services);
  const ended = port.closed.then(async () => {
    if (lease.adbPort?.port === port) lease.adbPort = null;
    // With `--tree-helper-port` it is the host's own.
    if (services.sources.tree === uiautomatorTree)
      await device.adb.write([endUiautomator2]).catch(() => undefined);
    device.uiServer?.takeBack("session");
    const use = port.use();
    logger.info("adb port closed", { jobId, connections: use.connections, refused: use.refused });
    await noteUse(job, use, services);
  });
  return { port, ended };
}

/** For the session's record, which does not hold up the device: one that cannot be written is missed there. */
async function noteUse({ jobId }: Job, use: AdbPortUse, services: HostServices): Promise<void> {
  const { repositories, tenantId, logger } = services;
  try {
    const { adbPorts = [] } = (await repositories.jobs.get(tenantId, jobId)) ?? {};
    const others = adbPorts.filter(({ openedAt }) => openedAt !== use.openedAt);
    await repositories.jobs.saveAdbPorts(tenantId, jobId, [...others, use].slice(-mostAdbPorts));
  } catch (error) {
    logger.warn("adb port not recorded", { jobId, error: String(error) });
  }
}
