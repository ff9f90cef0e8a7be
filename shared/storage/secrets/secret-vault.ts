import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  InvalidRequestException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  RestoreSecretCommand,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { secretId } from "../../contracts/farm/keys.ts";
import { BoundSecret, type SecretName } from "../../contracts/job/secret.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import type { Stage } from "../../contracts/values/stage.ts";
import { operationsOn } from "../table/operations-on.ts";
import { storageCall } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";

/** The least that Secrets Manager allows: time to notice a mistake. */
const recoveryDays = 7;

interface Parts {
  readonly client: SecretsManagerClient;
  readonly stage: Stage;
}

/** The values of secrets, in Secrets Manager under `drover/<stage>/<tenant>/`. Only a host may read one; the API writes. */
export const createSecretVault = (client: SecretsManagerClient, stage: Stage) =>
  operationsOn({ client, stage }, { put, read, remove });

async function put(
  { stage, client }: Parts,
  tenantId: TenantId,
  name: SecretName,
  secret: BoundSecret,
): Promise<void> {
  const id = secretId(stage, tenantId, name);
  const SecretString = JSON.stringify(checked(BoundSecret, secret, "a secret"));
  await storageCall("store the secret", async () => {
    try {
      await client.send(new CreateSecretCommand({ Name: id, SecretString }));
    } catch (error) {
      // One that was deleted lately keeps its name until the recovery window is over.
      if (error instanceof InvalidRequestException)
        await client.send(new RestoreSecretCommand({ SecretId: id }));
      else if (!(error instanceof ResourceExistsException)) throw error;
      await client.send(new PutSecretValueCommand({ SecretId: id, SecretString }));
    }
  });
}

/** Null when there is none, or it is to be deleted. */
async function read(
  { stage, client }: Parts,
  tenantId: TenantId,
  name: SecretName,
): Promise<BoundSecret | null> {
  const SecretId = secretId(stage, tenantId, name);
  const found = await storageCall("read a secret", async () => {
    try {
      return await client.send(new GetSecretValueCommand({ SecretId }));
    } catch (error) {
      if (error instanceof ResourceNotFoundException || error instanceof InvalidRequestException) return null;
      throw error;
    }
  });
  return found === null ? null : readBound(found.SecretString ?? "");
}

async function remove({ stage, client }: Parts, tenantId: TenantId, name: SecretName): Promise<void> {
  const SecretId = secretId(stage, tenantId, name);
  await storageCall("delete the secret", async () => {
    try {
      await client.send(new DeleteSecretCommand({ SecretId, RecoveryWindowInDays: recoveryDays }));
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException || error instanceof InvalidRequestException))
        throw error;
    }
  });
}

export type SecretVault = ReturnType<typeof createSecretVault>;

/** Never in the words of JSON's parser, which quotes what it was given. */
function readBound(text: string): BoundSecret {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  return checked(BoundSecret, value, "a stored secret");
}
