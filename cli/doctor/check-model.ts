import { type FarmModels, providerFacts } from "#agent/models/farm-models.ts";
import { roleProblems } from "#agent/models/role-problems.ts";
import { type RoleSettings, roleSettings } from "#agent/models/role-settings.ts";
import { speechChoice } from "#agent/models/speech-models.ts";
import type { FarmFile } from "#local/farm-file.ts";
import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import { ModelRole } from "#shared/contracts/agent/model-settings.ts";
import type { ProviderSettings } from "#shared/contracts/agent/provider-settings.ts";
import { because } from "../terminal/because.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const deadlineMilliseconds = 5_000;
type Environment = Readonly<Record<string, string | undefined>>;

interface Shared {
  readonly roles: readonly ModelRole[];
  readonly settings: RoleSettings;
}

interface Checked {
  /** What the finding is of. */
  readonly check: string;
  /** Those that share the settings. */
  readonly roles: readonly ModelRole[];
  readonly settings: RoleSettings;
}

/** Roles that the project asks: apps are described only where its config wants it. */
const askedRoles = ({ apps }: Pick<ProjectConfig, "apps">): readonly ModelRole[] =>
  ModelRole.options.filter((role) => role !== "speech" && (role !== "describer" || apps.describe));

/** Roles that ask the same model are one finding. */
function byModel(roles: readonly ModelRole[], farm: FarmModels): readonly Shared[] {
  const found = new Map<string, { roles: ModelRole[]; settings: RoleSettings }>();
  for (const role of roles) {
    const settings = roleSettings(role, {}, farm);
    const id = JSON.stringify([settings.provider, settings.model, settings.fallback]);
    const same = found.get(id);
    if (same === undefined) found.set(id, { roles: [role], settings });
    else same.roles.push(role);
  }
  return [...found.values()];
}

type Models = Pick<ProjectConfig, "models" | "prices" | "providers">;

const farmModelsOf = ({ provider, model, providers }: FarmFile["model"], config: Models): FarmModels => ({
  defaultProvider: provider,
  defaultModel: model,
  providers: { ...providers, ...config.providers },
  roles: config.models,
  prices: config.prices,
});

/** Whether the model of each role can be asked: its provider, key, model, and for how long yet. Costs no tokens. */
export async function checkModels(
  file: FarmFile["model"],
  config: Models & Pick<ProjectConfig, "apps">,
  environment: Environment,
  now: Date = new Date(),
): Promise<readonly Finding[]> {
  const farm = farmModelsOf(file, config);
  const { practice } = file;
  const asked = askedRoles(config);
  const checked = byModel(asked, farm).map(({ roles, settings }) => {
    const check = roles.length === asked.length ? "model" : `model of ${roles.join(", ")}`;
    return checkRoles({ check, roles, settings }, farm, practice, { environment, now });
  });
  return (await Promise.all(checked)).flat();
}

/** Who hears voice commands; nobody is not a fault, since most farms need none. */
export function checkSpeech(file: FarmFile["model"], config: Models): Finding {
  const choice = speechChoice(undefined, farmModelsOf(file, config));
  return choice.kind === "served"
    ? ok("voice", `${choice.model} of ${choice.provider} hears voice commands`)
    : ok("voice", `voice commands are refused. ${choice.message}`);
}

async function checkRoles(
  { check, roles, settings }: Checked,
  farm: FarmModels,
  practice: boolean,
  { environment, now }: { readonly environment: Environment; readonly now: Date },
): Promise<readonly Finding[]> {
  // What the farm itself was started with is known to have been there.
  const hasKey = (source: string) =>
    source.startsWith("env:DROVER_MODEL_KEY") || Boolean(environment[source.replace(/^env:/, "")]);
  const found = roleProblems(roles, {}, { farm, now, hasKey });
  // What all of them have in common is said once.
  const problems = found.filter(
    ({ message }, index) => index === found.findIndex((other) => other.message === message),
  );
  const another = "Start the farm with --model <id>, or set a model in drover.config.ts under models.";
  const told = problems.map(({ kind, message }) =>
    kind === "refused" ? fail(check, message, another) : warn(check, message, another),
  );
  const service = farm.providers[settings.provider];
  if (service === undefined || problems.some(({ kind }) => kind === "refused")) return told;
  if (practice && settings.model === farm.defaultModel) return [await checkPractice(check, service)];
  const finding = await checkService(check, settings, service, environment);
  return finding.status === "ok" && told.length > 0 ? told : [finding, ...told];
}

async function checkService(
  check: string,
  { provider, model = "" }: RoleSettings,
  { kind, baseUrl, keySource }: ProviderSettings,
  environment: Environment,
): Promise<Finding> {
  const variable = providerFacts(provider)?.keyVariable ?? keySource?.replace(/^env:/, "");
  const key = variable === undefined ? undefined : environment[variable];
  if (keySource !== undefined && !key) {
    return warn(
      check,
      `${provider} at ${baseUrl}: the key is not in this shell`,
      `Set ${variable} here to have it checked.`,
    );
  }
  const path = `${baseUrl.replace(/\/$/, "")}${kind === "anthropic" ? "/v1" : ""}/models/`;
  const headers =
    kind === "anthropic"
      ? { "x-api-key": key ?? "", "anthropic-version": "2023-06-01" }
      : { authorization: `Bearer ${key ?? "none"}` };
  try {
    const response = await fetch(path + encodeURIComponent(model), {
      headers,
      signal: AbortSignal.timeout(deadlineMilliseconds),
    });
    if (response.ok) return ok(check, `${model} at ${baseUrl}`);
    const remedy = response.status === 404 ? "Check the model's id." : "Check the key and its limits.";
    return fail(check, `${baseUrl} answers ${response.status} for ${model}`, remedy);
  } catch (error) {
    return fail(
      check,
      `no answer from ${baseUrl} in ${deadlineMilliseconds} ms: ${because(error)}`,
      "Check the address and the network.",
    );
  }
}

async function checkPractice(check: string, { baseUrl }: ProviderSettings): Promise<Finding> {
  try {
    // Any answer, an error as well, shows that it listens; its key is the farm's own affair.
    await fetch(new URL("/v1/models", baseUrl), { signal: AbortSignal.timeout(deadlineMilliseconds) });
    return warn(
      check,
      `the practice model at ${baseUrl}: rules, not a language model`,
      "Set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or GROQ_API_KEY and restart the farm for a real one.",
    );
  } catch (error) {
    return fail(check, `the practice model does not answer: ${because(error)}`, "Restart the farm.");
  }
}
