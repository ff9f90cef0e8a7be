import { type TaskEnd, type TasksFrame, taskOwnFields } from "#shared/contracts/batch/tasks-file.ts";
import { readCheckWords } from "../options/check-words.ts";
import { fillPlaceholders } from "./fill-placeholders.ts";
import { doubledLimit, limitsOf } from "./limits-of.ts";
import { lineOrigin } from "./line-origin.ts";
import { isTaskPart, mergeParts, type TaskPart } from "./merge-parts.ts";
import { endedBy, type GivenEnd } from "./task-ends.ts";
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
  given?: GivenEnd,
): LineRequest {
  const layers = [file.defaults ?? {}, instance.task, variant.part].map(requestPart);
  const origin = { task: instance.index, variant: variant.index, agent: variant.agent };
  const twice = layers.flatMap((layer) =>
    isTaskPart(layer.limits) ? (doubledLimit(layer.limits) ?? []) : [],
  );
  const merged = withOneAgent(layers, mergeParts(...layers.map(withJobsLimits)));
  const { value, unknown } = fillPlaceholders(withSetUp(merged, file, instance), instance.values);
  const { request, problems } = withChecks(value as TaskPart, file, origin);
  const end = filledEnd(given, instance);
  return {
    request: given === undefined ? request : endedBy(request, end.end, instance.values),
    problems: [
      ...twice.map((name) => ({
        path: lineOrigin(file, origin, ["limits", name]),
        at: "name" as const,
        message: "is given twice, under two names of the same limit",
        remedy: "Keep one of the two.",
      })),
      ...unknown.map(({ path, name }) => ({
        path: lineOrigin(file, origin, path),
        at: "value" as const,
        message: `{{${name}}} is not a parameter of this task`,
        remedy: parametersAre(instance),
      })),
      ...end.unknown.map(({ path, name }) => ({
        path: [...(given?.at ?? []), ...path],
        at: "value" as const,
        message: `{{${name}}} is not a parameter of this task`,
        remedy: parametersAre(instance),
      })),
      ...problems,
    ],
  };
}

/** A script has parameters of its own. */
function filledEnd(given: GivenEnd | undefined, { values }: TaskInstance) {
  const end = given?.end ?? {};
  if ("version" in end) return { end, unknown: [] };
  const { value, unknown } = fillPlaceholders(end, values);
  return { end: value as TaskEnd, unknown };
}

/** The task's own lines come after those of `prepare`. */
function withSetUp(merged: TaskPart, { defaults = {} }: TasksFrame, { task }: TaskInstance): TaskPart {
  const commands = task.setUp ?? defaults.setUp ?? [];
  const tearDown = task.tearDown ?? defaults.tearDown ?? [];
  if (commands.length === 0 && tearDown.length === 0) return merged;
  const prepare = isTaskPart(merged.prepare) ? merged.prepare : {};
  const joined = (name: string, lines: readonly string[]) => ({
    [name]: [...(Array.isArray(prepare[name]) ? prepare[name] : []), ...lines],
  });
  return {
    ...merged,
    prepare: { ...prepare, ...joined("commands", commands), ...joined("tearDown", tearDown) },
  };
}

/** An agent of another kind takes the place of the one before it: what belongs to two kinds is not an agent. */
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
