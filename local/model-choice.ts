import { providerFacts } from "#agent/models/farm-models.ts";
import { providerTable } from "#agent/models/provider-table.ts";
import { BuiltInProvider } from "#shared/contracts/agent/model-settings.ts";
import type { FarmProviders } from "#shared/contracts/agent/provider-settings.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { ChildPart } from "./child-part.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Which model services a farm can ask, and which when a job names none. */
export interface ModelChoice {
  readonly defaultProvider: string;
  readonly defaultModel: string;
  readonly providers: FarmProviders;
  /** By the variables that `providers` names: for the functions alone. */
  readonly keys: Readonly<Record<string, string>>;
  /** True for the practice model, a rule-based stand-in: its results say nothing about a real model. */
  readonly practice: boolean;
}

interface Wish {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

const keyVariableOf = (provider: string): string => `DROVER_MODEL_KEY_${provider.toUpperCase()}`;

/** The services whose key is in the environment, and those that ask for none. */
function reachable(environment: Environment): Pick<ModelChoice, "providers" | "keys"> {
  const keys: Record<string, string> = {};
  const providers: FarmProviders = {};
  for (const name of BuiltInProvider.options) {
    const { kind, keyVariable, baseUrlVariable, baseUrl } = providerTable[name];
    const key = keyVariable === null ? undefined : environment[keyVariable];
    if (keyVariable !== null && !key) continue;
    providers[name] = { kind, baseUrl: environment[baseUrlVariable] || baseUrl };
    if (!key) continue;
    keys[keyVariableOf(name)] = key;
    providers[name].keySource = `env:${keyVariableOf(name)}`;
  }
  return { providers, keys };
}

/** Known by its key; a service that asks for none is used when it is named. */
const firstWithKey = ({ providers }: Pick<ModelChoice, "providers">): string | undefined =>
  Object.keys(providers).find((name) => providers[name]?.keySource !== undefined);

/** One service behind the wire formats of both makers. */
export function practiceChoice(
  at: { readonly url: string; readonly apiKey: string },
  model: string,
): ModelChoice {
  const variable = keyVariableOf("practice");
  const keySource = `env:${variable}`;
  return {
    defaultProvider: "anthropic",
    defaultModel: model,
    providers: {
      anthropic: { kind: "anthropic", baseUrl: at.url, keySource, model },
      openai: { kind: "openai-responses", baseUrl: `${at.url}/v1`, keySource, model },
    },
    keys: { [variable]: at.apiKey },
    practice: true,
  };
}

/**
 * A real model as soon as a key is in the environment, else the practice model as a part of the farm.
 * @throws ConfigurationInvalid when the provider that is wished for cannot be asked
 */
export async function chooseModel(
  environment: Environment,
  { provider: wished, model }: Wish,
  configured: FarmProviders,
  startPractice: () => Promise<ChildPart>,
): Promise<ModelChoice> {
  const found = reachable(environment);
  const provider = wished ?? firstWithKey(found);
  if (provider === undefined) {
    const { ready } = await startPractice();
    const practice = practiceChoice(
      { url: String(ready.url), apiKey: String(ready.apiKey) },
      model ?? String(ready.model),
    );
    // What needs no key is there beside it.
    return { ...practice, providers: { ...found.providers, ...practice.providers } };
  }
  const facts = providerFacts(provider);
  if (!(provider in found.providers) && !(provider in configured)) {
    throw new DroverError("ConfigurationInvalid", `The provider '${provider}' is not configured here.`, {
      advice: [
        facts?.keyVariable ? `Set ${facts.keyVariable}.` : "Name it in drover.config.ts, under providers.",
      ],
    });
  }
  const defaultModel = model ?? configured[provider]?.model ?? facts?.defaultModel;
  if (defaultModel === undefined) {
    throw new DroverError("ConfigurationInvalid", `The provider '${provider}' has no default model.`, {
      advice: ["Name one with --model <id>."],
    });
  }
  return { ...found, defaultProvider: provider, defaultModel, practice: false };
}

/** The values of the variables in which the project's own providers have their keys. */
export const configuredKeys = (environment: Environment, configured: FarmProviders) =>
  Object.fromEntries(
    Object.values(configured).flatMap(({ keySource }) => {
      const variable = keySource?.startsWith("env:") ? keySource.slice("env:".length) : undefined;
      const value = variable === undefined ? undefined : environment[variable];
      return variable === undefined || value === undefined ? [] : [[variable, value]];
    }),
  );
