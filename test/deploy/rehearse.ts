import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import * as z from "zod";
import { startApiHost } from "#local/cloud/api-gateway/api-host.ts";
import { openFarmKey } from "#local/cloud/api-gateway/farm-key.ts";
import { issueToken } from "#local/cloud/api-gateway/farm-token.ts";
import { createJwtAuthorizer } from "#local/cloud/api-gateway/jwt-authorizer.ts";
import { startQueueEventSource } from "#local/cloud/lambda/queue-event-source.ts";
import { Scope } from "#shared/contracts/api/scope.ts";
import { TenantId } from "#shared/contracts/ids.ts";
import { account } from "./account.ts";
import { deployStack, type Exports } from "./cloudformation/deploy-stack.ts";
import type { Assembly, SynthesisedStack } from "./cloudformation/template.ts";
import { DeployedFunctions } from "./lambda/deployed-functions.ts";
import { startSecretsExtension } from "./lambda/secrets-extension.ts";
import { type Denial, type Principal, Principals } from "./principals.ts";
import { RehearsedCloud } from "./rehearsed-cloud.ts";
import { startStandIns } from "./start-stand-ins.ts";

interface RehearsalOptions {
  readonly assembly: Assembly;
  /** Everything it keeps lies here. */
  readonly dir: string;
  /** Where addresses lead that are not on this machine: origin → origin. */
  readonly network?: Readonly<Record<string, string>>;
  /** What is other in a stack than it was synthesised. */
  readonly change?: (stack: SynthesisedStack) => SynthesisedStack;
}

export interface Rehearsal {
  readonly cloud: RehearsedCloud;
  readonly apiUrl: string;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** All that a role was refused since the start. */
  readonly denied: readonly Denial[];
  /** A token of the issuer that the template names. */
  token(tenant: string): Promise<string>;
  /** The variables of a program that acts as this principal. */
  environmentOf(principal: Principal): Readonly<Record<string, string>>;
  /** Calls what the templates' rules with a schedule call, once. */
  runSchedules(): Promise<readonly { readonly failed: boolean; readonly payload: string }[]>;
  close(): Promise<void>;
}

/** Deploys synthesised stacks to stand-ins of this machine and serves their API. */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const { assembly, dir, network = {}, change = (stack) => stack } = options;
  await mkdir(dir, { recursive: true });
  await using parts = new AsyncDisposableStack();
  const principals = new Principals();
  const functions = new DeployedFunctions();
  parts.defer(() => functions.close());
  const machinePrincipals = new Map<string, Principal>();
  const standIns = await startStandIns({ dir, functions, principals, machinePrincipals });
  parts.defer(() => standIns.close());
  const extension = await startSecretsExtension(standIns.secrets, principals);
  parts.defer(() => extension.close());
  const { admin } = standIns;
  // Written so, it is no address of a stand-in that the clients would reach by a shorter way than AWS itself.
  const url = standIns.frontUrl.replace("127.0.0.1", "127.1");
  const endpointVariables = {
    AWS_ENDPOINT_URL_S3: url,
    AWS_ENDPOINT_URL_SQS: url,
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_SFN: url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
  };
  const cloud = new RehearsedCloud({
    principals,
    functions,
    admin,
    assembly,
    endpointVariables,
    extensionUrl: extension.url,
    network,
    machinePrincipals,
  });
  const exports: Exports = new Map();
  const outputs: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const stack of assembly.stacks) outputs[stack.name] = await deployStack(change(stack), exports, cloud);
  for (const { queueArn, functionName } of cloud.eventSources) {
    const queueUrl = `${standIns.frontUrl}/${account.accountId}/${queueArn.split(":").at(-1)}`;
    const source = startQueueEventSource({
      sqs: admin.sqs,
      queueUrl,
      queueArn,
      region: account.region,
      lambda: functions,
      functionName,
    });
    parts.defer(() => source.close());
  }
  const key = await openFarmKey(dir);
  const api = await serveApi(cloud, key.publicKey);
  parts.defer(() => api.close());
  const running = parts.move();
  return {
    cloud,
    apiUrl: api.url,
    outputs,
    denied: principals.denied,
    token: (tenant) => issueToken(key, { ...api.grant, tenantId: TenantId.parse(tenant) }, new Date()),
    environmentOf: (principal) => environmentOf(principal, standIns.frontUrl, endpointVariables),
    runSchedules: () =>
      Promise.all(
        cloud.rules
          .filter(({ schedule }) => schedule !== undefined)
          .map(({ arn, targetArn }) => invokedBy(cloud, targetArn, "events.amazonaws.com", arn, {})),
      ),
    close: () => running.disposeAsync(),
  };
}

const environmentOf = (
  { key }: Principal,
  frontUrl: string,
  endpointVariables: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.keys(endpointVariables).map((name) => [name, frontUrl])),
  AWS_REGION: account.region,
  AWS_ACCESS_KEY_ID: key.accessKeyId,
  AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
  AWS_SESSION_TOKEN: key.sessionToken,
});

/** A service calls a function by its resource policy. @throws Error when no permission of the templates allows that */
async function invokedBy(
  cloud: RehearsedCloud,
  functionArn: string,
  service: string,
  sourceArn: string,
  event: unknown,
) {
  const name = functionArn.split(":").at(-1) ?? "";
  const isAllowed = cloud.invokePermissions.some(
    (one) => one.functionName === name && one.service === service && isLike(one.sourceArn, sourceArn),
  );
  if (!isAllowed) throw new Error(`no AWS::Lambda::Permission lets ${service} call ${name} for ${sourceArn}`);
  return cloud.functions.invoke(name, event);
}

/** `*` stands for any text. */
const isLike = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(text);

/** The one HTTP API of the templates: its routes, its authorizer, its function. */
async function serveApi(
  cloud: RehearsedCloud,
  publicKey: Parameters<typeof createJwtAuthorizer>[0]["publicKey"],
) {
  const [[apiId, api] = [], ...others] = [...cloud.httpApis];
  if (apiId === undefined || api === undefined || others.length > 0)
    throw new Error("the templates are to have one HTTP API");
  const uris = new Set(api.routes.map(({ integration }) => api.integrations.get(integration)));
  const [uri = "", ...otherUris] = [...uris];
  const functionArn = /arn:[^/]*:function:[^/:]+/.exec(uri)?.[0] ?? uri;
  if (otherUris.length > 0) throw new Error("all routes are to call one function");
  const guarded = api.routes.filter(({ authorizer }) => authorizer !== null);
  if (!guarded.some(({ key }) => key === "$default"))
    throw new Error("the route $default is to want a token");
  const jwt = api.authorizers.get(guarded[0]?.authorizer ?? "");
  if (jwt === undefined) throw new Error("the route $default has no authorizer");
  const [audience = ""] = jwt.Audience;
  const clock = (): Date => new Date();
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
    publicRoutes: api.routes.filter(({ authorizer }) => authorizer === null).map(({ key }) => key),
    authorize: createJwtAuthorizer({ issuer: jwt.Issuer, audience, publicKey, clock }),
    accountId: account.accountId,
    ids: randomUUID,
    clock,
  });
  const grant = { scopes: Scope.options, lifetimeSeconds: 3_600, issuer: jwt.Issuer, audience };
  return { url: host.url, grant, close: () => host.close() };
}

/** `GET /path` as ARNs have it. */
const routeOf = (event: unknown): string =>
  z.object({ routeKey: z.string() }).parse(event).routeKey.replace(" ", "");
