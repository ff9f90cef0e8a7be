import { FarmProviders } from "#shared/contracts/agent/provider-settings.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { projectConfig } from "../environment/project-config.ts";
import { runtimeEnvironment } from "../environment/runtime-environment.ts";
import type { FarmModels } from "./farm-models.ts";

export interface ModelEnvironment {
  readonly DROVER_DEFAULT_PROVIDER: string;
  readonly DROVER_DEFAULT_MODEL: string;
  readonly DROVER_MODEL_PROVIDERS: string;
}

/**
 * What this farm can ask, the project's own providers over the farm's.
 * @throws ConfigurationInvalid when the variable or the project's config cannot be used
 */
export async function farmModels(variables: ModelEnvironment): Promise<FarmModels> {
  const { providers, models, prices } = await projectConfig();
  return {
    defaultProvider: variables.DROVER_DEFAULT_PROVIDER,
    defaultModel: variables.DROVER_DEFAULT_MODEL,
    providers: { ...readProviders(variables.DROVER_MODEL_PROVIDERS), ...providers },
    roles: models,
    prices,
  };
}

/** The variable's text is the same for as long as an instance lives. */
let known: { readonly text: string; readonly providers: FarmProviders } | undefined;

function readProviders(text: string): FarmProviders {
  if (known?.text === text) return known.providers;
  try {
    const providers = FarmProviders.parse(JSON.parse(text));
    known = { text, providers };
    return providers;
  } catch (cause) {
    throw new DroverError(
      "ConfigurationInvalid",
      `DROVER_MODEL_PROVIDERS cannot be read: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}

/** Whether a key is there, as far as it can be told without reading a secret. */
export const hasKey = (source: string): boolean =>
  source.startsWith("env:") ? Boolean(runtimeEnvironment()[source.slice("env:".length)]) : true;
