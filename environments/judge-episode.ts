import { readDevice } from "#device-host/judging/read-device.ts";
import { runValidators } from "#device-host/validators/run-validators.ts";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { RubricScore, RubricWeights } from "#shared/contracts/env/rubric.ts";
import { boundEvidence } from "#shared/rules/judging/bound-evidence.ts";
import { judgeJob } from "#shared/rules/judging/judge-job.ts";
import { rewardOf, rubricOf } from "#shared/rules/judging/rubric.ts";
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

interface EndedEpisode {
  readonly device: EnvDevice;
  readonly task: EnvTask;
  readonly before: PreparedDevice["before"];
  readonly claim: AgentClaim | undefined;
  readonly weights: RubricWeights;
}

/**
 * What an episode is worth by the device's state, judged as a job is.
 * @throws EnvError when nobody knows: the checks or the device could not be read
 */
export async function judgeEpisode({
  device,
  task,
  before,
  claim,
  weights,
}: EndedEpisode): Promise<JudgedEpisode> {
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
  const { verdictReason: reason = "" } = summary;
  const rubric = rubricOf(summary, weights);
  if (rubric !== null) return { reward: rewardOf(rubric), rubric, reason };
  const doubt = judged.find(({ result }) => result.verdict === "inconclusive")?.result.observed;
  throw new EnvError(
    "EXECUTION_ERROR",
    `The episode cannot be judged: ${reason || doubt || summary.verdict}.`,
  );
}
