import { createModelClient, type ModelClient } from "#shared/agent/model-client.ts";
import { anthropicProvider } from "#shared/agent/providers/anthropic/anthropic-provider.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Environment } from "./read-environment.ts";
import { readSecret } from "./read-secret.ts";
import { runtimeEnvironment } from "./runtime.ts";

interface ModelEnvironment {
  readonly DROVER_MODEL_BASE_URL: string;
  readonly DROVER_MODEL_KEY_SOURCE: string;
}

const clients = new Map<string, Promise<ModelClient>>();

/**
 * The client of the model service, made once per address and key source.
 * @throws ConfigurationInvalid when the address is no URL or the key cannot be had
 */
export async function modelAccess(variables: ModelEnvironment): Promise<ModelClient> {
  const { DROVER_MODEL_BASE_URL: baseUrl, DROVER_MODEL_KEY_SOURCE: source } = variables;
  const id = `${baseUrl} ${source}`;
  const client = clients.get(id) ?? createClient(baseUrl, source);
  clients.set(id, client);
  // A failure is not kept: the secret may be there next time.
  client.catch(() => clients.delete(id));
  return client;
}

async function createClient(baseUrl: string, source: string): Promise<ModelClient> {
  if (!URL.canParse(baseUrl)) {
    throw new DroverError("ConfigurationInvalid", `DROVER_MODEL_BASE_URL is "${baseUrl}", which is no URL.`);
  }
  const apiKey = await readKey(source, runtimeEnvironment());
  return createModelClient({ provider: anthropicProvider({ baseUrl, apiKey }) });
}

async function readKey(source: string, environment: Environment): Promise<string> {
  const [kind, place] = [source.slice(0, source.indexOf(":")), source.slice(source.indexOf(":") + 1)];
  if (kind === "env" && place !== "") {
    const key = environment[place];
    if (key) return key;
    throw new DroverError(
      "ConfigurationInvalid",
      `The model's API key should be in ${place}, which is not set.`,
    );
  }
  if (kind === "secret" && place !== "") return readSecret(place, environment);
  throw new DroverError(
    "ConfigurationInvalid",
    `DROVER_MODEL_KEY_SOURCE is "${source}"; it must be env:<variable> or secret:<ARN>.`,
  );
}
