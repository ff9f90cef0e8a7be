import { noSuch } from "#agent/runtime/find-job.ts";
import type { HostResponse } from "#shared/contracts/api/responses/host-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { conditionOf, isHostLost } from "#shared/rules/device-status.ts";
import { currentDevices } from "../devices/current-devices.ts";
import type { RouteHandler } from "../http/http-route.ts";

export const listDevices: RouteHandler<Routes["listDevices"]> = async ({ tenantId, query }, runtime) => {
  const page = await runtime.repositories.devices.list(tenantId, query);
  return { ...page, items: await currentDevices(page.items, runtime) };
};

export const listHosts: RouteHandler<Routes["listHosts"]> = async ({ tenantId, query }, runtime) => {
  const { hosts, devices } = runtime.repositories;
  const page = await hosts.list(tenantId, query);
  const now = runtime.now();
  const items = await Promise.all(
    page.items.map(async (host): Promise<HostResponse> => {
      const stored = await devices.listByHost(tenantId, host.hostId);
      const lost = isHostLost(host, now);
      return {
        ...host,
        state: lost ? "offline" : host.state,
        heartbeatAgeMilliseconds: Math.max(0, now.getTime() - Date.parse(host.heartbeatAt)),
        devices: stored.map((device) => ({
          deviceId: device.deviceId,
          state: conditionOf(device, host, now).state,
        })),
      };
    }),
  );
  return { ...page, items };
};

const mostEvents = 100;
const mostJobs = 20;

export const deviceHistory: RouteHandler<Routes["deviceHistory"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const { id: deviceId } = parameters;
  const { devices, jobs } = runtime.repositories;
  const stored = await devices.get(tenantId, deviceId);
  if (stored === null) throw noSuch("device", deviceId);
  const [[device], events, actions, lately] = await Promise.all([
    currentDevices([stored], runtime),
    devices.history(tenantId, deviceId, mostEvents),
    devices.actionsOn({ tenantId, deviceId }, mostEvents),
    jobs.list(tenantId, { limit: mostJobs, filter: { deviceId } }),
  ]);
  return { device: device ?? stored, events: [...events], actions: [...actions], jobs: [...lately.items] };
};
