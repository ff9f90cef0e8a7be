import type { AgentFrame } from "#shared/contracts/batch/tasks-file.ts";
import { agentLabel, readAgentWords } from "#shared/rules/agent-words.ts";
import { agentForms } from "#shared/rules/job-options.ts";
import { isTaskPart, type TaskPart } from "./merge-parts.ts";
import type { TaskProblem } from "./task-problem.ts";

/** What a task is done with, to be compared. */
export interface Variant {
  readonly name: string;
  /** In the file's `variants`, from 0; -1: it is in none. */
  readonly index: number;
  readonly part: TaskPart;
  /** In the file's `agents`, from 0. */
  readonly agent?: number;
}

interface ReadAgent {
  readonly label: string;
  readonly agent: TaskPart;
  readonly index: number;
}

interface Crossed {
  readonly variants: readonly Variant[];
  readonly problems: readonly TaskProblem[];
}

/**
 * Each agent with each variant. What a variant says of models is for Drover's own agent: another brings its own model, and is not run
 * once for each of them.
 */
export function crossAgents(
  variants: readonly Variant[],
  agents: readonly AgentFrame[] | undefined,
): Crossed {
  if (agents === undefined) return { variants, problems: [] };
  const problems: TaskProblem[] = [];
  const read = agents.flatMap((given, index): readonly ReadAgent[] => {
    const agent = typeof given === "string" ? readAgentWords(given) : given;
    if (agent !== undefined) return [{ label: agentLabel(agent), agent, index }];
    problems.push({
      path: ["agents", index],
      at: "value",
      message: "names no agent",
      remedy: `Write ${agentForms}, or an agent with its kind.`,
      value: given,
    });
    return [];
  });
  for (const { label, index } of read)
    if (read.findIndex((other) => other.label === label) < read.findIndex((other) => other.index === index))
      problems.push({
        path: ["agents", index],
        at: "value",
        message: `has the name of another agent, '${label}'`,
        remedy: "Give each its own name.",
        value: agents[index],
      });
  return { variants: read.flatMap((agent) => crossed(agent, variants)), problems };
}

function crossed({ label, agent, index }: ReadAgent, variants: readonly Variant[]): readonly Variant[] {
  const isOwn = agent.kind === "builtin";
  const known = new Set<string>();
  return variants.flatMap((variant) => {
    const part = isOwn ? variant.part : withoutModels(variant.part);
    const words = JSON.stringify(part);
    if (!isOwn && known.has(words)) return [];
    known.add(words);
    const isPlain = words === "{}";
    const name = isPlain ? label : `${label}/${variant.name}`;
    return [{ name, index: isPlain ? -1 : variant.index, part: { ...part, agent }, agent: index }];
  });
}

function withoutModels({ models, ...part }: TaskPart): TaskPart {
  if (!isTaskPart(models)) return part;
  const { agent: _theirs, ...others } = models;
  return Object.keys(others).length === 0 ? part : { ...part, models: others };
}
