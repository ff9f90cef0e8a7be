import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";

export type Board = DroverApi["getRoles"]["response"];
type Entry = Board["entries"][number];

export interface RoleSteps {
  readonly role: string;
  readonly jobId: string;
  readonly steps: readonly StepResponse[];
}

/** What one role did, or told, at a time. */
export type RoleEvent = { readonly at: string; readonly key: string; readonly role: string } & (
  | { readonly kind: "step"; readonly jobId: string; readonly step: StepResponse }
  | { readonly kind: "told"; readonly entry: Entry }
);

/** The steps of all roles and what they told each other, by time; of one moment the step comes first. */
export function roleEvents({ entries }: Pick<Board, "entries">, roles: readonly RoleSteps[]): RoleEvent[] {
  const steps = roles.flatMap(({ role, jobId, steps: made }) =>
    made.map(
      (step): RoleEvent => ({
        kind: "step",
        at: step.performedAt ?? step.predictedAt,
        key: `${role}-${step.stepNumber}`,
        role,
        jobId,
        step,
      }),
    ),
  );
  const told = entries.map(
    (entry): RoleEvent => ({
      kind: "told",
      at: entry.at,
      key: `told-${entry.number}`,
      role: entry.from,
      entry,
    }),
  );
  return [...steps, ...told].sort((one, other) => one.at.localeCompare(other.at));
}
