import type { CommandScript, FunctionScript, World } from "./job-world.ts";
import type { Sent } from "./read-executions.ts";

const observation = (name: string): Sent => ({ capturedAt: name, treeHash: name });

/** A world in which everything works: two actions, then the agent claims success and the validators agree. */
export function workingWorld(
  changes: { functions?: Record<string, FunctionScript>; commands?: Record<string, CommandScript> } = {},
): World {
  return {
    functions: {
      PrepareJob: ({ tenantId, jobId }) => ({
        tenantId,
        jobId,
        poolQueueUrl: "http://127.0.0.1/000000000000/pool",
        messageGroupId: "t.j",
        requirements: {},
        queueSeconds: 3600,
        stepTimeoutSeconds: 30,
        modelPicture: null,
        ocr: "never",
      }),
      PredictAction: ({ stepNumber, alreadySatisfied }) => {
        if (alreadySatisfied) return { route: "judge", end: { reason: "alreadySatisfied", detail: "" } };
        if (stepNumber > 2)
          return { route: "judge", end: { reason: "claimed", detail: "", claim: { status: "success" } } };
        return {
          route: "perform",
          stepNumber,
          commandId: `c${stepNumber}`,
          deadlineSeconds: 40,
          actions: [{ action: "home" }],
        };
      },
      VerifyStep: ({ stepNumber }) => ({ nextStepNumber: stepNumber + 1, finding: null }),
      MapError: () => ({ route: "release", end: { reason: "infrastructure", detail: "mapped" } }),
      FinishJob: ({ end, verdict, clean, recoveries }) => ({ end, verdict, clean, recoveries }),
      ...changes.functions,
    },
    commands: {
      acquire: (_command, call) => ({
        deviceId: `h.d${call}`,
        hostId: "h",
        epoch: call,
        commandQueueUrl: "http://127.0.0.1/000000000000/host",
      }),
      setUp: () => ({ observation: observation("start"), alreadySatisfied: false }),
      perform: ({ stepNumber }) => ({
        outcome: { ok: true },
        observation: observation(`after ${stepNumber}`),
      }),
      judge: () => ({ verdict: "passed", results: [] }),
      release: () => ({ clean: true }),
      ...changes.commands,
    },
  };
}

/** Answers these routes first, one a call, and then what a working job answers. */
export function routing(
  routes: readonly Sent[],
  others: { functions?: Record<string, FunctionScript>; commands?: Record<string, CommandScript> } = {},
) {
  const { functions } = workingWorld();
  const PredictAction: FunctionScript = (payload, call) =>
    routes[call - 1] ?? functions.PredictAction?.(payload, call);
  return workingWorld({ ...others, functions: { ...others.functions, PredictAction } });
}
