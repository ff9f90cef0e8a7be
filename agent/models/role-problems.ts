import type { ModelRole, ModelRoles } from "#shared/contracts/agent/model-settings.ts";
import { type FarmModels, providerFacts } from "./farm-models.ts";
import { findModel, modelNotice } from "./find-model.ts";
import { type RoleSettings, roleSettings } from "./role-settings.ts";

export interface RoleProblem {
  readonly role: ModelRole;
  /** Below the role. */
  readonly field: "provider" | "model" | "dialect" | "fallback";
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
          `There is no provider '${provider}' here. There are ${Object.keys(farm.providers).join(", ")}; others are named in drover.config.ts, under providers.`,
        );
  }
  if (settings.keySource === undefined || hasKey(settings.keySource)) return null;
  return problem(
    `The provider '${provider}' should have its key at ${settings.keySource}, where there is none.`,
  );
}

/** Nobody can know the models of a service of one's own. */
const hasTable = (provider: string): boolean => providerFacts(provider)?.defaultModel !== undefined;

function modelProblems(provider: string, model: string | undefined, { farm, now }: Circumstances): Found[] {
  if (model === undefined) {
    const message = `Say which model of the provider '${provider}': it has none that goes without saying.`;
    return [{ field: "model", value: "", kind: "refused", message }];
  }
  const notice = modelNotice(model, now);
  if (notice === null || (notice.kind === "unknown" && (!hasTable(provider) || model in farm.prices)))
    return [];
  const kind = notice.kind === "retired" ? "refused" : "warning";
  return [{ field: "model", value: model, kind, message: notice.message }];
}

const takesTools = (model: string | undefined): boolean =>
  model === undefined || findModel(model)?.tools !== "never";

function dialectProblems(role: ModelRole, { dialect, model, fallback }: RoleSettings): Found[] {
  // Only the agent has tools.
  if (role !== "agent" || dialect !== "tool-use") return [];
  return [model, fallback?.model]
    .filter((asked) => !takesTools(asked))
    .map((asked) => ({
      field: "dialect",
      value: dialect,
      kind: "refused",
      message: `The model '${asked}' takes no tools in chat completions: ask it in the dialect thinking-tool-call.`,
    }));
}

function problemsOf(role: ModelRole, settings: RoleSettings, circumstances: Circumstances): Found[] {
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
    ...dialectProblems(role, settings),
  ];
}

/** What stands in the way of these roles, or soon will: known before a device is taken (docs/spec.md I1.1). */
export function roleProblems(
  roles: readonly ModelRole[],
  job: Partial<ModelRoles>,
  circumstances: Circumstances,
): readonly RoleProblem[] {
  return roles.flatMap((role) =>
    problemsOf(role, roleSettings(role, job, circumstances.farm), circumstances).map((found) => ({
      role,
      ...found,
    })),
  );
}
