import { stageOf } from "#agent/environment/stage-of.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { SecretRecord } from "#shared/contracts/job/secret.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { checkRoom } from "#shared/rules/check-room.ts";
import { createSecretVault } from "#shared/storage/secrets/secret-vault.ts";
import type { RouteHandler } from "../http/http-route.ts";

const vaultOf = async (runtime: Runtime<"api">) =>
  createSecretVault(await runtime.clients.secretsManager(), stageOf(runtime));

/** The value first: a name that is recorded can be typed. */
export const setSecret: RouteHandler<Routes["setSecret"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { name } = parameters;
  const { secrets } = runtime.repositories;
  if ((await secrets.get(tenantId, name)) === null)
    checkRoom("secrets", (await secrets.list(tenantId)).length);
  await (await vaultOf(runtime)).put(tenantId, name, body);
  const record: SecretRecord = {
    schemaVersion: 1,
    tenantId,
    name,
    packages: body.packages,
    updatedAt: runtime.now().toISOString(),
  };
  await secrets.put(record);
  return record;
};

export const listSecrets: RouteHandler<Routes["listSecrets"]> = async ({ tenantId }, { repositories }) => ({
  items: [...(await repositories.secrets.list(tenantId))],
});

/** Removes the record first, so that no job can refer to it, and then the secret. */
export const removeSecret: RouteHandler<Routes["removeSecret"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const { name } = parameters;
  const record = await runtime.repositories.secrets.get(tenantId, name);
  if (record === null) throw new DroverError("NotFound", `There is no secret '${name}'.`);
  await runtime.repositories.secrets.remove(tenantId, name);
  await (await vaultOf(runtime)).remove(tenantId, name);
  return record;
};
