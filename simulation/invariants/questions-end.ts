import type { Invariant } from "./invariant.ts";

/** For a wait that ends while the cloud is away or whose function dies, and for a job that gave its device away and waits for another. */
const patienceMilliseconds = 1_800_000;

/** A question is closed when its time is over or its job has ended, and an answer that the farm took is the one that it has. */
export const questionsEnd = (): Invariant => ({
  name: "every question ends, with the answer that was taken",
  async after({ farm, jobs, records }) {
    const found: string[] = [];
    for (const job of jobs.values()) {
      if (job === null) continue;
      const { tenantId, jobId } = job;
      for (const question of await farm.cloud.repositories.questions.listByJob(tenantId, jobId)) {
        const { questionId, status, until, answer, answeredAt = until } = question;
        const name = `question ${questionId} of job/${jobId}`;
        if (status === "open") found.push(`${name} is still open`);
        if (Date.parse(answeredAt) > Date.parse(until) + patienceMilliseconds)
          found.push(`${name} should have ended at ${until}, and did at ${answeredAt}`);
        const given = records.answers.find((one) => one.jobId === jobId && one.questionId === questionId);
        if (given?.isTaken === true && (status !== "answered" || answer !== given.answer))
          found.push(`${name} was answered "${given.answer}", and is ${status}: ${answer}`);
      }
    }
    return found;
  },
});
