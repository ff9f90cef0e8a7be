import { randomBytes } from "node:crypto";
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  InvalidRequestException,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { webhookSecretId } from "#shared/contracts/farm/keys.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import type { Webhook } from "#shared/contracts/webhook/webhook.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { storageCall } from "#shared/storage/table/storage-call.ts";
import { secretPrefix } from "./webhook-signature.ts";

type Key = Pick<Webhook, "tenantId" | "webhookId">;

/** By Standard Webhooks 24 to 64. */
const secretBytes = 32;
/** The least that Secrets Manager allows. */
const recoveryDays = 7;

/**
 * What webhooks sign with, in Secrets Manager and apart from what hosts type: the API makes and replaces one and cannot read it, the
 * function that sends reads it. Secrets Manager itself keeps the one before (AWSPREVIOUS).
 */
export function createWebhookSecrets(client: SecretsManagerClient, stage: Stage) {
  const idOf = ({ tenantId, webhookId }: Key): string => webhookSecretId(stage, tenantId, webhookId);
  const read = async (key: Key, VersionStage: "AWSCURRENT" | "AWSPREVIOUS"): Promise<string | null> =>
    storageCall("read a webhook's secret", async () => {
      try {
        const found = await client.send(new GetSecretValueCommand({ SecretId: idOf(key), VersionStage }));
        return found.SecretString ?? null;
      } catch (error) {
        if (error instanceof ResourceNotFoundException || error instanceof InvalidRequestException)
          return null;
        throw error;
      }
    });
  return {
    /** A new webhook's: it is shown once. */
    async create(key: Key): Promise<string> {
      const SecretString = newSecret();
      await storageCall("keep the webhook's secret", () =>
        client.send(new CreateSecretCommand({ Name: idOf(key), SecretString })),
      );
      return SecretString;
    },

    async replace(key: Key): Promise<string> {
      const SecretString = newSecret();
      await storageCall("keep the webhook's secret", () =>
        client.send(new PutSecretValueCommand({ SecretId: idOf(key), SecretString })),
      );
      return SecretString;
    },

    /** Those that sign at that time, the present one first. */
    async signing(webhook: Webhook, now: Date): Promise<readonly string[]> {
      const { previousSecretUntil = "" } = webhook;
      const [current, previous] = await Promise.all([
        read(webhook, "AWSCURRENT"),
        previousSecretUntil > now.toISOString() ? read(webhook, "AWSPREVIOUS") : null,
      ]);
      if (current === null)
        throw new DroverError("ConfigurationInvalid", `Webhook ${webhook.webhookId} has no secret.`);
      return previous === null ? [current] : [current, previous];
    },

    async remove(key: Key): Promise<void> {
      await storageCall("delete the webhook's secret", async () => {
        try {
          await client.send(
            new DeleteSecretCommand({ SecretId: idOf(key), RecoveryWindowInDays: recoveryDays }),
          );
        } catch (error) {
          if (!(error instanceof ResourceNotFoundException || error instanceof InvalidRequestException))
            throw error;
        }
      });
    },
  };
}

const newSecret = (): string => `${secretPrefix}${randomBytes(secretBytes).toString("base64")}`;
