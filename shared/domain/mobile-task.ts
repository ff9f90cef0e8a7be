import type { DeviceAction } from "../contracts/device-action.ts";
import type { Job, JobOutcome } from "../contracts/job.ts";
import { JobRequest } from "../contracts/job-request.ts";
import type { MobileTaskRequest, MobileTaskResult } from "../contracts/protocol/mobile-task.ts";
import { UIAction } from "../contracts/protocol/ui-action.ts";
import type { Step } from "../contracts/step.ts";

/**
 * A task of the device protocol as a job (docs/spec.md A3). The pool chooses the device, so `device_id` is not
 * carried over.
 */
export function jobRequestOf(task: MobileTaskRequest): JobRequest {
  return JobRequest.parse({
    task: task.ai_prompt,
    limits: { maxSteps: task.max_steps, timeoutSeconds: Math.max(10, task.timeout_seconds) },
  });
}

const statusOf: Readonly<Record<JobOutcome, MobileTaskResult["status"]>> = {
  succeeded: "success",
  failed: "failed",
  inconclusive: "failed",
  cancelled: "cancelled",
  over_budget: "timeout",
  refused: "failed",
  invalid: "failed",
};

/** What a job that has ended comes to in the protocol's terms. Actions without a counterpart there are left out. */
export function mobileTaskResultOf(taskId: string, job: Job, steps: readonly Step[]): MobileTaskResult {
  return {
    task_id: taskId,
    status: statusOf[job.outcome ?? "inconclusive"],
    steps_taken: steps.length,
    actions_executed: steps.flatMap((step) => uiActionOf(step) ?? []),
    completion_reason: job.outcomeReason ?? job.outcome ?? job.status,
  };
}

function uiActionOf(step: Step): UIAction | undefined {
  if (!step.deviceAction) return undefined;
  const element_id = "element" in step.action ? step.action.element : undefined;
  const parsed = UIAction.safeParse({
    action_id: `${step.jobId}-${step.stepNumber}`,
    ...primitiveOf(step.deviceAction),
    ...(element_id === undefined ? {} : { element_id }),
  });
  return parsed.success ? parsed.data : undefined;
}

function primitiveOf(action: DeviceAction): object {
  switch (action.action) {
    case "tap":
      return { action_type: "click" };
    case "long_press":
      return { action_type: "long_click" };
    case "double_tap":
      return { action_type: "double_click" };
    case "type":
      return { action_type: "type", text: action.text };
    case "scroll":
      return { action_type: "scroll", direction: action.direction };
    case "wait":
      return { action_type: "wait", duration_ms: action.duration };
    case "back":
      return { action_type: "global_action", global_action: "BACK" };
    case "home":
      return { action_type: "global_action", global_action: "HOME" };
    case "recent":
      return { action_type: "global_action", global_action: "RECENTS" };
    default:
      return {};
  }
}
