import type { Governor, GovernorParts } from "#agent/governor/model-governor.ts";
import type { deliveryQueue } from "#api/webhooks/delivery-queue.ts";
import type { Artifacts } from "#shared/storage/artifacts/artifacts.ts";
import type { ClientSettings } from "#shared/storage/clients/client-settings.ts";
import type { Repositories } from "#shared/storage/repositories.ts";
import type { TableAccess } from "#shared/storage/table/entity-setup.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import { loadLater, type Streams } from "./load-later.ts";
import { repositoryFiles } from "./repository-files.ts";

/**
 * The parts of the runtime are loaded at their first use: a function that never uses a repository or service never loads its
 * code. infra/functions/usual-parts.ts lists the parts that a start loads anyway.
 */
const clientFiles = {
  sqs: async () => (await import("#shared/storage/clients/sqs-client.ts")).createSqsClient,
  sfn: async () => (await import("#shared/storage/clients/sfn-client.ts")).createSfnClient,
  secretsManager: async () =>
    (await import("#shared/storage/clients/secrets-manager-client.ts")).createSecretsManagerClient,
  scheduler: async () => (await import("#shared/storage/clients/scheduler-client.ts")).createSchedulerClient,
};

/** What stores artifacts. */
const artifactFiles = async () => {
  const [clients, { createArtifacts }] = await Promise.all([
    import("#shared/storage/clients/s3-client.ts"),
    import("#shared/storage/artifacts/artifacts.ts"),
  ]);
  return { ...clients, createArtifacts };
};

/** Created once, at its first use. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

export const lateClients = (settings: ClientSettings) => ({
  sqs: once(async () => (await clientFiles.sqs())(settings)),
  sfn: once(async () => (await clientFiles.sfn())(settings)),
  secretsManager: once(async () => (await clientFiles.secretsManager())(settings)),
  scheduler: once(async () => (await clientFiles.scheduler())(settings)),
});

/** What asks the table. */
const tableFiles = async () => {
  const [clients, together] = await Promise.all([
    import("#shared/storage/clients/dynamodb-client.ts"),
    import("#shared/storage/table/reads-together.ts"),
  ]);
  return { ...clients, ...together };
};

export function lateTables(
  settings: ClientSettings,
  instead: (others: TableClient) => TableClient = (others) => others,
): TableClient {
  const client = once(async () => {
    const { createDynamodbClient, readsTogether } = await tableFiles();
    return readsTogether(instead(createDynamodbClient(settings)));
  });
  const send = async (command: Parameters<TableClient["send"]>[0]) => (await client()).send(command);
  return { send: send as TableClient["send"] };
}

export const lateArtifacts = (settings: ClientSettings, bucketName: string): Artifacts =>
  loadLater<Artifacts>(
    async () => {
      const { createArtifacts, createS3Client, createLinkClient } = await artifactFiles();
      const s3 = createS3Client(settings);
      return createArtifacts({ s3, s3Links: createLinkClient(settings), bucketName });
    },
    { stream: "stream" },
  );

export const lateGovernor = (parts: GovernorParts): Governor =>
  loadLater<Governor>(async () => {
    const { ModelGovernor } = await import("#agent/governor/model-governor.ts");
    return new ModelGovernor(parts);
  }, {});

/** Its code is loaded with the first event that has a listener. */
export const lateDeliveryQueue =
  (parts: Parameters<typeof deliveryQueue>[0]): ReturnType<typeof deliveryQueue> =>
  async (...told) => {
    const { deliveryQueue: queue } = await import("#api/webhooks/delivery-queue.ts");
    await queue(parts)(...told);
  };

type RepositoryStreams = {
  readonly [Name in keyof Repositories as [Streams<Repositories[Name]>] extends [never] ? never : Name]: {
    readonly [Stream in Streams<Repositories[Name]>]: "stream";
  };
};
const streams: RepositoryStreams = { batchItems: { all: "stream" } };

export function lateRepositories(access: TableAccess): Repositories {
  const late = Object.entries(repositoryFiles).map(([name, file]) => {
    const load = async () => (await file())(access);
    return [name, loadLater<object>(load, name in streams ? streams[name as keyof typeof streams] : {})];
  });
  return Object.fromEntries(late);
}
