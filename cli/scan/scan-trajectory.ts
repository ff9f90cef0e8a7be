import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { defined } from "#shared/values/defined.ts";
import { type ScanFinding, ScanRule } from "./scan.ts";
import { scanRules } from "./scan-rules.ts";

/** What the rules find of one job, in the order of the rules. */
export function scanTrajectory(
  trajectory: Trajectory,
  rules: readonly ScanRule[] = ScanRule.options,
): readonly ScanFinding[] {
  return rules.flatMap((rule) => {
    const { severity, find } = scanRules[rule];
    const found = find(trajectory);
    if (found === null) return [];
    const { jobId } = trajectory.job;
    const text = found.text.slice(0, 500).toWellFormed();
    return [{ jobId, rule, severity, text, ...defined({ stepNumber: found.stepNumber }) }];
  });
}
