import type { FarmProviders } from "#shared/contracts/provider-settings.ts";

/** With the six characters that the service puts after the name: permissions are by the whole ARN. */
const wholeArn = /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/;

/**
 * The secrets in which the providers of the project's config have their keys.
 * @throws Error that names each one which no function could be allowed to read
 */
export function configKeyArns(providers: FarmProviders): readonly string[] {
  const secrets = Object.entries(providers).flatMap(([provider, { keySource }]) =>
    keySource?.startsWith("secret:") ? [{ provider, arn: keySource.slice("secret:".length) }] : [],
  );
  const faults = secrets
    .filter(({ arn }) => !wholeArn.test(arn))
    .map(
      ({ provider, arn }) => `  providers.${provider}.keySource: '${arn}' is not the whole ARN of a secret`,
    );
  if (faults.length === 0) return [...new Set(secrets.map(({ arn }) => arn))];
  throw new Error(
    `Functions could not be allowed to read keys that drover.config.ts names; give each as 'aws secretsmanager describe-secret --secret-id <name> --query ARN' says:\n${faults.join("\n")}`,
  );
}
