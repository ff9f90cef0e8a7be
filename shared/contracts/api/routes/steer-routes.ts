import * as z from "zod";
import { MessageText, UserMessage } from "../../step/message.ts";
import { SafeText } from "../../values/safe-text.ts";
import { PublicJob } from "../responses/job-response.ts";
import type { Route } from "./route.ts";
import { job, none } from "./route-parts.ts";

export const MessageRequest = z.strictObject({
  text: MessageText,
  /** The sender's name; stored with the message. */
  by: SafeText.trim().min(1).max(100).optional(),
  /** Whether a job that is paused continues with it. */
  resume: z.boolean().default(false),
});
export type MessageRequest = z.infer<typeof MessageRequest>;

/** A message, and since which step the job's agent has it. */
export const MessageResponse = z
  .object(UserMessage.shape)
  .extend({
    /** Absent: no turn has received it yet, or the job ended before one did. */
    stepNumber: z.int().optional(),
  })
  .meta({ id: "MessageResponse" });
export type MessageResponse = z.infer<typeof MessageResponse>;

export const MessageList = z.object({ items: z.array(MessageResponse) });
export type MessageList = z.infer<typeof MessageList>;

/** What the user of a job may do while it runs. */
export const steerRoutes = {
  pauseJob: {
    method: "POST",
    path: "/v1/jobs/{id}/pause",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Pause a job: before it takes a device while it waits for one, at its next turn while it runs. With roles: all of them.",
    parameters: job,
    query: none,
    status: 200,
    response: PublicJob,
    problems: ["NotFound", "JobFinished", "NotSteerable"],
  },
  tellJob: {
    method: "POST",
    path: "/v1/jobs/{id}/messages",
    scope: "jobs:write",
    tag: "jobs",
    summary: "Send a job's agent a message: it sees it at its next turn, as the user's words.",
    parameters: job,
    query: none,
    body: MessageRequest,
    status: 201,
    response: MessageResponse,
    problems: ["NotFound", "JobFinished", "NotSteerable", "MessagesFull"],
  },
  listMessages: {
    method: "GET",
    path: "/v1/jobs/{id}/messages",
    scope: "jobs:read",
    tag: "jobs",
    summary: "Messages to a job's agent, in order.",
    parameters: job,
    query: none,
    status: 200,
    response: MessageList,
    problems: ["NotFound"],
  },
} as const satisfies Record<string, Route>;
