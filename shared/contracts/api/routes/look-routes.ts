import {
  ExpectedState,
  LocateAnswer,
  LocateRequest,
  ScreenshotRequest,
  ValidateAnswer,
} from "../../device/device-tools.ts";
import { HierarchyResponse, ScreenshotResponse } from "../responses/look-response.ts";
import type { Route } from "./route.ts";
import { device, none } from "./route-parts.ts";

/** What only looks at a device, whoever holds it. */
export const lookRoutes = {
  locateElement: {
    method: "POST",
    path: "/v1/device/{id}/locate",
    scope: "devices:read",
    tag: "devices",
    summary:
      "Where on a device's screen something is, by its name or a person's words, with how sure that is.",
    parameters: device,
    query: none,
    body: LocateRequest,
    status: 200,
    response: LocateAnswer,
    problems: ["NotFound", "DeviceBusy", "DeviceOffline", "TreeUnavailable", "HostTimeout"],
  },
  validateScreen: {
    method: "POST",
    path: "/v1/device/{id}/validate",
    scope: "devices:read",
    tag: "devices",
    summary: "Whether a device's screen is as it should be, and what is otherwise.",
    parameters: device,
    query: none,
    body: ExpectedState,
    status: 200,
    response: ValidateAnswer,
    problems: ["NotFound", "DeviceBusy", "DeviceOffline", "TreeUnavailable", "HostTimeout"],
  },
  readScreen: {
    method: "GET",
    path: "/v1/device/{id}/screenshot",
    scope: "devices:read",
    tag: "devices",
    summary: "A picture of a device's screen now, as a link.",
    parameters: device,
    query: none,
    status: 200,
    response: ScreenshotResponse,
    problems: ["NotFound", "DeviceBusy", "DeviceOffline", "NoScreenSource", "HostTimeout"],
  },
  captureScreen: {
    method: "POST",
    path: "/v1/device/{id}/screenshot",
    scope: "devices:read",
    tag: "devices",
    summary: "The same of a region, and in base64 if it is small enough.",
    parameters: device,
    query: none,
    body: ScreenshotRequest,
    status: 200,
    response: ScreenshotResponse,
    problems: ["NotFound", "DeviceBusy", "DeviceOffline", "NoScreenSource", "HostTimeout"],
  },
  readHierarchy: {
    method: "GET",
    path: "/v1/device/{id}/hierarchy",
    scope: "devices:read",
    tag: "devices",
    summary: "Every window on a device's screen with all its views, as uiautomator writes them.",
    parameters: device,
    query: none,
    status: 200,
    response: HierarchyResponse,
    problems: ["NotFound", "DeviceBusy", "DeviceOffline", "TreeUnavailable", "HostTimeout"],
  },
} as const satisfies Record<string, Route>;
