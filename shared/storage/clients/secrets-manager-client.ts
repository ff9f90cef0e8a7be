import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type ClientSettings, optionsOf } from "./client-settings.ts";

export const createSecretsManagerClient = (settings: ClientSettings): SecretsManagerClient =>
  new SecretsManagerClient(optionsOf("secretsManager", settings));
