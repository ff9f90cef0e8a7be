import type { JobOutcome } from "#shared/contracts/job/job.ts";

export interface ExportOptions {
  readonly out?: string;
  readonly only?: readonly JobOutcome[];
  readonly agree?: boolean;
  readonly maxSteps?: number;
  readonly dedupe?: boolean;
  readonly unredacted?: boolean;
  readonly full?: boolean;
  readonly json?: boolean;
  readonly dir: string;
}
