import { mkdir } from "node:fs/promises";
import path from "node:path";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { createApiClient } from "#cli/api-client.ts";
import { createBatchClient } from "#cli/batch/batch-client.ts";
import { type AskedByCommand, callRoute } from "#cli/call-route.ts";
import { type ChildPart, startChildPart } from "#local/child-part.ts";
import type { RouteName } from "#shared/contracts/api/routes/routes.ts";
import { droverCommand } from "#shared/project-files.ts";
import { defined } from "#shared/values/defined.ts";
import { startStandInEc2 } from "../device-host/machine/stand-in-ec2.ts";
import { dryRunMachine } from "../infra/dry-run-machine.ts";
import { account } from "./account.ts";
import type { Assembly } from "./cloudformation/template.ts";
import { type Rehearsal, type RehearsalOptions, rehearse } from "./rehearse.ts";
import { modelOrigin, tenant, toolOrigin } from "./synthesise.ts";

export interface Surroundings {
  readonly dir: string;
  readonly model: ChildPart;
  /** Of an MCP server. */
  readonly toolUrl: string;
}

/** What infra/README.md says, up to where a host can be started: deploy, put the model's key where it belongs, make a pool. */
export async function deployFarm(
  { dir, model, toolUrl }: Surroundings,
  assembly: Assembly,
  { change, concurrency, keptTables }: Pick<RehearsalOptions, "change" | "concurrency" | "keptTables"> = {},
): Promise<Rehearsal> {
  const one = await rehearse({
    assembly,
    dir,
    network: { [modelOrigin]: String(model.ready.url), [toolOrigin]: new URL(toolUrl).origin },
    ...defined({ change, concurrency, keptTables }),
  });
  const SecretId = output(one, "AnthropicKeySecretArn");
  await one.cloud.admin.secretsManager.send(
    new PutSecretValueCommand({ SecretId, SecretString: String(model.ready.apiKey) }),
  );
  await (await clientOf(one)).createPool("default");
  return one;
}

/** What a deployment prints under this name. */
export function output({ outputs }: Rehearsal, name: string): string {
  const found = Object.values(outputs).flatMap((stack) => (name in stack ? [String(stack[name])] : []));
  if (found.length !== 1) throw new Error(`${found.length} stacks print ${name}`);
  return found.join();
}

export const addressOf = async (one: Rehearsal) => ({
  apiUrl: one.apiUrl,
  token: await one.tokens.ofMachine(tenant),
});
export const clientOf = async (one: Rehearsal) => createApiClient(await addressOf(one));
/** By the names of routes. */
export async function callerOf(one: Rehearsal) {
  const address = await addressOf(one);
  return <Name extends RouteName>(name: Name, asked: AskedByCommand = {}) => callRoute(address, name, asked);
}
export const batchClientOf = async (one: Rehearsal) => createBatchClient(await addressOf(one));

/** What a machine of the pool's group comes to: its user data is run, and the host started as its service would start it. */
export async function startMachine(one: Rehearsal, dir: string): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack();
  const logDirectory = path.join(dir, "logs");
  const [[groupName, group] = [], ...others] = [...one.cloud.groups.groups];
  if (groupName === undefined || group === undefined || others.length > 0)
    throw new Error("the templates are to have one group of machines");
  const template = one.cloud.launchTemplates.get(group.launchTemplateId);
  if (template === undefined) throw new Error("the group has no launch template");
  const machineDir = path.join(dir, "machine");
  await mkdir(machineDir, { recursive: true });
  const { status, said, installed } = dryRunMachine(template.script, {
    dir: machineDir,
    region: account.region,
    drover: droverCommand,
  });
  if (status !== 0) throw new Error(`the user data ended with ${status}: ${said}`);
  const files = installed();
  const ec2 = await startStandInEc2();
  parts.defer(async () => void (await ec2.close()));
  ec2.metadata.set("autoscaling/target-lifecycle-state", "InService");
  const phones = await startChildPart({
    name: "phones",
    arguments: ["phones", "--count", "2", "--dir", path.join(dir, "phones")],
    logDirectory,
  });
  parts.defer(() => phones.stop());
  const host = await startChildPart({
    name: "host",
    // The rest it reads of its environment, as its service does.
    arguments: ["hosts", "run", "--dir", path.join(dir, "host"), "--adb-port", String(phones.ready.adbPort)],
    environment: {
      ...variablesIn(files["host.env"] ?? ""),
      ...variablesIn(files["shard-0.env"] ?? ""),
      ...one.environmentOf(one.cloud.principals.assume(template.role, "i-0abc", "ec2.amazonaws.com")),
      AWS_EC2_METADATA_SERVICE_ENDPOINT: ec2.url,
    },
    logDirectory,
  });
  parts.defer(() => host.stop());
  const running = parts.move();
  return { [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Of an environment file, whose values stand in single quotes. */
const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)='(.*)'$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
