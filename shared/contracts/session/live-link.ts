import * as z from "zod";
import { JobId, TenantId, Timestamp, Ulid } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";
import { tenantLimits } from "../values/tenant-limits.ts";

export const LiveLinkId = Ulid.brand<"LiveLinkId">();
export type LiveLinkId = z.infer<typeof LiveLinkId>;

/** 256 bits of chance: whoever has it may look, and nobody can guess it. */
export const LiveToken = z.string().regex(/^drl_[A-Za-z0-9_-]{43}$/);
export type LiveToken = z.infer<typeof LiveToken>;

/** Leave to watch one job live, given to somebody without an account (docs/sessions.md). The token itself is nowhere. */
export const LiveLink = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  linkId: LiveLinkId,
  /** SHA-256 of the token, by which the link is found. */
  tokenHash: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** For whom, in its maker's words. */
  label: SafeText.trim().min(1).max(100).optional(),
  createdAt: Timestamp,
  /** It shows nothing from then on. */
  expiresAt: Timestamp,
  /** It was taken back. */
  revokedAt: Timestamp.optional(),
});
export type LiveLink = z.infer<typeof LiveLink>;

/** A tenant's links that show something now: they are counted without a look at each job. What is over stays until the next is made. */
export const OpenLinks = z.strictObject({
  tenantId: TenantId,
  revision: z.int().min(1),
  links: z.array(z.strictObject({ linkId: LiveLinkId, until: Timestamp })).max(tenantLimits.liveLinks.most),
});
export type OpenLinks = z.infer<typeof OpenLinks>;
