import { randomUUID } from "node:crypto";
import * as z from "zod";
import { startApiHost } from "#local/cloud/api-gateway/api-host.ts";
import type { FarmKey } from "#local/cloud/api-gateway/farm-key.ts";
import { issueToken } from "#local/cloud/api-gateway/farm-token.ts";
import { createJwtAuthorizer } from "#local/cloud/api-gateway/jwt-authorizer.ts";
import { Scope } from "#shared/contracts/api/scope.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { account } from "./account.ts";
import { machineClient, peopleClient, poolToken } from "./identity/pool-token.ts";
import { invokedBy } from "./invoked-by.ts";
import type { RehearsedCloud } from "./rehearsed-cloud.ts";
import { serveAddress } from "./serve-address.ts";

interface JwtConfiguration {
  readonly Issuer: string;
  readonly Audience: readonly string[];
}

/** Who makes tokens that the authorizer takes. */
export interface TokenIssuer {
  /** Of a tenant's machine. */
  ofMachine(tenant: string): Promise<string>;
  /** Of somebody who signed in, with what an administrator wrote about him. */
  ofPerson(name: string, attributes: Readonly<Record<string, string>>): Promise<string>;
}

/** The one HTTP API of the templates, its routes, its authorizer and its function, behind the one distribution. */
export async function serveApi(cloud: RehearsedCloud, key: FarmKey) {
  const [[apiId, api] = [], ...others] = [...cloud.httpApis];
  if (apiId === undefined || api === undefined || others.length > 0)
    throw new Error("the templates are to have one HTTP API");
  const uris = new Set(api.routes.map(({ integration }) => api.integrations.get(integration)));
  const [uri = "", ...otherUris] = [...uris];
  const functionArn = /arn:[^/]*:function:[^/:]+/.exec(uri)?.[0] ?? uri;
  if (otherUris.length > 0) throw new Error("all routes are to call one function");
  const guarded = api.routes.filter(({ authorizer }) => authorizer !== null);
  if (!guarded.some(({ key: route }) => route === "$default"))
    throw new Error("the route $default is to want a token");
  const jwt = api.authorizers.get(guarded[0]?.authorizer ?? "");
  if (jwt === undefined) throw new Error("the route $default has no authorizer");
  const clock = (): Date => new Date();
  const { publicKey } = key;
  const host = await startApiHost({
    lambda: {
      invoke: (_name, event) =>
        invokedBy(
          cloud,
          functionArn,
          "apigateway.amazonaws.com",
          account.arn("execute-api", `${apiId}/$default/${routeOf(event)}`),
          event,
        ),
    },
    functionName: functionArn.split(":").at(-1) ?? "",
    publicRoutes: api.routes.filter(({ authorizer }) => authorizer === null).map(({ key: route }) => route),
    authorize: createJwtAuthorizer({ issuer: jwt.Issuer, audiences: jwt.Audience, publicKey, clock }),
    accountId: account.accountId,
    ids: randomUUID,
    clock,
  });
  const added = cloud.originHeaders.get(`${apiId}.execute-api.${account.region}.amazonaws.com`);
  if (added === undefined) throw new Error("the distribution hands nothing on to the API");
  const address = await serveAddress({ originUrl: host.url, added });
  return {
    url: address.url,
    gatewayUrl: host.url,
    issuer: issuerOfTokens(cloud, key, jwt),
    close: () => Promise.all([address.close(), host.close()]),
  };
}

/** `GET /path` as ARNs have it. */
const routeOf = (event: unknown): string =>
  z.object({ routeKey: z.string() }).parse(event).routeKey.replace(" ", "");

/** The templates' own user pool where the authorizer names it; else somebody's, whom the rehearsal plays. */
function issuerOfTokens(cloud: RehearsedCloud, key: FarmKey, jwt: JwtConfiguration): TokenIssuer {
  const pool = [...cloud.userPools.values()].find(({ issuer }) => issuer === jwt.Issuer);
  if (pool !== undefined)
    return {
      ofMachine: async (tenant) => poolToken(cloud, pool, key, { client: machineClient(pool, tenant) }),
      ofPerson: async (name, attributes) =>
        poolToken(cloud, pool, key, { client: peopleClient(pool), person: { name, attributes } }),
    };
  const [audience = ""] = jwt.Audience;
  const grant = { scopes: Scope.options, lifetimeSeconds: 3_600, issuer: jwt.Issuer, audience };
  const ofMachine = (tenant: string): Promise<string> =>
    issueToken(key, { ...grant, tenantId: TenantId.parse(tenant) }, new Date());
  return { ofMachine, ofPerson: (_name, { tenant = "" }) => ofMachine(tenant) };
}
