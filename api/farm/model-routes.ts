import { farmModels } from "#agent/models/configured-models.ts";
import type { FarmModels } from "#agent/models/farm-models.ts";
import { findModel } from "#agent/models/find-model.ts";
import { modelTable } from "#agent/models/model-table.ts";
import { roleSettings } from "#agent/models/role-settings.ts";
import { ModelRole } from "#shared/contracts/agent/model-settings.ts";
import type { ModelsResponse } from "#shared/contracts/api/responses/models-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { defined } from "#shared/values/defined.ts";
import type { RouteHandler } from "../http/http-route.ts";

export const readModels: RouteHandler<Routes["readModels"]> = async (_request, { environment }) => {
  const farm = await farmModels(environment);
  const roles = ModelRole.options.map((role) => {
    const { provider, model, effort, maxTokens, timeoutSeconds, fallback } = roleSettings(role, {}, farm);
    return {
      role,
      provider,
      maxTokens,
      timeoutSeconds,
      ...defined({ model, effort, fallback: fallback?.model }),
    };
  });
  return { roles, models: knownModels(farm) };
};

/** The project's own prices first. */
function knownModels({ prices, providers }: FarmModels): ModelsResponse["models"] {
  const own = Object.entries(prices).map(([model, price]) => {
    const provider = findModel(model)?.provider;
    const isConfigured = provider === undefined || providers[provider] !== undefined;
    return { model, isConfigured, prices: price, pricesOf: "project" as const, ...defined({ provider }) };
  });
  const table = modelTable.filter(({ id }) => prices[id] === undefined);
  return [
    ...own,
    ...table.map(({ id, provider, prices: { asOf, ...price }, endsOn, successor }) => ({
      ...{ model: id, provider, isConfigured: providers[provider] !== undefined },
      ...{ prices: price, pricesOf: asOf, ...defined({ endsOn, successor }) },
    })),
  ];
}
