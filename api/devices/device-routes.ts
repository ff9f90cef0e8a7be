import { noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Device } from "#shared/contracts/device/device.ts";
import type { DeviceId, JobId, TenantId } from "#shared/contracts/values/ids.ts";
import type { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RouteHandler, RouteResponse } from "../http/http-route.ts";
import { askHost, linkedReply, responseOf } from "./ask-host.ts";

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
  const held = await takenOver(device, runtime);
  return forward(device, { type: "execute", action: body, ...(held === null ? {} : { held }) }, runtime);
};

/**
 * The job that holds the device, when a person has taken it over: the job is paused, or waits for an answer. Null: nobody holds it.
 * @throws DeviceBusy while an agent acts on it (docs/spec.md R19)
 */
async function takenOver(
  { tenantId, state, leaseJobId: jobId, leaseEpoch: epoch }: Device,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<{ readonly jobId: JobId; readonly epoch: number } | null> {
  if (jobId === undefined || state !== "leased") return null;
  const asked = await repositories.questions.listByJob(tenantId, jobId);
  const at = now().toISOString();
  if (asked.some(({ status, until }) => status === "open" && until > at)) return { jobId, epoch };
  const { pauseRequestedAt, pause } = (await repositories.jobs.get(tenantId, jobId)) ?? {};
  if (pauseRequestedAt !== undefined && pause?.for === "resume" && pause.holdsDevice) return { jobId, epoch };
  throw new DroverError("DeviceBusy", `Job ${jobId} holds the device, and its agent acts on it.`, {
    advice: [
      `Take it over: 'drover pause ${jobId}' pauses the job at its next turn, 'drover resume ${jobId}' continues it.`,
    ],
  });
}

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
  const told = await askHost(device, { type: "screenshot", screenshot: body }, runtime);
  return linkedReply(tenantId, told, "screenshot", runtime);
};

export const readHierarchy: RouteHandler<Routes["readHierarchy"]> = async (request, runtime) => {
  const { tenantId, parameters } = request;
  const device = await findDevice(tenantId, parameters.id, runtime);
  const told = await askHost(device, { type: "hierarchy" }, runtime);
  return linkedReply(tenantId, told, "hierarchy", runtime);
};

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
  { repositories }: Pick<Services, "repositories">,
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
): Promise<RouteResponse> => responseOf(await askHost(device, request, runtime));
