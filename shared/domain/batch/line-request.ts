import { type TasksFrame, taskOwnFields } from "../../contracts/tasks-file.ts";
import { readCheckWords } from "../check-words.ts";
import { fillPlaceholders } from "./fill-placeholders.ts";
import { doubledLimit, limitsOf } from "./limits-of.ts";
import { lineOrigin } from "./line-origin.ts";
import { isTaskPart, mergeParts, type TaskPart } from "./merge-parts.ts";
import type { TaskInstance } from "./task-instances.ts";
import type { TaskProblem } from "./task-problem.ts";

interface VariantPart {
  readonly index: number;
  readonly agent?: number;
  readonly part: TaskPart;
}

interface LineRequest {
  readonly request: TaskPart;
  readonly problems: readonly TaskProblem[];
}

/** What a task, a variant and the defaults ask for together: the variant says last. Not yet held to a job's schema. */
export function lineRequest(
  file: TasksFrame,
  instance: TaskInstance,
  variant: VariantPart,
  bySolution: boolean,
): LineRequest {
  const layers = [file.defaults ?? {}, instance.task, variant.part].map(requestPart);
  const origin = { task: instance.index, variant: variant.index, agent: variant.agent };
  const twice = layers.flatMap((layer) =>
    isTaskPart(layer.limits) ? (doubledLimit(layer.limits) ?? []) : [],
  );
  const merged = withOneAgent(layers, mergeParts(...layers.map(withJobsLimits)));
  const { value, unknown } = fillPlaceholders(merged, instance.values);
  const { request, problems } = withChecks(value as TaskPart, file, origin);
  return {
    request: bySolution ? solvedBy(request, instance) : request,
    problems: [
      ...twice.map((name) => ({
        path: lineOrigin(file, origin, ["limits", name]),
        at: "name" as const,
        message: "is said twice, by two names of one limit",
        remedy: "Keep one of the two.",
      })),
      ...unknown.map(({ path, name }) => ({
        path: lineOrigin(file, origin, path),
        at: "value" as const,
        message: `{{${name}}} is no parameter of this task`,
        remedy: parametersAre(instance),
      })),
      ...problems,
    ],
  };
}

/** An agent of another kind takes the place of the one before it: what belongs to two kinds is no agent. */
function withOneAgent(layers: readonly TaskPart[], merged: TaskPart): TaskPart {
  const last = layers.map(({ agent }) => agent).findLast((agent) => agent !== undefined);
  return isTaskPart(last) && last.kind !== undefined ? { ...merged, agent: last } : merged;
}

const parametersAre = ({ values }: TaskInstance): string =>
  values.size === 0
    ? "Give it under 'parameters'."
    : `Its parameters are ${[...values.keys()].map((name) => `'${name}'`).join(", ")}.`;

const requestPart = (part: TaskPart): TaskPart =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !taskOwnFields.has(name)));

const withJobsLimits = (part: TaskPart): TaskPart =>
  isTaskPart(part.limits) ? { ...part, limits: limitsOf(part.limits) } : part;

/** Checks in words as the validators that they mean. */
function withChecks(
  request: TaskPart,
  file: TasksFrame,
  origin: Parameters<typeof lineOrigin>[1],
): LineRequest {
  const { validators } = request;
  if (!Array.isArray(validators)) return { request, problems: [] };
  const problems: TaskProblem[] = [];
  const read = validators.map((given: unknown, index) => {
    if (typeof given !== "string") return given;
    const words = readCheckWords(given);
    if (words.ok) return words.validator;
    problems.push({
      path: lineOrigin(file, origin, ["validators", index]),
      at: "value",
      message: `cannot be read as a check: ${words.why}`,
      remedy: "Write it as 'drover run --help' shows under Checks, or as a validator with its fields.",
      value: given,
    });
    return given;
  });
  return { request: { ...request, validators: read }, problems };
}

/** Its script instead of the agent, and of the parts that an agent would do one by one. */
function solvedBy({ workflow: _parts, ...request }: TaskPart, { solution, values }: TaskInstance): TaskPart {
  const known = Object.keys(solution?.parameters ?? {}).filter((name) => values.has(name));
  const parameters = Object.fromEntries(known.map((name) => [name, values.get(name)]));
  return { ...request, source: { kind: "script", script: solution, parameters, heal: false } };
}
