import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type LoopbackServer, startLoopbackServer } from "#shared/http/loopback-server.ts";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import { jsonRefusal } from "../signature/json-refusal.ts";
import { requireSignature } from "../signature/require-signature.ts";
import type { SignatureRules } from "../signature/verify-signature.ts";
import { openDatabase } from "../sqlite/database.ts";
import { refusalToOpen } from "../sqlite/refusal-to-open.ts";
import { secretOperations } from "./operations.ts";
import { openSeal } from "./sealed-value.ts";
import { invalidSecretParameter, SecretRefusal, unknownSecretOperation } from "./secret-refusal.ts";
import { createSecretStore, type SecretStore, secretSchema } from "./secret-store.ts";

export interface SecretServer {
  readonly url: string;
  readonly port: number;
  /** The same without a socket, for inProcessHandler. */
  readonly service: WireService;
  close(): Promise<void>;
}

interface SecretServerOptions {
  /** Directory of the secrets and the key that they are sealed with; made when missing. */
  readonly dataDir: string;
  readonly region: string;
  readonly accountId: string;
  readonly port?: number | undefined;
  /** What requests over the socket must be signed with; absent: they need not be. */
  readonly signatures?: Omit<SignatureRules, "services"> | undefined;
  readonly clock?: (() => Date) | undefined;
}

/** The largest secret is 64 KB, as JSON text at most six times that. */
const requestLimitBytes = 1_024 * 1_024;

/** Secrets Manager for one machine: its JSON API on loopback, the values encrypted in SQLite. */
export async function startSecretServer(options: SecretServerOptions): Promise<SecretServer> {
  const { dataDir, region, accountId, clock = () => new Date() } = options;
  const opened = await openSecrets(dataDir, `arn:aws:secretsmanager:${region}:${accountId}`);
  const service: WireService = async (request) => answer(request, opened.secrets, clock);
  const server = await startLoopbackServer({
    answer: signed(service, options.signatures),
    port: options.port,
    bodyLimitBytes: requestLimitBytes,
    tooLarge: { status: 413, headers: {}, body: "" },
  }).catch((error: unknown): LoopbackServer => {
    opened.close();
    throw error;
  });
  return {
    url: server.url,
    port: server.port,
    service,
    async close() {
      await server.close();
      opened.close();
    },
  };
}

async function openSecrets(dataDir: string, arnPrefix: string) {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const seal = openSeal(path.join(dataDir, "secrets.key"));
    const database = openDatabase(path.join(dataDir, "secrets.sqlite"), secretSchema);
    return { secrets: createSecretStore(database, seal, arnPrefix), close: () => database.close() };
  } catch (error) {
    throw refusalToOpen("secrets", dataDir, error);
  }
}

const signed = (service: WireService, rules: SecretServerOptions["signatures"]): WireService =>
  rules === undefined
    ? service
    : requireSignature({ ...rules, services: ["secretsmanager"] }, jsonRefusal(400), service);

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
