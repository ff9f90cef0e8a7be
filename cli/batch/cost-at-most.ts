import { costUsd, hasPrice, noPrice, type PriceList } from "#agent/models/cost-of.ts";
import type { FarmModels } from "#agent/models/farm-models.ts";
import { roleSettings } from "#agent/models/role-settings.ts";
import { readFarmFile } from "#local/farm-file.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { ModelRole, ModelRoles } from "#shared/contracts/agent/model-settings.ts";
import { JobLimits } from "#shared/contracts/job/job-request.ts";
import { jobModels } from "#shared/rules/job-models.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import { configFile } from "../config-file.ts";
import type { SentLine } from "../tasks/expand-tasks.ts";

/** What a variant's jobs cost when each uses all that its limits allow. */
export interface VariantCost {
  readonly variant: string;
  readonly jobs: number;
  /** The agent's; undefined: the farm's usual one, and no farm is running to say which. */
  readonly model: string | undefined;
  /** US dollars; undefined: a model of it has no price. */
  readonly usd: number | undefined;
  readonly tokens: number;
  /** Why a limit of money cannot be kept; the farm refuses such jobs. */
  readonly refusal?: string | undefined;
}

interface Known {
  readonly farm: FarmModels;
  readonly hasFarm: boolean;
}

/** The models and prices of the farm on `dir` when one is running, and of the project's config. */
export async function knownModels(dir: string, config: string | undefined): Promise<Known> {
  const file = await readFarmFile(dir);
  const { models, prices, providers } = await loadProjectConfig({
    DROVER_CONFIG_FILE: configFile(config ?? file?.configFile ?? undefined),
  });
  const { provider = "anthropic", model = "", providers: farmProviders = {} } = file?.model ?? {};
  const farm = { defaultProvider: provider, defaultModel: model, roles: models, prices };
  return { hasFarm: file !== null, farm: { ...farm, providers: { ...farmProviders, ...providers } } };
}

/** What the lines cost at most, one attempt each, by variant in the order of the lines. */
export function costAtMost(lines: readonly SentLine[], known: Known): readonly VariantCost[] {
  const byVariant = new Map<string, VariantCost>();
  const costs = new Map<string, JobCost>();
  for (const { variant = "default", request } of lines) {
    const { limits, models, source, user } = request;
    // Lines of one task, and mostly of all tasks, ask for the same.
    const key = JSON.stringify([limits, models, source?.kind, user?.model]);
    const one = costs.get(key) ?? jobCost(request, known);
    costs.set(key, one);
    byVariant.set(variant, added(byVariant.get(variant), variant, one));
  }
  return [...byVariant.values()];
}

type JobCost = Omit<VariantCost, "variant" | "jobs">;

function added(sum: VariantCost | undefined, variant: string, one: JobCost): VariantCost {
  if (sum === undefined) return { variant, jobs: 1, ...one };
  const usd = sum.usd === undefined || one.usd === undefined ? undefined : roundUsd(sum.usd + one.usd);
  const refusal = sum.refusal ?? one.refusal;
  return { ...sum, refusal, jobs: sum.jobs + 1, usd, tokens: sum.tokens + one.tokens };
}

/** Roles that cost something only where a job names them. */
const onlyWhenNamed: ReadonlySet<ModelRole> = new Set(["grounding", "describer", "user", "speech"]);

function jobCost(request: SentLine["request"], { farm, hasFarm }: Known): JobCost {
  const { source } = request;
  if (source?.kind === "replay" || (source?.kind === "script" && source.heal === false))
    return { model: "none", usd: 0, tokens: 0 };
  const { maxTokens, maxOutputTokens = maxTokens, maxCostUsd } = JobLimits.parse(request.limits ?? {});
  const models = jobModels({ models: ModelRoles.parse(request.models ?? {}), user: request.user });
  const isNamed = models.agent.model !== undefined || farm.roles.agent?.model !== undefined;
  if (!isNamed && !hasFarm) return { model: undefined, usd: maxCostUsd, tokens: maxTokens };
  const roles = ModelRole.options.filter((role) => !onlyWhenNamed.has(role) || models[role] !== undefined);
  const asked = roles.flatMap((role) => {
    const { model, fallback } = roleSettings(role, models, farm);
    return [model, fallback?.model].filter((name) => name !== undefined);
  });
  const outputTokens = Math.min(maxOutputTokens, maxTokens);
  const dearest = [...new Set(asked)].map((model) => allTokens(model, maxTokens, outputTokens, farm.prices));
  const priced = dearest.filter((usd) => usd !== undefined);
  const most = priced.length < dearest.length ? undefined : Math.max(...priced);
  const usd = maxCostUsd === undefined ? most : Math.min(maxCostUsd, most ?? maxCostUsd);
  const { model, fallback } = roleSettings("agent", models, farm);
  const unpriced = [model, fallback?.model].find(
    (name) => name !== undefined && !hasPrice(name, farm.prices),
  );
  const refusal = maxCostUsd === undefined || unpriced === undefined ? undefined : noPrice(unpriced);
  return { model, usd, tokens: maxTokens, refusal };
}

/** As if all that may be written is, and all else is read again; or all is read, where reading is more expensive. */
function allTokens(model: string, tokens: number, output: number, prices: PriceList): number | undefined {
  const cost = (outputTokens: number) => {
    const inputTokens = tokens - outputTokens;
    return costUsd(
      model,
      { inputTokens, outputTokens, cachedTokens: 0, cacheWrittenTokens: inputTokens },
      prices,
    );
  };
  const written = cost(output);
  const read = cost(0);
  return written === undefined || read === undefined ? undefined : Math.max(written, read);
}
