import type { FarmProviders } from "#shared/contracts/agent/provider-settings.ts";
import { keySourcesOf, type ToolServers } from "#shared/contracts/agent/tool-server.ts";

/** With the six characters that the service puts after the name: permissions are by the whole ARN. */
export const wholeSecretArn =
  /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/;

/**
 * The secrets in which the providers of the project's config have their keys.
 * @throws Error that names each one which no function could be allowed to read
 */
export const configKeyArns = (providers: FarmProviders): readonly string[] =>
  arnsOf(
    Object.entries(providers).flatMap(([provider, { keySource }]) =>
      keySource === undefined ? [] : [{ field: `providers.${provider}.keySource`, source: keySource }],
    ),
  );

/** The same of its MCP servers. */
export const toolKeyArns = (servers: ToolServers): readonly string[] =>
  arnsOf(
    Object.entries(servers).flatMap(([name, server]) =>
      keySourcesOf(server).map((source) => ({ field: `mcp.servers.${name}`, source })),
    ),
  );

function arnsOf(sources: readonly { readonly field: string; readonly source: string }[]): readonly string[] {
  const secrets = sources
    .filter(({ source }) => source.startsWith("secret:"))
    .map(({ field, source }) => ({ field, arn: source.slice("secret:".length) }));
  const faults = secrets
    .filter(({ arn }) => !wholeSecretArn.test(arn))
    .map(({ field, arn }) => `  ${field}: '${arn}' is not the complete ARN of a secret`);
  if (faults.length === 0) return [...new Set(secrets.map(({ arn }) => arn))];
  throw new Error(
    `Functions get no permission to read keys that drover.config.ts names; give each as 'aws secretsmanager describe-secret --secret-id <name> --query ARN' prints it:\n${faults.join("\n")}`,
  );
}
