import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startCloud } from "#local/cloud/start-cloud.ts";
import { Retention } from "#shared/contracts/farm/retention.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { type Artifacts, createArtifacts } from "#shared/storage/artifacts/artifacts.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { createRepositories, type Repositories } from "#shared/storage/repositories.ts";
import { oneModel } from "../one-model.ts";
import type { ConsoleFarm } from "./open-console.ts";

/** What is stored is stored for this tenant: the farm's token is its. */
export const farmTenant = TenantId.parse("local");

export interface SeededFarm extends ConsoleFarm, AsyncDisposable {
  readonly repositories: Repositories;
  readonly artifacts: Artifacts;
}

/**
 * A farm's cloud without devices and without a model, in this process: the real API and page over a storage that a test fills
 * itself, so that it can show what takes hours to come about. One to a test file.
 */
export async function startSeededFarm(): Promise<SeededFarm> {
  const parent = await mkdtemp(path.join(tmpdir(), "drover-console-"));
  const cloud = await startCloud({
    dir: path.join(parent, "cloud"),
    tenantId: farmTenant,
    // To receivers of the test's own.
    webhooksToLoopback: true,
    model: oneModel("http://127.0.0.1:9", "model-key"),
  });
  const clients = createAwsClients(cloud);
  const { dynamodb, s3, s3Links } = clients;
  return {
    apiUrl: cloud.endpoints.api,
    token: cloud.token,
    repositories: createRepositories({
      retention: Retention.parse({}),
      now: () => new Date(),
      dynamodb,
      tableName: cloud.tableName,
    }),
    artifacts: createArtifacts({ s3, s3Links, bucketName: cloud.bucketName }),
    async [Symbol.asyncDispose]() {
      closeAwsClients(clients);
      await cloud.close();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
