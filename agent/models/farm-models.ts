import type { ModelRole, ModelSettings } from "#shared/contracts/agent/model-settings.ts";
import type { FarmProviders, PriceSettings } from "#shared/contracts/agent/provider-settings.ts";
import { providerTable } from "./provider-table.ts";

/** What a farm can ask: its own settings and those of the project's config. */
export interface FarmModels {
  /** Of roles for which nobody names one. */
  readonly defaultProvider: string;
  /** The default provider's, when nobody names one. */
  readonly defaultModel: string;
  readonly providers: FarmProviders;
  /** The project's. */
  readonly roles: Readonly<Partial<Record<ModelRole, ModelSettings>>>;
  /** The project's, by model id. */
  readonly prices: Readonly<Record<string, PriceSettings>>;
}

const isBuiltIn = (name: string): name is keyof typeof providerTable => name in providerTable;

/** What Drover knows of a provider; undefined for one that the project's config names. */
export const providerFacts = (name: string) => (isBuiltIn(name) ? providerTable[name] : undefined);
