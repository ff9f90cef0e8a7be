import { SecretValue, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { providerTable } from "#shared/agent/models/provider-table.ts";
import type { BuiltInProvider } from "#shared/contracts/model-settings.ts";
import { type FarmProviders, noKeyYet } from "#shared/contracts/provider-settings.ts";
import type { Settings } from "./settings.ts";

/** The services that a deployment can ask; the first is asked when nobody names one. */
export function modelServices({ modelProviders, modelBaseUrl }: Settings): FarmProviders {
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
export function createModelKeys(scope: Construct, settings: Settings) {
  const secrets = settings.modelProviders.map((name, index) => ({
    name,
    secret: createModelKey(scope, name, index === 0 ? "ModelApiKey" : `${name}ApiKey`),
  }));
  const providers = { ...modelServices(settings) };
  for (const { name, secret } of secrets) {
    const service = providers[name];
    if (service !== undefined) providers[name] = { ...service, keySource: `secret:${secret.secretArn}` };
  }
  return { providers, arns: new Map(secrets.map(({ name, secret }) => [name, secret.secretArn])) };
}

function createModelKey(scope: Construct, provider: BuiltInProvider, id: string): Secret {
  const secret = new Secret(scope, id, {
    description: `API key of the model service ${provider}: put it here by hand after the first deployment`,
    secretStringValue: SecretValue.unsafePlainText(noKeyYet),
  });
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason:
      "The key belongs to the model service, which offers no rotation that Secrets Manager could drive.",
  });
  return secret;
}
