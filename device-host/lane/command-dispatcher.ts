import { type DeviceRequest, HostMessage, type LeasedCommand } from "#shared/contracts/host-command.ts";
import type { DeviceId } from "#shared/contracts/ids.ts";
import type { ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { answerDeviceRequest } from "../http/answer-device-request.ts";
import { endLease } from "../lease/free-device.ts";
import type { HeldLease } from "../lease/held-lease.ts";
import type { CommandEnd } from "./command-journal.ts";
import type { QueueMessage } from "./command-queue.ts";
import { executeCommand, failureEnd } from "./execute-command.ts";
import { keepAlive } from "./keep-alive.ts";
import { settleToken } from "./settle-token.ts";

export interface Dispatcher {
  readonly services: HostServices;
  device(deviceId: DeviceId): ManagedDevice | null;
  draining(): boolean;
  /** Looks after a device that was given back as it is. */
  onHandedBack(device: ManagedDevice): void;
  /** A device may have become free. */
  onSettled(): void;
}

/** After these the job goes on elsewhere, or ends: whoever held the device holds it no longer. */
const givesUpDevice = new Set<ErrorCode>([
  "DeviceDisconnected",
  "DeviceOffline",
  "DeviceUnauthorized",
  "AdbServerLost",
  "NoScreenSource",
  "DeviceNotClean",
  "DeviceStorageFull",
  "HostDraining",
]);
/** Of those, the ones that no cleaning mends. */
const quarantines = new Set<ErrorCode>(["NoScreenSource", "DeviceNotClean"]);

/** Works off one message of the host's queue: the message goes only after its answer has been taken. */
export async function dispatch(message: QueueMessage, dispatcher: Dispatcher): Promise<void> {
  const { logger } = dispatcher.services;
  const parsed = HostMessage.safeParse(parseJson(message.body));
  if (!parsed.success) {
    logger.error("message not understood", { problem: parsed.error.issues[0]?.message ?? "" });
    await refuse(message, dispatcher);
    return;
  }
  const { data } = parsed;
  if (data.tenantId !== dispatcher.services.tenantId) {
    logger.error("message of another tenant", { kind: data.kind });
    await message.settle();
  } else if (data.kind === "request") await handleRequest(data, message, dispatcher);
  else await handleCommand(data, message, dispatcher);
}

async function handleCommand(
  command: LeasedCommand,
  message: QueueMessage,
  dispatcher: Dispatcher,
): Promise<void> {
  const { services } = dispatcher;
  const device = dispatcher.device(command.deviceId);
  const work = async (): Promise<void> => {
    const end =
      dispatcher.draining() && goesOnElsewhere(command)
        ? draining()
        : await executeCommand(command, device, services);
    const answer = await settleToken(command.taskToken, end, services);
    const lease = device?.lease ?? null;
    if (device !== null && lease?.epoch === command.epoch) {
      lease.unanswered = answer === "settled";
      await giveUp(end, lease, device, dispatcher);
    }
    await message.settle();
  };
  await keepAlive(message, command.taskToken, services, () =>
    device === null ? work() : device.lane.run(work),
  );
  dispatcher.onSettled();
}

const goesOnElsewhere = ({ kind }: LeasedCommand): boolean => kind === "setUp" || kind === "perform";
const draining = (): CommandEnd => failureEnd(new DroverError("HostDraining", "the host is shutting down"));

/** A device that was too slow twice running is given up by the job as well (functions/error-mapping). */
async function giveUp(
  end: CommandEnd,
  lease: HeldLease,
  device: ManagedDevice,
  dispatcher: Dispatcher,
): Promise<void> {
  if (end.ok) {
    lease.timeouts = 0;
    return;
  }
  const code = end.error as ErrorCode;
  lease.timeouts = code === "DeviceTimeout" ? lease.timeouts + 1 : 0;
  if (!givesUpDevice.has(code) && lease.timeouts < 2) return;
  device.needsClean = true;
  const state = quarantines.has(code) ? "quarantined" : "dirty";
  await endLease(device, lease, dispatcher.services, state, `a job gave it up after ${code}`);
  dispatcher.onHandedBack(device);
}

async function handleRequest(
  request: DeviceRequest,
  message: QueueMessage,
  dispatcher: Dispatcher,
): Promise<void> {
  const { services } = dispatcher;
  const now = services.clock.now();
  if (Date.parse(request.expiresAt) <= now.getTime()) {
    await message.settle();
    return;
  }
  const device = dispatcher.device(request.deviceId);
  const { status, body } = await keepAlive(message, null, services, () =>
    answerDeviceRequest(request.request, request.deviceId, device, services),
  );
  const { tenantId, deviceId, requestId } = request;
  const keptUntil = new Date(now.getTime() + 60_000).toISOString();
  await services.repositories.deviceReplies.put(
    { tenantId, deviceId, requestId, status, body: JSON.stringify(body) },
    keptUntil,
  );
  await message.settle();
}

/** What cannot be read may still hold a token that somebody waits for. */
async function refuse(message: QueueMessage, { services }: Dispatcher): Promise<void> {
  const raw = parseJson(message.body);
  if (typeof raw === "object" && raw !== null && "taskToken" in raw && typeof raw.taskToken === "string") {
    const error = new DroverError("SchemaMismatch", "the host does not understand this command");
    await settleToken(raw.taskToken, failureEnd(error), services);
  }
  await message.settle();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return unexpected(error).message;
  }
}
