import type { Capability } from "../contracts/device/capability.ts";
import { DroverError } from "../errors/drover-error.ts";
import type { ActionDefinition, AnyAction, DeviceActionDefinition } from "./action-definition.ts";

/** The actions there are for a farm: the built-in ones and those that its config registered. */
export interface ActionCatalogue {
  /** In the order of the model's prompt. */
  readonly all: readonly ActionDefinition[];
  readonly offered: readonly ActionDefinition[];
  find(name: string): ActionDefinition | undefined;
}

/** @throws ConfigurationInvalid when two actions have one name */
export function createActionCatalogue(all: readonly ActionDefinition[]): ActionCatalogue {
  const byName = new Map(all.map((definition) => [definition.name, definition]));
  const twice = all.find((definition) => byName.get(definition.name) !== definition);
  if (twice !== undefined)
    throw new DroverError("ConfigurationInvalid", `There are two actions named '${twice.name}'.`);
  return {
    all,
    offered: all.filter(({ offered }) => offered !== false),
    find: (name) => byName.get(name),
  };
}

const narrowed = new WeakMap<ActionCatalogue, Map<string, ActionCatalogue>>();

/** The actions of a device without these capabilities; the same object each time, so that its prompt text is cached too. */
export function withoutCapabilities(
  catalogue: ActionCatalogue,
  missing: readonly Capability[],
): ActionCatalogue {
  if (missing.length === 0) return catalogue;
  const known = narrowed.get(catalogue) ?? new Map<string, ActionCatalogue>();
  narrowed.set(catalogue, known);
  const name = [...missing].sort().join();
  const left = catalogue.all.filter(
    (action) => action.device === undefined || !missing.includes(action.capability),
  );
  const narrow = known.get(name) ?? createActionCatalogue(left);
  known.set(name, narrow);
  return narrow;
}

/** What a host does for an action, and the parameters it was sent, checked. */
export interface HostAction {
  readonly definition: DeviceActionDefinition;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * A command's action as its definition has it.
 * @throws SchemaMismatch: the host does not know it, or its parameters are none of its
 */
export function hostAction({ action, ...sent }: AnyAction, catalogue: ActionCatalogue): HostAction {
  const definition = catalogue.find(action);
  if (definition?.device === undefined)
    throw new DroverError(
      "SchemaMismatch",
      `This host does not support the action '${action.slice(0, 60)}'.`,
    );
  const parsed = definition.device.safeParse(sent);
  if (parsed.success) return { definition, parameters: parsed.data };
  const [issue] = parsed.error.issues;
  throw new DroverError(
    "SchemaMismatch",
    `The parameters of '${action}' are not valid for this host: ${issue?.path.join(".")}: ${issue?.message}`,
    { cause: parsed.error },
  );
}

/** Names of what hosts can do with a device. */
export const deviceActionNames = (catalogue: ActionCatalogue): readonly string[] =>
  catalogue.all.flatMap(({ name, device }) => (device === undefined ? [] : [name]));
