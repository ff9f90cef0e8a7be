import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { problemOf } from "#shared/errors/problem-of.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { knownApps } from "../devices/known-apps.ts";
import { lookAtScreen } from "../devices/look-at-screen.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { actForPerson } from "./act-for-person.ts";
import { beginQuarantine, endQuarantine } from "./change-quarantine.ts";
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
      return actForPerson(device, request, services);
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
