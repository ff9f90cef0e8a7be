import type { Trajectory, TrajectoryStep } from "../../contracts/api/trajectory.ts";
import {
  type AtifPart,
  type AtifResult,
  type AtifStep,
  type AtifTrajectory,
  atifVersion,
} from "../../contracts/result/atif.ts";
import { defined } from "../../values/defined.ts";
import { outcomeWords } from "./action-words.ts";
import { consultedBy, consultedId, metricsOf, subagents } from "./atif-consultations.ts";
import type { ExportedJob, ExportFile, ExportSource, ExportTools } from "./export-source.ts";
import { type NamedPicture, PictureFiles } from "./picture-file.ts";
import { runsOf } from "./runs-of.ts";

type Unnumbered = Omit<AtifStep, "step_id">;

/** The Agent Trajectory Interchange Format (docs/atif-1.7.schema.json), pictures beside the file. */
export async function* atifExport(source: ExportSource, tools: ExportTools): AsyncGenerator<ExportFile> {
  for await (const { job, folder } of runsOf(source)) {
    const pictures = new PictureFiles(job, `${folder}images/`);
    const partOf = async (key: string | null | undefined): Promise<readonly AtifPart[]> =>
      imagePart(await pictures.name(key), folder);
    const steps = await stepsOf(job.trajectory, partOf);
    yield* pictures.take();
    const trajectory = rootOf(job, steps, tools);
    yield { path: `${folder}trajectory.json`, body: `${JSON.stringify(trajectory, null, 2)}\n` };
  }
}

type PartOf = (key: string | null | undefined) => Promise<readonly AtifPart[]>;

const imagePart = (picture: NamedPicture | null, folder: string): readonly AtifPart[] =>
  picture === null
    ? []
    : [{ type: "image", source: { media_type: picture.type, path: picture.path.slice(folder.length) } }];

function rootOf({ trajectory }: ExportedJob, steps: AtifStep[], { version }: ExportTools): AtifTrajectory {
  const { job } = trajectory;
  const { usage, claim } = job;
  const others = subagents(trajectory, version);
  return {
    schema_version: atifVersion,
    session_id: job.jobId,
    trajectory_id: job.jobId,
    agent: {
      name: "drover",
      version,
      ...defined({ model_name: job.models.agent.model ?? trajectory.steps[0]?.model }),
    },
    steps,
    notes:
      "Steps are numbered together with those of the user and the planner; extra.drover_step is the job's own number. Places are from 0 to 1.",
    final_metrics: {
      total_prompt_tokens: usage.inputTokens,
      total_completion_tokens: usage.outputTokens,
      total_cached_tokens: usage.cachedTokens,
      ...defined({ total_cost_usd: usage.costUsd }),
      total_steps: steps.length,
    },
    extra: {
      drover: defined({
        job_id: job.jobId,
        outcome: job.outcome,
        outcome_reason: job.outcomeReason,
        verdict: job.verdict,
        progress: job.progress,
        claim: claim && defined({ ...claim }),
        device_id: job.deviceId,
        // The questions to its simulated user.
        questions: job.metrics?.questions,
        checks: job.judgement?.map(({ validator: { kind }, verdict, observed }) => ({
          kind,
          verdict,
          observed,
        })),
      }),
    },
    ...(others.length === 0 ? {} : { subagent_trajectories: [...others] }),
  };
}

async function stepsOf(trajectory: Trajectory, partOf: PartOf): Promise<AtifStep[]> {
  const { job, plans, steps } = trajectory;
  const made: Unnumbered[] = [
    {
      source: "user",
      timestamp: job.createdAt,
      message: [{ type: "text", text: job.task }, ...(await partOf(steps[0]?.before.screenshotKey))],
    },
  ];
  for (const step of steps) {
    for (const plan of plans.filter(({ adoptedAtStep }) => adoptedAtStep === step.stepNumber))
      made.push(guidance(job, plan));
    if (step.interventions !== undefined) made.push(touchedByPerson(step));
    made.push(await agentStep(step, partOf));
  }
  return made.map((step, index) => ({ step_id: index + 1, ...step }));
}

/** The planner's guidance reaches the agent: a system step that names the sub-agent it came from. */
function guidance(
  job: Trajectory["job"],
  { content, planNumber, kind }: Trajectory["plans"][number],
): Unnumbered {
  const ref = { trajectory_id: consultedId(job, "planner") };
  const best = content?.approaches[content.recommendedIndex];
  const steps = best?.steps.map((step, index) => `${index + 1}. ${step}`) ?? [];
  return {
    source: "system",
    message: [`Plan ${planNumber} (${kind}): ${best?.name ?? "none"}`, ...steps].join("\n"),
    observation: { results: [{ subagent_trajectory_ref: [ref] }] },
  };
}

const touchedByPerson = ({ interventions = [], stepNumber }: TrajectoryStep): Unnumbered => ({
  source: "user",
  message: `A person touched the device: ${interventions.map(({ kind }) => kind).join(", ")}.`,
  extra: { drover_step: stepNumber },
});

async function agentStep(step: TrajectoryStep, partOf: PartOf): Promise<Unnumbered> {
  const { stepNumber, usage, thinking, reasoning = "", expect = "" } = step;
  const asked = usage.calls > 0;
  // What an outside agent asks is its own affair.
  const isModels = asked || step.chosenBy === "external";
  return {
    timestamp: step.predictedAt,
    source: "agent",
    model_name: step.model,
    message: isModels
      ? `${thinking}${thinking.includes(expect) ? "" : `\n${expect}`}`.trim()
      : `Without a model (${step.chosenBy}). ${thinking}`.trim(),
    ...(isModels && reasoning !== "" ? { reasoning_content: reasoning } : {}),
    tool_calls: step.actions.map(({ action: { action, ...given }, element }, index) => ({
      tool_call_id: callId(step, index),
      function_name: action,
      arguments: given,
      ...(element === undefined ? {} : { extra: { element } }),
    })),
    observation: { results: await resultsOf(step, partOf) },
    ...(asked ? { metrics: metricsOf(usage) } : {}),
    llm_call_count: usage.calls,
    extra: { drover_step: stepNumber, chosen_by: step.chosenBy, app: (step.after ?? step.before).package },
  };
}

const callId = ({ stepNumber }: TrajectoryStep, index: number): string => `step-${stepNumber}-${index + 1}`;

/** The result of each action; the last one has the screen after the turn, and the consulted roles. */
async function resultsOf(step: TrajectoryStep, partOf: PartOf): Promise<AtifResult[]> {
  const results = step.actions.map(
    (action, index): AtifResult => ({
      source_call_id: callId(step, index),
      content: outcomeWords(action),
    }),
  );
  const last = results.at(-1);
  if (last === undefined) return results;
  const texts = [last.content, step.toolResult?.text, step.feedback].filter(
    (text): text is string => typeof text === "string" && text !== "",
  );
  const screen = await partOf(step.after?.screenshotKey);
  if (screen.length > 0)
    last.content = [...texts.map((text): AtifPart => ({ type: "text", text })), ...screen];
  else last.content = texts.join("\n");
  const consulted = consultedBy(step).map((role) => ({ trajectory_id: consultedId(step, role) }));
  if (consulted.length > 0) last.subagent_trajectory_ref = consulted;
  return results;
}
