import "./live-page.css";
import { createClient } from "@drover/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LiveView } from "#shared/contracts/api/responses/live-response.ts";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { ClientContext, useApi } from "../../api/use-api.ts";
import { stepActionWords } from "../../job-view/action-words.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";

const everyMilliseconds = 2_000;
const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });

/**
 * A session or a job as a link lets one watch it. The token stays behind `#`, where no server sees it, so that the page can be
 * loaded again; it is no one's account, and the page keeps it nowhere.
 */
export function LivePage() {
  const token = window.location.hash.slice(1);
  const client = useMemo(() => createClient<DroverApi>({ apiUrl: window.location.origin, token }), [token]);
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={queries}>
        <Watch />
      </QueryClientProvider>
    </ClientContext>
  );
}

const statusWords: { readonly [Status in LiveView["status"]]: string } = {
  waiting: "Waiting for a device",
  running: "Running",
  ended: "Ended",
};

function Watch() {
  const { data: view, error } = useApi("watchLive", {}, { everyMilliseconds });
  const gone = error !== null;
  const heading = view?.kind === "job" ? "Live job" : "Live session";
  return (
    <main className="watch">
      <title>{`${heading} · Drover`}</title>
      <h1>{heading}</h1>
      {gone && <Failure error={error} />}
      {!gone && view !== undefined && <Shown view={view} />}
    </main>
  );
}

function Shown({ view: { status, stepCount, task, steps } }: { readonly view: LiveView }) {
  const running = status === "running";
  const { data: screen } = useApi("watchLiveScreen", {}, { everyMilliseconds, enabled: running });
  return (
    <>
      <p role="status">
        {statusWords[status]} · {stepCount} {stepCount === 1 ? "step" : "steps"}
      </p>
      {task !== undefined && (
        <p>
          <ScreenText limit={400}>{task}</ScreenText>
        </p>
      )}
      <div className="watch-columns">
        {running && <Screen answer={screen} />}
        <Steps steps={steps} />
      </div>
    </>
  );
}

type ScreenAnswer = DroverApi["watchLiveScreen"]["response"];

function Screen({ answer }: { readonly answer: ScreenAnswer | undefined }) {
  if (answer === undefined) return <div className="watch-screen" role="img" aria-label="No picture yet" />;
  const { base64, links, secure } = answer;
  const address = base64 === undefined ? links.screenshot : `data:image/png;base64,${base64}`;
  return (
    <figure>
      <img className="watch-screen" src={address} alt="The screen now" draggable={false} />
      {secure === true && <figcaption className="quiet">One of its windows forbids pictures.</figcaption>}
    </figure>
  );
}

function Steps({ steps }: Pick<LiveView, "steps">) {
  return (
    <ol className="watch-steps" aria-label="Latest steps, newest first">
      {steps.map(({ stepNumber, thinking, actions }) => (
        <li key={stepNumber} value={stepNumber}>
          <strong>
            <ScreenText>{stepActionWords({ actions })}</ScreenText>
          </strong>
          {thinking !== "" && (
            <p className="quiet">
              <ScreenText limit={400}>{thinking}</ScreenText>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
