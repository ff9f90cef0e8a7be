import { Link } from "@tanstack/react-router";
import type { ErrorGroup } from "#shared/contracts/api/error-groups.ts";
import type { ErrorResponse } from "#shared/contracts/api/responses/error-response.ts";
import { useApiPages } from "../../api/use-api.ts";
import { CopyErrorPrompt } from "../../parts/copy/copy-error-prompt.tsx";
import { Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { useShortcut } from "../../parts/shortcuts/shortcuts.tsx";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { AimedPicture } from "./aimed-picture.tsx";
import type { ChangeErrors, ErrorsSearch } from "./errors-search.ts";

interface ErrorGroupViewProps {
  readonly groupId: string;
  /** Absent while the groups are not known. */
  readonly group: ErrorGroup | undefined;
  readonly search: ErrorsSearch;
  readonly change: ChangeErrors;
}

/** One group, its jobs one by one: `←` is a newer one, `→` an older one. */
export function ErrorGroupView({ groupId, group, search, change }: ErrorGroupViewProps) {
  const { code, app, deviceId, hostId } = search;
  const asked = { query: { groupId, limit: 50, code, app, deviceId, hostId } };
  const errors = useApiPages("listErrors", asked);
  const items = errors.data ?? [];
  const found = items.findIndex(({ errorId }) => errorId === search.at);
  const at = Math.max(0, found);
  const error = items[at];
  const go = (by: number): void => {
    const next = items[at + by];
    if (next !== undefined) change({ at: next.errorId });
    if (at + by >= items.length - 2 && errors.hasNextPage && !errors.isFetchingNextPage)
      void errors.fetchNextPage();
  };
  useShortcut("ArrowLeft", "Newer error of the group", () => go(-1));
  useShortcut("ArrowRight", "Older error of the group", () => go(1));
  useShortcut("Escape", "All groups", () => change({ group: undefined, at: undefined }));
  const total = group?.count ?? items.length;
  return (
    <div className="page error-group">
      <div className="error-group-head">
        <Link to="/errors" search={({ group: _group, at: _at, ...rest }) => rest}>
          All groups
        </Link>
        <h1>{group?.code ?? groupId.split(".")[0]}</h1>
        <div className="error-steps">
          <button type="button" disabled={at === 0} onClick={() => go(-1)}>
            ← Newer
          </button>
          <span className="number" role="status">
            {items.length === 0 ? "–" : at + 1} of {Math.max(total, items.length)}
          </span>
          <button type="button" disabled={at >= items.length - 1} onClick={() => go(1)}>
            Older →
          </button>
        </div>
      </div>
      {errors.isError && <Failure error={errors.error} retry={errors.refetch} />}
      {errors.data !== undefined && error === undefined && !errors.hasNextPage && (
        <EmptyState title="The errors of this group are no longer stored." />
      )}
      {error !== undefined && <ErrorFacts error={error} />}
    </div>
  );
}

function ErrorFacts({ error }: { readonly error: ErrorResponse }) {
  const { jobId, stepNumber, message, cause, advice, capturedAt, links, attemptedAction } = error;
  return (
    <div className="error-facts">
      <AimedPicture
        link={links.screenshot}
        attempted={attemptedAction}
        alt={`The screen at the time of the error, in ${error.app ?? "an unknown app"}`}
        missing={error.screenshotMissing ?? "No picture was stored."}
      />
      <div>
        <p className="error-said">
          <ScreenText>{message}</ScreenText>
        </p>
        <Link className="button" to="/jobs/$jobId" params={{ jobId }} search={{ step: String(stepNumber) }}>
          Open the job at step {stepNumber}
        </Link>{" "}
        <CopyErrorPrompt error={error} />
        <dl>
          <Row name="when">
            <Time at={capturedAt} />
          </Row>
          <Row name="job">
            <code>{jobId}</code>
          </Row>
          {error.hostId !== undefined && (
            <Row name="host">
              <Link to="/devices" search={{ hostId: error.hostId }}>
                {error.hostId}
              </Link>
            </Row>
          )}
          {error.deviceId !== undefined && (
            <Row name="device">
              <Link to="/devices/$deviceId" params={{ deviceId: error.deviceId }}>
                {error.deviceId}
              </Link>
            </Row>
          )}
          {error.app !== undefined && (
            <Row name="app">
              <ScreenText limit={200}>{error.app}</ScreenText>
            </Row>
          )}
          <Row name="state">{error.stateName}</Row>
          {attemptedAction !== undefined && (
            <Row name="tried">
              <code>
                <ScreenText limit={600}>{attemptedAction}</ScreenText>
              </code>
            </Row>
          )}
          {cause !== undefined && (
            <Row name="cause">
              <ScreenText limit={600}>{cause}</ScreenText>
            </Row>
          )}
          {advice.length > 0 && (
            <Row name="what to do">
              {advice.map((line) => (
                <span key={line} className="error-advice">
                  {line}
                </span>
              ))}
            </Row>
          )}
        </dl>
      </div>
    </div>
  );
}

const Row = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt className="quiet">{name}</dt>
    <dd>{children}</dd>
  </div>
);
