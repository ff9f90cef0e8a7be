import * as z from "zod";
import {
  LiveLinkRequest,
  LiveLinkResponse,
  LiveLinks,
  LiveScreen,
  LiveView,
  linkOfJob,
  MadeLiveLink,
} from "../responses/live-response.ts";
import type { Route } from "./route.ts";
import { job, none } from "./route-parts.ts";

/** Held to nothing here: whatever is no good token gets one and the same answer. */
const bearer = z.object({ authorization: z.string().optional() });

/** The same of a session and of any job. */
const create = {
  method: "POST",
  scope: "jobs:write",
  parameters: job,
  query: none,
  body: LiveLinkRequest,
  status: 201,
  response: MadeLiveLink,
  problems: ["NotFound", "JobFinished", "LimitReached"],
} as const;
const list = {
  method: "GET",
  scope: "jobs:read",
  parameters: job,
  query: none,
  status: 200,
  response: LiveLinks,
  problems: ["NotFound"],
} as const;
const revoke = {
  method: "DELETE",
  scope: "jobs:write",
  parameters: linkOfJob,
  query: none,
  status: 200,
  response: LiveLinkResponse,
  problems: ["NotFound"],
} as const;

/** Leave to watch, for people without an account (docs/decisions/0147-a-link-to-watch.md). */
export const liveRoutes = {
  createSessionLink: {
    ...create,
    path: "/v1/sessions/{id}/links",
    tag: "sessions",
    summary: "Make a link by which anybody who has it watches the session. Its token is answered once.",
  },
  listSessionLinks: {
    ...list,
    path: "/v1/sessions/{id}/links",
    tag: "sessions",
    summary: "A session's live links, without their tokens.",
  },
  revokeSessionLink: {
    ...revoke,
    path: "/v1/sessions/{id}/links/{linkId}",
    tag: "sessions",
    summary: "Take a session's live link back: it shows nothing from now on.",
  },
  createJobLink: {
    ...create,
    path: "/v1/jobs/{id}/links",
    tag: "jobs",
    summary: "Make a link by which anybody who has it watches the job. Its token is answered once.",
  },
  listJobLinks: {
    ...list,
    path: "/v1/jobs/{id}/links",
    tag: "jobs",
    summary: "A job's live links, without their tokens.",
  },
  revokeJobLink: {
    ...revoke,
    path: "/v1/jobs/{id}/links/{linkId}",
    tag: "jobs",
    summary: "Take a job's live link back: it shows nothing from now on.",
  },
  watchLive: {
    method: "GET",
    path: "/v1/live",
    scope: null,
    bearer: "liveLink",
    tag: "sessions",
    summary: "What a live link shows: how its session or job stands, and its latest steps.",
    headers: bearer,
    query: none,
    status: 200,
    response: LiveView,
    problems: ["NotFound"],
  },
  watchLiveScreen: {
    method: "GET",
    path: "/v1/live/screen",
    scope: null,
    bearer: "liveLink",
    tag: "sessions",
    summary:
      "The screen that a live link shows, as it is now: a picture every two seconds, for all who watch.",
    headers: bearer,
    query: none,
    status: 200,
    response: LiveScreen,
    problems: [
      "NotFound",
      "JobFinished",
      "NotReady",
      "LeaseLost",
      "DeviceOffline",
      "HostTimeout",
      "NoScreenSource",
    ],
  },
} as const satisfies Record<string, Route>;
