import { SendMessageCommand } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { artifactLinker } from "#agent/runtime/artifact-links.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import { tracedMessage } from "#agent/tracing/trace-header.ts";
import type { Device } from "#shared/contracts/device/device.ts";
import { Problem } from "#shared/contracts/farm/problem.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { DeviceReply } from "#shared/contracts/workflow/host-answer.ts";
import type { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { isHostLost } from "#shared/rules/device-status.ts";
import { storageCall } from "#shared/storage/table/storage-call.ts";
import { problemResponse } from "../http/http-response.ts";
import { RouteResponse } from "../http/http-route.ts";

const deadlineMilliseconds = 20_000;
/** SQS takes 256 KiB, its own envelope included. */
const largestMessageBytes = 250_000;
const firstPauseMilliseconds = 20;
const longestPauseMilliseconds = 200;

/** Through the host's queue, where it takes its turn in the device's lane like any command (docs/decisions/0003). */
export async function askHost(
  device: Device,
  request: DeviceRequest["request"],
  runtime: Runtime<"api">,
  longestMilliseconds = deadlineMilliseconds,
): Promise<DeviceReply> {
  const { tenantId, deviceId, hostId } = device;
  const host = await runtime.repositories.hosts.get(tenantId, hostId);
  const now = runtime.now();
  if (host === null || isHostLost(host, now)) {
    throw new DroverError("HostTimeout", `The device's host ${hostId} is not running.`);
  }
  const expiresAt = new Date(now.getTime() + longestMilliseconds).toISOString();
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
    throw invalidRequest([fieldError("body", undefined, "is too large to send to the device's host")]);
  await storageCall("ask the device's host", async () =>
    (await runtime.clients.sqs()).send(
      new SendMessageCommand({ QueueUrl: host.commandQueueUrl, MessageBody: body, ...tracedMessage() }),
    ),
  );
  return waitForReply(device, { requestId, expiresAt, seconds: longestMilliseconds / 1_000 }, runtime);
}

interface AskedHost {
  readonly requestId: string;
  readonly expiresAt: string;
  readonly seconds: number;
}

async function waitForReply(
  { tenantId, hostId }: Device,
  { requestId, expiresAt, seconds }: AskedHost,
  runtime: Pick<Services, "now" | "repositories" | "sleep">,
): Promise<DeviceReply> {
  for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
    await runtime.sleep(pause);
    const at = runtime.now().toISOString();
    const reply = await runtime.repositories.deviceReplies.get(tenantId, requestId, at);
    if (reply !== null) return reply;
    if (at >= expiresAt) {
      throw new DroverError(
        "HostTimeout",
        `The device's host ${hostId} did not respond within ${seconds} s.`,
      );
    }
  }
}

/** A host answers a body of the route's, or a problem. */
export function responseOf({ body }: DeviceReply): RouteResponse {
  const value: unknown = JSON.parse(body);
  const problem = Problem.safeParse(value).data;
  return new RouteResponse(
    problem === undefined ? { body: value, headers: {} } : { whole: problemResponse(problem) },
  );
}

/** The host's answer with a link to what it has stored; a problem as it is. */
export async function linkedReply(
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
