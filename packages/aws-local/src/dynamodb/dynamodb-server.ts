import {
  type ServedService,
  type ServiceServer,
  type ServiceServerOptions,
  startServiceServer,
} from "../service-server.ts";
import { startTables, type Tables } from "./start-tables.ts";

export interface DynamodbServer extends ServiceServer {
  /** The same tables without a socket, for inProcessTables. */
  readonly answer: Tables["answer"];
}

const requestLimitBytes = 16 * 1024 * 1024;

/** DynamoDB for one machine: tables in SQLite behind DynamoDB's JSON API on loopback. */
export async function startDynamodbServer(options: ServiceServerOptions): Promise<DynamodbServer> {
  const { answer, ...tables } = await openTables(options);
  return { ...(await startServiceServer(options, tables)), answer };
}

/** The same without a socket. */
export async function openTables(
  options: ServiceServerOptions,
): Promise<ServedService & Pick<Tables, "answer">> {
  const { service, answer, close } = await startTables(options);
  return { name: "dynamodb", service, refusal: 400, requestLimitBytes, close, answer };
}
