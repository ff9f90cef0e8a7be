import { calledBy, inProcessHandler } from "@drover/aws-local";
import { loopbackHost } from "@drover/aws-local/loopback-server";
import type { AwsConfig } from "#shared/storage/clients/aws-config.ts";
import type { CloudDirectory } from "./cloud-directory.ts";
import { identity } from "./cloud-identity.ts";
import { awsEndpoints, type CloudServers } from "./start-servers.ts";

/** What the functions' clients speak to: every service in this process or its thread, and by its port for what has no such way. */
export function inProcessAws(
  servers: CloudServers,
  { credentials, linkCredentials }: Pick<CloudDirectory, "credentials" | "linkCredentials">,
): AwsConfig {
  const { tables, secrets } = servers;
  const { services } = servers.services;
  const objects = calledBy(services.objects);
  const queues = calledBy(services.queues);
  const engine = calledBy(services.engine);
  // A queue's URL names the server's own address, as it does over the socket.
  const { host: storageHost } = new URL(servers.services.storage.url);
  return {
    region: identity.region,
    credentials,
    linkCredentials,
    endpoints: awsEndpoints(servers),
    requestHandlers: {
      s3: inProcessHandler(objects, storageHost, { streamed: true }),
      sqs: inProcessHandler(queues, storageHost),
      dynamodb: inProcessHandler(calledBy(tables.service), loopbackHost),
      sfn: inProcessHandler(engine, loopbackHost),
      secretsManager: inProcessHandler(secrets.service, loopbackHost),
      scheduler: inProcessHandler(servers.scheduler.service, loopbackHost),
    },
    wires: { s3: objects, sqs: queues, sfn: engine },
  };
}
