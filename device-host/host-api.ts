import type { DeviceRegistry } from "./discovery/device-registry.ts";
import type { HostDisk } from "./host-disk.ts";
import type { HostServices } from "./host-services.ts";
import type { HostApi } from "./http/start-http-server.ts";
import { answerDeviceRequest } from "./requests/answer-device-request.ts";

interface HostState {
  /** It takes jobs until this signal. */
  readonly pulling: AbortSignal;
  readonly disk: HostDisk;
  readonly drain: HostApi["drain"];
}

/** The host's API on its own machine. */
export const hostApi = (
  registry: DeviceRegistry,
  services: HostServices,
  { pulling, disk, drain }: HostState,
): HostApi => ({
  answer: (deviceId, request) =>
    answerDeviceRequest(request, deviceId, registry.get(deviceId), services, "inline"),
  drain,
  health: () => health(registry, services, pulling.aborted, disk),
  metrics: () => services.metrics.text(registry.devices().map(({ state }) => state)),
  newId: services.newId,
});

const health = (
  registry: DeviceRegistry,
  { hostId, pool, spool }: HostServices,
  draining: boolean,
  { problem }: HostDisk,
) => ({
  status: 200,
  body: {
    hostId,
    pool,
    state: draining ? "draining" : problem === null ? "online" : "degraded",
    ...(problem === null ? {} : { problem }),
    held: registry.devices().filter(({ lease }) => lease !== null).length,
    devices: registry.devices().map(({ deviceId, state, epoch }) => ({ deviceId, state, epoch })),
    waitingArtifacts: spool.waiting,
    refused: [...registry.refused].map(([serial, reason]) => ({ serial, reason })),
  },
});
