import type { BatchCauses } from "#shared/contracts/api/batch-look.ts";
import { table } from "../terminal/table.ts";
import { cut, out } from "../terminal/terminal.ts";

const mostListed = 5;

/** Why the jobs of a batch did not succeed: the most frequent causes, with a job of each. */
export function reportCauses({ groups }: BatchCauses): void {
  if (groups.length === 0) return;
  table(
    ["jobs", "outcome", "cause", "for example"],
    groups
      .slice(0, mostListed)
      .map(({ count, outcome, message, jobIds }) => [
        String(count),
        outcome,
        cut(message, 160),
        jobIds[0] ?? "",
      ]),
  );
  if (groups.length > mostListed) out(`and ${groups.length - mostListed} more causes, in the console`);
  out("");
}
