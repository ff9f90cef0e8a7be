import { type HostAction, hostAction } from "#shared/agent/actions/action-catalogue.ts";
import type { ScreenSize } from "#shared/contracts/coordinate.ts";
import type { DeviceRequest } from "#shared/contracts/host-command.ts";
import type { DeviceId } from "#shared/contracts/ids.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ActionResult, UIAction } from "#shared/contracts/protocol/ui-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { problemOf } from "#shared/errors/problem-of.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { actionContext } from "../actions/action-context.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { knownApps } from "../devices/known-apps.ts";
import { lookAtScreen } from "../devices/look-at-screen.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { claimDevice } from "../lease/claim-device.ts";
import { endLease } from "../lease/free-device.ts";
import { checkPolicy } from "../policy/check-policy.ts";
import { tenantPolicy } from "../policy/tenant-policy.ts";
import { beginQuarantine, endQuarantine } from "./change-quarantine.ts";
import { toDeviceAction } from "./element-target.ts";
import { type Delivery, hierarchyOf, locateOn, screenshotOf, validateOn } from "./look-tools.ts";
import { answerSession } from "./session-calls.ts";
import { forkFor, removeFor, restoreFor, snapshotFor } from "./snapshot-requests.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * What a person asks of a device (docs/spec.md A7), whether it came over the local API or through the queue. Never
 * throws.
 */
export async function answerDeviceRequest(
  request: DeviceRequest["request"],
  deviceId: DeviceId,
  device: ManagedDevice | null,
  services: HostServices,
  delivery: Delivery = "stored",
): Promise<HttpAnswer> {
  try {
    if (device === null) throw new DroverError("NotFound", `This host has no device '${deviceId}'.`);
    return { status: 200, body: await answer(request, device, services, delivery) };
  } catch (error) {
    const known = unexpected(error);
    if (known.code === "InternalError")
      services.logger.error("request failed", { deviceId, error: known.message });
    const body = problemOf(known, { instance: `/device/${deviceId}`, requestId: services.newId() });
    return { status: body.status, body };
  }
}

function answer(
  request: DeviceRequest["request"],
  device: ManagedDevice,
  services: HostServices,
  delivery: Delivery,
): Promise<unknown> {
  if (request.type === "apps") return knownApps(device, services);
  if (request.type === "quarantine") return beginQuarantine(device, request.reason, services);
  if (device.state === "offline") {
    throw new DroverError("DeviceOffline", `Device '${device.deviceId}' is offline.`);
  }
  switch (request.type) {
    case "release":
      return endQuarantine(device, services);
    case "ui-tree":
      return uiTree(device, services);
    case "execute":
      return execute(device, request.action, services);
    case "locate":
      return locateOn(device, request.locate, services);
    case "validate":
      return validateOn(device, request.expected, services);
    case "screenshot":
      return screenshotOf(device, request.screenshot, services, delivery);
    case "hierarchy":
      return hierarchyOf(device, services, delivery);
    case "session":
      return answerSession(request, device, services);
    case "snapshot":
      return snapshotFor(device, request, services);
    case "restore":
      return restoreFor(device, request, services);
    case "fork":
      return forkFor(device, request, services);
    case "removeSnapshot":
      return removeFor(device, request, services);
  }
}

/** Through the lane: two dumps at once would fail each other. */
async function uiTree(device: ManagedDevice, services: HostServices): Promise<SemanticUITree> {
  using _turn = await device.lane.enter();
  const { tree, flags } = await lookAtScreen(device, device.adb, services.clock);
  if (tree === null) throw new DroverError("TreeUnavailable", flags.join("; "));
  return tree;
}

/** Holds the device for the one action, so that no job can get it meanwhile; leaves it `dirty`. */
async function execute(
  device: ManagedDevice,
  action: UIAction,
  services: HostServices,
): Promise<ActionResult> {
  if (device.lease !== null) throw busy(device);
  using _turn = await device.lane.enter();
  const shown = device.lastScreen ?? (await lookAtScreen(device, device.adb, services.clock));
  // Before the device is taken: an element that is not there must not make it dirty.
  const told = toDeviceAction(action, shown.tree, services.actions);
  const hosted = hostAction(told, services.actions);
  await checkPolicy(hosted, tenantPolicy(services), { adb: device.adb, tree: shown.tree });
  const lease = await claimDevice(device, null, services);
  if (lease === null) throw busy(device);
  device.needsClean = true;
  try {
    const adb = device.adb.with({ guard: () => lease.check() });
    return await act({ device, adb, action, hosted, screen: shown.screen }, services);
  } finally {
    const reason = "used through the API: it is cleaned before its next job";
    await endLease(device, lease, services, "dirty", reason);
  }
}

const busy = (device: ManagedDevice): DroverError =>
  new DroverError("DeviceBusy", `Device '${device.deviceId}' is ${device.state}.`);

interface HeldAction {
  readonly device: ManagedDevice;
  readonly adb: AdbDevice;
  readonly action: UIAction;
  readonly hosted: HostAction;
  readonly screen: ScreenSize;
}

async function act(held: HeldAction, services: HostServices): Promise<ActionResult> {
  const { device, adb, action, hosted, screen } = held;
  const { clock } = services;
  const started = clock.monotonic();
  const context = actionContext({ device, adb, screen, signal: new AbortController().signal }, services);
  let retries = 0;
  let error: DroverError | null = null;
  for (; ; retries += 1) {
    error = await hosted.definition.run(hosted.parameters, context).then(() => null, unexpected);
    // Only what is known to have failed is tried again; after a lost connection nobody knows.
    if (error === null || error.audience !== "model" || !error.retryable || retries >= action.max_retries)
      break;
  }
  if (error !== null && error.audience !== "model") throw error;
  const { tree } = await lookAtScreen(device, adb, services.clock);
  return {
    action_id: action.action_id,
    success: error === null,
    ...(error === null ? {} : { error: error.message }),
    execution_time_ms: Math.round(clock.monotonic() - started),
    retries,
    new_tree: tree,
  };
}
