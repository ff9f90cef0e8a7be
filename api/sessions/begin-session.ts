import { projectConfig } from "#agent/environment/project-config.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import { checkApps, takeUpload } from "#batches/submission/session-apps.ts";
import type { SessionRequestBody } from "#shared/contracts/api/responses/session-response.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { PolicyChoice } from "#shared/contracts/job/policy.ts";
import { SessionLabels } from "#shared/contracts/session/session.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { isOpenTurn } from "#shared/contracts/workflow/turn.ts";
import { canonicalJson } from "#shared/rules/batch/canonical-json.ts";
import { openLoss } from "#shared/rules/device-loss.ts";
import { type OwnFields, takenBy } from "#shared/rules/taken-fields.ts";
import { defined } from "#shared/values/defined.ts";
import { startJob } from "../jobs/submit-job.ts";
import { withLoss } from "./lost-device.ts";
import { noteUse, type SessionJob } from "./session-view.ts";

/** The job of a session, started or (with its key sent again) found. @throws PoolNotFound, IdempotencyConflict, FarmStopped */
export async function beginSession(
  {
    tenantId,
    body,
    key,
  }: { readonly tenantId: TenantId; readonly body: SessionRequestBody; readonly key: string | undefined },
  runtime: Runtime<"api">,
): Promise<SessionJob> {
  const { idleTimeoutSeconds, hardTimeoutSeconds, labels, apps } = body;
  await checkApps(tenantId, apps, runtime);
  const session = { idleTimeoutSeconds, hardTimeoutSeconds, labels, apps };
  const agent = { kind: "session", name: "session", turnTimeoutSeconds: idleTimeoutSeconds } as const;
  const own = {
    task: "A session: its user controls the device.",
    // Held to what a person's job is held to; which agent it has in truth no request may name.
    agent: { kind: "human" },
    requirements: { ...body.requirements, ...defined({ pool: body.pool }) },
    limits: { maxSteps: 1_000, timeoutSeconds: hardTimeoutSeconds },
    policy: await sessionPolicy(body.policy, tenantId),
    debug: body.record,
    allowAlreadySatisfied: true,
  } satisfies OwnFields<"session">;
  const request = JobRequest.parse({ ...takenBy("session", body), ...own });
  /** Where the session's host finds them. */
  const layOut = async (jobId: JobId): Promise<void> => {
    for (const [index, app] of apps.entries())
      if ("uploadId" in app)
        await takeUpload(
          { tenantId, jobId, uploadId: app.uploadId, field: `apps.${index}.uploadId` },
          runtime,
        );
  };
  const submission = { tenantId, body: request, key, origin: { agent, session } };
  const { job } = await startJob(submission, runtime, ({ jobId }) => layOut(jobId));
  return { ...job, session: job.session ?? session };
}

/** Its user is not a model: apps may be installed, which go with the session, unless the tenant says otherwise. */
async function sessionPolicy(asked: PolicyChoice, tenantId: TenantId): Promise<PolicyChoice> {
  const { policy } = await projectConfig();
  const said = [asked, policy.tenants[tenantId], policy];
  if (said.some((one) => one?.actions?.deny !== undefined)) return asked;
  return { ...asked, actions: { ...asked.actions, deny: ["sms", "call"] } };
}

/** So many running sessions are looked at. */
const mostLookedAt = 100;

/** One that runs with exactly these labels, in that pool if one is named, and waits for its user; null: there is none. */
export async function reusableSession(
  tenantId: TenantId,
  { labels, pool }: Pick<SessionRequestBody, "labels" | "pool">,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<SessionJob | null> {
  const filter = { kind: "session" } as const;
  const page = await repositories.jobs.list(tenantId, { status: "running", filter, limit: mostLookedAt });
  const wanted = canonicalJson(SessionLabels.parse(labels));
  const fits = ({ session, pool: its, cancelRequestedAt }: Job): boolean =>
    session !== undefined &&
    canonicalJson(session.labels) === wanted &&
    (pool === undefined || its === pool) &&
    cancelRequestedAt === undefined;
  for (const job of page.items.filter(fits)) {
    const turn = await repositories.turns.latest(tenantId, job.jobId);
    if (turn === null || !isOpenTurn(turn, now()) || job.session === undefined) continue;
    if (openLoss(await withLoss(job, { repositories, now })) !== null) continue;
    await noteUse(job, { repositories, now });
    return { ...job, session: job.session };
  }
  return null;
}
