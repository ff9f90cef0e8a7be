import type { JudgeAnswer } from "#shared/contracts/host-answer.ts";
import { runValidators, verdictOf } from "../validators/run-validators.ts";
import { type CommandContext, jobOf, look } from "./command-context.ts";

/** Runs the job's validators on the device and writes what they found on the job. */
export async function judge(context: CommandContext<"judge">): Promise<JudgeAnswer> {
  const job = await jobOf(context);
  let screen: ReturnType<typeof look> | null = null;
  const results = await runValidators(job.validators, {
    device: context.adb,
    answer: job.claim?.answer,
    screen: () => {
      screen ??= look(context);
      return screen;
    },
  });
  await context.services.repositories.jobs.saveJudgement(job.tenantId, job.jobId, results);
  return { verdict: verdictOf(results), results: [...results] };
}
