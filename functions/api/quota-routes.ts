import type { Routes } from "#shared/contracts/api/routes.ts";
import { quotaOf } from "#shared/domain/quota/quota-of.ts";
import type { RouteHandler } from "../runtime/http-route.ts";
import { projectConfig } from "../runtime/project-config.ts";

export const readQuota: RouteHandler<Routes["readQuota"]> = async ({ tenantId }, runtime) => {
  const quota = quotaOf((await projectConfig()).quotas, tenantId);
  return { quota, ...(await runtime.repositories.quotas.use(tenantId, runtime.now().toISOString())) };
};
