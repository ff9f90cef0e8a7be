import { type App, ReferenceStrength, Tags } from "aws-cdk-lib";
import type { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { DEFAULT_CROSS_STACK_REFERENCES } from "aws-cdk-lib/cx-api";
import type { FarmProviders } from "#shared/contracts/agent/provider-settings.ts";
import type { ToolServers } from "#shared/contracts/agent/tool-server.ts";
import { Retention } from "#shared/contracts/farm/retention.ts";
import type { TracingConfig } from "#shared/contracts/farm/tracing-config.ts";
import { reservedConcurrency } from "#shared/rules/reserved-concurrency.ts";
import { FirewallStack } from "../firewall.ts";
import { DroverFunction } from "../functions/drover-function.ts";
import { functionTracing, tracingContext } from "../functions/function-tracing.ts";
import { createDeviceHostPolicy } from "../host/device-host-policy.ts";
import { ownIdentity } from "../identity.ts";
import { readSettings, type Settings } from "../settings.ts";
import { stackName } from "../stack-names.ts";
import { AddressStack } from "./address-stack.ts";
import { ApiStack } from "./api-stack.ts";
import { ConsoleStack } from "./console-stack.ts";
import { DeviceHostStack } from "./device-host-stack.ts";
import { IdentityStack } from "./identity-stack.ts";
import { OperationsStack } from "./operations-stack.ts";
import { addOutputs } from "./outputs.ts";
import { StorageStack } from "./storage-stack.ts";
import { WorkflowStack } from "./workflow-stack.ts";

interface DroverStacksOptions {
  /** The project's config as one module (bundle-config.ts); absent: there is none. */
  readonly configDirectory?: string;
  /** The model services that it names. */
  readonly configProviders?: FarmProviders;
  /** The MCP servers that it names. */
  readonly configToolServers?: ToolServers;
  /** Where it has traces go. */
  readonly configTracing?: TracingConfig;
  /** Absent: Drover's own. */
  readonly retention?: Retention;
  /** Drover as a packed npm package, for the machines of `hostPools`; absent: there are none. */
  readonly packageFile?: string;
}

/** Everything of Drover in one account and region. */
export function addDroverStacks(app: App, options: DroverStacksOptions = {}) {
  const settings = readSettings(app.node);
  // A stack that others refer to may change: an export that somebody imports may not (docs/decisions/0260-stacks-refer-weakly.md).
  if (app.node.tryGetContext(DEFAULT_CROSS_STACK_REFERENCES) === undefined)
    app.node.setContext(DEFAULT_CROSS_STACK_REFERENCES, ReferenceStrength.WEAK);
  const { retention = Retention.parse({}) } = options;
  app.node.setContext(tracingContext, functionTracing(settings, options.configTracing));
  const named = (part: Parameters<typeof stackName>[1]) => stackName(settings.stage, part);
  const firewall =
    settings.firewallRequests === 0 ? undefined : new FirewallStack(app, named("Firewall"), { settings });
  const address = new AddressStack(app, named("Address"), { settings, firewall });
  const { origin } = address;
  const storage = new StorageStack(app, named("Storage"), { settings, retention, origin });
  const hostPolicy = createDeviceHostPolicy(storage, storage, settings.stage);
  const workflow = new WorkflowStack(app, named("Workflow"), { ...options, retention, settings, storage });
  const pool = settings.cognito
    ? new IdentityStack(app, named("Identity"), { settings, storage, address })
    : undefined;
  const identity = pool?.identity ?? ownIdentity(settings);
  const api = new ApiStack(app, named("Api"), {
    ...options,
    retention,
    settings,
    identity,
    address,
    storage,
    jobMachine: workflow.jobMachine,
    workflowMachine: workflow.workflowMachine,
    rolesMachine: workflow.rolesMachine,
    batchMachine: workflow.batchMachine,
    schedules: workflow.schedules,
    models: workflow.models,
  });
  const page = new ConsoleStack(app, named("Console"), { settings, identity, address });
  const functions = [workflow, api, ...(pool === undefined ? [] : [pool])]
    .flatMap((stack) => stack.node.findAll())
    .filter((one): one is DroverFunction => one instanceof DroverFunction);
  reserveConcurrency(functions, settings);
  const operations = new OperationsStack(app, named("Operations"), {
    key: storage.key,
    watched: {
      settings,
      functions,
      machines: [workflow.jobMachine, workflow.workflowMachine, workflow.rolesMachine, workflow.batchMachine],
      deadLetters: storage.deadLetters,
      scheduleDeadLetters: workflow.scheduleDeadLetters,
      table: storage.table,
      api: {
        serverErrors: address.httpApi.metricServerError({ statistic: "Sum" }),
        throttled: api.throttled,
        slow: api.slow,
      },
    },
  });
  const { packageFile } = options;
  const hosts =
    packageFile === undefined
      ? undefined
      : new DeviceHostStack(app, named("DeviceHosts"), { settings, storage, hostPolicy, packageFile });
  addOutputs({ settings, address, storage, hostPolicy, workflow, pool, page });
  Tags.of(app).add("application", "drover");
  Tags.of(app).add("drover:stage", settings.stage);
  return { firewall, address, storage, hostPolicy, workflow, pool, api, page, operations, hosts };
}

/** Gives the functions what they have for themselves. @throws Error that says what does not fit */
function reserveConcurrency(made: readonly DroverFunction[], { accountConcurrency, scale }: Settings): void {
  const reserved = reservedConcurrency(accountConcurrency, scale);
  for (const one of made) {
    const count = reserved.get(one.droverName);
    if (count !== undefined) (one.node.defaultChild as CfnFunction).reservedConcurrentExecutions = count;
  }
}
