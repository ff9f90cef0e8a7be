import { SemanticUITree } from "../../protocol/semantic-ui-tree.ts";
import { ActionResult, UIAction } from "../../protocol/ui-action.ts";
import { PageQuery } from "../../values/page.ts";
import { DeviceApps } from "../device-apps.ts";
import { DeviceHistory } from "../device-history.ts";
import { DevicePage, DeviceResponse, QuarantineRequest } from "../responses/device-response.ts";
import { HostPage } from "../responses/host-response.ts";
import type { Route } from "./route.ts";
import { device, none } from "./route-parts.ts";

/** Devices, and what changes one. */
export const deviceRoutes = {
  listDevices: {
    method: "GET",
    path: "/v1/devices",
    scope: "devices:read",
    tag: "devices",
    summary: "Devices, by id.",
    query: PageQuery,
    status: 200,
    response: DevicePage,
    problems: [],
  },
  listHosts: {
    method: "GET",
    path: "/v1/hosts",
    scope: "devices:read",
    tag: "devices",
    summary: "Hosts, by id, each with its devices, its version and how long it has been silent.",
    query: PageQuery,
    status: 200,
    response: HostPage,
    problems: [],
  },
  deviceHistory: {
    method: "GET",
    path: "/v1/devices/{id}/history",
    scope: "devices:read",
    tag: "devices",
    summary: "A device, its quarantines and other events, what people did on it, and its latest jobs.",
    parameters: device,
    query: none,
    status: 200,
    response: DeviceHistory,
    problems: ["NotFound"],
  },
  listApps: {
    method: "GET",
    path: "/v1/devices/{id}/apps",
    scope: "devices:read",
    tag: "devices",
    summary: "The apps in a device's launcher, as they were when a job last started on it.",
    parameters: device,
    query: none,
    status: 200,
    response: DeviceApps,
    problems: ["NotFound", "NotReady", "HostTimeout"],
  },
  quarantineDevice: {
    method: "POST",
    path: "/v1/devices/{id}/quarantine",
    scope: "devices:write",
    tag: "devices",
    summary: "Quarantine a device that no job holds until it is released.",
    parameters: device,
    query: none,
    body: QuarantineRequest,
    status: 200,
    response: DeviceResponse,
    problems: ["NotFound", "DeviceBusy", "HostTimeout"],
  },
  releaseDevice: {
    method: "POST",
    path: "/v1/devices/{id}/release",
    scope: "devices:write",
    tag: "devices",
    summary: "Clean a quarantined device now and free it if it is clean.",
    parameters: device,
    query: none,
    status: 200,
    response: DeviceResponse,
    problems: ["NotFound", "DeviceOffline", "HostTimeout"],
  },
  readUiTree: {
    method: "GET",
    path: "/v1/device/{id}/ui-tree",
    scope: "devices:read",
    tag: "devices",
    summary: "The elements on a device's screen now.",
    parameters: device,
    query: none,
    status: 200,
    response: SemanticUITree,
    problems: ["NotFound", "DeviceBusy", "HostTimeout"],
  },
  executeAction: {
    method: "POST",
    path: "/v1/device/{id}/execute",
    scope: "devices:write",
    tag: "devices",
    summary: "Do one action on a device that no job holds, or whose job waits for an answer.",
    parameters: device,
    query: none,
    body: UIAction,
    status: 200,
    response: ActionResult,
    problems: ["NotFound", "DeviceBusy", "HostTimeout"],
  },
} as const satisfies Record<string, Route>;
