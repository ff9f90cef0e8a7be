import { awaitTurn } from "#agent/taken-turns/await-turn.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { openLoss, presentLoss } from "#shared/rules/device-loss.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { RouteResponse } from "../http/http-route.ts";
import { endJob } from "../jobs/cancel-job.ts";
import { beginSession, reusableSession } from "./begin-session.ts";
import { goOnWithout, withLoss } from "./lost-device.ts";
import { findSession, type SessionJob, sessionView } from "./session-view.ts";
import { checkLives } from "./waiting-turn.ts";

export const createSession: RouteHandler<Routes["createSession"]> = async (
  { tenantId, body, headers },
  runtime,
) => {
  const found = body.reuseIfLabels ? await reusableSession(tenantId, body, runtime) : null;
  const job = found ?? (await beginSession({ tenantId, body, key: headers["idempotency-key"] }, runtime));
  const view = await sessionView(job, runtime);
  return new RouteResponse({
    body: { ...view, reused: found !== null },
    headers: { location: `/v1/sessions/${job.jobId}` },
  });
};

export const listSessions: RouteHandler<Routes["listSessions"]> = async ({ tenantId, query }, runtime) => {
  const { limit, cursor, status, label } = query;
  const filter = { kind: "session" } as const;
  const page = await runtime.repositories.jobs.list(tenantId, { limit, cursor, status, filter });
  const [name = "", ...value] = label?.split("=") ?? [];
  const fits = (job: Job): job is SessionJob =>
    job.session !== undefined && (label === undefined || job.session.labels[name] === value.join("="));
  const items = await Promise.all(page.items.filter(fits).map((job) => sessionView(job, runtime)));
  return { ...page, items };
};

export const readSession: RouteHandler<Routes["readSession"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { id: jobId } = parameters;
  const session = await findSession(tenantId, jobId, runtime);
  if (query.wait === 0) return sessionView(session, runtime);
  await awaitTurn({ tenantId, jobId, waitSeconds: query.wait }, runtime);
  return sessionView(await findSession(tenantId, jobId, runtime), runtime);
};

export const continueSession: RouteHandler<Routes["continueSession"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const job = await withLoss(await findSession(tenantId, parameters.id, runtime), runtime);
  checkLives(job);
  const loss = openLoss(job) ?? presentLoss(job);
  if (loss !== null) await goOnWithout(job, loss, runtime);
  return sessionView(await findSession(tenantId, parameters.id, runtime), runtime);
};

export const endSession: RouteHandler<Routes["endSession"]> = async ({ tenantId, parameters }, runtime) => {
  const session = await findSession(tenantId, parameters.id, runtime);
  if (session.status !== "finished" && session.cancelRequestedAt === undefined) {
    const sessionEndedAt = runtime.now().toISOString();
    await runtime.repositories.jobs.saveSession(tenantId, session.jobId, { sessionEndedAt });
    await endJob(tenantId, session.jobId, runtime);
  }
  return sessionView(await findSession(tenantId, parameters.id, runtime), runtime);
};
