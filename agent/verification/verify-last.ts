import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { StepFinding, TravellingFinding } from "#shared/contracts/step/step-finding.ts";
import { withFinding } from "#shared/storage/jobs/step-entity.ts";
import type { Services } from "../runtime/services.ts";
import { compareScreens } from "./verify-step.ts";

/** What a turn found of the step before it, until it is stored: with the step that the turn makes, or without one. */
export class OpenFinding {
  readonly step: Step;
  #finding: StepFinding | undefined;

  constructor(step: Step, finding: StepFinding) {
    this.step = step;
    this.#finding = finding;
  }

  /** For who stores it now. */
  take(): StepFinding | undefined {
    const finding = this.#finding;
    this.#finding = undefined;
    return finding;
  }

  /** Where no step of this turn is stored with it. */
  async store({ repositories }: Pick<Services, "repositories">): Promise<void> {
    const { tenantId, jobId, stepNumber } = this.step;
    const finding = this.take();
    if (finding !== undefined) await repositories.steps.verify({ tenantId, jobId, stepNumber, ...finding });
  }
}

interface Seen {
  readonly job: Pick<Job, "supervision">;
  /** Oldest first. */
  readonly history: readonly Step[];
  /** The screen after the last of them. */
  readonly observation: Observation;
  /** What VerifyStep found, if it could. */
  readonly found?: TravellingFinding | null | undefined;
}

/** The steps as a turn sees them: the last one is verified, if the host did it and nobody has compared its screens. */
export async function verifyLast(
  { job, history, observation, found }: Seen,
  services: Pick<Services, "trees" | "now" | "monotonic">,
): Promise<{ readonly history: readonly Step[]; readonly finding?: OpenFinding }> {
  const last = history.at(-1);
  if (last === undefined || !isOpen(last, observation)) return { history };
  const { verification } = job.supervision;
  const finding =
    found?.stepNumber === last.stepNumber
      ? findingOf(found)
      : await compareScreens({ step: last, after: observation, verification }, services);
  return {
    history: [...history.slice(0, -1), withFinding(last, finding)],
    finding: new OpenFinding(last, finding),
  };
}

const findingOf = ({ stepNumber: _, ...finding }: TravellingFinding): StepFinding => finding;

/** A recovery's step is judged by the recovery. After an error, or without a device, another screen follows than the step's own. */
const isOpen = ({ verifiedAt, outcome, after, recoveryId }: Step, observation: Observation): boolean =>
  verifiedAt === undefined &&
  outcome !== undefined &&
  recoveryId === undefined &&
  after?.capturedAt === observation.capturedAt;
