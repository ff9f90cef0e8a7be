import { projectConfig } from "#agent/environment/project-config.ts";
import { farmModels, type ModelEnvironment } from "#agent/models/configured-models.ts";
import type { FarmModels } from "#agent/models/farm-models.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import type { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import type { Device } from "#shared/contracts/device/device.ts";
import type { Host } from "#shared/contracts/device/host.ts";
import type { Pool } from "#shared/contracts/farm/pool.ts";
import type { BudgetLimits } from "#shared/contracts/job/budget.ts";
import type { SecretRecord } from "#shared/contracts/job/secret.ts";
import type { DeviceId, HostId, PoolName, TenantId } from "#shared/contracts/values/ids.ts";

/** What any function needs that takes requests for jobs. */
export type SubmissionRuntime = Services & { readonly environment: ModelEnvironment };

/** What a tenant's requests are held to. Each is read once, when it is first needed: for one request or for 100,000. */
export interface SubmissionFacts {
  readonly tenantId: TenantId;
  readonly config: ProjectConfig;
  readonly farm: FarmModels;
  readonly now: Date;
  /** Of requests of a batch that has one: what all its jobs may use together. */
  readonly batchBudget?: BudgetLimits;
  readonly secrets: () => Promise<ReadonlyMap<string, SecretRecord>>;
  readonly pool: (pool: PoolName) => Promise<Pool | null>;
  readonly pools: () => Promise<readonly Pool[]>;
  readonly device: (deviceId: DeviceId) => Promise<Device | null>;
  readonly host: (hostId: HostId) => Promise<Host | null>;
}

/** @throws ConfigurationInvalid when the project's config cannot be used */
export async function submissionFacts(
  tenantId: TenantId,
  { environment, repositories, now }: SubmissionRuntime,
): Promise<SubmissionFacts> {
  const readSecrets = async () => {
    const records = await repositories.secrets.list(tenantId);
    return new Map(records.map((record) => [String(record.name), record]));
  };
  return {
    tenantId,
    config: await projectConfig(),
    farm: await farmModels(environment),
    now: now(),
    secrets: once(readSecrets),
    pool: onceEach((pool) => repositories.pools.get(tenantId, pool)),
    pools: once(() => repositories.pools.list(tenantId)),
    device: onceEach((deviceId) => repositories.devices.get(tenantId, deviceId)),
    host: onceEach((hostId) => repositories.hosts.get(tenantId, hostId)),
  };
}

/** The same for the lines of a batch. @throws ConfigurationInvalid */
export const batchFacts = async (
  tenantId: TenantId,
  { budget }: Pick<BatchSettings, "budget">,
  runtime: SubmissionRuntime,
): Promise<SubmissionFacts> => ({ ...(await submissionFacts(tenantId, runtime)), batchBudget: budget });

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= read();
    return result;
  };
}

function onceEach<Key, Result>(read: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const results = new Map<Key, Promise<Result>>();
  return (key) => {
    const result = results.get(key) ?? read(key);
    results.set(key, result);
    return result;
  };
}
