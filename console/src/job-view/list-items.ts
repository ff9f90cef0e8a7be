import type { ShownStep } from "#shared/contracts/api/responses/step-response.ts";
import type { Plan } from "#shared/contracts/job/plan.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Intervention } from "#shared/contracts/step/intervention.ts";
import type { JobRecord, ShownRecovery } from "./job-record.ts";
import type { InfrastructureEvent } from "./tabs/timing.ts";

/** A line of the step list: a step, or what happened between steps. */
export type ListItem = { readonly id: string } & (
  | { readonly kind: "step"; readonly step: ShownStep }
  | { readonly kind: "plan"; readonly plan: Plan }
  | { readonly kind: "recovery"; readonly recovery: ShownRecovery }
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "person"; readonly touches: readonly Intervention[]; readonly stepNumber: number }
  | { readonly kind: "part"; readonly part: TaskStep }
  | { readonly kind: "error"; readonly error: ErrorSnapshot }
  | { readonly kind: "infrastructure"; readonly event: InfrastructureEvent }
);

interface Placed {
  readonly item: ListItem;
  readonly at: string;
  /** Where its step is known, it is before this one whatever the clocks say. */
  readonly before?: number | undefined;
}

/** Of a plan, when it was followed first; of one that never was, when it was asked for. */
const planPlace = (plan: Plan): Placed => ({
  item: { kind: "plan", id: `plan-${plan.planNumber}`, plan },
  at: plan.adoptedAt ?? plan.requestedAt,
  before: plan.adoptedAtStep,
});

/** An error that a step carries is told by the step. */
function lonelyErrors({ errors, steps, timeline }: JobRecord): readonly Placed[] {
  const told = new Set<string | undefined>([
    ...steps.map(({ errorId }) => errorId),
    ...(timeline?.events ?? []).map(({ errorId }) => errorId),
  ]);
  return errors
    .filter(({ errorId }) => !told.has(errorId))
    .map((error) => ({
      item: { kind: "error", id: `error-${error.errorId}`, error },
      at: error.capturedAt,
    }));
}

function aside(record: JobRecord): readonly Placed[] {
  const { plans, recoveries, questions, timeline, steps } = record;
  return [
    ...(timeline?.events ?? []).map(
      (event, index): Placed => ({
        item: { kind: "infrastructure", id: `event-${index}`, event },
        at: event.at,
      }),
    ),
    ...plans.map(planPlace),
    ...recoveries.map(
      (recovery): Placed => ({
        item: { kind: "recovery", id: recovery.recoveryId, recovery },
        at: recovery.startedAt,
      }),
    ),
    ...questions.map(
      (question): Placed => ({
        item: { kind: "question", id: `question-${question.questionId}`, question },
        at: question.askedAt,
      }),
    ),
    ...steps.flatMap(({ stepNumber, interventions = [] }): readonly Placed[] => {
      const [first] = interventions;
      if (first === undefined) return [];
      return [
        {
          item: { kind: "person", id: `person-${stepNumber}`, touches: interventions, stepNumber },
          at: first.at,
        },
      ];
    }),
    ...lonelyErrors(record),
  ];
}

/**
 * Everything that happened to a job in one line of time. Steps keep the order of their numbers, whatever the clocks of those who
 * wrote them say; all else is before the first step that is later.
 */
export function listItems(record: JobRecord): readonly ListItem[] {
  const others = [...aside(record)].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const items: ListItem[] = [];
  for (const step of record.steps) {
    const due = others.filter(({ at, before }) =>
      before === undefined ? Date.parse(at) <= Date.parse(step.predictedAt) : before <= step.stepNumber,
    );
    for (const placed of due) others.splice(others.indexOf(placed), 1);
    items.push(...due.map(({ item }) => item), { kind: "step", id: `step-${step.stepNumber}`, step });
  }
  const parts = (record.job.taskSteps ?? []).map(
    (part): ListItem => ({ kind: "part", id: `part-${part.index}`, part }),
  );
  return [...parts, ...items, ...others.map(({ item }) => item)];
}
