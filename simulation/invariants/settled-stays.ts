import type { Step } from "#shared/contracts/step/step.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { type Invariant, type Observed, replaced } from "./invariant.ts";

/** Of a job that is still open: older ones are looked at again in the end. */
const newestSteps = { limit: 4, newestFirst: true };

/** What is said of something that nothing changes any more, by its name. */
type Settled = readonly (readonly [name: string, said: string])[];

const settledSteps = (jobId: string, steps: readonly Step[]): Settled =>
  steps.flatMap(({ stepNumber, outcome, actions }) =>
    // Whoever carried it out may still say what came of it.
    outcome === undefined || outcome.effect === "indeterminate"
      ? []
      : [[`step ${stepNumber} of job/${jobId}`, JSON.stringify([outcome, actions])] as const],
  );

async function questionsOf(jobId: string, { farm }: Observed): Promise<Settled> {
  const { repositories } = farm.cloud;
  const questions = await repositories.questions.listByJob(farm.cloud.ownerOf(jobId), jobId as JobId);
  return questions.flatMap(({ questionId, status, answer }) =>
    status === "open"
      ? []
      : [[`question ${questionId} of job/${jobId}`, `${status} ${answer ?? ""}`.trim()] as const],
  );
}

/** What came of a step and how a question was closed is never said otherwise. */
export function settledStays(): Invariant {
  const kept = new Map<string, string>();
  const contradictions = (settled: Settled): readonly string[] =>
    settled.flatMap(([name, said]) => {
      const before = replaced(kept, name, said);
      return before === null ? [] : [`${name} was ${before}, and is ${said}`];
    });
  const gone = (settled: Settled, jobId: string): readonly string[] => {
    const names = new Set(settled.map(([name]) => name));
    return [...kept.keys()].flatMap((name) =>
      name.endsWith(` of job/${jobId}`) && !names.has(name)
        ? [`${name} was ${kept.get(name)}, and is open`]
        : [],
    );
  };
  return {
    name: "what is settled stays as it is",
    async during(seen) {
      const { cloud } = seen.farm;
      const found: string[] = [];
      for (const [jobId, job] of seen.jobs) {
        if (job?.status !== "running") continue;
        if (!cloud.isReadable) break;
        found.push(...contradictions(settledSteps(jobId, await cloud.stepsOf(jobId, newestSteps))));
        if (!cloud.isReadable) break;
        found.push(...contradictions(await questionsOf(jobId, seen)));
      }
      return found;
    },
    async after(seen) {
      const found: string[] = [];
      for (const jobId of seen.jobs.keys()) {
        const settled = [
          ...settledSteps(jobId, await seen.farm.cloud.stepsOf(jobId)),
          ...(await questionsOf(jobId, seen)),
        ];
        found.push(...contradictions(settled), ...gone(settled, jobId));
      }
      return found;
    },
  };
}
