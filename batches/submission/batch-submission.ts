import type { BatchRequest } from "#shared/contracts/api/responses/batch-response.ts";
import type { LineProblem } from "#shared/contracts/batch/batch.ts";
import type { JobTrace } from "#shared/contracts/job/job-trace.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import { isSharedBound } from "./check-models.ts";

/** Of one request: what it is to its batch. */
export interface BatchSubmission {
  readonly tenantId: TenantId;
  readonly body: BatchRequest;
  readonly idempotencyKeyHash: string | undefined;
  /** Of its caller. */
  readonly trace?: JobTrace;
}

/** @throws BatchRefused that names the lines */
export function refuseLines(problems: readonly LineProblem[], problemCount: number): never {
  const said = problems.slice(0, 3).map(({ line, field, message }) => `line ${line}: ${field}: ${message}`);
  const count = problemCount === 1 ? "One problem" : `${problemCount} problems`;
  throw new DroverError(
    "BatchRefused",
    `${count}, so nothing was started. ${said.join("; ")}`.slice(0, 2_000),
    {
      details: {
        problemCount,
        errors: problems.map(({ line, field, message }) =>
          fieldError(
            isSharedBound(field) ? field : `lines.${line - 1}.${field}`,
            undefined,
            `line ${line}: ${message}`,
          ),
        ),
      },
    },
  );
}
