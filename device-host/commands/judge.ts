import type { JudgeAnswer } from "#shared/contracts/host-answer.ts";
import { lookAtScreen } from "../devices/look-at-screen.ts";
import { withCheckedSecrets, withoutCheckedSecrets } from "../secrets/checked-secrets.ts";
import { runValidators, verdictOf } from "../validators/run-validators.ts";
import { type CommandContext, jobOf, secretAccess } from "./command-context.ts";

/** Runs the job's validators on the device and writes what they found on the job. */
export async function judge(context: CommandContext<"judge">): Promise<JudgeAnswer> {
  const job = await jobOf(context);
  const { adb, device, services } = context;
  const validators = await withCheckedSecrets(job.validators, secretAccess(context));
  let screen: ReturnType<typeof lookAtScreen> | null = null;
  const found = await runValidators(validators, {
    device: adb,
    answer: job.claim?.answer,
    screen: () => {
      screen ??= lookAtScreen(device, adb, services.clock);
      return screen;
    },
  });
  const results = withoutCheckedSecrets(found, job.validators, context.lease.secrets);
  await services.repositories.jobs.saveJudgement(job.tenantId, job.jobId, results);
  return { verdict: verdictOf(results), results: [...results] };
}
