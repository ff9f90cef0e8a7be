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
    summary: "Create a link with which anyone can watch the session. Its token is returned only once.",
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
    summary: "Revoke a session's live link.",
  },
  createJobLink: {
    ...create,
    path: "/v1/jobs/{id}/links",
    tag: "jobs",
    summary: "Create a link with which anyone can watch the job. Its token is returned only once.",
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
    summary: "Revoke a job's live link.",
  },
  watchLive: {
    method: "GET",
    path: "/v1/live",
    scope: null,
    bearer: "liveLink",
    tag: "sessions",
    summary: "The state of a live link's session or job, and its latest steps.",
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
    summary: "The current screen of a live link: a picture every two seconds, for all viewers.",
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
