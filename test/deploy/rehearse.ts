import { mkdir } from "node:fs/promises";
import { openFarmKey } from "#local/cloud/api-gateway/farm-key.ts";
import { startQueueEventSource } from "#local/cloud/lambda/queue-event-source.ts";
import { account } from "./account.ts";
import { deployStack } from "./cloudformation/deploy-stack.ts";
import type { Assembly, SynthesisedStack } from "./cloudformation/template.ts";
import { EventBus } from "./events/event-bus.ts";
import { type ConcurrencyRoom, DeployedFunctions } from "./lambda/deployed-functions.ts";
import { startSecretsExtension } from "./lambda/secrets-extension.ts";
import { AutoScalingGroups } from "./machines/auto-scaling-groups.ts";
import { type Denial, type Principal, Principals } from "./principals.ts";
import { RehearsedCloud } from "./rehearsed-cloud.ts";
import { serveApi, type TokenIssuer } from "./serve-api.ts";
import { startStandIns } from "./start-stand-ins.ts";

export interface RehearsalOptions {
  readonly assembly: Assembly;
  /** Everything it keeps lies here. */
  readonly dir: string;
  /** Where addresses lead that are not on this machine: origin → origin. */
  readonly network?: Readonly<Record<string, string>>;
  /** What Lambda lets the account run; a usual account has 1,000, of which nothing is reserved. */
  readonly concurrency?: Partial<ConcurrencyRoom>;
  /** The tables in `dir` are those of an earlier deployment, which this one changes. */
  readonly keptTables?: boolean;
  /** What is other in a stack than it was synthesised. */
  readonly change?: (stack: SynthesisedStack) => SynthesisedStack;
}

export interface Rehearsal {
  readonly cloud: RehearsedCloud;
  readonly apiUrl: string;
  /** Of API Gateway itself, past CloudFront. */
  readonly gatewayUrl: string;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** All that a role was refused since the start. */
  readonly denied: readonly Denial[];
  /** The one that the templates name. */
  readonly tokens: TokenIssuer;
  /** The variables of a program that acts as this principal. */
  environmentOf(principal: Principal): Readonly<Record<string, string>>;
  readonly events: EventBus;
  close(): Promise<void>;
}

/** Deploys synthesised stacks to stand-ins of this machine and serves their API. */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const { assembly, dir, network = {}, change = (stack) => stack, concurrency, keptTables = false } = options;
  await mkdir(dir, { recursive: true });
  await using parts = new AsyncDisposableStack();
  const principals = new Principals();
  const functions = new DeployedFunctions(concurrency);
  parts.defer(() => functions.close());
  const machinePrincipals = new Map<string, Principal>();
  const groups = new AutoScalingGroups();
  const events = new EventBus(() => cloud);
  const standIns = await startStandIns({ dir, functions, principals, machinePrincipals, groups, events });
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
    AWS_ENDPOINT_URL_SCHEDULER: url,
    AWS_ENDPOINT_URL_AUTO_SCALING: url,
  };
  const cloud: RehearsedCloud = new RehearsedCloud({
    principals,
    functions,
    admin,
    assembly,
    endpointVariables,
    extensionUrl: extension.url,
    network,
    machinePrincipals,
    groups,
    keptTables,
  });
  const outputs: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const stack of assembly.stacks) outputs[stack.name] = await deployStack(change(stack), outputs, cloud);
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
  standIns.scheduler.begin({
    // The service calls as the role that whoever made the schedule passed to it.
    async invoke(name, event, roleArn) {
      const role = principals.assume(principals.roleOf(roleArn), "schedules", "scheduler.amazonaws.com");
      cloud.mustBeAllowed(role, [{ action: "lambda:InvokeFunction", resource: functions.arnOf(name) }]);
      return functions.invoke(name, event);
    },
    sendDeadLetter: async () => undefined,
    report: () => undefined,
  });
  const key = await openFarmKey(dir);
  const api = await serveApi(cloud, key);
  parts.defer(async () => void (await api.close()));
  const running = parts.move();
  return {
    cloud,
    apiUrl: api.url,
    gatewayUrl: api.gatewayUrl,
    outputs,
    denied: principals.denied,
    tokens: api.issuer,
    events,
    environmentOf: (principal) => environmentOf(principal, standIns.frontUrl, endpointVariables),
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
