import * as z from "zod";
import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { Coordinate } from "#shared/contracts/values/coordinate.ts";

export const isCoordinate = (schema: unknown): boolean =>
  schema === Coordinate || (schema instanceof z.ZodOptional && isCoordinate(schema.unwrap()));

/**
 * The parameters of an action with each coordinate made another, also of actions that a config registered. What is not
 * there stays so.
 */
export function convertCoordinates(
  { action, ...parameters }: { readonly action: string } & Readonly<Record<string, unknown>>,
  actions: ActionCatalogue,
  convert: (value: unknown, field: string) => unknown,
): { readonly action: string } & Readonly<Record<string, unknown>> {
  const shape = actions.find(action)?.parameters.shape ?? {};
  const converted = Object.entries(parameters).map(([field, value]) => [
    field,
    value !== undefined && isCoordinate(shape[field]) ? convert(value, field) : value,
  ]);
  return { action, ...Object.fromEntries(converted) };
}
