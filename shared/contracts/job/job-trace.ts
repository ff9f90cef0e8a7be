import * as z from "zod";

const hex = (digits: number) =>
  z
    .string()
    .regex(
      new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`),
      `must be ${digits} hexadecimal digits that are not all zero`,
    );

const TraceId = hex(32);
const SpanId = hex(16);

/** The trace that a job or a batch is a part of (docs/tracing.md). Its own span's id follows from its own (shared/tracing/span-ids.ts). */
export const JobTrace = z
  .strictObject({
    traceId: TraceId,
    /** The span under which the job's stands: of the caller who submitted it, or of its workflow. Absent: the job is the trace's root. */
    parentSpanId: SpanId.optional(),
    /** False: nothing is sent of it. */
    sampled: z.boolean(),
  })
  .meta({ id: "JobTrace" });
export type JobTrace = z.infer<typeof JobTrace>;
