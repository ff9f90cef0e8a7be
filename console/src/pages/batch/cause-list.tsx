import { Link } from "@tanstack/react-router";
import type { BatchCause, BatchCauses } from "#shared/contracts/api/batch-look.ts";
import type { BatchSearch, ChangeSearch } from "./batch-search.ts";
import { CauseWords } from "./cause-words.tsx";

interface CauseListProps {
  readonly causes: BatchCauses;
  readonly search: BatchSearch;
  readonly change: ChangeSearch;
}

const mostShown = 100;

/** What did not succeed, alike with alike, the largest group first, and what its jobs have in common that others have not. */
export function CauseList({ causes: { groups, ended }, search, change }: CauseListProps) {
  if (groups.length === 0)
    return (
      <p className="quiet">{ended === 0 ? "No job has ended yet." : "Every job that ended succeeded."}</p>
    );
  return (
    <ul className="causes">
      {groups.slice(0, mostShown).map((cause) => (
        <Cause
          key={cause.id}
          cause={cause}
          chosen={search.cause === cause.id}
          onChoose={() => change(search.cause === cause.id ? nothing : filterOf(cause))}
        />
      ))}
    </ul>
  );
}

const nothing = { cause: undefined, outcome: undefined, errorCode: undefined };

const filterOf = ({ id, outcome, errorCode }: BatchCause): Partial<BatchSearch> => ({
  cause: id,
  outcome,
  errorCode: errorCode ?? "none",
});

interface CauseProps {
  readonly cause: BatchCause;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Cause({ cause, chosen, onChoose }: CauseProps) {
  const { errorCode, count, jobIds } = cause;
  return (
    <li>
      <button type="button" className="bare cause" aria-pressed={chosen} onClick={onChoose}>
        <CauseWords cause={cause} />
      </button>
      {chosen && (
        <p className="cause-jobs">
          <span className="quiet">{count > jobIds.length ? `First ${jobIds.length}:` : "Jobs:"}</span>
          {jobIds.map((jobId) => (
            <Link key={jobId} to="/jobs/$jobId" params={{ jobId }} className="mono">
              {jobId.slice(-6)}
            </Link>
          ))}
          {errorCode !== undefined && (
            <Link to="/errors" search={{ code: errorCode }}>
              Screens of this error
            </Link>
          )}
        </p>
      )}
    </li>
  );
}
