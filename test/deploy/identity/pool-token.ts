import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import * as z from "zod";
import { type FarmKey, farmKeyAlgorithm } from "#local/cloud/api-gateway/farm-key.ts";
import { tenantResource } from "#shared/contracts/farm/identity.ts";
import { account } from "../account.ts";
import { invokedBy } from "../invoked-by.ts";
import type { RehearsedCloud } from "../rehearsed-cloud.ts";
import type { PoolClient, UserPool } from "./user-pool.ts";

/** Who wants a token: a client with its secret, or somebody who signed in with what is written about him. */
interface Asking {
  readonly client: PoolClient;
  readonly person?: { readonly name: string; readonly attributes: Readonly<Record<string, string>> };
}

const Claims = z.object({
  response: z.object({
    claimsAndScopeOverrideDetails: z.object({
      accessTokenGeneration: z.object({ claimsToAddOrOverride: z.record(z.string(), z.unknown()) }),
    }),
  }),
});

/**
 * An access token as Cognito makes it: no `aud`, the scopes that the client may have, and what the trigger adds.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 * @throws Error with what the trigger said, which gets nobody a token
 */
export async function poolToken(
  cloud: RehearsedCloud,
  pool: UserPool,
  key: FarmKey,
  { client, person }: Asking,
): Promise<string> {
  const userName = person?.name ?? client.id;
  const event = {
    version: "3",
    triggerSource: person === undefined ? "TokenGeneration_ClientCredentials" : "TokenGeneration_HostedAuth",
    region: account.region,
    userPoolId: pool.id,
    userName,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: client.id },
    request: {
      userAttributes: person?.attributes ?? {},
      groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: "" },
      scopes: client.scopes,
    },
    response: { claimsAndScopeOverrideDetails: null },
  };
  const { failed, payload } = await invokedBy(
    cloud,
    pool.trigger,
    "cognito-idp.amazonaws.com",
    pool.arn,
    event,
  );
  if (failed) throw new Error(`the user pool makes no token: ${payload}`);
  const { claimsToAddOrOverride } = Claims.parse(JSON.parse(payload)).response.claimsAndScopeOverrideDetails
    .accessTokenGeneration;
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({
    token_use: "access",
    client_id: client.id,
    scope: client.scopes.join(" "),
    version: 2,
    jti: randomUUID(),
    ...claimsToAddOrOverride,
  })
    .setProtectedHeader({ alg: farmKeyAlgorithm, kid: key.keyId })
    .setIssuer(pool.issuer)
    .setSubject(userName)
    .setIssuedAt(now)
    .setExpirationTime(now + 3_600)
    .sign(key.privateKey);
}

/** The client of a tenant's machines: the one that may have the tenant's scope. */
export function machineClient({ clients }: UserPool, tenant: string): PoolClient {
  const found = [...clients.values()].find(({ scopes }) => scopes.includes(`${tenantResource}/${tenant}`));
  if (found === undefined) throw new Error(`no client of the user pool is of the tenant ${tenant}`);
  return found;
}

/** The client that people sign in with. */
export function peopleClient({ clients }: UserPool): PoolClient {
  const found = [...clients.values()].find(({ flows }) => flows.includes("code"));
  if (found === undefined) throw new Error("people have no client to sign in with");
  return found;
}
