import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";

const mostNamed = 10;

/**
 * A run with a missing step cannot be repeated: this is reported before a device is acquired. `until`: the last required step.
 * @throws InvalidRequest
 */
export function refuseGaps(
  { job, steps }: Trajectory,
  named: { readonly field: string; readonly value: string | undefined },
  until = Math.max(job.stepCount, steps.at(-1)?.stepNumber ?? 0),
): void {
  const known = new Set(steps.map(({ stepNumber }) => stepNumber));
  const missing = Array.from({ length: until }, (_, index) => index + 1).filter((step) => !known.has(step));
  const [first] = missing;
  if (first === undefined) return;
  const shown = missing.slice(0, mostNamed).join(", ") + (missing.length > mostNamed ? " and more" : "");
  const remedy = first > 1 ? `Fork it at step ${first - 1} at the latest` : "Give another run";
  throw invalidRequest([
    fieldError(
      named.field,
      named.value,
      `lacks step ${shown} of its ${until}, so it cannot be repeated. ${remedy}`,
    ),
  ]);
}
