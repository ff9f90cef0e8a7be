import { projectConfig } from "#agent/environment/project-config.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { quotaOf } from "#shared/rules/quota/quota-of.ts";
import type { RouteHandler } from "../http/http-route.ts";

export const readQuota: RouteHandler<Routes["readQuota"]> = async ({ tenantId }, runtime) => {
  const quota = quotaOf((await projectConfig()).quotas, tenantId);
  return { quota, ...(await runtime.repositories.quotas.use(tenantId, runtime.now().toISOString())) };
};
