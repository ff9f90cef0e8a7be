import { readDevice } from "#device-host/judging/read-device.ts";
import { runValidators } from "#device-host/validators/run-validators.ts";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import { RubricPart, type RubricScore, type RubricWeights } from "#shared/contracts/env/rubric.ts";
import { boundEvidence } from "#shared/rules/judging/bound-evidence.ts";
import { judgeJob } from "#shared/rules/judging/judge-job.ts";
import { withEvidence } from "#shared/rules/judging/with-evidence.ts";
import type { EnvDevice, PreparedDevice } from "./devices/env-device.ts";
import { EnvError } from "./env-error.ts";
import type { EnvTask } from "./env-tasks.ts";

export interface JudgedEpisode {
  readonly reward: number;
  readonly rubric: readonly RubricScore[];
  /** Of a failure; empty otherwise. */
  readonly reason: string;
}

interface Ended {
  readonly device: EnvDevice;
  readonly task: EnvTask;
  readonly before: PreparedDevice["before"];
  readonly claim: AgentClaim | undefined;
  readonly weights: RubricWeights;
}

type Summary = ReturnType<typeof judgeJob>;

/** So many side effects are as bad as any more. */
const worstSideEffects = 5;

const scores: { readonly [Part in RubricPart]: (summary: Summary) => number } = {
  success: ({ verdict, falseInfeasible }) => Number(verdict === "passed" && falseInfeasible !== true),
  progress: ({ progress = 0 }) => progress,
  sideEffects: ({ sideEffectCount = 0 }) => Math.min(sideEffectCount, worstSideEffects) / worstSideEffects,
  falseClaim: ({ falseComplete, falseInfeasible }) =>
    Number(falseComplete === true || falseInfeasible === true),
};

/** Without the noise of binary fractions. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/**
 * What an episode is worth by the device's state, judged as a job is.
 * @throws EnvError when nobody knows: the checks or the device could not be read
 */
export async function judgeEpisode({ device, task, before, claim, weights }: Ended): Promise<JudgedEpisode> {
  const { request } = task;
  const { adb } = device;
  const [judged, after] = await Promise.all([
    runValidators(request.validators, { device: adb, claim, screen: () => device.capture() }),
    readDevice(adb, request),
  ]);
  const summary = judgeJob({
    results: judged.map(({ result, evidence }) => withEvidence(result, boundEvidence(evidence))),
    claim,
    changes: request.changes,
    before: before.state,
    after: after.state,
    network: { before: before.network, after: after.network },
    needsNetwork: request.requirements.network,
  });
  const { verdict, verdictReason = "" } = summary;
  if (verdict !== "passed" && verdict !== "failed") {
    const doubt = judged.find(({ result }) => result.verdict === "inconclusive")?.result.observed;
    throw new EnvError(
      "EXECUTION_ERROR",
      `The episode cannot be judged: ${verdictReason || doubt || verdict}.`,
    );
  }
  const rubric = RubricPart.options.map((part) => {
    const score = scores[part](summary);
    return { part, score, weight: weights[part], value: rounded(score * weights[part]) };
  });
  const reward = rounded(rubric.reduce((sum, { value }) => sum + value, 0));
  return { reward, rubric, reason: verdictReason };
}
