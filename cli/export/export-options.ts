import type { JobOutcome } from "#shared/contracts/job/job.ts";
import type { FarmFlags } from "../find-farm.ts";

export interface ExportOptions extends FarmFlags {
  readonly out?: string;
  readonly only?: readonly JobOutcome[];
  readonly agree?: boolean;
  readonly maxSteps?: number;
  readonly dedupe?: boolean;
  readonly unredacted?: boolean;
  readonly full?: boolean;
}
