import type { Job } from "#shared/contracts/job/job.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { Span } from "./tile.ts";

const time = (at: string): number => Date.parse(at);

/** All stretches of the job's time that something is known of. */
export function jobSpans(
  job: Job,
  steps: readonly Step[],
  questions: readonly Question[],
  end: number,
): readonly Span[] {
  const started = job.startedAt === undefined ? end : time(job.startedAt);
  const [first] = steps;
  const looked = first === undefined ? end : time(first.before.capturedAt);
  return [
    { kind: "queue", from: time(job.createdAt), to: started },
    ...(job.startedAt === undefined ? [] : [{ kind: "prepare", from: started, to: looked } as const]),
    ...steps.flatMap((step, index) => stepSpans(step, steps[index + 1])),
    ...(first === undefined ? [] : firstUpload(first)),
    ...waitsUnderWay(job, end),
    ...questions.flatMap(({ askedAt, answeredAt }): Span[] =>
      answeredAt === undefined ? [] : [{ kind: "wait", from: time(askedAt), to: time(answeredAt) }],
    ),
    ...finish(job, steps, end),
  ];
}

/** `next`: has the time to store the screen after this step. */
function stepSpans(step: Step, next: Step | undefined): readonly Span[] {
  const { stepNumber, predictedAt, performedAt, verifiedAt, timings } = step;
  const chosen = time(predictedAt);
  const asked = chosen - Math.round(timings.inferenceMilliseconds);
  const spans: Span[] = [
    { kind: "prepare", from: chosen - Math.round(timings.turnMilliseconds), to: asked, step: stepNumber },
    { kind: "inference", from: asked, to: chosen, step: stepNumber },
  ];
  if (performedAt !== undefined) {
    const seen = time(performedAt);
    const begun = seen - Math.round(timings.deviceMilliseconds + timings.ocrMilliseconds);
    const acted = Math.min(seen, begun + Math.round(timings.executionMilliseconds));
    const stored = seen + Math.round(next?.timings.uploadMilliseconds ?? 0);
    spans.push(
      { kind: "act", from: begun, to: acted, step: stepNumber },
      { kind: "settle", from: acted, to: seen, step: stepNumber },
      { kind: "upload", from: seen, to: stored, step: stepNumber },
    );
  }
  if (verifiedAt !== undefined) {
    const verified = time(verifiedAt);
    const from = verified - Math.round(timings.verifyMilliseconds);
    spans.push({ kind: "verify", from, to: verified, step: stepNumber });
  }
  return spans;
}

function firstUpload({ before, timings }: Step): readonly Span[] {
  const from = time(before.capturedAt);
  return [{ kind: "upload", from, to: from + Math.round(timings.uploadMilliseconds) }];
}

const waitsUnderWay = ({ waiting, pause }: Job, end: number): readonly Span[] =>
  [waiting, pause].flatMap((wait) =>
    wait === undefined ? [] : [{ kind: "wait", from: time(wait.since), to: end } as const],
  );

/** Judging, cleaning and storing the end follow the last time of a step. */
function finish({ status }: Job, steps: readonly Step[], end: number): readonly Span[] {
  const last = steps.at(-1);
  if (status !== "finished" || last === undefined) return [];
  const marks = [last.predictedAt, last.performedAt, last.verifiedAt].flatMap((at) =>
    at === undefined ? [] : [time(at)],
  );
  return [{ kind: "finish", from: Math.max(...marks), to: end }];
}
