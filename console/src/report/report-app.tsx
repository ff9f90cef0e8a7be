import "./report.css";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { ReportIndex, ReportJob } from "#shared/contracts/api/report.ts";
import { sitePaths } from "#shared/rules/report-names.ts";
import type { ScreenSource } from "../job-view/job-record.ts";
import { type JobPlace, JobView } from "../job-view/job-view.tsx";
import { utcText } from "../parts/format.ts";
import { ShortcutProvider, useShortcutHelp } from "../parts/shortcuts/shortcuts.tsx";
import { embeddedPicture, readJob } from "./embedded-data.ts";
import { ReportFront } from "./report-front.tsx";
import { goTo, hashOf, useReportPlace } from "./report-place.ts";

/** A report: the jobs of a batch, and each of them as the console shows it. */
export function ReportApp({ index }: { readonly index: ReportIndex }) {
  const place = useReportPlace();
  const [only] = index.jobs;
  const isFront = index.layout !== "job of a site" && index.batches.length > 0 && place.job === undefined;
  const jobId = place.job ?? only?.jobId;
  return (
    <ShortcutProvider>
      <div className="report">
        <ReportBar index={index} isFront={isFront} />
        <main>
          {isFront || jobId === undefined ? (
            <ReportFront index={index} jobHref={(id) => jobHref(index, id)} />
          ) : (
            <OneJob key={jobId} index={index} jobId={jobId} />
          )}
        </main>
      </div>
    </ShortcutProvider>
  );
}

function jobHref({ layout }: ReportIndex, jobId: string): string {
  if (layout === "one file") return hashOf({ job: jobId });
  return layout === "site" ? sitePaths.job(jobId) : `${jobId}.html`;
}

function ReportBar({ index, isFront }: { readonly index: ReportIndex; readonly isFront: boolean }) {
  const help = useShortcutHelp();
  const back = index.layout === "job of a site" ? "../index.html" : "#";
  return (
    <header className="report-bar">
      <strong>Drover</strong>
      {!isFront && index.batches.length > 0 && <a href={back}>← All jobs</a>}
      <span className="quiet">as of {utcText(index.madeAt)}</span>
      <button type="button" className="bare" onClick={help} aria-label="Keyboard shortcuts">
        ?
      </button>
    </header>
  );
}

type Read = ReportJob | null | undefined;

function OneJob({ index, jobId }: { readonly index: ReportIndex; readonly jobId: string }) {
  const [job, setJob] = useState<Read>();
  useEffect(() => {
    let wanted = true;
    readJob(jobId).then(
      (read) => wanted && setJob(read),
      () => wanted && setJob(null),
    );
    return () => {
      wanted = false;
    };
  }, [jobId]);
  if (job === undefined) return <p className="page quiet">Reading the job…</p>;
  if (job === null) return <p className="page">The job {jobId} is not in this report.</p>;
  return <ReadJob index={index} job={job} />;
}

function ReadJob({ index, job }: { readonly index: ReportIndex; readonly job: ReportJob }) {
  const { layout, jobs } = index;
  const place = useReportPlace();
  const source = useMemo(() => reportScreens(job, layout), [job, layout]);
  const { job: jobId, step, tab } = place;
  const go = useCallback(
    (changed: JobPlace) => goTo({ job: jobId, step, tab, ...changed }),
    [jobId, step, tab],
  );
  const known = useMemo(() => new Set(jobs.map((line) => line.jobId)), [jobs]);
  const href = (id: string): string => (known.has(id) ? jobHref(index, id) : "#");
  return <JobView record={job} source={source} place={place} onPlace={go} jobHref={href} />;
}

/** Pictures and trees of a job that lie in the report, or beside it. */
function reportScreens(job: ReportJob, layout: ReportIndex["layout"]): ScreenSource {
  const urls = new Map<string, string | undefined>();
  const urlOf = (name: string): string | undefined =>
    layout === "one file" ? embeddedPicture(name) : `../${sitePaths.picture(name)}`;
  return {
    pictureUrl(key) {
      const name = Object.hasOwn(job.pictures, key) ? job.pictures[key] : undefined;
      if (name === undefined) return undefined;
      if (!urls.has(name)) urls.set(name, urlOf(name));
      return urls.get(name);
    },
    readTree: async (key) => (Object.hasOwn(job.trees, key) ? (job.trees[key] ?? null) : null),
    readDebug: async (stepNumber) => (job.debug === null ? null : (job.debug[String(stepNumber)] ?? [])),
  };
}
