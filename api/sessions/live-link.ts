import { createHash, randomBytes } from "node:crypto";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import type { LiveLinkRequest, LiveLinkResponse } from "#shared/contracts/api/responses/live-response.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { type LiveLink, LiveLinkId, LiveToken } from "#shared/contracts/session/live-link.ts";
import type { Timestamp } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";

const tokenBytes = 32;
const hashOf = (token: LiveToken): string => createHash("sha256").update(token).digest("base64url");

/** A new link and its token, which is returned only here. */
export async function makeLink(
  job: Job,
  { label, expiresInSeconds }: LiveLinkRequest,
  { repositories, newId, now }: Pick<Services, "newId" | "now" | "repositories">,
): Promise<{ readonly link: LiveLink; readonly token: LiveToken }> {
  const { tenantId, jobId } = job;
  const token = LiveToken.parse(`drl_${randomBytes(tokenBytes).toString("base64url")}`);
  const createdAt = now().toISOString();
  const link: LiveLink = {
    schemaVersion: 1,
    tenantId,
    jobId,
    linkId: LiveLinkId.parse(newId()),
    tokenHash: hashOf(token),
    ...defined({ label }),
    createdAt,
    expiresAt: earlier(lastsUntil(job, now()), new Date(now().getTime() + expiresInSeconds * 1_000)),
  };
  await repositories.liveLinks.create(link);
  return { link, token };
}

/** The job's own time, which a session's hardTimeoutSeconds is: it begins with the device. */
const lastsUntil = ({ startedAt, limits }: Job, now: Date): Date =>
  new Date((startedAt === undefined ? now.getTime() : Date.parse(startedAt)) + limits.timeoutSeconds * 1_000);

const earlier = (one: Date, other: Date): Timestamp => (one < other ? one : other).toISOString();

/** The part of a link that its tenant may see. */
export const linkView = ({ linkId, label, createdAt, expiresAt, revokedAt }: LiveLink): LiveLinkResponse => ({
  linkId,
  createdAt,
  expiresAt,
  ...defined({ label, revokedAt }),
});

/**
 * The link whose token an `Authorization` header carries. It is found by the token's hash, so how long that takes tells nothing of
 * the token.
 * @throws NotFound, in the same words for no token, an unknown one, and one that is over, taken back or of a job that is gone
 */
export async function linkOf(
  authorization: string | undefined,
  { repositories, now }: Pick<Runtime<"api">, "repositories" | "now">,
): Promise<LiveLink> {
  const token = LiveToken.safeParse(authorization?.replace(/^Bearer\s+/i, ""));
  const link = token.success ? await repositories.liveLinks.byToken(hashOf(token.data)) : null;
  if (link === null || link.revokedAt !== undefined || link.expiresAt <= now().toISOString()) throw noLink();
  return link;
}

export const noLink = (): DroverError =>
  new DroverError("NotFound", "This link is unknown, has expired, or was revoked.", {
    advice: ["Ask its sender for a new one."],
  });
