import * as z from "zod";
import { Effort, ModelRole } from "../../agent/model-settings.ts";
import { PriceSettings, ProviderName } from "../../agent/provider-settings.ts";
import { CalendarDay } from "../../values/ids.ts";

const RoleModel = z.object({
  role: ModelRole,
  provider: ProviderName,
  /** Absent: none is configured, and the provider has no default. */
  model: z.string().optional(),
  effort: Effort.optional(),
  maxTokens: z.int().min(1),
  timeoutSeconds: z.number(),
  /** Asked when the model does not answer. */
  fallback: z.string().optional(),
});

const KnownModel = z.object({
  model: z.string(),
  /** Absent: of a model that only the project's config has a price for. */
  provider: ProviderName.optional(),
  /** Whether the farm has settings for the provider. */
  isConfigured: z.boolean(),
  /** US dollars for a million tokens. */
  prices: PriceSettings,
  /** `project`: set in drover.config.ts; else the date of the provider's price list. */
  pricesOf: z.union([z.literal("project"), CalendarDay]),
  /** The last day on which it answers, once the provider has set one. */
  endsOn: CalendarDay.optional(),
  successor: z.string().optional(),
});

/** The default model of each role, and the models with a known price. */
export const ModelsResponse = z
  .object({ roles: z.array(RoleModel), models: z.array(KnownModel) })
  .meta({ id: "ModelsResponse" });
export type ModelsResponse = z.infer<typeof ModelsResponse>;
