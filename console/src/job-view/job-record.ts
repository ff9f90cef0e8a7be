import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { ShownStep } from "#shared/contracts/api/responses/step-response.ts";
import type { Plan } from "#shared/contracts/job/plan.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Timeline } from "./tabs/timing.ts";

/** Of a recovery what is told among the steps; its messages hold more. */
export type ShownRecovery = Pick<
  Recovery,
  "recoveryId" | "source" | "category" | "startedAt" | "stepNumber" | "plans" | "messages"
> &
  Partial<Pick<Recovery, "endedAt" | "outcome" | "reason" | "errorCode">>;

/** All there is to show of a job, wherever it comes from: the API, or a file that left it. */
export interface JobRecord {
  readonly job: PublicJob;
  /** In order. */
  readonly steps: readonly ShownStep[];
  readonly errors: readonly ErrorSnapshot[];
  readonly plans: readonly Plan[];
  readonly recoveries: readonly ShownRecovery[];
  readonly questions: readonly Question[];
  /** Null: nobody kept it. */
  readonly timeline: Timeline | null;
}

/** What a job with `debug` kept of one command or one turn, as it was stored: hostile. */
export interface DebugRecord {
  readonly name: string;
  readonly content: unknown;
}

/** Where a job's pictures, trees and records lie. */
export interface ScreenSource {
  /** For an `<img>`; undefined: it is not there. */
  readonly pictureUrl: (key: string) => string | undefined;
  /** A picture by that address could not be loaded: a link that is too old, perhaps. */
  readonly pictureFailed?: (key: string) => void;
  readonly readTree: (key: string) => Promise<SemanticUITree | null>;
  /** Of one step; null: the job kept none. */
  readonly readDebug: (stepNumber: number) => Promise<readonly DebugRecord[] | null>;
}
