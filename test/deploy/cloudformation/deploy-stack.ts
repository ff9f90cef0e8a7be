import { hash } from "node:crypto";
import type { RehearsedCloud } from "../rehearsed-cloud.ts";
import { resourceKinds } from "../resources/kinds.ts";
import { notRehearsed } from "../resources/not-rehearsed.ts";
import type { Made } from "../resources/resource-kind.ts";
import { conditionHolds, type Names, referencesOf, resolved } from "./intrinsics.ts";
import { inOrder, type SynthesisedStack } from "./template.ts";

/** Values that stacks give to later ones, by their export's name. */
export type Exports = Map<string, unknown>;

/**
 * Makes what a stack's template says, each resource after those that it names; then its outputs.
 * @throws Error that names every resource of a kind that a rehearsal neither makes nor passes over for a stated reason, and each that cannot be made
 */
export async function deployStack(
  { name: stackName, template }: SynthesisedStack,
  exports: Exports,
  cloud: RehearsedCloud,
): Promise<Readonly<Record<string, unknown>>> {
  const made = new Map<string, Made>();
  const present = <Value>(value: Value | undefined, what: string): Value => {
    if (value === undefined) throw new Error(`${stackName}: there is no ${what}`);
    return value;
  };
  const names: Names = {
    stackName,
    template,
    ref: (id) => present(made.get(id), `resource ${id}`).ref,
    attribute: (id, attribute) =>
      present(made.get(id)?.attributes?.[attribute], `attribute ${id}.${attribute}`),
    imported: (name) => present(exports.get(name), `export ${name}`),
  };
  const wanted = Object.entries(template.Resources).filter(
    ([, { Type, Condition }]) =>
      !(Type in notRehearsed) && (Condition === undefined || conditionHolds(Condition, names)),
  );
  const unknown = wanted.filter(([, { Type }]) => !(Type in resourceKinds));
  if (unknown.length > 0)
    throw new Error(
      `${stackName}: a rehearsal cannot make ${unknown.map(([id, { Type }]) => `${id} (${Type})`).join(", ")}`,
    );
  const resources = new Map(wanted);
  const needs = (id: string): readonly string[] => {
    const { Properties, DependsOn = [] } = resources.get(id) ?? {};
    return [...referencesOf(Properties), ...DependsOn].filter((one) => resources.has(one));
  };
  for (const id of inOrder([...resources.keys()], needs)) {
    const { Type, Properties } = present(resources.get(id), id);
    const chosenName = `${stackName}-${id}-${hash("sha256", `${stackName}/${id}`).slice(0, 12)}`;
    const properties = resolved(Properties, names) as Readonly<Record<string, unknown>>;
    const kind = present(resourceKinds[Type], Type);
    try {
      made.set(id, await kind({ stackName, logicalId: id, properties, chosenName }, cloud));
    } catch (cause) {
      throw new Error(
        `${stackName}: ${id} (${Type}) cannot be made: ${cause instanceof Error ? cause.message : cause}`,
        { cause },
      );
    }
  }
  return outputsOf(
    template.Outputs,
    names,
    exports,
    new Set(Object.keys(template.Resources).filter((id) => !made.has(id))),
  );
}

/** Outputs of what is not rehearsed are left out. */
function outputsOf(
  outputs: SynthesisedStack["template"]["Outputs"],
  names: Names,
  exports: Exports,
  absent: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const [name, { Value, Export, Condition }] of Object.entries(outputs)) {
    if (Condition !== undefined && !conditionHolds(Condition, names)) continue;
    if (referencesOf(Value).some((id) => absent.has(id))) continue;
    given[name] = resolved(Value, names);
    if (Export !== undefined) exports.set(String(resolved(Export.Name, names)), given[name]);
  }
  return given;
}
