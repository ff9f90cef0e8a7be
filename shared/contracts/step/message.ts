import * as z from "zod";
import { JobId, TenantId, Timestamp, Ulid } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";

export const MessageText = SafeText.trim().min(1, "must not be empty").max(2_000);

/** So many may be sent to a job: each is told to its agent from then on. */
export const mostMessages = 100;
/** So many come with one turn; the rest come with the next one. */
export const mostToldAtOnce = 10;

/** What somebody told a job's agent while it ran: the user's own words, as its task is. */
export const UserMessage = z
  .strictObject({
    /** In the order in which they were sent. */
    messageId: Ulid,
    text: z.string().max(2_000),
    at: Timestamp,
    /** What the sender calls himself. */
    by: z.string().max(100).optional(),
  })
  .meta({ id: "UserMessage" });
export type UserMessage = z.infer<typeof UserMessage>;

/** As stored beside its job. */
export const JobMessage = UserMessage.extend({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
});
export type JobMessage = z.infer<typeof JobMessage>;
