import type { ModelRole, ModelRoles } from "#shared/contracts/agent/model-settings.ts";
import { type FarmModels, providerFacts } from "./farm-models.ts";
import { findModel, modelNotice } from "./find-model.ts";
import { askedBy, type RoleSettings, roleSettings } from "./role-settings.ts";
import { takenSettings } from "./taken-settings.ts";

export interface RoleProblem {
  readonly role: ModelRole;
  /** Below the role. */
  readonly field: "provider" | "model" | "fallback" | "effort" | "temperature";
  readonly value: string;
  /** `refused`: it cannot work; `warning`: it works today. */
  readonly kind: "refused" | "warning";
  /** A sentence for people. */
  readonly message: string;
}

interface Circumstances {
  readonly farm: FarmModels;
  readonly now: Date;
  /** Whether there is a key at that source, as far as who asks can tell. */
  readonly hasKey: (keySource: string) => boolean;
}

type Found = Omit<RoleProblem, "role">;

function providerProblem(provider: string, { farm, hasKey }: Circumstances): Found | null {
  const problem = (message: string): Found => ({
    field: "provider",
    value: provider,
    kind: "refused",
    message,
  });
  const settings = farm.providers[provider];
  const variable = providerFacts(provider)?.keyVariable;
  if (settings === undefined) {
    return typeof variable === "string"
      ? problem(`The provider '${provider}' has no key here: set ${variable} where the farm starts.`)
      : problem(
          `There is no provider '${provider}' here. Providers: ${Object.keys(farm.providers).join(", ")}; add others to drover.config.ts, under providers.`,
        );
  }
  if (settings.keySource === undefined || hasKey(settings.keySource)) return null;
  return problem(
    `The provider '${provider}' should have its key at ${settings.keySource}, but there is none.`,
  );
}

/** Nobody can know the models of a service of your own. */
const hasTable = (provider: string): boolean => providerFacts(provider)?.defaultModel !== undefined;

function modelProblems(provider: string, model: string | undefined, { farm, now }: Circumstances): Found[] {
  if (model === undefined) {
    const message = `Name a model of the provider '${provider}', which has no default model.`;
    return [{ field: "model", value: "", kind: "refused", message }];
  }
  const notice = modelNotice(model, now);
  if (notice === null || (notice.kind === "unknown" && (!hasTable(provider) || model in farm.prices)))
    return [];
  const kind = notice.kind === "retired" ? "refused" : "warning";
  return [{ field: "model", value: model, kind, message: notice.message }];
}

/** What a model will not take is not sent to it; whoever asked for it is told, and a job that asked is not taken. */
function settingProblems(
  role: ModelRole,
  settings: RoleSettings,
  job: Partial<ModelRoles>,
  farm: FarmModels,
) {
  const { provider, model, effort, temperature, fallback } = settings;
  const asked = [
    ...(model === undefined ? [] : [{ provider, model }]),
    ...(fallback === undefined ? [] : [fallback]),
  ];
  return asked.flatMap((one): Found[] => {
    const { efforts, takesSampling } = takenSettings(
      farm.providers[one.provider]?.kind ?? "openai",
      one.model,
    );
    const known = efforts.length === 0 ? "no effort" : `the efforts ${efforts.join(", ")}`;
    const given = [
      { field: "effort", value: effort, taken: effort === undefined || efforts.includes(effort), known },
      { field: "temperature", value: temperature, taken: takesSampling, known: "no temperature" },
    ] as const;
    return given.flatMap(({ field, value, taken, known: takes }) => {
      const by = askedBy(role, field, job, farm);
      if (value === undefined || taken || by === undefined) return [];
      const kind = by === "job" && one !== fallback ? "refused" : "warning";
      const not = kind === "refused" ? "" : ` Its calls leave '${value}' out.`;
      const message = `The model '${one.model}' supports ${takes}.${not} Leave models.${role}.${field} out, or use a model that supports it.`;
      return [{ field, value: String(value), kind, message }];
    });
  });
}

/** Places are asked for where somebody named the role (docs/spec.md I9.1). */
function sightProblems(
  role: ModelRole,
  { model = "" }: RoleSettings,
  job: Partial<ModelRoles>,
  { roles }: FarmModels,
): Found[] {
  if (role !== "grounding" || (job.grounding ?? roles.grounding) === undefined) return [];
  if (findModel(model)?.takesPictures !== false) return [];
  const message = `The model '${model}' cannot see pictures, which models.grounding needs. Use one that can.`;
  return [{ field: "model", value: model, kind: "refused", message }];
}

function problemsOf(
  role: ModelRole,
  settings: RoleSettings,
  job: Partial<ModelRoles>,
  circumstances: Circumstances,
): Found[] {
  const { provider, model, fallback } = settings;
  const unusable = providerProblem(provider, circumstances);
  const own = unusable === null ? modelProblems(provider, model, circumstances) : [unusable];
  const other =
    fallback === undefined
      ? []
      : [
          providerProblem(fallback.provider, circumstances) ?? [],
          modelProblems(fallback.provider, fallback.model, circumstances),
        ].flat();
  return [
    ...own,
    ...other.map((found) => ({ ...found, field: "fallback" as const, value: fallback?.model ?? "" })),
    ...settingProblems(role, settings, job, circumstances.farm),
    ...sightProblems(role, settings, job, circumstances.farm),
  ];
}

/** What is in the way of these roles, or soon will: known before a device is taken (docs/spec.md I1.1). */
export function roleProblems(
  roles: readonly ModelRole[],
  job: Partial<ModelRoles>,
  circumstances: Circumstances,
): readonly RoleProblem[] {
  return roles.flatMap((role) =>
    problemsOf(role, roleSettings(role, job, circumstances.farm), job, circumstances).map((found) => ({
      role,
      ...found,
    })),
  );
}
