import type { RaisedException } from "#shared/contracts/agent/raised-exception.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { Recovery, recoveryIdOf } from "#shared/contracts/recovery/recovery.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { displayText } from "#shared/text/display-text.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";
import { categoryOf } from "./failure-category.ts";

/** Of one job, whatever they are for: an app that cannot be helped twice cannot be helped. */
export const mostRecoveries = 2;

interface Begun {
  readonly recoveryNumber: number;
  readonly source: Recovery["source"];
  readonly stepNumber: number;
  readonly raised: Partial<RaisedException> & Pick<RaisedException, "exception">;
  readonly errorCode?: string | undefined;
  /** What was sent with the exception. */
  readonly sent?: { readonly screenshotKey: string | null; readonly treeKey: string | null };
  readonly observation?: Observation | null;
}

/** Stores a recovery that is about to be run; one that is stored already under its number stands. */
export async function beginRecovery(
  job: Job,
  begun: Begun,
  runtime: Pick<Services, "now" | "repositories">,
): Promise<Recovery> {
  const { tenantId, jobId } = job;
  const { recoveryNumber, source, stepNumber, raised, errorCode, sent, observation } = begun;
  const recovery = Recovery.parse({
    schemaVersion: 1,
    tenantId,
    jobId,
    recoveryNumber,
    recoveryId: recoveryIdOf(jobId, recoveryNumber),
    source,
    ...defined({ errorCode }),
    category: categoryOf(raised.exception, errorCode),
    ...raised,
    screenshotKey: sent?.screenshotKey ?? observation?.screenshotKey ?? null,
    treeKey: sent?.treeKey ?? observation?.treeKey ?? null,
    ...defined({ observedAt: observation?.capturedAt }),
    stepNumber,
    startedAt: runtime.now().toISOString(),
  });
  const { recoveries } = runtime.repositories;
  if (await recoveries.create(recovery)) return recovery;
  return (await recoveries.get(tenantId, jobId, recoveryNumber)) ?? recovery;
}

const loggedSteps = 20;

/** What an agent did of late, as the log of its actions. */
export const actionLogOf = (history: readonly Step[]): RaisedException["actionLog"] =>
  history.slice(-loggedSteps).map(({ stepNumber, actions, outcome, feedback }) => {
    const done = actions.map(({ action, element }) =>
      [JSON.stringify(action), element].filter(Boolean).join(" on "),
    );
    const result = outcome?.ok === false ? (outcome.message ?? "failed") : (feedback ?? "");
    return displayText(`step ${stepNumber}: ${done.join(", then ")}: ${result}`, 500);
  });
