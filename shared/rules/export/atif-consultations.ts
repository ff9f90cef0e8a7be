import { stepWords } from "../../actions/action-words.ts";
import type { ModelUsage } from "../../contracts/agent/model-settings.ts";
import type { Trajectory, TrajectoryStep } from "../../contracts/api/trajectory.ts";
import type { Plan } from "../../contracts/job/plan.ts";
import { type AtifStep, type AtifTrajectory, atifVersion } from "../../contracts/result/atif.ts";
import { defined } from "../../values/defined.ts";

/** Whom the agent's loop asks beside the agent: each is a sub-agent with its own trajectory. */
export type Consulted = "planner" | "verifier" | "progress" | "completion" | "recovery";

interface Consultation {
  /** Of the step that asked or was asked about. */
  readonly stepNumber: number;
  readonly question: string;
  readonly answer: string;
  readonly model: string;
  readonly usage: ModelUsage | undefined;
  readonly at: string | undefined;
}

export const consultedId = ({ jobId }: Pick<TrajectoryStep, "jobId">, role: Consulted): string =>
  `${jobId}-${role}`;

export function metricsOf(usage: ModelUsage): AtifStep["metrics"] {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    cached_tokens: usage.cachedTokens,
    ...defined({ cost_usd: usage.costUsd }),
    extra: { calls: usage.calls, thinking_tokens: usage.thinkingTokens },
  };
}

/** In order: the question to each role and its reply. Roles without a call are absent. */
export function consultations(trajectory: Trajectory): ReadonlyMap<Consulted, readonly Consultation[]> {
  const all = new Map<Consulted, Consultation[]>();
  const add = (role: Consulted, consultation: Consultation): void => {
    all.set(role, [...(all.get(role) ?? []), consultation]);
  };
  for (const plan of trajectory.plans) {
    const asked = planConsultation(plan);
    if (asked !== null) add("planner", asked);
  }
  for (const step of trajectory.steps) {
    for (const [role, asked] of stepConsultations(step)) add(role, asked);
  }
  for (const { plans, exception, stepNumber } of trajectory.recoveries)
    for (const { at, model, usage, reason, directive, rootCause } of plans)
      add("recovery", {
        stepNumber,
        question: exception,
        answer: [rootCause, reason, directive].filter(Boolean).join("\n"),
        model,
        usage,
        at,
      });
  return all;
}

function planConsultation(plan: Plan): Consultation | null {
  const { model, content, requestedAtStep: stepNumber, usage, failures, finishedAt } = plan;
  if (model === undefined) return null;
  return {
    stepNumber,
    question: [`A plan is asked for: ${plan.trigger}.`, ...failures].join("\n"),
    answer: content === undefined ? (plan.failure?.message ?? "no plan") : JSON.stringify(content),
    model,
    usage,
    at: finishedAt,
  };
}

function* stepConsultations(step: TrajectoryStep): Generator<readonly [Consulted, Consultation]> {
  const { stepNumber, verification, progressCheck, completionCheck, verifiedAt: at } = step;
  const about = stepWords(step, true);
  const asked = (question: string, answer: string, model: string, usage?: ModelUsage): Consultation => ({
    stepNumber,
    question,
    answer,
    model,
    usage,
    at,
  });
  if (verification?.model !== undefined) {
    const found = verification.findings.map(({ text }) => text).join(" ");
    const answer = `${verification.verdict}: ${found}`;
    yield [
      "verifier",
      asked(`Did it do what was meant? ${about}`, answer, verification.model, verification.usage),
    ];
  }
  if (progressCheck?.model !== undefined) {
    const answer = `${progressCheck.progressing ? "progressing" : "stalled"}: ${progressCheck.reason}`;
    yield [
      "progress",
      asked(`Is there progress up to: ${about}`, answer, progressCheck.model, progressCheck.usage),
    ];
  }
  if (completionCheck?.model !== undefined) {
    const answer = `${completionCheck.accepted ? "accepted" : "rejected"}: ${completionCheck.reason}`;
    yield ["completion", asked("Is the task done?", answer, completionCheck.model, completionCheck.usage)];
  }
}

/** Which of them a step asked. */
export const consultedBy = (step: TrajectoryStep): readonly Consulted[] =>
  [...stepConsultations(step)].map(([role]) => role);

type Subagent = NonNullable<AtifTrajectory["subagent_trajectories"]>[number];

export function subagents(trajectory: Trajectory, version: string): readonly Subagent[] {
  const { jobId } = trajectory.job;
  return [...consultations(trajectory)].map(([role, asked]) => ({
    schema_version: atifVersion,
    session_id: jobId,
    trajectory_id: consultedId({ jobId }, role),
    agent: { name: `drover-${role}`, version, ...defined({ model_name: asked[0]?.model }) },
    steps: asked.flatMap((one, index) => turns(one, index)),
  }));
}

function turns({ stepNumber, question, answer, model, usage, at }: Consultation, index: number): AtifStep[] {
  const extra = { drover_step: stepNumber };
  const calls = usage?.calls ?? 1;
  return [
    { step_id: index * 2 + 1, source: "user", message: question, extra },
    {
      step_id: index * 2 + 2,
      ...defined({ timestamp: at }),
      source: "agent",
      model_name: model,
      message: answer,
      ...(usage === undefined || calls === 0 ? {} : { metrics: metricsOf(usage) }),
      llm_call_count: calls,
      extra,
    },
  ];
}
