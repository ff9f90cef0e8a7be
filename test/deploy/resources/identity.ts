import * as z from "zod";
import { account } from "../account.ts";
import { issuerOf, type UserPool } from "../identity/user-pool.ts";
import type { RehearsedCloud } from "../rehearsed-cloud.ts";
import type { ResourceKind } from "./resource-kind.ts";

const Pool = z.object({
  LambdaConfig: z.object({
    // The form that is sent for machines as well.
    PreTokenGenerationConfig: z.object({ LambdaArn: z.string(), LambdaVersion: z.literal("V3_0") }),
  }),
  Schema: z.array(z.object({ Name: z.string() })),
  // Below it, access tokens are not changed.
  UserPoolTier: z.enum(["ESSENTIALS", "PLUS"]),
});

const userPool: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { LambdaConfig, Schema } = Pool.parse(properties);
  const id = `${account.region}_${chosenName.split("-").at(-1)?.slice(0, 9)}`;
  const arn = account.arn("cognito-idp", `userpool/${id}`);
  cloud.userPools.set(id, {
    id,
    arn,
    issuer: issuerOf(id),
    trigger: LambdaConfig.PreTokenGenerationConfig.LambdaArn,
    attributes: Schema.map(({ Name }) => Name),
    resourceServers: new Map(),
    clients: new Map(),
  });
  const ProviderName = issuerOf(id).replace("https://", "");
  return { ref: id, attributes: { Arn: arn, UserPoolId: id, ProviderName, ProviderURL: issuerOf(id) } };
};

const poolOf = (cloud: RehearsedCloud, id: string): UserPool => {
  const pool = cloud.userPools.get(id);
  if (pool === undefined) throw new Error(`there is no user pool ${id}`);
  return pool;
};

const Domain = z.object({
  UserPoolId: z.string(),
  // The service takes none with these words in it.
  Domain: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    .refine((prefix) => !/aws|amazon|cognito/.test(prefix)),
});

const domain: ResourceKind = ({ properties }, cloud) => {
  const given = Domain.parse(properties);
  poolOf(cloud, given.UserPoolId);
  return { ref: given.Domain };
};

const ResourceServer = z.object({
  UserPoolId: z.string(),
  Identifier: z.string().min(1),
  Scopes: z.array(z.object({ ScopeName: z.string() })).max(100),
});

const resourceServer: ResourceKind = ({ properties }, cloud) => {
  const { UserPoolId, Identifier, Scopes } = ResourceServer.parse(properties);
  const names = Scopes.map(({ ScopeName }) => ScopeName);
  poolOf(cloud, UserPoolId).resourceServers.set(Identifier, names);
  return { ref: Identifier };
};

const Client = z.object({
  UserPoolId: z.string(),
  GenerateSecret: z.boolean().default(false),
  AllowedOAuthFlows: z.array(z.enum(["code", "implicit", "client_credentials"])),
  AllowedOAuthFlowsUserPoolClient: z.literal(true),
  AllowedOAuthScopes: z.array(z.string()).min(1),
  CallbackURLs: z.array(z.url()).default([]),
  WriteAttributes: z.array(z.string()).default([]),
});

const ownScopes = ["openid", "email", "phone", "profile"];

const client: ResourceKind = ({ properties, chosenName }, cloud) => {
  const given = Client.parse(properties);
  const pool = poolOf(cloud, given.UserPoolId);
  refuse(
    given.AllowedOAuthScopes.filter((scope) => !ownScopes.includes(scope) && !isServed(pool, scope)),
    "no resource server has the scope",
  );
  refuse(
    given.CallbackURLs.filter((url) => !url.startsWith("https://") && new URL(url).hostname !== "localhost"),
    "Cognito sends nobody back to",
  );
  // Whoever may write his own tenant may be of any.
  refuse(
    given.WriteAttributes.filter((name) => name.startsWith("custom:")),
    "people may write their own",
  );
  const forMachines = given.AllowedOAuthFlows.includes("client_credentials");
  if (forMachines && (!given.GenerateSecret || given.AllowedOAuthFlows.length > 1))
    throw new Error("client_credentials wants a secret, and no other flow beside it");
  const id = chosenName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .slice(-26);
  pool.clients.set(id, { id, flows: given.AllowedOAuthFlows, scopes: given.AllowedOAuthScopes });
  return { ref: id, attributes: { ClientId: id, Name: chosenName } };
};

const isServed = ({ resourceServers }: UserPool, scope: string): boolean =>
  [...resourceServers].some(([identifier, names]) => names.some((name) => scope === `${identifier}/${name}`));

function refuse(faults: readonly string[], why: string): void {
  if (faults.length > 0) throw new Error(`${why} ${faults.join(", ")}`);
}

export const identityKinds = {
  "AWS::Cognito::UserPool": userPool,
  "AWS::Cognito::UserPoolDomain": domain,
  "AWS::Cognito::UserPoolResourceServer": resourceServer,
  "AWS::Cognito::UserPoolClient": client,
} as const satisfies Readonly<Record<string, ResourceKind>>;
