import { perceptionOf } from "#agent/dialects/perception-of.ts";
import { modelOffered } from "#agent/model-calls/model-offered.ts";
import { hasKey } from "#agent/models/configured-models.ts";
import { hasPrice, noPrice } from "#agent/models/cost-of.ts";
import { providerFacts } from "#agent/models/farm-models.ts";
import { findModel } from "#agent/models/find-model.ts";
import { type RoleProblem, roleProblems } from "#agent/models/role-problems.ts";
import { roleSettings } from "#agent/models/role-settings.ts";
import { ModelRole } from "#shared/contracts/agent/model-settings.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { isForeign } from "#shared/rules/agent-kind.ts";
import type { SubmissionFacts } from "./submission-facts.ts";
import { isWithoutAgent } from "./without-agent.ts";

type ModelFacts = Pick<SubmissionFacts, "farm" | "now">;
type PriceFacts = Pick<SubmissionFacts, "farm" | "config" | "batchBudget">;

/** Only the agent's model is checked here; another role is checked where the job names it. */
const rolesOf = (request: JobRequest): readonly ModelRole[] =>
  isWithoutAgent(request)
    ? []
    : ModelRole.options.filter((role) =>
        // Who hears a voice command is chosen apart (voice.ts).
        role === "agent" ? !isForeign(request) : role !== "speech" && request.models[role] !== undefined,
      );

/** The agent is to be shown pictures, and its model sees none. */
function sightProblems(request: JobRequest, farm: ModelFacts["farm"]): readonly RoleProblem[] {
  const { model = "", dialect } = roleSettings("agent", request.models, farm);
  const { tree, picture } = perceptionOf(dialect, request.perception);
  if (!rolesOf(request).includes("agent")) return [];
  if (picture !== "always" || findModel(model)?.takesPictures !== false) return [];
  const kind = tree === "never" ? "refused" : "warning";
  const message = `The model '${model}' cannot see pictures: ${kind === "refused" ? "it would see nothing of the screen" : "perception.picture has no effect"}. Use a model that can, or set perception.picture to 'auto'.`;
  return [{ role: "agent", field: "model", value: model, kind, message }];
}

const fieldOf = ({ role, field }: RoleProblem): string => `models.${role}.${field}`;

/**
 * A model that is not available would fail the job at its first turn, on a device that others wait for. Returns what works
 * today and will not for long. @throws InvalidRequest
 */
export function checkJobModels(request: JobRequest, { farm, now }: ModelFacts): readonly string[] {
  const problems = [
    ...roleProblems(rolesOf(request), request.models, { farm, now, hasKey }),
    ...sightProblems(request, farm),
  ];
  const refused = problems.filter(({ kind }) => kind === "refused");
  if (refused.length === 0) return problems.map(({ message }) => message);
  throw invalidRequest(
    refused.map((problem) => fieldError(fieldOf(problem), problem.value, problem.message)),
  );
}

/**
 * A service without this model would end the job before its first turn. A service that is not reachable now blocks no job.
 * @throws InvalidRequest
 */
export async function checkOffered(request: JobRequest, { farm, now }: ModelFacts): Promise<void> {
  const asked = rolesOf(request).flatMap((role) => {
    const { provider, model, fallback } = roleSettings(role, request.models, farm);
    return [
      ...(model === undefined ? [] : [{ field: `models.${role}.model`, provider, model }]),
      ...(fallback === undefined ? [] : [{ field: `models.${role}.fallback`, ...fallback }]),
    ];
  });
  const found = await Promise.all(
    asked.map(async (one) => ((await modelOffered(one, farm, now.getTime())) === false ? [one] : [])),
  );
  const missing = found.flat();
  if (missing.length === 0) return;
  throw invalidRequest(
    missing.map(({ field, provider, model }) => {
      const known =
        provider === farm.defaultProvider ? farm.defaultModel : providerFacts(provider)?.defaultModel;
      const such = known === undefined || known === model ? "" : `, such as ${known}`;
      const message = `The provider '${provider}' has no model '${model}'. Name one that it has${such}.`;
      return fieldError(field, model, message);
    }),
  );
}

/** Bounds of dollars that are not a request's own: what is wrong with one is wrong for all jobs alike. */
const sharedBounds = ["settings.budget.costUsd", "budgets.perDay.costUsd"] as const;
export const isSharedBound = (field: string): boolean => sharedBounds.some((bound) => bound === field);

/** Of the agent's model and the one that may take its place, for whatever bounds dollars. @throws InvalidRequest */
export function checkCostLimit(request: JobRequest, { farm, config, batchBudget }: PriceFacts): void {
  const { models, limits } = request;
  const [ofBatch, ofDay] = sharedBounds;
  const bounds = [
    ["limits.maxCostUsd", limits.maxCostUsd, "limits.maxTokens"],
    [ofBatch, batchBudget?.costUsd, "settings.budget.tokens"],
    [ofDay, config.budgets.perDay.costUsd, "budgets.perDay.tokens"],
  ] as const;
  const bound = bounds.find(([, usd]) => usd !== undefined);
  // Another agent reports its cost with each turn, or its turn is refused.
  if (bound === undefined || isWithoutAgent(request) || isForeign(request)) return;
  const { model, fallback } = roleSettings("agent", models, farm);
  const without = [model, fallback?.model].find(
    (asked) => asked !== undefined && !hasPrice(asked, farm.prices),
  );
  if (without === undefined) return;
  const [field, usd, instead] = bound;
  throw invalidRequest([fieldError(field, usd, noPrice(without, instead))]);
}
