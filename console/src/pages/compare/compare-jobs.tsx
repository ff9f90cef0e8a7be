import { Link } from "@tanstack/react-router";
import { type CSSProperties, useMemo, useState } from "react";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { stepActionWords } from "../../job-view/action-words.ts";
import { CopyButton } from "../../parts/copy/copy-button.tsx";
import { countText, durationText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { jobState, OutcomeMark } from "../../parts/states/outcome-mark.tsx";
import { type Column, VirtualTable } from "../../parts/virtual-table.tsx";
import { alignScreens, isShared, type ScreenRow, type SeenStep } from "./align-screens.ts";
import type { ChangeCompare } from "./compare-search.ts";
import { type ComparedJob, useComparedJobs } from "./use-compared-jobs.ts";

/** Of a finger that named no element, where it came down, to a tenth of the screen: a pixel beside is the same. */
function did({ action, element, words }: StepResponse["actions"][number]): string {
  if (element !== undefined || !Array.isArray(action.coordinate)) return words;
  return JSON.stringify({
    ...action,
    coordinate: action.coordinate.map((place) => Number(place).toFixed(1)),
  });
}

const seenStep = (step: StepResponse): SeenStep => ({
  treeHash: step.before.treeHash,
  place: `${step.before.package}/${step.before.activity}`,
  did: step.actions.map(did).join(),
});

interface CompareJobsProps {
  readonly ids: readonly string[];
  readonly change: ChangeCompare;
}

/** Jobs in columns: in a row stands what they did on one screen. */
export function CompareJobs({ ids, change }: CompareJobsProps) {
  const found = useComparedJobs(ids);
  const failed = found.find(({ isError }) => isError);
  const jobs = found.flatMap(({ data }) => data ?? []);
  const isWhole = jobs.length === ids.length;
  return (
    <div className="page-full">
      <div className="page-head">
        <h1>Compare {ids.length} jobs</h1>
        <CopyButton text={window.location.href} label="Copy the link" />
      </div>
      {failed !== undefined && <Failure error={failed.error} retry={failed.refetch} />}
      {!isWhole && failed === undefined && (
        <p className="page quiet" role="status">
          Reading {ids.length} jobs…
        </p>
      )}
      {isWhole && (
        <Aligned
          jobs={jobs}
          onDrop={(dropped) => change({ jobs: ids.filter((id) => id !== dropped).join(",") || undefined })}
        />
      )}
    </div>
  );
}

interface Row {
  readonly at: number;
  readonly steps: ScreenRow;
  readonly shared: boolean;
  readonly isFirst: boolean;
}

interface AlignedProps {
  readonly jobs: readonly ComparedJob[];
  readonly onDrop: (jobId: string) => void;
}

function Aligned({ jobs, onDrop }: AlignedProps) {
  const [revealed, setRevealed] = useState<number>();
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const { rows, firstDivergence } = useMemo(() => {
    const seen = jobs.map(({ steps }) => steps.map(seenStep));
    const aligned = alignScreens(seen);
    const made = aligned.rows.map(
      (steps, at): Row => ({
        at,
        steps,
        shared: isShared(steps, seen),
        isFirst: at === aligned.firstDivergence,
      }),
    );
    return { rows: made, firstDivergence: aligned.firstDivergence };
  }, [jobs]);
  const shown = onlyDiffering ? rows.filter(({ shared }) => !shared) : rows;
  const differing = rows.filter(({ shared }) => !shared).length;
  return (
    <>
      <div className="compare-said">
        <span role="status">
          {firstDivergence === null
            ? "All jobs took the same actions on the same screens."
            : `The first difference is in row ${firstDivergence + 1}: ${countText(differing)} of ${countText(rows.length)} rows differ.`}
        </span>
        {firstDivergence !== null && (
          <>
            <button type="button" onClick={() => setRevealed(shown.findIndex(({ isFirst }) => isFirst))}>
              Go to the first difference
            </button>
            <label>
              <input
                type="checkbox"
                checked={onlyDiffering}
                onChange={({ target }) => setOnlyDiffering(target.checked)}
              />
              Only differences
            </label>
          </>
        )}
      </div>
      <div className="compare-columns" style={{ "--columns": jobs.length } as CSSProperties}>
        <VirtualTable
          label="Jobs side by side, aligned by screens"
          className="compare-table"
          columns={columnsOf(jobs, onDrop)}
          rows={shown}
          rowKey={({ at }) => String(at)}
          rowHeight={84}
          reveal={revealed}
          foot={rows.length === 0 ? "These jobs have no steps yet." : undefined}
        />
      </div>
    </>
  );
}

function columnsOf(jobs: readonly ComparedJob[], onDrop: AlignedProps["onDrop"]): readonly Column<Row>[] {
  return [
    {
      name: "row",
      header: <span className="unseen">Row</span>,
      number: true,
      cell: ({ at, shared, isFirst }) => (
        <span className={shared ? "compare-shared" : "compare-differs"}>
          {at + 1}
          {!shared && (
            <span
              className={isFirst ? "compare-first" : ""}
              title={isFirst ? "The first difference" : "The jobs differ"}
            >
              <span aria-hidden="true">≠</span>
              <span className="unseen">{isFirst ? "the first difference" : "the jobs differ"}</span>
            </span>
          )}
        </span>
      ),
    },
    ...jobs.map(
      (compared, column): Column<Row> => ({
        name: `job${column}`,
        header: <JobHead compared={compared} onDrop={onDrop} />,
        cell: ({ steps, shared }) => (
          <StepCell compared={compared} step={steps[column] ?? null} shared={shared} />
        ),
      }),
    ),
  ];
}

function JobHead({
  compared: { job },
  onDrop,
}: { readonly compared: ComparedJob } & Pick<AlignedProps, "onDrop">) {
  const { jobId, task, agentModel, stepCount, startedAt, finishedAt } = job;
  const lasted =
    startedAt === undefined || finishedAt === undefined
      ? undefined
      : durationText(Date.parse(finishedAt) - Date.parse(startedAt));
  return (
    <div className="compare-head">
      <div>
        <OutcomeMark state={jobState(job)} labelled />
        <button type="button" className="bare" aria-label={`Without ${jobId}`} onClick={() => onDrop(jobId)}>
          ✕
        </button>
      </div>
      <Link to="/jobs/$jobId" params={{ jobId }}>
        <ScreenText limit={80}>{task}</ScreenText>
      </Link>
      <span className="quiet">{[agentModel, `${stepCount} steps`, lasted].filter(Boolean).join(" · ")}</span>
    </div>
  );
}

interface StepCellProps {
  readonly compared: ComparedJob;
  readonly step: number | null;
  readonly shared: boolean;
}

function StepCell({ compared: { job, steps }, step, shared }: StepCellProps) {
  const found = step === null ? undefined : steps[step];
  if (found === undefined)
    return <span className="compare-absent" title="This job did not see this screen." />;
  const { stepNumber, links, outcome } = found;
  return (
    <div className={`compare-step ${shared ? "" : "compare-step-differs"}`}>
      {links.screenshotBefore !== undefined && <img src={links.screenshotBefore} alt="" loading="lazy" />}
      <div>
        <Link
          to="/jobs/$jobId"
          params={{ jobId: job.jobId }}
          search={{ step: String(stepNumber) }}
          className="compare-did"
        >
          {stepNumber}. <ScreenText limit={90}>{stepActionWords(found)}</ScreenText>
        </Link>
        {outcome?.ok === false && <OutcomeMark state="failed" labelled />}
      </div>
    </div>
  );
}
