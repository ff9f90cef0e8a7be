import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { displayText } from "#shared/text/display-text.ts";
import type { ScanRule, ScanSeverity } from "./scan.ts";
import { findLoop, longestIdleRun, mostRepeatedError } from "./step-patterns.ts";

interface Found {
  readonly text: string;
  readonly stepNumber?: number | undefined;
}

interface Rule {
  readonly severity: ScanSeverity;
  /** For whoever asks what it looks for. */
  readonly words: string;
  readonly find: (trajectory: Trajectory) => Found | null;
}

const when = (holds: boolean | undefined, text: string): Found | null => (holds ? { text } : null);

/** One that is missing does not compile. */
export const scanRules: { readonly [Name in ScanRule]: Rule } = {
  falseComplete: {
    severity: "error",
    words: "the agent claims success, but the checks failed",
    find: ({ job }) =>
      when(job.falseComplete, `claimed success: ${displayText(job.claim?.summary ?? "", 200)}`),
  },
  falseInfeasible: {
    severity: "error",
    words: "the agent says that the task is not possible, but all checks passed",
    find: ({ job }) => when(job.falseInfeasible, `gave up: ${displayText(job.claim?.summary ?? "", 200)}`),
  },
  unchecked: {
    severity: "warning",
    words: "only the agent says that it succeeded: the job has no validators",
    find: ({ job }) =>
      when(job.outcome === "succeeded" && job.validators.length === 0, "succeeded without a check"),
  },
  validatorNeverReached: {
    severity: "warning",
    words: "the job has validators, but ended before any of them ran",
    find: ({ job }) =>
      when(
        job.validators.length > 0 && job.judgement === undefined && job.outcome !== "cancelled",
        `ended ${job.outcome ?? job.status} before it was judged`,
      ),
  },
  alreadySatisfied: {
    severity: "warning",
    words: "all checks passed before the agent did anything: the task tests nothing",
    find: ({ job }) => when(job.alreadySatisfied, "all checks passed before the first step"),
  },
  sideEffects: {
    severity: "note",
    words: "something on the device changed without an explanation",
    find: ({ job: { sideEffectCount = 0, sideEffects = [] } }) =>
      when(
        sideEffectCount > 0,
        `${sideEffectCount} ${sideEffectCount === 1 ? "change" : "changes"}: ${displayText(sideEffects[0]?.text ?? "", 200)}`,
      ),
  },
  neverLeftLauncher: {
    severity: "warning",
    words: "no app but the home screen was ever in front",
    find: ({ steps }) =>
      when(
        steps.length > 1 &&
          steps.every(({ before, after }) => isHome(before.package) && isHome(after?.package)),
        `${steps.length} steps on the home screen`,
      ),
  },
  loop: {
    severity: "warning",
    words: "the agent repeated itself",
    find: ({ steps }) => findLoop(steps),
  },
  noEffect: {
    severity: "warning",
    words: "five steps in a row changed nothing on the screen",
    find: ({ steps }) => longestIdleRun(steps, 5),
  },
  repeatedError: {
    severity: "warning",
    words: "the same error three times or more",
    find: ({ steps, errors }) => mostRepeatedError(steps, errors, 3),
  },
  refusal: {
    severity: "warning",
    words: "a model declined the task",
    find: ({ job, steps, errors }) => {
      const step = steps.find(({ unusedReplies = [] }) =>
        unusedReplies.some(({ kind }) => kind === "refused"),
      );
      const error = errors.find(({ code }) => code === "ModelRefused");
      if (job.outcome !== "refused" && step === undefined && error === undefined) return null;
      const why = error?.message ?? job.outcomeReason ?? "declined, and was asked again";
      return { text: displayText(why, 300), stepNumber: step?.stepNumber };
    },
  },
  unusableReplies: {
    severity: "note",
    words: "at least three replies and a fifth of all had no usable action",
    find: ({ steps }) => {
      const unused = steps.reduce((sum, { unusedReplies = [] }) => sum + unusedReplies.length, 0);
      return when(unused >= 3 && unused * 5 >= steps.length, `${unused} replies for ${steps.length} steps`);
    },
  },
  missingRecord: {
    severity: "note",
    words: "screenshots or trees are missing",
    find: ({ completeness: { missing } }) =>
      when(missing.length > 0, `${missing.length} parts: ${displayText(missing[0] ?? "", 200)}`),
  },
};

/** As launchers are called; a look after a step that was never taken leaves nothing. */
const isHome = (packageName: string | undefined): boolean =>
  packageName === undefined || /launcher|\.home\b|trebuchet|^com\.miui\.home/i.test(packageName);
