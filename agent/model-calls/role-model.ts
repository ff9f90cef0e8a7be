import type { ModelRole } from "#shared/contracts/agent/model-settings.ts";
import type { RoleSettings } from "../models/role-settings.ts";
import type { ModelClient } from "./model-client.ts";

/** A model and how to reach it. */
export interface ServedModel {
  readonly provider: string;
  readonly model: string;
  readonly client: ModelClient;
}

/** All that is needed to ask a role. */
export interface RoleModel extends ServedModel {
  readonly role: ModelRole;
  readonly settings: RoleSettings;
  readonly fallback?: ServedModel;
}

/** The same role, whichever of its models is asked. */
export const askedThrough = (
  { fallback, ...role }: RoleModel,
  through: (client: ModelClient) => ModelClient,
): RoleModel => ({
  ...role,
  client: through(role.client),
  ...(fallback === undefined ? {} : { fallback: { ...fallback, client: through(fallback.client) } }),
});
