import type { ModelClient } from "#agent/model-calls/model-client.ts";
import type { RoleModel } from "#agent/model-calls/role-model.ts";
import type { FarmModels } from "#agent/models/farm-models.ts";
import { roleSettings } from "#agent/models/role-settings.ts";
import type { ModelSettings } from "#shared/contracts/agent/model-settings.ts";

/** Where nothing is set but the practice model. */
export const practiceFarm: FarmModels = {
  defaultProvider: "anthropic",
  defaultModel: "practice-1",
  providers: {},
  roles: {},
  prices: {},
};

/** The practice model as the agent, through that client. */
export function agentModel(client: ModelClient, agent: ModelSettings = {}, other?: ModelClient): RoleModel {
  const { fallback, ...settings } = roleSettings("agent", { agent }, practiceFarm);
  const { provider, model = "practice-1" } = settings;
  const asked: RoleModel = { role: "agent", provider, model, client, settings };
  return fallback === undefined || other === undefined
    ? asked
    : { ...asked, fallback: { ...fallback, client: other } };
}
