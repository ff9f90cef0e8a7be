import type { DeviceId } from "#shared/contracts/values/ids.ts";
import {
  type DeviceRequest,
  HostMessage,
  type LeasedCommand,
} from "#shared/contracts/workflow/host-command.ts";
import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { readTraceparent } from "#shared/tracing/traceparent.ts";
import { type CommandEnd, failureEnd } from "../delivery/command-end.ts";
import type { QueueMessage } from "../delivery/command-queue.ts";
import { keepAlive } from "../delivery/keep-alive.ts";
import { settleToken } from "../delivery/settle-token.ts";
import type { TokenAnswer } from "../delivery/task-token.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import { loggerWith } from "../host-logger.ts";
import type { HostServices } from "../host-services.ts";
import { acquireAsItIs } from "../lease/acquire-as-it-is.ts";
import { endLease, endOfTrust } from "../lease/free-device.ts";
import { tidyDevice } from "../lease/park-device.ts";
import { noteQuarantine } from "../lease/repair-device.ts";
import { thawDevice } from "../lease/thaw-device.ts";
import { answerDeviceRequest } from "../requests/answer-device-request.ts";
import { executeCommand } from "./execute-command.ts";

export interface Dispatcher {
  readonly services: HostServices;
  device(deviceId: DeviceId): ManagedDevice | null;
  draining(): boolean;
  /** A device may have become free. */
  notify(): void;
}

/** Works off one message of the host's queue: the message goes only after its answer has been taken. */
export async function dispatch(message: QueueMessage, given: Dispatcher): Promise<void> {
  const services = traced(given.services, message);
  const dispatcher = { ...given, services };
  const read = HostMessage.safeParse(parseJson(message.body));
  if (!read.success) return refuse(message, read.error.issues[0]?.message ?? "", services);
  const command = read.data;
  if (command.tenantId !== services.tenantId) {
    services.logger.error("message of another tenant", { kind: command.kind });
    return message.settle();
  }
  if (command.kind === "acquire") return acquireAsItIs(command, message, dispatcher);
  const device = dispatcher.device(command.deviceId);
  if (command.kind === "request") return answerRequest(command, device, message, services);
  const takenOver = services.journal.find(command.commandId) !== null;
  await using _alive = keepAlive({ message, taskToken: command.taskToken, takenOver }, services);
  {
    using _turn = await device?.lane.enter();
    const end =
      dispatcher.draining() && goesOnElsewhere(command)
        ? draining()
        : await executeCommand(command, device, services);
    const answer = await settleToken(command.taskToken, end, services);
    if (device !== null) await settleLease(command, end, answer, device, dispatcher);
  }
  // The device is free for its next command meanwhile.
  await message.settle();
}

/** What is said of a command names the trace that it is part of: X-Ray's own daemon is on no machine of phones. */
function traced(services: HostServices, { traceId, traceparent }: QueueMessage): HostServices {
  const trace = services.tracing.isOn ? readTraceparent(traceparent) : null;
  const logger = traceId === undefined ? services.logger : loggerWith(services.logger, { traceId });
  return { ...services, logger, trace: trace?.sampled === true ? trace : null };
}

const goesOnElsewhere = ({ kind }: LeasedCommand): boolean => kind === "setUp" || kind === "perform";
const draining = (): CommandEnd => failureEnd(new DroverError("HostDraining", "The host is shutting down."));

/** What the answer means for the lease. A device that was too slow twice running is given up by the job as well. */
async function settleLease(
  command: LeasedCommand,
  end: CommandEnd,
  answer: TokenAnswer,
  device: ManagedDevice,
  { services, notify }: Dispatcher,
): Promise<void> {
  const { lease } = device;
  if (lease?.epoch !== command.epoch) return;
  lease.unanswered = answer === "settled";
  const code = end.ok ? null : (end.error as ErrorCode);
  lease.timeouts = code === "DeviceTimeout" ? lease.timeouts + 1 : 0;
  noteWork(command, end, lease);
  if (code === null || (catalogue[code].lease === "kept" && lease.timeouts < 2)) return;
  device.needsClean = true;
  if (lease.personsReason !== null) return endLease(device, lease, services, "quarantined", "");
  const distrust = endOfTrust(device, lease, services);
  const state = distrust !== null || catalogue[code].lease === "quarantined" ? "quarantined" : "dirty";
  if (code === "ScreenFrozen") return thawDevice(device, lease, services).finally(notify);
  if (state === "quarantined") await noteQuarantine(device, services);
  await endLease(device, lease, services, state, distrust ?? `a job gave it up after ${code}`);
  // One that fails every job may well clean: it is tried again when its time has come.
  if (distrust !== null) return notify();
  void tidyDevice(device, services).finally(notify);
}

/** What the command's end tells of the device: that a job can work on it, or whose fault it was that none could. */
function noteWork({ kind }: LeasedCommand, end: CommandEnd, lease: HeldLease): void {
  if (end.ok) {
    if (kind === "perform") lease.worked = true;
    return;
  }
  const code = end.error as ErrorCode;
  if (catalogue[code].blamesDevice) lease.fault = code;
}

async function answerRequest(
  request: DeviceRequest,
  device: ManagedDevice | null,
  message: QueueMessage,
  services: HostServices,
): Promise<void> {
  const now = services.clock.now();
  if (Date.parse(request.expiresAt) <= now.getTime()) return message.settle();
  await using _alive = keepAlive({ message, taskToken: null }, services);
  const { tenantId, deviceId, requestId } = request;
  const { status, body } = await answerDeviceRequest(request.request, deviceId, device, services);
  const keptUntil = new Date(now.getTime() + 60_000).toISOString();
  await services.repositories.deviceReplies.put(
    { tenantId, deviceId, requestId, status, body: JSON.stringify(body) },
    keptUntil,
  );
  await message.settle();
}

/** What cannot be read may still hold a token that somebody waits for. */
async function refuse(message: QueueMessage, problem: string, services: HostServices): Promise<void> {
  services.logger.error("message not understood", { problem });
  const raw = parseJson(message.body);
  if (typeof raw === "object" && raw !== null && "taskToken" in raw && typeof raw.taskToken === "string") {
    const error = new DroverError("SchemaMismatch", "The host does not understand this command.");
    await settleToken(raw.taskToken, failureEnd(error), services);
  }
  await message.settle();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
