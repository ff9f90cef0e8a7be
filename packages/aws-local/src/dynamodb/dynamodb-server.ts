import { type ServiceServer, type ServiceServerOptions, startServiceServer } from "../service-server.ts";
import { startTables, type Tables } from "./start-tables.ts";

export interface DynamodbServer extends ServiceServer {
  /** The same tables without a socket, for inProcessTables. */
  readonly answer: Tables["answer"];
}

const requestLimitBytes = 16 * 1024 * 1024;

/** DynamoDB for one machine: tables in SQLite behind DynamoDB's JSON API on loopback. */
export async function startDynamodbServer(options: ServiceServerOptions): Promise<DynamodbServer> {
  const { service, answer, close } = await startTables(options);
  const server = await startServiceServer(options, {
    ...{ name: "dynamodb", service, refusal: 400, requestLimitBytes, close },
  });
  return { ...server, answer };
}
