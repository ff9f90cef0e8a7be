import * as z from "zod";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { madeOnce } from "#shared/storage/table/lasting-items.ts";

/** Only what the contract names leaves. Of a list's items those are not looked at again that were published as they are. */
export function published({ response, path }: Pick<Route, "response" | "path">, body: unknown): unknown {
  const list = listOf(response, body);
  if (list === null) return fitting(response, body, path);
  const { item, items, rest } = list;
  // The rest in the contract's order, and in it the items in their place.
  const whole = fitting(response, { ...rest, items: [] }, path) as object;
  return { ...whole, items: items.map((one) => madeOnce(one, item, () => fitting(item, one, path))) };
}

interface List {
  readonly item: z.ZodType;
  readonly items: readonly unknown[];
  readonly rest: object;
}

/** Null: anything but a list of items that have their own schema and no other rule. */
function listOf(response: z.ZodType, body: unknown): List | null {
  if (!(response instanceof z.ZodObject) || typeof body !== "object" || body === null) return null;
  const { items: schema } = response.shape as Readonly<Record<string, unknown>>;
  const { items, ...rest } = body as { readonly items?: unknown };
  const hasRules = (one: z.ZodType): boolean => (one.def.checks?.length ?? 0) > 0;
  if (!(schema instanceof z.ZodArray) || !Array.isArray(items) || hasRules(schema) || hasRules(response))
    return null;
  return { item: schema.element as z.ZodType, items, rest };
}

function fitting<Schema extends z.ZodType>(schema: Schema, value: unknown, path: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new DroverError(
    "SchemaMismatch",
    `The response of ${path} does not fit: ${z.prettifyError(parsed.error)}`,
    { cause: parsed.error },
  );
}
