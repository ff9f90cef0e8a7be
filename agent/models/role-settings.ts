import type {
  Effort,
  ModelRole,
  ModelRoles,
  ModelSettings,
  ReplyDialect,
} from "#shared/contracts/agent/model-settings.ts";
import { defined } from "#shared/values/defined.ts";
import { type FarmModels, providerFacts } from "./farm-models.ts";
import { findModel } from "./find-model.ts";
import { type RoleDefault, roleDefaults } from "./role-defaults.ts";

interface Choice {
  readonly provider: string;
  /** Absent: nobody named one, and the provider has none that goes without saying. */
  readonly model?: string;
}

/** A role's settings with nothing left open but the model of a provider that has no usual one. */
export interface RoleSettings extends Choice {
  readonly dialect: ReplyDialect;
  readonly maxTokens: number;
  readonly timeoutSeconds: number;
  readonly effort?: Effort;
  readonly temperature?: number;
  readonly fallback?: Required<Choice>;
}

type Layers = readonly (ModelSettings | undefined)[];

const first = <Name extends keyof ModelSettings>(
  layers: Layers,
  name: Name,
): ModelSettings[Name] | undefined => layers.find((layer) => layer?.[name] !== undefined)?.[name];

/** A model that a built-in provider is known for is that one's, unless a provider of the project's own serves the role. */
function providerOf(model: string, below: string): string {
  if (providerFacts(below) === undefined) return below;
  return findModel(model)?.provider ?? below;
}

function usualModel(provider: string, farm: FarmModels): string | undefined {
  if (provider === farm.defaultProvider) return farm.defaultModel;
  return farm.providers[provider]?.model ?? providerFacts(provider)?.defaultModel;
}

/** Provider and model go together: a model that a lower layer names is not asked of a provider that a higher one names. */
function choose(layers: Layers, farm: FarmModels): Choice {
  const at = layers.findIndex((layer) => layer?.model !== undefined || layer?.provider !== undefined);
  const { model, provider } = layers[at] ?? {};
  const below = (): string => first(layers.slice(at + 1), "provider") ?? farm.defaultProvider;
  const chosen = provider ?? (model === undefined ? farm.defaultProvider : providerOf(model, below()));
  return { provider: chosen, ...defined({ model: model ?? usualModel(chosen, farm) }) };
}

function choiceFor(own: Layers, agent: Layers, { model }: RoleDefault, farm: FarmModels): Choice {
  const named = own.some((layer) => layer?.model !== undefined || layer?.provider !== undefined);
  const choice = choose(named ? own : agent, farm);
  if (model === "agent" || own.some((layer) => layer?.model !== undefined)) return choice;
  // Where a farm's provider is not asked by its own models, as the practice model is not, its one model serves all.
  const usual = farm.providers[choice.provider]?.model;
  const small = usual ?? providerFacts(choice.provider)?.smallModel;
  return { ...choice, ...defined({ model: small ?? choice.model }) };
}

/** The job's, the project's, and those of the agent for roles that take over what is its. */
function layersOf(role: ModelRole, job: Partial<ModelRoles>, farm: FarmModels) {
  const own = [job[role], farm.roles[role]];
  const agent = [job.agent, farm.roles.agent];
  const isAsTheAgent = role === "progress" || role === "completion";
  return { own, agent, layers: isAsTheAgent ? [...own, ...agent] : own };
}

/** Who asked for a role's setting; undefined: nobody, it is the role's own or there is none. */
export function askedBy(
  role: ModelRole,
  name: "effort" | "temperature",
  job: Partial<ModelRoles>,
  farm: FarmModels,
): "job" | "project" | undefined {
  const layer = layersOf(role, job, farm).layers.find((settings) => settings?.[name] !== undefined);
  if (layer === undefined) return undefined;
  return layer === job[role] || layer === job.agent ? "job" : "project";
}

/** A role's settings: the job's over the project's over its own; progress and completion take over what is the agent's. */
export function roleSettings(role: ModelRole, job: Partial<ModelRoles>, farm: FarmModels): RoleSettings {
  const { own, agent, layers } = layersOf(role, job, farm);
  const defaults: RoleDefault = roleDefaults[role];
  const choice = choiceFor(own, agent, defaults, farm);
  const fallback = first(layers, "fallback");
  return {
    ...choice,
    dialect: first(layers, "dialect") ?? "tool-use",
    maxTokens: first(layers, "maxTokens") ?? defaults.maxTokens,
    timeoutSeconds: first(layers, "timeoutSeconds") ?? defaults.timeoutSeconds,
    ...defined({
      effort: first(layers, "effort") ?? defaults.effort,
      temperature: first(layers, "temperature"),
    }),
    ...(fallback === undefined
      ? {}
      : {
          fallback: {
            model: fallback.model,
            provider: fallback.provider ?? providerOf(fallback.model, choice.provider),
          },
        }),
  };
}
