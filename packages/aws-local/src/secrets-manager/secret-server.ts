import { randomUUID } from "node:crypto";
import path from "node:path";
import type { WireRequest, WireResponse } from "../http/wire.ts";
import {
  openIn,
  type ServedService,
  type ServiceServer,
  type ServiceServerOptions,
  startServiceServer,
} from "../service-server.ts";
import { openDatabase } from "../sqlite/database.ts";
import { secretOperations } from "./operations.ts";
import { openSeal } from "./sealed-value.ts";
import { invalidSecretParameter, SecretRefusal, unknownSecretOperation } from "./secret-refusal.ts";
import { createSecretStore, type SecretStore, secretSchema } from "./secret-store.ts";

interface SecretServerOptions extends ServiceServerOptions {
  readonly region: string;
  readonly accountId: string;
}

/** The largest secret is 64 KB, as JSON text at most six times that. */
const requestLimitBytes = 1_024 * 1_024;

/** Secrets Manager for one machine: its JSON API on loopback, the values encrypted in SQLite. */
export const startSecretServer = async (options: SecretServerOptions): Promise<ServiceServer> =>
  startServiceServer(options, await openSecrets(options));

/** The same without a socket. */
export async function openSecrets(options: SecretServerOptions): Promise<ServedService> {
  const { dataDir, region, accountId, clock = () => new Date() } = options;
  const { seal, database } = await openIn("secrets", dataDir, () => ({
    seal: openSeal(path.join(dataDir, "secrets.key")),
    database: openDatabase(path.join(dataDir, "secrets.sqlite"), secretSchema),
  }));
  const secrets = createSecretStore(database, seal, `arn:aws:secretsmanager:${region}:${accountId}`);
  return {
    name: "secretsmanager",
    service: async (request) => answer(request, secrets, clock),
    refusal: 400,
    requestLimitBytes,
    close: () => database.close(),
  };
}

function answer(request: WireRequest, secrets: SecretStore, clock: () => Date): WireResponse {
  try {
    const [api, name = ""] = (request.headers["x-amz-target"] ?? "").split(".");
    const operation = secretOperations.get(name);
    if (request.method !== "POST" || api !== "secretsmanager" || operation === undefined) {
      throw unknownSecretOperation(name);
    }
    return json(200, operation({ secrets, now: clock().getTime() }, parsed(request.body)));
  } catch (error) {
    if (error instanceof SecretRefusal) return json(400, { __type: error.type, Message: error.message });
    // Not the error's own words: they could hold what was to be kept.
    return json(500, { __type: "InternalServiceError", Message: "An error occurred on the server side." });
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw invalidSecretParameter("The request is not JSON.");
  }
}

const json = (status: number, body: object): WireResponse => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.1", "x-amzn-requestid": randomUUID() },
  body: JSON.stringify(body),
});
