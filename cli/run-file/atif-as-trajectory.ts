import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import { JobOutcome } from "#shared/contracts/job/job.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { AtifContent, AtifStep, AtifTrajectory } from "#shared/contracts/result/atif.ts";
import { JobId } from "#shared/contracts/values/ids.ts";

/** What a file from elsewhere does not say. */
const nobody = "elsewhere";
const noTime = "1970-01-01T00:00:00.000Z";
const noId = "0".repeat(26);
const usualScreen = { width: 1080, height: 1920 };
const longest = { thinking: 20_000, task: 4_000, feedback: 2_000, answer: 1_000, model: 100, action: 30_000 };

/**
 * A trajectory of any agent, in the form of Drover's, to be looked at. A step of the agent is a step; what is between two steps
 * is feedback of the first. Pictures are named as the file names them.
 * @throws ZodError where it cannot be told in this form
 */
export function atifAsTrajectory(atif: AtifTrajectory): Trajectory {
  const { steps, time } = stepsOf(atif);
  const first = atif.steps.find(({ source }) => source === "user");
  const task = cut(sayable(textOf(first?.message ?? "")) || "no task is told", longest.task).trim();
  const jobId = JobId.safeParse(atif.trajectory_id ?? atif.session_id).data ?? noId;
  const { final_metrics: sum } = atif;
  return Trajectory.parse({
    schemaVersion: 2,
    exportedAt: time,
    job: {
      ...JobRequest.parse({ task: "x" }),
      task,
      schemaVersion: 1,
      tenantId: nobody,
      jobId,
      pool: nobody,
      status: "finished",
      createdAt: atif.steps[0]?.timestamp === undefined ? noTime : utc(atif.steps[0].timestamp),
      finishedAt: time,
      stepCount: steps.length,
      models: { agent: {} },
      usage: {
        calls: steps.length,
        inputTokens: sum?.total_prompt_tokens ?? 0,
        outputTokens: sum?.total_completion_tokens ?? 0,
        cachedTokens: sum?.total_cached_tokens ?? 0,
        ...(sum?.total_cost_usd === undefined
          ? {}
          : { costUsd: sum.total_cost_usd, pricedCalls: steps.length }),
      },
      ...outcomeOf(atif),
    },
    steps: steps.map((step) => ({ ...step, jobId })),
    errors: [],
    completeness: { complete: false, missing: ["It was read from an ATIF file, which has no trees."] },
  });
}

/** Drover's own exports say how the job ended; nobody else's can be asked. */
function outcomeOf({ extra }: AtifTrajectory): object {
  const own = extra?.drover;
  if (typeof own !== "object" || own === null || Array.isArray(own)) return {};
  const outcome = JobOutcome.safeParse(own.outcome).data;
  if (outcome === undefined) return {};
  const reason = own.outcome_reason;
  return { outcome, ...(typeof reason === "string" ? { outcomeReason: cut(reason, 2_000) } : {}) };
}

function stepsOf(atif: AtifTrajectory) {
  const steps: Record<string, unknown>[] = [];
  let time = noTime;
  let screen = observation(time, null, "");
  for (const step of atif.steps) {
    if (step.timestamp !== undefined) time = utc(step.timestamp);
    const before = imageOf(step.message);
    if (before !== null) screen = observation(time, before, screen.package);
    const told = textOf(step.message);
    const last = steps.at(-1);
    if (step.source !== "agent") {
      if (last !== undefined)
        last.feedback = cut([last.feedback, told].filter(Boolean).join("\n"), longest.feedback);
      continue;
    }
    const results = step.observation?.results ?? [];
    const after = results.map(({ content }) => imageOf(content ?? "")).findLast((image) => image !== null);
    const app = typeof step.extra?.app === "string" ? step.extra.app : screen.package;
    const now = after === undefined ? { ...screen, package: app } : observation(time, after, app);
    steps.push(agentStep(step, { number: steps.length + 1, at: time, before: screen, after: now, atif }));
    screen = now;
  }
  return { steps, time };
}

interface Place {
  readonly number: number;
  readonly at: string;
  readonly before: Observation;
  readonly after: Observation;
  readonly atif: AtifTrajectory;
}

function agentStep(step: AtifStep, { number, at, before, after, atif }: Place): Record<string, unknown> {
  const { metrics, tool_calls: calls = [], observation: seen, message } = step;
  const outcomeTexts = (seen?.results ?? []).map(({ content }) => textOf(content ?? "")).filter(Boolean);
  return {
    schemaVersion: 2,
    tenantId: nobody,
    stepNumber: number,
    predictedAt: at,
    performedAt: at,
    model: cut(step.model_name ?? atif.agent.model_name ?? atif.agent.name, longest.model),
    thinking: cut(textOf(message), longest.thinking),
    ...(step.reasoning_content ? { reasoning: cut(step.reasoning_content, longest.thinking) } : {}),
    actions:
      calls.length === 0
        ? [{ action: { action: "say", text: cut(textOf(message), longest.answer) } }]
        : calls.slice(0, 5).map((call) => ({ action: actionOf(call) })),
    before,
    after,
    outcome: { ok: true, effect: "done", retries: 0 },
    usage: {
      calls: step.llm_call_count ?? 1,
      inputTokens: metrics?.prompt_tokens ?? 0,
      outputTokens: metrics?.completion_tokens ?? 0,
      cachedTokens: metrics?.cached_tokens ?? 0,
      ...(metrics?.cost_usd === undefined ? {} : { costUsd: metrics.cost_usd, pricedCalls: 1 }),
    },
    repairs: 0,
    ...(outcomeTexts.length === 0 ? {} : { feedback: cut(outcomeTexts.join("\n"), longest.feedback) }),
  };
}

function actionOf({ function_name: name, arguments: given }: NonNullable<AtifStep["tool_calls"]>[number]) {
  const whole = { ...given, action: name.slice(0, 60) };
  return JSON.stringify(whole).length > longest.action ? { action: name.slice(0, 60), cut: true } : whole;
}

const observation = (capturedAt: string, screenshotKey: string | null, app: string): Observation => ({
  capturedAt,
  screen: usualScreen,
  package: app,
  activity: "",
  keyboardShown: false,
  screenshotKey,
  modelScreenshotKey: null,
  modelPicture: null,
  treeKey: null,
  hierarchyKey: null,
  treeHash: "",
  flags: [],
});

const utc = (timestamp: string): string => new Date(timestamp).toISOString();

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const unsayable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
const sayable = (text: string): string => text.toWellFormed().replace(unsayable, " ").trim();

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

const textOf = (content: AtifContent): string =>
  typeof content === "string"
    ? content
    : content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

function imageOf(content: AtifContent): string | null {
  if (typeof content === "string") return null;
  const image = content.findLast((part) => part.type === "image");
  return image?.type === "image" ? image.source.path : null;
}
