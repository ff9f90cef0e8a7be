import { findJob, noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { LiveLinkRequest, MadeLiveLink } from "#shared/contracts/api/responses/live-response.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { LiveLinkId } from "#shared/contracts/session/live-link.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { linkView, makeLink } from "./live-link.ts";
import { findSession } from "./session-view.ts";

interface OfJob {
  readonly tenantId: TenantId;
  readonly parameters: { readonly id: JobId };
}

type Find = (tenantId: TenantId, id: JobId, runtime: Runtime<"api">) => Promise<Job>;

/** The same for a session, which no other job is found as, and for any job. */
const create =
  (find: Find) =>
  async (
    { tenantId, parameters, body }: OfJob & { readonly body: LiveLinkRequest },
    runtime: Runtime<"api">,
  ): Promise<MadeLiveLink> => {
    const job = await find(tenantId, parameters.id, runtime);
    if (job.status === "finished")
      throw new DroverError("JobFinished", `${job.jobId} has ended, so there is nothing to watch.`);
    const { link, token } = await makeLink(job, body, runtime);
    runtime.logger.info("live link made", { jobId: job.jobId, linkId: link.linkId });
    return { ...linkView(link), token, page: `/live#${token}` };
  };

const list =
  (find: Find) =>
  async ({ tenantId, parameters }: OfJob, runtime: Runtime<"api">) => {
    const { jobId } = await find(tenantId, parameters.id, runtime);
    const links = await runtime.repositories.liveLinks.list(tenantId, jobId);
    return { items: links.map(linkView) };
  };

const revoke =
  (find: Find) =>
  async (
    {
      tenantId,
      parameters: { id, linkId },
    }: OfJob & { readonly parameters: { readonly linkId: LiveLinkId } },
    runtime: Runtime<"api">,
  ) => {
    const { jobId } = await find(tenantId, id, runtime);
    const at = runtime.now().toISOString();
    const link = await runtime.repositories.liveLinks.revoke({ tenantId, jobId, linkId }, at);
    if (link === null) throw noSuch("live link", linkId);
    return linkView(link);
  };

export const createSessionLink = create(findSession);
export const listSessionLinks = list(findSession);
export const revokeSessionLink = revoke(findSession);
export const createJobLink = create(findJob);
export const listJobLinks = list(findJob);
export const revokeJobLink = revoke(findJob);
