import * as z from "zod";
import { JsonValue } from "../values/json-value.ts";

/** JSON characters: the longest texts an action takes, with room for a registered action's own parameters. */
const longestAction = 32_000;

/**
 * An action as it is stored and sent: its name and its parameters. Which actions there are is the catalogue's to know,
 * which checks them before they are used (shared/actions); what another farm's config registered can be read all
 * the same.
 */
export const StoredAction = z
  .object({ action: z.string().min(1).max(60) })
  .catchall(JsonValue)
  .refine((action) => JSON.stringify(action).length <= longestAction, {
    error: `is longer than ${longestAction} characters`,
  })
  .meta({ id: "StoredAction" });
export type StoredAction = z.infer<typeof StoredAction>;
