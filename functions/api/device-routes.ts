import { SendMessageCommand } from "@aws-sdk/client-sqs";
import * as z from "zod";
import type { Routes } from "#shared/contracts/api/routes.ts";
import type { Device } from "#shared/contracts/device.ts";
import type { DeviceReply } from "#shared/contracts/host-answer.ts";
import type { DeviceRequest } from "#shared/contracts/host-command.ts";
import type { DeviceId, TenantId } from "#shared/contracts/ids.ts";
import { Problem } from "#shared/contracts/problem.ts";
import { isHostLost } from "#shared/domain/device-status.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { storageCall } from "#shared/storage/storage-call.ts";
import { fieldError, invalidRequest } from "../runtime/field-errors.ts";
import { problemResponse } from "../runtime/http-response.ts";
import { type RouteHandler, RouteResponse } from "../runtime/http-route.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { artifactLinker } from "./artifact-links.ts";
import { noSuch } from "./find-job.ts";

const deadlineMilliseconds = 20_000;
/** SQS takes 256 KiB, its own envelope included. */
const largestMessageBytes = 250_000;
const firstPauseMilliseconds = 20;
const longestPauseMilliseconds = 200;

export const readUiTree: RouteHandler<Routes["readUiTree"]> = async ({ tenantId, parameters }, runtime) => {
  const device = await findDevice(tenantId, parameters.id, runtime);
  return forward(device, { type: "ui-tree" }, runtime);
};

export const listApps: RouteHandler<Routes["listApps"]> = async ({ tenantId, parameters }, runtime) => {
  const device = await findDevice(tenantId, parameters.id, runtime);
  return forward(device, { type: "apps" }, runtime);
};

export const executeAction: RouteHandler<Routes["executeAction"]> = async (request, runtime) => {
  const { tenantId, parameters, body } = request;
  const device = await findDevice(tenantId, parameters.id, runtime);
  if (device.leaseJobId !== undefined && device.state === "leased") {
    throw new DroverError("DeviceBusy", `Job ${device.leaseJobId} holds the device.`);
  }
  return forward(device, { type: "execute", action: body }, runtime);
};

export const locateElement: RouteHandler<Routes["locateElement"]> = async (request, runtime) => {
  const { tenantId, parameters, body } = request;
  const device = await findDevice(tenantId, parameters.id, runtime);
  return forward(device, { type: "locate", locate: body }, runtime);
};

export const validateScreen: RouteHandler<Routes["validateScreen"]> = async (request, runtime) => {
  const { tenantId, parameters, body } = request;
  const device = await findDevice(tenantId, parameters.id, runtime);
  return forward(device, { type: "validate", expected: body }, runtime);
};

export const readScreen: RouteHandler<Routes["readScreen"]> = async (request, runtime) =>
  captureScreen({ ...request, body: { as: "link" } }, runtime);

export const captureScreen: RouteHandler<Routes["captureScreen"]> = async (request, runtime) => {
  const { tenantId, parameters, body } = request;
  const device = await findDevice(tenantId, parameters.id, runtime);
  const told = await ask(device, { type: "screenshot", screenshot: body }, runtime);
  return linked(tenantId, told, "screenshot", runtime);
};

export const readHierarchy: RouteHandler<Routes["readHierarchy"]> = async (request, runtime) => {
  const { tenantId, parameters } = request;
  const device = await findDevice(tenantId, parameters.id, runtime);
  const told = await ask(device, { type: "hierarchy" }, runtime);
  return linked(tenantId, told, "hierarchy", runtime);
};

/** The host's answer with a link to what it has stored; a problem as it is. */
async function linked(
  tenantId: TenantId,
  told: DeviceReply,
  name: "screenshot" | "hierarchy",
  runtime: Runtime<"api">,
): Promise<RouteResponse> {
  const stored = Stored.safeParse(JSON.parse(told.body));
  if (!stored.success) return responseOf(told);
  const links = await artifactLinker(tenantId, runtime)({ [name]: stored.data.key });
  return new RouteResponse({ body: { ...stored.data, links }, headers: {} });
}

const Stored = z.looseObject({ capturedAt: z.string(), key: z.string().optional() });

export const quarantineDevice: RouteHandler<Routes["quarantineDevice"]> = async (request, runtime) => {
  const { tenantId, parameters, body } = request;
  const device = await findDevice(tenantId, parameters.id, runtime);
  return forward(device, { type: "quarantine", reason: body.reason }, runtime);
};

export const releaseDevice: RouteHandler<Routes["releaseDevice"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const device = await findDevice(tenantId, parameters.id, runtime);
  return forward(device, { type: "release" }, runtime);
};

async function findDevice(
  tenantId: TenantId,
  id: DeviceId,
  { repositories }: Runtime<"api">,
): Promise<Device> {
  const device = await repositories.devices.get(tenantId, id);
  if (device === null) throw noSuch("device", id);
  return device;
}

/** What the host that has the device answers. @throws NotFound, HostTimeout */
export const askDevice = async (
  tenantId: TenantId,
  id: DeviceId,
  request: DeviceRequest["request"],
  runtime: Runtime<"api">,
): Promise<RouteResponse> => forward(await findDevice(tenantId, id, runtime), request, runtime);

const forward = async (
  device: Device,
  request: DeviceRequest["request"],
  runtime: Runtime<"api">,
): Promise<RouteResponse> => responseOf(await ask(device, request, runtime));

/** Through the host's queue, where it takes its turn in the device's lane like any command (docs/decisions/0003). */
async function ask(
  device: Device,
  request: DeviceRequest["request"],
  runtime: Runtime<"api">,
): Promise<DeviceReply> {
  const { tenantId, deviceId, hostId } = device;
  const host = await runtime.repositories.hosts.get(tenantId, hostId);
  const now = runtime.now();
  if (host === null || isHostLost(host, now)) {
    throw new DroverError("HostTimeout", `The device's host ${hostId} is not there.`);
  }
  const expiresAt = new Date(now.getTime() + deadlineMilliseconds).toISOString();
  const requestId = runtime.newId();
  const message: DeviceRequest = {
    schemaVersion: 1,
    kind: "request",
    tenantId,
    deviceId,
    requestId,
    expiresAt,
    request,
  };
  const body = JSON.stringify(message);
  if (Buffer.byteLength(body) > largestMessageBytes)
    throw invalidRequest([fieldError("body", undefined, "is larger than its device's host can be sent")]);
  await storageCall("ask the device's host", () =>
    runtime.clients.sqs.send(new SendMessageCommand({ QueueUrl: host.commandQueueUrl, MessageBody: body })),
  );
  return waitForReply(device, requestId, expiresAt, runtime);
}

async function waitForReply(
  { tenantId, hostId }: Device,
  requestId: string,
  expiresAt: string,
  runtime: Runtime<"api">,
): Promise<DeviceReply> {
  for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
    await runtime.sleep(pause);
    const at = runtime.now().toISOString();
    const reply = await runtime.repositories.deviceReplies.get(tenantId, requestId, at);
    if (reply !== null) return reply;
    if (at >= expiresAt) {
      const seconds = deadlineMilliseconds / 1_000;
      throw new DroverError("HostTimeout", `The device's host ${hostId} did not answer within ${seconds} s.`);
    }
  }
}

/** A host answers a body of the route's, or a problem. */
function responseOf({ body }: DeviceReply): RouteResponse {
  const value: unknown = JSON.parse(body);
  const problem = Problem.safeParse(value).data;
  return new RouteResponse(
    problem === undefined ? { body: value, headers: {} } : { whole: problemResponse(problem) },
  );
}
