import { timingSafeEqual } from "node:crypto";
import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import * as z from "zod";
import { ExpectedState, LocateRequest, ScreenshotRequest } from "#shared/contracts/device/device-tools.ts";
import { prometheusType } from "#shared/contracts/farm/prometheus-metrics.ts";
import { UIAction } from "#shared/contracts/protocol/ui-action.ts";
import { DeviceId } from "#shared/contracts/values/ids.ts";
import type { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { problemOf } from "#shared/errors/problem-of.ts";
import { fromStartRefused } from "#shared/errors/start-refused.ts";
import type { WireRequest, WireResponse } from "#shared/http/wire.ts";
import { defined } from "#shared/values/defined.ts";
import type { HttpAnswer } from "../requests/answer-device-request.ts";

export interface HostApi {
  /** What is large is part of the answer. */
  answer(deviceId: DeviceId, request: DeviceRequest["request"]): Promise<HttpAnswer>;
  health(): HttpAnswer;
  /** Begins to end the host: no more jobs, and those that it has continue for so long. */
  drain(patienceSeconds: number): void;
  metrics(): Promise<string>;
  newId(): string;
}

/** At the most a day: a job is no longer than a few hours. */
const DrainRequest = z.strictObject({ patienceSeconds: z.int().min(0).max(86_400) });

const largestBodyBytes = 64 * 1024;

/**
 * The host's own API for people and tools on this machine: on the loopback only, and every request but that for metrics needs the token.
 * @throws ConfigurationInvalid when the port cannot be had
 */
export const startHttpServer = (api: HostApi, token: string, port: number): Promise<LoopbackServer> =>
  startLoopbackServer({
    answer: (request) =>
      handle(request, api, token).catch((error: unknown) => failure(error, api, request.path)),
    port,
    bodyLimitBytes: largestBodyBytes,
    tooLarge: failure(
      new DroverError("InvalidRequest", `The body is larger than ${largestBodyBytes} bytes.`),
      api,
    ),
    refuse: (status, why) =>
      failure(new DroverError(status === 403 ? "Forbidden" : "InvalidRequest", why), api),
  }).catch((error: unknown) => {
    throw fromStartRefused(error);
  });

function failure(error: unknown, api: HostApi, instance?: string): WireResponse {
  const place = { requestId: api.newId(), ...defined({ instance }) };
  const body = problemOf(error, place);
  return json({ status: body.status, body });
}

function json({ status, body }: HttpAnswer): WireResponse {
  const type = status >= 400 ? "application/problem+json" : "application/json";
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  return {
    status,
    headers: { "content-type": type, "cache-control": "no-store", ...challenge },
    body: JSON.stringify(body),
  };
}

async function handle(request: WireRequest, api: HostApi, token: string): Promise<WireResponse> {
  const route = `${request.method} ${request.path}`;
  // Counts alone, and a Prometheus could not know the token of a host that was started again.
  if (route === "GET /metrics")
    return { status: 200, headers: { "content-type": prometheusType }, body: await api.metrics() };
  requireToken(request, token);
  if (route === "GET /health") return json(api.health());
  if (route === "POST /drain") {
    api.drain(bodyAs(DrainRequest, request.body).patienceSeconds);
    return json({ ...api.health(), status: 202 });
  }
  const [, deviceId, asked] = /^(?:GET|POST) \/device\/([^/]+)\/([a-z-]+)$/.exec(route) ?? [];
  const device = DeviceId.safeParse(decode(deviceId ?? ""));
  const read = requests[`${request.method} ${asked}`];
  if (!device.success || read === undefined) throw new DroverError("NotFound", `There is no ${route}.`);
  return json(await api.answer(device.data, read(request.body)));
}

/** What each route asks of its device. */
const requests: Readonly<Record<string, (body: Buffer) => DeviceRequest["request"]>> = {
  "GET ui-tree": () => ({ type: "ui-tree" }),
  "POST execute": (body) => ({ type: "execute", action: bodyAs(UIAction, body) }),
  "POST locate": (body) => ({ type: "locate", locate: bodyAs(LocateRequest, body) }),
  "POST validate": (body) => ({ type: "validate", expected: bodyAs(ExpectedState, body) }),
  "GET screenshot": () => ({ type: "screenshot", screenshot: { as: "base64" } }),
  "POST screenshot": (body) => ({ type: "screenshot", screenshot: bodyAs(ScreenshotRequest, body) }),
  "GET hierarchy": () => ({ type: "hierarchy" }),
};

function requireToken({ headers }: WireRequest, token: string): void {
  const sent = Buffer.from(headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  if (sent.length === wanted.length && timingSafeEqual(sent, wanted)) return;
  throw new DroverError("Unauthorized", "The request has no valid token.", {
    advice: ["Send 'Authorization: Bearer <token>' with the token that the host printed when it started."],
  });
}

function bodyAs<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(body.toString("utf8")));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  throw new DroverError("InvalidRequest", problems.slice(0, 5).join("; "));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DroverError("InvalidRequest", "The body is not JSON.");
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
