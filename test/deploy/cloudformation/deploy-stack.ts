import { hash } from "node:crypto";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import type { RehearsedCloud } from "../rehearsed-cloud.ts";
import { resourceKinds } from "../resources/kinds.ts";
import { notRehearsed } from "../resources/not-rehearsed.ts";
import type { Made } from "../resources/resource-kind.ts";
import { conditionHolds, type Names, referencesOf, resolved } from "./intrinsics.ts";
import { inOrder, type Resource, type SynthesisedStack } from "./template.ts";

type Outputs = Readonly<Record<string, unknown>>;

/** What the stacks told that are deployed, by their name. */
export type Deployed = Readonly<Record<string, Outputs>>;

/**
 * Makes what a stack's template says, each resource after those that it names; then its outputs.
 * @throws Error that names every resource of a kind that a rehearsal neither makes nor passes over for a stated reason, and each that cannot be made
 */
export async function deployStack(
  { name: stackName, template }: SynthesisedStack,
  deployed: Deployed,
  cloud: RehearsedCloud,
): Promise<Outputs> {
  const made = new Map<string, Made>();
  const names = namesOf(stackName, template, made, deployed);
  const resources = new Map(
    Object.entries(template.Resources).filter(
      ([, { Type, Condition }]) =>
        !(Type in notRehearsed) && (Condition === undefined || conditionHolds(Condition, names)),
    ),
  );
  refuseUnknown(stackName, resources);
  const needs = (id: string): readonly string[] => {
    const { Properties, DependsOn = [] } = resources.get(id) ?? {};
    return [...referencesOf(Properties), ...DependsOn].filter((one) => resources.has(one));
  };
  for (const id of inOrder([...resources.keys()], needs)) {
    const { Type = "", Properties } = resources.get(id) ?? {};
    try {
      const properties = await withSecrets(resolved(Properties, names), cloud);
      const making = { stackName, logicalId: id, properties, chosenName: chosenName(stackName, id) };
      made.set(id, (await resourceKinds[Type]?.(making, cloud)) ?? { ref: "" });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : cause;
      throw new Error(`${stackName}: ${id} (${Type}) cannot be made: ${why}`, { cause });
    }
  }
  return outputsOf(template.Outputs, names);
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html */
const dynamicReference = /\{\{resolve:secretsmanager:(arn:.+?):SecretString:::\}\}/;

/** Properties with the values of the secrets that they refer to. */
async function withSecrets(
  properties: unknown,
  { admin }: RehearsedCloud,
): Promise<Readonly<Record<string, unknown>>> {
  let text = JSON.stringify(properties);
  for (let found = dynamicReference.exec(text); found !== null; found = dynamicReference.exec(text)) {
    const [reference, SecretId = ""] = found;
    const { SecretString = "" } = await admin.secretsManager.send(new GetSecretValueCommand({ SecretId }));
    text = text.replaceAll(reference, JSON.stringify(SecretString).slice(1, -1));
  }
  return JSON.parse(text);
}

/** As CloudFormation names what the template does not. */
const chosenName = (stackName: string, id: string): string =>
  `${stackName}-${id}-${hash("sha256", `${stackName}/${id}`).slice(0, 12)}`;

/** What is not rehearsed has a name and attributes all the same, of no meaning: others may be told of it. */
function namesOf(
  stackName: string,
  template: SynthesisedStack["template"],
  made: ReadonlyMap<string, Made>,
  deployed: Deployed,
): Names {
  const isPassedOver = (id: string): boolean => (template.Resources[id]?.Type ?? "") in notRehearsed;
  const present = <Value>(value: Value | undefined, what: string): Value => {
    if (value === undefined) throw new Error(`there is no ${what}`);
    return value;
  };
  return {
    stackName,
    template,
    ref: (id) => (isPassedOver(id) ? chosenName(stackName, id) : present(made.get(id), `resource ${id}`).ref),
    attribute: (id, name) =>
      isPassedOver(id)
        ? `${chosenName(stackName, id)}.${name}`.toLowerCase()
        : present(made.get(id)?.attributes?.[name], `attribute ${id}.${name}`),
    output: (stack, name) => present(deployed[stack]?.[name], `output ${name} of ${stack}`),
  };
}

function refuseUnknown(stackName: string, resources: ReadonlyMap<string, Resource>): void {
  const unknown = [...resources].filter(([, { Type }]) => !(Type in resourceKinds));
  if (unknown.length === 0) return;
  const named = unknown.map(([id, { Type }]) => `${id} (${Type})`).join(", ");
  throw new Error(`${stackName}: a rehearsal cannot make ${named}`);
}

const outputsOf = (outputs: SynthesisedStack["template"]["Outputs"], names: Names): Outputs =>
  Object.fromEntries(
    Object.entries(outputs)
      .filter(([, { Condition }]) => Condition === undefined || conditionHolds(Condition, names))
      .map(([name, { Value }]) => [name, resolved(Value, names)]),
  );
