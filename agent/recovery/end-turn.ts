import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { EndRecoveryInput, EndRecoveryOutput } from "#shared/contracts/recovery/recovery-turn.ts";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import { catalogue } from "#shared/errors/catalogue.ts";
import { defined } from "#shared/values/defined.ts";
import type { Runtime, Services } from "../runtime/services.ts";
import { ended } from "./advance.ts";
import { findRecovery } from "./read-recovery.ts";
import { storyOf } from "./recovery-story.ts";

/** After every turn: the end is written once, and stands. */
const lastTurn = 1_000_000;

/** Closes the recovery's record, tells the job's next prompt of it, and a person when it did not help (docs/spec.md E6). */
export async function endTurn(
  input: EndRecoveryInput,
  runtime: Runtime<"end-recovery">,
): Promise<EndRecoveryOutput> {
  const found = await findRecovery(input, runtime);
  const recovery = found.endedAt === undefined ? await close(found, input, runtime) : found;
  const { outcome, recoveryId } = recovery;
  const detail = storyOf(recovery);
  runtime.logger.info("the recovery ended", { recoveryId, outcome, reason: recovery.reason });
  return {
    recoveryId,
    recovered: outcome === "recovered",
    detail,
    nextStepNumber: input.stepNumber,
    observation: input.observation,
  };
}

async function close(
  found: Recovery,
  input: EndRecoveryInput,
  runtime: Runtime<"end-recovery">,
): Promise<Recovery> {
  const { failure } = input;
  const known = found.outcome !== undefined && failure === null;
  const why = `The state ${failure?.state ?? "?"} failed with ${failure?.error ?? "no error"}.`;
  const { progress: _over, ...recovery } = known ? found : ended(found, "aborted", why).recovery;
  const now = runtime.now();
  const { plans, succeededSteps, tries, tools } = recovery;
  const closed: Recovery = {
    ...recovery,
    endedAt: now.toISOString(),
    counts: {
      milliseconds: Math.max(0, now.getTime() - Date.parse(recovery.startedAt)),
      replans: Math.max(0, plans.length - 1),
      succeededSteps,
      tries,
      tools,
    },
    turn: lastTurn,
  };
  if (!(await runtime.repositories.recoveries.save(closed))) return findRecovery(input, runtime);
  await Promise.all([tellAgent(closed, input, runtime), tellPeople(closed, input, runtime)]);
  return closed;
}

const mayAsk = "You may ask a person what to do (ask_user).";

/** With the job's newest step, whose words the next prompt tells; one that did not help names the person who may be asked. */
async function tellAgent(
  recovery: Recovery,
  { tenantId, jobId, stepNumber }: EndRecoveryInput,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  if (stepNumber <= 1) return;
  const job = recovery.outcome === "recovered" ? null : await repositories.jobs.get(tenantId, jobId);
  const told = [
    storyOf(recovery),
    ...(job?.questions === undefined && job?.user === undefined ? [] : [mayAsk]),
  ].join(" ");
  await repositories.steps.tell({ tenantId, jobId, stepNumber: stepNumber - 1, feedback: told });
}

/** A recovery that did not help is an event of its job: `drover errors`, `drover show` and the API tell of it. */
async function tellPeople(
  recovery: Recovery,
  { tenantId, jobId, stepNumber, observation, lease }: EndRecoveryInput,
  runtime: Pick<Services, "newId" | "now" | "repositories">,
): Promise<void> {
  if (recovery.outcome === "recovered" || recovery.outcome === "planned") return;
  const { advice } = catalogue.RecoveryFailed;
  const screenshotKey = observation?.screenshotKey ?? recovery.screenshotKey;
  await runtime.repositories.errors.put({
    schemaVersion: 1,
    tenantId,
    jobId,
    errorId: ErrorId.parse(runtime.newId()),
    capturedAt: runtime.now().toISOString(),
    name: "RecoveryFailed",
    code: "RecoveryFailed",
    message: `${storyOf(recovery)} It was to recover from: ${recovery.exception}`
      .slice(0, 2_000)
      .toWellFormed(),
    advice: [...advice],
    retryable: false,
    stepNumber,
    stateName: "EndRecovery",
    ...(lease === null ? {} : { deviceId: lease.deviceId, hostId: lease.hostId }),
    ...defined({ app: observation?.package || undefined }),
    screenshotKey,
    hierarchyKey: observation?.hierarchyKey ?? null,
    ...(screenshotKey === null ? { screenshotMissing: "none was taken" } : {}),
  });
}
