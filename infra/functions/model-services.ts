import { SecretValue, Validations } from "aws-cdk-lib";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { providerTable } from "#agent/models/provider-table.ts";
import type { BuiltInProvider } from "#shared/contracts/agent/model-settings.ts";
import { type FarmProviders, noKeyYet } from "#shared/contracts/agent/provider-settings.ts";
import { defined } from "#shared/values/defined.ts";
import type { Settings } from "../settings.ts";

/** The services that a deployment can ask; the first is asked when nobody names one. */
function modelServices({ modelProviders, modelBaseUrl }: Settings): FarmProviders {
  return Object.fromEntries(
    modelProviders.map((name, index) => {
      const { kind, baseUrl } = providerTable[name];
      return [name, { kind, baseUrl: index === 0 ? modelBaseUrl : baseUrl }];
    }),
  );
}

/** The variables of functions that say which model is asked where. */
export const modelVariables = (settings: Settings, providers: FarmProviders) => ({
  DROVER_DEFAULT_PROVIDER: settings.modelProviders[0] ?? "anthropic",
  DROVER_DEFAULT_MODEL: settings.defaultModel,
  DROVER_MODEL_PROVIDERS: JSON.stringify(providers),
});

/** A secret for the key of each, to be filled in by hand. */
export function createModelKeys(scope: Construct, settings: Settings, key: IKey | undefined) {
  const secrets = settings.modelProviders.map((name, index) => ({
    name,
    secret: createModelKey(scope, { name, id: index === 0 ? "ModelApiKey" : `${name}ApiKey`, key }),
  }));
  const providers = { ...modelServices(settings) };
  for (const { name, secret } of secrets) {
    const service = providers[name];
    if (service !== undefined) providers[name] = { ...service, keySource: `secret:${secret.secretArn}` };
  }
  return { providers, arns: new Map(secrets.map(({ name, secret }) => [name, secret.secretArn])) };
}

interface ModelKey {
  readonly name: BuiltInProvider;
  readonly id: string;
  readonly key: IKey | undefined;
}

function createModelKey(scope: Construct, { name, id, key }: ModelKey): Secret {
  const secret = new Secret(scope, id, {
    ...defined({ encryptionKey: key }),
    description: `API key of the model service ${name}: store it here by hand after the first deployment`,
    secretStringValue: SecretValue.unsafePlainText(noKeyYet),
  });
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason: "The key belongs to the model service, which has no rotation for Secrets Manager.",
  });
  return secret;
}
