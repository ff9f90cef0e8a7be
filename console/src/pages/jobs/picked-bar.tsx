import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { useClient } from "../../api/use-api.ts";
import type { usePicked } from "./use-picked.ts";

interface PickedBarProps {
  readonly picked: ReturnType<typeof usePicked>;
  readonly jobs: readonly PublicJob[];
}

const comparedAtMost = 8;
/** So many requests go out at a time. */
const atOnce = 5;

/** What can be done with all picked jobs at once; how it went is said here too. */
export function PickedBar({ picked, jobs }: PickedBarProps) {
  const client = useClient();
  const queries = useQueryClient();
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const chosen = jobs.filter(({ jobId }) => picked.ids.has(jobId));
  const open = chosen.filter(({ status }) => status !== "finished");
  const ended = chosen.filter(({ status }) => status === "finished");
  const each = async (
    done: string,
    of: readonly PublicJob[],
    change: (id: string) => Promise<unknown>,
  ): Promise<void> => {
    setBusy(true);
    const { good, first } = await changeEach(of, change);
    const refused = of.length - good;
    setSaid(`${good} ${done}${refused === 0 ? "" : `, ${refused} not: ${first}`}`);
    setBusy(false);
    picked.pickAll([]);
    await queries.invalidateQueries();
  };
  if (chosen.length === 0) {
    return (
      <p role="status" className={said === "" ? "unseen" : "picked-bar"}>
        {said}
      </p>
    );
  }
  return (
    <div className="picked-bar">
      <strong>{chosen.length} picked</strong>
      <button
        type="button"
        disabled={busy || open.length === 0}
        onClick={() => void each("cancelled", open, (id) => client.cancelJob({ id }))}
      >
        Cancel {open.length}
      </button>
      <button
        type="button"
        disabled={busy || ended.length === 0}
        onClick={() => void each("submitted again", ended, (id) => client.retryJob({ id }))}
      >
        Retry {ended.length}
      </button>
      {chosen.length > 1 && chosen.length <= comparedAtMost && (
        <Link to="/compare" search={{ jobs: chosen.map(({ jobId }) => jobId).join(",") }} className="button">
          Compare
        </Link>
      )}
      <button type="button" className="bare" onClick={() => picked.pickAll(jobs.map(({ jobId }) => jobId))}>
        All {jobs.length} listed
      </button>
      <button type="button" className="bare" onClick={() => picked.pickAll([])}>
        None
      </button>
    </div>
  );
}

/** How many changes went well, and why the first did not that went wrong. */
async function changeEach(
  jobs: readonly PublicJob[],
  change: (id: string) => Promise<unknown>,
): Promise<{ readonly good: number; readonly first: string }> {
  const results: PromiseSettledResult<unknown>[] = [];
  for (let at = 0; at < jobs.length; at += atOnce) {
    const some = jobs.slice(at, at + atOnce);
    results.push(...(await Promise.allSettled(some.map(({ jobId }) => change(jobId)))));
  }
  const refused = results.filter(({ status }) => status === "rejected");
  const [first] = refused;
  return {
    good: results.length - refused.length,
    first: first?.status === "rejected" && first.reason instanceof Error ? first.reason.message : "",
  };
}
