import { DroverError } from "../../errors/drover-error.ts";
import { defined } from "../../values/defined.ts";
import type { AwsConfig, AwsService } from "./aws-config.ts";

/** The SDK's own names, so that the AWS command line reaches the same places. */
const endpointVariables: Readonly<Record<AwsService, string>> = {
  s3: "AWS_ENDPOINT_URL_S3",
  sqs: "AWS_ENDPOINT_URL_SQS",
  dynamodb: "AWS_ENDPOINT_URL_DYNAMODB",
  sfn: "AWS_ENDPOINT_URL_SFN",
  secretsManager: "AWS_ENDPOINT_URL_SECRETS_MANAGER",
  scheduler: "AWS_ENDPOINT_URL_SCHEDULER",
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Region, endpoints and keys from environment variables.
 * Without both key variables the SDK's default chain finds the credentials.
 */
export function awsConfigFromEnvironment(environment: Environment): AwsConfig {
  const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION;
  if (!region)
    throw new DroverError("ConfigurationInvalid", "AWS_REGION is not set: name the region to use.");
  const endpoints = Object.fromEntries(
    Object.entries(endpointVariables).flatMap(([service, variable]) => {
      const url = environment[variable];
      return url ? [[service, checkedUrl(variable, url)]] : [];
    }),
  );
  const credentials = keysOf(environment);
  const linkCredentials = linkKeysOf(environment);
  return {
    region,
    endpoints,
    ...defined({ credentials, linkCredentials }),
  };
}

function checkedUrl(variable: string, url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  throw new DroverError(
    "ConfigurationInvalid",
    `${variable} is "${url}", which is not an http or https URL.`,
  );
}

function keysOf(environment: Environment): AwsConfig["credentials"] {
  const accessKeyId = environment.AWS_ACCESS_KEY_ID;
  const secretAccessKey = environment.AWS_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey) return undefined;
  const sessionToken = environment.AWS_SESSION_TOKEN;
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

function linkKeysOf(environment: Environment): AwsConfig["linkCredentials"] {
  const accessKeyId = environment.DROVER_LINK_ACCESS_KEY_ID;
  const secretAccessKey = environment.DROVER_LINK_SECRET_ACCESS_KEY;
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
}

/** The variables that make another process use the same services. */
export function awsEnvironment(config: AwsConfig): Readonly<Record<string, string>> {
  const entries = (Object.keys(endpointVariables) as AwsService[]).flatMap((service) => {
    const url = config.endpoints?.[service];
    return url === undefined ? [] : [[endpointVariables[service], url] as const];
  });
  const { credentials: keys, linkCredentials: linkKeys } = config;
  return {
    AWS_REGION: config.region,
    ...Object.fromEntries(entries),
    ...(keys === undefined
      ? {}
      : { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey }),
    ...(linkKeys === undefined
      ? {}
      : {
          DROVER_LINK_ACCESS_KEY_ID: linkKeys.accessKeyId,
          DROVER_LINK_SECRET_ACCESS_KEY: linkKeys.secretAccessKey,
        }),
    ...(keys?.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: keys.sessionToken }),
  };
}
