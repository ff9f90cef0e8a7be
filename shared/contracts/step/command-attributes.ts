import * as z from "zod";

/** Of each command to a job's host, as SQS takes them: the trace that it is a part of. */
export const CommandAttributes = z.strictObject({
  /** W3C Trace Context. */
  traceparent: z.strictObject({ DataType: z.literal("String"), StringValue: z.string().max(256) }),
});
export type CommandAttributes = z.infer<typeof CommandAttributes>;
