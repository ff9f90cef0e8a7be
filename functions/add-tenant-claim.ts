import type { PreTokenGenerationV2TriggerEvent, PreTokenGenerationV3TriggerEvent } from "aws-lambda";
import { tenantAttribute, tenantOfScope } from "#shared/contracts/farm/identity.ts";
import { TokenRules } from "#shared/contracts/farm/token-rules.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** People's events (V2_0) have the form of those of machines (V3_0), which the pool sends for both. */
type TokenEvent = PreTokenGenerationV2TriggerEvent | PreTokenGenerationV3TriggerEvent;

const { tenantClaim } = TokenRules.parse({});

/**
 * A Cognito user pool calls this before it creates a token. It writes the tenant into the access token. For a person that is the value that an
 * administrator stored in the user record, for a machine the one tenant scope of its client: neither can choose it.
 * A caller with no tenant, or several, gets no token.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 */
export async function handler<Event extends TokenEvent>(event: Event): Promise<Event> {
  const tenant = TenantId.safeParse(tenantOf(event));
  if (!tenant.success) {
    const who = isMachine(event) ? `The client ${event.callerContext.clientId}` : `${event.userName}`;
    throw new DroverError("Forbidden", `${who} belongs to no tenant, or to an invalid one.`);
  }
  const claimsToAddOrOverride = { [tenantClaim]: tenant.data };
  const claimsAndScopeOverrideDetails = { accessTokenGeneration: { claimsToAddOrOverride } };
  return { ...event, response: { claimsAndScopeOverrideDetails } };
}

const isMachine = ({ triggerSource }: TokenEvent): boolean =>
  triggerSource === "TokenGeneration_ClientCredentials";

/** The caller's `clientMetadata` is never used. */
function tenantOf(event: TokenEvent): unknown {
  const { userAttributes, scopes = [] } = event.request;
  if (!isMachine(event)) return userAttributes[tenantAttribute];
  const tenants = scopes.flatMap((scope) => tenantOfScope(scope) ?? []);
  return tenants.length === 1 ? tenants[0] : undefined;
}
