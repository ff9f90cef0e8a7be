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
            <span title="95 %, Wilson: what these tasks would give if they were run again">
              {intervalText(success.wilson)}
            </span>
            {success.standardError !== null && (
              <span className="quiet" title="95 %, clustered by task: what other tasks like these would give">
                {" "}
                tasks like these {intervalText(success.clustered)}
              </span>
            )}
          </>
        )}
      </Fact>
      {unverified > 0 && <Fact name="unverified">{unverified}, in no rate</Fact>}
      {pass !== null && <Fact name={pass.name}>{pass.value}</Fact>}
      {flipRate !== null && <Fact name="flip rate">{shareText(flipRate)}</Fact>}
      {reviewed.runs > 0 && (
        <Fact name="by a person">
          {reviewed.runs} verdicts{reviewed.overturned > 0 && `, ${reviewed.overturned} against the checks`}
        </Fact>
      )}
    </>
  );
}
