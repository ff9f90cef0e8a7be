import type { AgentServiceRequest } from "#shared/contracts/api/agent-service.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";
import { readScreenshot, type TurnState } from "../turn-state/read-turn.ts";
import { observationOf, observedParts } from "./turn-observation.ts";

/** The turn as a service with `predict(instruction, observation)` is asked it. */
export async function serviceQuestion(
  { jobId, stepNumber }: PredictActionInput,
  state: TurnState,
  runtime: Services,
): Promise<AgentServiceRequest> {
  const { job, observation, tree } = state;
  const parts = observedParts(state);
  const told = observationOf(state, { stepNumber, withTree: true }, runtime);
  const screenshot = parts.screenshot ? await pictureOf(observation.screenshotKey, runtime) : undefined;
  const { limitsLeft, background, systemPrompt, screen, orientation, keyboardShown } = told;
  const { flags, last, notes, feedback, actions, apps, device } = told;
  const metadata = {
    step_count: stepNumber,
    limits_left: limitsLeft,
    ...defined({ background, system_prompt: systemPrompt, orientation, feedback, apps, device }),
    screen,
    app: observation.package,
    activity: observation.activity,
    keyboard_shown: keyboardShown,
    ...{ flags, last, notes },
  };
  return {
    schemaVersion: 1,
    jobId,
    stepNumber,
    instruction: job.task,
    observation: {
      ...defined({
        screenshot,
        accessibility_tree: parts.accessibilityTree ? (tree ?? undefined) : undefined,
        tool_result: parts.toolResult ? toolResult(state.history.at(-1)) : undefined,
        metadata: parts.metadata ? metadata : undefined,
      }),
    },
    actions,
  };
}

const mediaTypes = { png: "image/png", webp: "image/webp", jpg: "image/jpeg" } as const;

/** As the device showed it; null: none could be taken. */
async function pictureOf(key: string | null, runtime: Services) {
  const bytes = await readScreenshot(key, runtime);
  if (bytes === undefined) return undefined;
  const media = Object.entries(mediaTypes).find(([ending]) => key?.endsWith(`.${ending}`));
  return { media_type: media?.[1] ?? "image/png", base64: Buffer.from(bytes).toString("base64") };
}

/** In the form that docs/spec.md I4.3 gives it. */
function toolResult(step: Step | undefined): AgentServiceRequest["observation"]["tool_result"] {
  if (step?.toolResult === undefined) return undefined;
  const { kind, name, ok, text } = step.toolResult;
  return { tool: kind === "mcp_call" ? name : kind, result: text, ...(ok ? {} : { error: true as const }) };
}
