import { wakeJobs } from "#agent/callbacks/wake-job.ts";
import { projectConfig } from "#agent/environment/project-config.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import { effectivePolicy } from "#shared/rules/policy/effective-policy.ts";
import { defined } from "#shared/values/defined.ts";
import type { RouteHandler } from "../http/http-route.ts";

const responseOf = (farm: FarmSwitch | null) => farm ?? { stopped: false };

export const readFarm: RouteHandler<Routes["readFarm"]> = async (
  { tenantId },
  { repositories, condition },
) => ({
  ...responseOf(await repositories.farmSwitch.get(tenantId)),
  ...defined({ problem: (await condition.problem()) ?? undefined }),
  policy: effectivePolicy({}, (await projectConfig()).policy, tenantId).policy,
});

export const stopFarm: RouteHandler<Routes["stopFarm"]> = async ({ tenantId, body }, runtime) => {
  runtime.logger.warn("the farm is stopped", { tenantId, reason: body.reason });
  const at = runtime.now().toISOString();
  const stopped = await runtime.repositories.farmSwitch.stop(tenantId, body.reason, at);
  await wakeJobs(tenantId, runtime);
  return responseOf(stopped);
};

export const resumeFarm: RouteHandler<Routes["resumeFarm"]> = async ({ tenantId }, runtime) => {
  runtime.logger.warn("the farm is resumed", { tenantId });
  return responseOf(await runtime.repositories.farmSwitch.resume(tenantId, runtime.now().toISOString()));
};
