import type { GroupStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { shareText } from "../../parts/format.ts";
import { intervalText, passText } from "./batch-figures.ts";
import { Fact } from "./fact.tsx";

/** How good it was, and how sure that is. In the console, and in a report. */
export function SuccessFacts({ group }: { readonly group: GroupStatistics }) {
  const { success, flipRate, reviewed, unverified = 0 } = group;
  const pass = passText(group);
  return (
    <>
      <Fact name="success">
        <strong>{success.rate === null ? "–" : shareText(success.rate)}</strong>
        {success.rate !== null && (
          <>
            {" "}
            <span title="95 % interval (Wilson): the expected rate if the same tasks run again">
              {intervalText(success.wilson)}
            </span>
            {success.standardError !== null && (
              <span
                className="quiet"
                title="95 % interval, clustered by task: the expected rate of other tasks like these"
              >
                {" "}
                for tasks like these {intervalText(success.clustered)}
              </span>
            )}
          </>
        )}
      </Fact>
      {unverified > 0 && <Fact name="unverified">{unverified} (not in the rate)</Fact>}
      {pass !== null && <Fact name={pass.name}>{pass.value}</Fact>}
      {flipRate !== null && <Fact name="flip rate">{shareText(flipRate)}</Fact>}
      {reviewed.runs > 0 && (
        <Fact name="reviewed">
          {reviewed.runs} verdicts{reviewed.overturned > 0 && `, ${reviewed.overturned} against the checks`}
        </Fact>
      )}
    </>
  );
}
