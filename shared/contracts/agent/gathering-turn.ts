import * as z from "zod";
import { JobId, TenantId, Timestamp } from "../values/ids.ts";

/** So many wait in line by name; those behind them come when there is room. */
export const mostInLine = 200;

/**
 * Which one of a tenant's jobs with roles gathers its devices, and who is next (docs/decisions/0183-devices-are-gathered-in-turn.md).
 * A job gathers once, so its id is the fence.
 */
export const GatheringTurn = z.strictObject({
  tenantId: TenantId,
  revision: z.int().min(1),
  /** After `until` the turn is free, whatever happened to its holder. */
  holder: z.strictObject({ jobId: JobId, until: Timestamp }).optional(),
  line: z.array(z.strictObject({ jobId: JobId, since: Timestamp, seenAt: Timestamp })).max(mostInLine),
});
export type GatheringTurn = z.infer<typeof GatheringTurn>;
