import * as z from "zod";
import { CalendarDay, DeviceId, ErrorId, HostId, JobId, Timestamp } from "../values/ids.ts";
import { PageQuery } from "../values/page.ts";
import { TimeWindow } from "./job-filter.ts";
import { Links } from "./responses/links.ts";

/** `<code>.<hash of the first picture>`, or without a picture `<code>.m<hash of the message>`. */
export const ErrorGroupId = z
  .string()
  .regex(/^[A-Za-z0-9_]{1,80}\.(?:[0-9a-f]{16}|m[0-9a-f]{12})$/, "must be a group's id");
export type ErrorGroupId = z.infer<typeof ErrorGroupId>;

export const ErrorFilter = z.strictObject({
  code: z.string().min(1).max(80).optional(),
  /** The package that was in front. */
  app: z.string().min(1).max(300).optional(),
  deviceId: DeviceId.optional(),
  hostId: HostId.optional(),
});
export type ErrorFilter = z.infer<typeof ErrorFilter>;

export const ErrorQuery = PageQuery.extend({
  jobId: JobId.optional(),
  ...TimeWindow.shape,
  ...ErrorFilter.shape,
  groupId: ErrorGroupId.optional(),
});

export const ErrorGroupQuery = ErrorFilter.extend(TimeWindow.shape);

const Facet = z.array(z.object({ id: z.string(), count: z.int().min(1) }));

/** Errors of one code whose pictures look nearly the same; of those without a picture, whose messages are alike. */
export const ErrorGroup = z.object({
  groupId: ErrorGroupId,
  code: z.string(),
  /** Of the newest. Hostile text. */
  message: z.string(),
  count: z.int().min(1),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  /** In order; days without one are left out. */
  perDay: z.array(z.object({ day: CalendarDay, count: z.int().min(1) })),
  /** The newest that has a picture, or else the newest. */
  sample: z.object({
    errorId: ErrorId,
    jobId: JobId,
    stepNumber: z.int().min(0),
    attemptedAction: z.string().optional(),
    links: Links,
  }),
  /** The most frequent first, at most 20 each. */
  apps: Facet,
  devices: Facet,
  hosts: Facet,
});
export type ErrorGroup = z.infer<typeof ErrorGroup>;

export const ErrorGroups = z.object({
  /** The newest first, at most 200. */
  items: z.array(ErrorGroup),
  /** Of all that were looked at. */
  facets: z.object({ codes: Facet, apps: Facet, devices: Facet, hosts: Facet }),
  errors: z.int().min(0),
  /** There were more in that time: the newest were looked at. */
  truncated: z.boolean(),
});
export type ErrorGroups = z.infer<typeof ErrorGroups>;
