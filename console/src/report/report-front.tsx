import type { BatchCauses } from "#shared/contracts/api/batch-look.ts";
import type { ReportBatch, ReportIndex, ReportLine } from "#shared/contracts/api/report.ts";
import type { GroupStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { shownOutcome } from "#shared/rules/shown-outcome.ts";
import { CauseWords } from "../pages/batch/cause-words.tsx";
import { Fact } from "../pages/batch/fact.tsx";
import { SuccessFacts } from "../pages/batch/success-facts.tsx";
import { Duration, Money, Tokens } from "../parts/figures.tsx";
import { countText, durationText, moneyText } from "../parts/format.ts";
import { ScreenText } from "../parts/screen-text.tsx";
import { OutcomeMark } from "../parts/states/outcome-mark.tsx";
import { ReportMatrix } from "./report-matrix.tsx";

interface ReportFrontProps {
  readonly index: ReportIndex;
  readonly jobHref: (jobId: string) => string;
}

/** Of batches: how they came out, why, task by task, and every job. */
export function ReportFront({ index, jobHref }: ReportFrontProps) {
  const { batches, jobs, downloads, title } = index;
  return (
    <div className="report-front">
      <h1>
        <ScreenText>{title}</ScreenText>
      </h1>
      {downloads.length > 0 && (
        <p className="report-downloads">
          <span className="quiet">Download</span>
          {downloads.map(({ label, path }) => (
            <a key={path} href={path} download>
              {label}
            </a>
          ))}
        </p>
      )}
      {batches.map((batch) => (
        <OneBatch
          key={batch.batchId}
          batch={batch}
          alone={batches.length === 1}
          jobs={jobs.filter(({ batchId }) => batchId === batch.batchId)}
          jobHref={jobHref}
        />
      ))}
      {batches.length === 0 && <JobTable jobs={jobs} jobHref={jobHref} />}
    </div>
  );
}

interface OneBatchProps {
  readonly batch: ReportBatch;
  readonly alone: boolean;
  readonly jobs: readonly ReportLine[];
  readonly jobHref: (jobId: string) => string;
}

function OneBatch({ batch: { name, statistics, causes }, alone, jobs, jobHref }: OneBatchProps) {
  return (
    <section className="report-batch" aria-label={name}>
      {!alone && <h2>{name}</h2>}
      {statistics !== null && <Summary statistics={statistics.all} />}
      {causes !== null && causes.groups.length > 0 && (
        <Causes causes={causes} jobs={jobs} jobHref={jobHref} />
      )}
      <ReportMatrix jobs={jobs} jobHref={jobHref} />
      <JobTable jobs={jobs} jobHref={jobHref} />
    </section>
  );
}

/** As the console's batch page has them, and in a row how all jobs ended. */
function Summary({ statistics }: { readonly statistics: GroupStatistics }) {
  const { ended, costUsd, wallMilliseconds, steps, unverified = 0 } = statistics;
  const { succeeded = 0, ...others } = statistics.outcomes;
  const outcomes = { succeeded: succeeded - unverified, unverified, ...others };
  return (
    <dl className="batch-facts">
      <SuccessFacts group={statistics} />
      {Object.entries(outcomes).map(([outcome, count = 0]) =>
        count === 0 ? null : (
          <Fact key={outcome} name={<OutcomeMark state={outcome as keyof typeof outcomes} labelled />}>
            {countText(count)}
          </Fact>
        ),
      )}
      <Fact name="ended">{countText(ended)}</Fact>
      {steps !== null && <Fact name="median steps">{steps.median}</Fact>}
      {wallMilliseconds !== null && <Fact name="median time">{durationText(wallMilliseconds.median)}</Fact>}
      <Fact name="cost">{moneyText(costUsd)}</Fact>
    </dl>
  );
}

interface CausesProps {
  readonly causes: BatchCauses;
  readonly jobs: readonly ReportLine[];
  readonly jobHref: (jobId: string) => string;
}

/** What did not succeed, alike with alike: of their jobs those that are in the report. */
function Causes({ causes: { groups }, jobs, jobHref }: CausesProps) {
  const here = new Set(jobs.map(({ jobId }) => jobId));
  return (
    <>
      <h2>Why jobs did not succeed</h2>
      <ul className="causes">
        {groups.map((cause) => (
          <li key={`${cause.outcome} ${cause.errorCode} ${cause.message}`}>
            <div className="cause">
              <CauseWords cause={cause} />
            </div>
            <p className="cause-jobs">
              {cause.jobIds
                .filter((jobId) => here.has(jobId))
                .map((jobId) => (
                  <a key={jobId} className="mono" href={jobHref(jobId)}>
                    {jobId.slice(-6)}
                  </a>
                ))}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

interface JobTableProps {
  readonly jobs: readonly ReportLine[];
  readonly jobHref: (jobId: string) => string;
}

function JobTable({ jobs, jobHref }: JobTableProps) {
  return (
    <>
      <h2>Jobs</h2>
      <table className="report-jobs">
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Task</th>
            <th scope="col" className="number">
              Steps
            </th>
            <th scope="col" className="number">
              Time
            </th>
            <th scope="col" className="number">
              Tokens
            </th>
            <th scope="col" className="number">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((line) => (
            <tr key={line.jobId}>
              <td>
                <OutcomeMark state={shownOutcome(line) ?? "running"} labelled />
              </td>
              <td>
                <a href={jobHref(line.jobId)}>
                  <ScreenText limit={300}>{line.task || line.jobId}</ScreenText>
                </a>
                {line.reason !== undefined && line.outcome !== "succeeded" && (
                  <span className="quiet report-reason">
                    <ScreenText limit={300}>{line.reason}</ScreenText>
                  </span>
                )}
              </td>
              <td className="number">{line.steps}</td>
              <td className="number">
                <Duration milliseconds={line.milliseconds} />
              </td>
              <td className="number">
                <Tokens count={line.tokens} />
              </td>
              <td className="number">{line.costUsd === undefined ? "–" : <Money usd={line.costUsd} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
