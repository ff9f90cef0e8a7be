import { finish } from "../../actions/built-in/finish.ts";
import type { Trajectory, TrajectoryStep } from "../../contracts/api/trajectory.ts";
import { RubricWeights } from "../../contracts/env/rubric.ts";
import type { TraceNode, VerifiersTrace } from "../../contracts/result/verifiers-trace.ts";
import { rubricOf } from "../judging/rubric.ts";
import { isAgentsOwnChoice, outcomeWords, portableAction } from "./action-words.ts";
import type { ExportFile, ExportSource, ExportTools } from "./export-source.ts";
import { runsOf } from "./runs-of.ts";

const seconds = (time: string | undefined): number => (time === undefined ? 0 : Date.parse(time) / 1_000);

const weights = RubricWeights.parse({});

/** A line of `traces.jsonl`, as verifiers 1 stores a rollout: the messages as a graph, which is one path here. */
export function traceOf({ job, steps }: Trajectory, version: string): VerifiersTrace {
  const { batch } = job;
  const model = job.models.agent.model ?? steps[0]?.model ?? null;
  const nodes = nodesOf(job.task, steps);
  return {
    version: 1,
    id: job.jobId,
    verifiers: { version: `drover ${version}` },
    task: {
      type: "DroverTask",
      key: batch?.taskId ?? job.jobId,
      data: { name: batch?.taskId ?? null, prompt: job.task },
    },
    agent: { config: { model, max_turns: job.limits.maxSteps }, name: "agent", trainable: true },
    nodes,
    calls: nodes.flatMap(({ sampled }, node) => (sampled ? [{ node, model }] : [])),
    metrics: {
      steps: steps.length,
      input_tokens: job.usage.inputTokens,
      output_tokens: job.usage.outputTokens,
      side_effects: job.sideEffectCount ?? null,
    },
    info: { drover: { job_id: job.jobId, outcome: job.outcome ?? null, reason: job.outcomeReason ?? null } },
    timing: {
      start: seconds(job.createdAt),
      agent: { start: seconds(job.startedAt), end: seconds(job.finishedAt) },
    },
    ...endOf(job),
  };
}

type End = "rewards" | "is_completed" | "ok" | "stop_condition" | "errors";

/** Without a reward where nobody knows it. */
function endOf(job: Trajectory["job"]): Pick<VerifiersTrace, End> {
  const { outcome, outcomeReason, claim, status } = job;
  const rubric = rubricOf(job, weights);
  const is_completed = status === "finished";
  if (rubric === null)
    return {
      rewards: Object.fromEntries(Object.keys(weights).map((part) => [part, null])),
      is_completed,
      ok: false,
      stop_condition: "error",
      errors: [{ type: outcome ?? status, message: outcomeReason ?? "It was not judged." }],
    };
  return {
    rewards: Object.fromEntries(rubric.map(({ part, score, weight }) => [part, { score, weight }])),
    is_completed,
    ok: true,
    stop_condition: outcome === "over_budget" ? "max_turns" : (claim?.status ?? "ended"),
    errors: [],
  };
}

function nodesOf(task: string, steps: readonly TrajectoryStep[]): TraceNode[] {
  const nodes: TraceNode[] = [];
  const add = (message: TraceNode["message"], sampled = false): void => {
    nodes.push({ parent: nodes.length === 0 ? null : nodes.length - 1, message, sampled });
  };
  add({ role: "user", content: task });
  for (const step of steps) {
    const calls = step.actions.map((one, index) => {
      const { action, ...given } = portableAction(one);
      const id = `step-${step.stepNumber}-${index}`;
      return { id, name: action === finish.name ? "finish" : action, arguments: JSON.stringify(given) };
    });
    const content = step.thinking === "" ? null : step.thinking;
    add({ role: "assistant", content, tool_calls: calls }, isAgentsOwnChoice(step));
    for (const [index, one] of step.actions.entries())
      add({ role: "tool", tool_call_id: calls[index]?.id ?? "", content: told(step, outcomeWords(one)) });
  }
  return nodes;
}

/** What came of an action: the answer of a tool or a person, else how it went. */
const told = ({ toolResult }: TrajectoryStep, words: string): string => toolResult?.text ?? words;

export async function* tracesExport(
  source: ExportSource,
  { version }: ExportTools,
): AsyncGenerator<ExportFile> {
  const lines: string[] = [];
  for await (const { job } of runsOf(source))
    lines.push(`${JSON.stringify(traceOf(job.trajectory, version))}\n`);
  if (lines.length > 0 || source.batch !== undefined) yield { path: "traces.jsonl", body: lines.join("") };
}
