import { judgingKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { ExternalCheck } from "#shared/contracts/judging/external-check.ts";
import type { KeptJudgement } from "#shared/contracts/judging/judging.ts";
import { externalValidators } from "#shared/contracts/judging/validator.ts";
import type { JudgeAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { boundEvidence } from "#shared/rules/judging/bound-evidence.ts";
import { judgeJob } from "#shared/rules/judging/judge-job.ts";
import { withEvidence } from "#shared/rules/judging/with-evidence.ts";
import { isConnectionLost } from "../adb/adb-error.ts";
import { lookAtScreen } from "../devices/look-at-screen.ts";
import type { HostServices } from "../host-services.ts";
import { type ReadDevice, readDevice } from "../judging/read-device.ts";
import { withCheckedSecrets, withoutCheckedSecrets } from "../secrets/checked-secrets.ts";
import { maskedTexts } from "../secrets/masked-texts.ts";
import { type JudgedValidator, runValidators } from "../validators/run-validators.ts";
import { askAgain } from "./ask-again.ts";
import { type CommandContext, jobOf, secretAccess } from "./command-context.ts";
import { foundDevice } from "./found-device.ts";
import { screenPart } from "./screen-part.ts";

/** Runs the job's validators on the device, compares its state with what the agent found, and writes both on the job. */
export async function judge(context: CommandContext<"judge">): Promise<JudgeAnswer> {
  const job = await jobOf(context);
  const [judged, before, after] = await askAgain(context, () =>
    Promise.all([checkAll(context, job), foundDevice(context, job), readNow(context, job)]),
  );
  const { secrets } = context.lease;
  const kept: KeptJudgement = {
    schemaVersion: 1,
    at: context.services.clock.now().toISOString(),
    read: judged.map(({ result, evidence }) => ({
      validator: result.validator,
      evidence: boundEvidence(evidence),
    })),
    before: maskedTexts(before?.state ?? null, secrets),
    after: maskedTexts(after?.state ?? null, secrets),
    network: { before: before?.network ?? "unknown", after: after?.network ?? "unknown" },
  };
  const results = judged.map(({ result }, index) =>
    withEvidence(result, kept.read[index]?.evidence ?? { kind: "unreadable", why: "" }),
  );
  const { claim, changes, requirements } = job;
  const summary = judgeJob({ ...kept, results, claim, changes, needsNetwork: requirements.network });
  const { tenantId, jobId } = job;
  const judgementKey = judgingKey(tenantId, jobId, context.command.commandId, "judgement");
  const judgement = results;
  await Promise.all([
    context.services.spool.put(judgementKey, JSON.stringify(kept), "application/json"),
    context.services.repositories.jobs.saveJudgement(tenantId, jobId, {
      ...summary,
      judgement,
      judgementKey,
    }),
  ]);
  return {
    verdict: summary.verdict,
    results: results.map(({ evidence: _, mismatch: _told, ...result }) => result),
  };
}

async function checkAll(context: CommandContext<"judge">, job: Job): Promise<readonly JudgedValidator[]> {
  const { adb, services, lease } = context;
  const [validators, checks] = await Promise.all([
    withCheckedSecrets(job.validators, secretAccess(context)),
    checksOf(job, services),
  ]);
  let screen: ReturnType<typeof lookAtScreen> | null = null;
  const judged = await runValidators(validators, {
    device: adb,
    claim: job.claim,
    checks,
    screen: () => {
      screen ??= lookForJudgement(context);
      return screen;
    },
  });
  return withoutCheckedSecrets(judged, job.validators, lease.secrets);
}

/** Null: it cannot be read, which is not a reason not to judge. @throws the transport's error when the device is lost */
export async function readNow(
  { adb, services }: Pick<CommandContext<"judge">, "adb" | "services">,
  job: Job,
): Promise<ReadDevice | null> {
  try {
    return await readDevice(adb, job);
  } catch (error) {
    const { code, message } = unexpected(error);
    if (code === "LeaseLost" || isConnectionLost(error)) throw error;
    services.logger.warn("the device's state could not be read", { jobId: job.jobId, code, error: message });
    return null;
  }
}

const checksOf = (
  { tenantId, jobId, validators }: Job,
  { repositories }: HostServices,
): Promise<readonly ExternalCheck[]> | readonly ExternalCheck[] =>
  externalValidators(validators).length === 0 ? [] : repositories.checks.listByJob(tenantId, jobId);

/** The whole screen, or the job's window of it. */
async function lookForJudgement(context: CommandContext<"judge">): ReturnType<typeof lookAtScreen> {
  const { adb, device, services, part } = context;
  const { window } = part;
  if (window === null) return lookAtScreen(device, adb, services.clock);
  return lookAtScreen(device, adb, services.clock, undefined, await screenPart(context, window));
}
