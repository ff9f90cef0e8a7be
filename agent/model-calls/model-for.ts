import type { ModelRole } from "#shared/contracts/agent/model-settings.ts";
import { noKeyYet, type ProviderSettings } from "#shared/contracts/agent/provider-settings.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Tracing } from "#shared/tracing/tracing.ts";
import { readSecret } from "../environment/read-secret.ts";
import type { Environment } from "../environment/runtime-environment.ts";
import { runtimeEnvironment } from "../environment/runtime-environment.ts";
import { farmModels, type ModelEnvironment } from "../models/configured-models.ts";
import { type FarmModels, providerFacts } from "../models/farm-models.ts";
import type { ModelProvider } from "../models/model-provider.ts";
import { plainChat } from "../models/provider-table.ts";
import { roleSettings } from "../models/role-settings.ts";
import { createModelClient, type ModelClient } from "./model-client.ts";
import type { RoleModel, ServedModel } from "./role-model.ts";
import { tracedModel } from "./traced-model.ts";

interface KeptClient {
  readonly client: Promise<ModelClient>;
  readonly readAt: number;
}
const clients = new Map<string, KeptClient>();
/** A key that was put into its secret, or changed there, is used after this at the latest. */
const keyHoldsMilliseconds = 60_000;

export interface ModelRuntime {
  readonly environment: ModelEnvironment;
  readonly now: () => Date;
  readonly newId?: () => string;
  readonly tracing?: Tracing;
}

/**
 * The model that plays a role in a job, ready to be asked, and the one to ask in its place.
 * @throws ConfigurationInvalid when a provider is not there or its key cannot be had
 */
export async function modelFor(
  role: ModelRole,
  job: Pick<Job, "models"> & Partial<Pick<Job, "tenantId" | "jobId" | "trace" | "promptMarker">>,
  runtime: ModelRuntime,
): Promise<RoleModel> {
  const { models } = job;
  const { environment, now } = runtime;
  const farm = await farmModels(environment);
  const { fallback, ...settings } = roleSettings(role, models, farm);
  const { provider, model } = settings;
  if (model === undefined) {
    throw new DroverError("ConfigurationInvalid", `The ${role}'s provider '${provider}' needs a model.`, {
      advice: [`Name one in models.${role}.model.`],
    });
  }
  const served = async (choice: Omit<ServedModel, "client">): Promise<ServedModel> => ({
    ...choice,
    client: tracedModel(
      await clientOf(choice.provider, farm, now().getTime()),
      { role, provider: choice.provider, job },
      runtime,
    ),
  });
  return {
    ...(await served({ provider, model })),
    role,
    settings,
    ...(fallback === undefined ? {} : { fallback: await served(fallback) }),
  };
}

/** Made once for a provider, whatever the job, and again when its key may have changed. */
export async function clientOf(name: string, farm: FarmModels, now: number): Promise<ModelClient> {
  const settings = settingsOf(name, farm);
  const id = JSON.stringify([name, settings]);
  const kept = clients.get(id);
  const mayChange = settings.keySource?.startsWith("secret:") === true;
  if (kept !== undefined && !(mayChange && now - kept.readAt >= keyHoldsMilliseconds)) return kept.client;
  const drop = () => clients.delete(id);
  const client = createClient(name, farm, { ...settings, keyRefused: drop });
  clients.set(id, { client, readAt: now });
  // A failure is not kept: the secret may be there next time.
  client.catch(drop);
  return client;
}

function settingsOf(name: string, { providers: there }: FarmModels): ProviderSettings {
  const settings = there[name];
  if (settings !== undefined) return settings;
  const variable = providerFacts(name)?.keyVariable;
  throw new DroverError("ConfigurationInvalid", `There is no provider '${name}' in this farm.`, {
    advice: [
      variable ? `Set ${variable} and restart the farm.` : "Name it in drover.config.ts, under providers.",
    ],
  });
}

/** Where a provider is, with its key, for a call that is not a model's reply. @throws ConfigurationInvalid */
export const accessTo = (name: string, farm: FarmModels): Promise<Access> =>
  accessWith(name, settingsOf(name, farm));

const accessWith = async (name: string, { baseUrl, keySource }: ProviderSettings): Promise<Access> => ({
  baseUrl,
  apiKey: keySource === undefined ? "" : await readKey(name, keySource, runtimeEnvironment()),
});

async function createClient(
  name: string,
  { prices }: FarmModels,
  { keyRefused, ...settings }: ProviderSettings & { readonly keyRefused: () => void },
): Promise<ModelClient> {
  return createModelClient({
    provider: await providers[settings.kind](await accessWith(name, settings), name),
    prices,
    keyRefused,
  });
}

type Access = { readonly baseUrl: string; readonly apiKey: string };

/** By wire format. A provider brings its service's own package along, of which a function needs one at most. */
const providers: {
  readonly [Kind in ProviderSettings["kind"]]: (access: Access, name: string) => Promise<ModelProvider>;
} = {
  async anthropic(access) {
    const { anthropicProvider } = await import("../providers/anthropic/anthropic-provider.ts");
    return anthropicProvider(access);
  },
  async openai(access, name) {
    const { openAiProvider } = await import("../providers/openai/openai-provider.ts");
    const facts = providerFacts(name);
    return openAiProvider({ ...access, chat: facts?.kind === "openai" ? facts.chat : plainChat });
  },
  async "openai-responses"(access) {
    const { openAiResponsesProvider } = await import("../providers/openai/openai-provider.ts");
    return openAiResponsesProvider(access);
  },
};

async function readKey(provider: string, source: string, environment: Environment): Promise<string> {
  const [kind, place] = [source.slice(0, source.indexOf(":")), source.slice(source.indexOf(":") + 1)];
  if (kind === "secret") return checkedKey(provider, place, await readSecret(place, environment));
  const key = environment[place];
  if (key) return key;
  throw new DroverError(
    "ConfigurationInvalid",
    `The key of the model provider '${provider}' should be in ${place}, which is not set.`,
  );
}

function checkedKey(provider: string, secretId: string, key: string): string {
  if (key !== noKeyYet) return key;
  throw new DroverError("ConfigurationInvalid", `There is no key yet for the model provider '${provider}'.`, {
    advice: [`Store it: aws secretsmanager put-secret-value --secret-id ${secretId} --secret-string <key>`],
  });
}
