import path from "node:path";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { localStage, type Stage } from "#shared/contracts/values/stage.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fromStartRefused } from "#shared/errors/start-refused.ts";
import type { AwsService } from "#shared/storage/clients/aws-config.ts";
import { type CloudDirectory, openCloudDirectory } from "./cloud-directory.ts";
import { identity, machineArn, resourceNames } from "./cloud-identity.ts";
import type { CloudOptions } from "./cloud-options.ts";
import { awsEndpoints, startServers } from "./start-servers.ts";
import { supplyFunctions } from "./supply-functions.ts";

export interface Cloud {
  readonly endpoints: Readonly<Record<AwsService | "lambda" | "api", string>>;
  readonly region: string;
  readonly stage: Stage;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly tableName: string;
  readonly bucketName: string;
  /** Of jobs. */
  readonly stateMachineArn: string;
  /** For the API: the farm's own tenant, every scope. */
  readonly token: string;
  /** Ends within two seconds, whatever is under way: the engine takes that up again after the next start. Idempotent. */
  close(): Promise<void>;
}

/**
 * The whole cloud in this process: S3, SQS, DynamoDB, Step Functions, Lambda and API Gateway on loopback, with the project's
 * own functions and state machines in them. One to a process: functions have the process's environment.
 * @throws ConfigurationInvalid when the directory or a port cannot be had
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  await using parts = new AsyncDisposableStack();
  const directory = await openCloudDirectory(options.dir);
  parts.defer(() => directory.release());
  const { retention, tracing } = await loadProjectConfig({ DROVER_CONFIG_FILE: options.configFile });
  const servers = await startServers(parts, directory, { ...options, retention, tracing }).catch((error) => {
    throw keptPortError(options.dir, directory.ports, fromStartRefused(error));
  });
  const { services, tables, secrets, api, lambdaServer } = servers;
  await supplyFunctions(parts, servers, directory, { ...options, retention });
  await directory.keepPorts({
    objectsAndQueues: services.storage.port,
    dynamodb: tables.port,
    stepFunctions: services.engine.port,
    lambda: lambdaServer.port,
    api: api.port,
    secretsManager: secrets.port,
    scheduler: servers.scheduler.port,
  });
  const running = parts.move();
  return {
    endpoints: { ...awsEndpoints(servers), lambda: lambdaServer.url, api: api.url },
    ...resourceNames,
    region: identity.region,
    stage: localStage,
    credentials: directory.credentials,
    stateMachineArn: machineArn("job"),
    token: servers.access.token,
    async close() {
      // First nobody asks any more, then what they would ask goes.
      await api.close();
      await running.disposeAsync();
    },
  };
}

/** Who did not choose the port cannot know why it is asked for. */
function keptPortError(dir: string, ports: CloudDirectory["ports"], error: unknown): unknown {
  if (!(error instanceof DroverError) || ports === null) return error;
  if (!Object.values(ports).some((port) => port === error.details.port)) return error;
  return new DroverError(
    "ConfigurationInvalid",
    `${error.message} The state in ${dir} keeps the ports of its first start, and another farm uses them, probably the one whose directory was copied.`,
    {
      advice: [
        `Stop the other farm, or delete ${path.join(dir, "cloud.json")}: the farm then chooses new ports and credentials, and keeps everything else.`,
      ],
      cause: error,
    },
  );
}
