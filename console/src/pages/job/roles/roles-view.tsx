import "./roles.css";
import { Link } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { stepActionWords } from "../../../job-view/action-words.ts";
import { Elapsed } from "../../../parts/figures.tsx";
import { ScreenText } from "../../../parts/screen-text.tsx";
import { Failure } from "../../../parts/states/failure.tsx";
import { jobState, OutcomeMark } from "../../../parts/states/outcome-mark.tsx";
import { type Board, type RoleEvent, roleEvents } from "./role-events.ts";
import { useRoles } from "./use-roles.ts";

interface RolesViewProps {
  readonly job: PublicJob;
  readonly actions: ReactNode;
}

/** A job with roles: their screens side by side by time, and between them what they told each other. */
export function RolesView({ job, actions }: RolesViewProps) {
  const { board, error, steps } = useRoles(job.jobId, job.status === "finished");
  return (
    <div className="page-full roles-page">
      <header className="job-header">
        <div className="job-title">
          <OutcomeMark state={jobState(job)} labelled />
          <h1>
            <ScreenText limit={400}>{job.task}</ScreenText>
          </h1>
          <div className="job-actions">{actions}</div>
        </div>
        <p className="job-facts">
          <span>{Object.keys(job.roles ?? {}).length} roles</span>
          <Elapsed from={job.createdAt} to={job.finishedAt} />
        </p>
        {job.outcomeReason !== undefined && (
          <p className="job-reason">
            <ScreenText>{job.outcomeReason}</ScreenText>
          </p>
        )}
      </header>
      {error !== null && <Failure error={error} />}
      {board !== undefined && <Lanes job={job} board={board} events={roleEvents(board, steps)} />}
    </div>
  );
}

/** The blackboard is between the first role and the others. */
const boardColumn = 2;
const columnOf = (index: number): number => (index === 0 ? 1 : index + boardColumn);
const inColumn = (column: number): CSSProperties => ({ gridColumn: column });

interface LanesProps {
  readonly job: PublicJob;
  readonly board: Board;
  readonly events: readonly RoleEvent[];
}

function Lanes({ job, board, events }: LanesProps) {
  const columns = new Map(board.roles.map(({ role }, index) => [role, columnOf(index)]));
  return (
    <>
      <div className="roles-grid roles-heads" style={gridOf(board.roles.length)}>
        {board.roles.map((role, index) => (
          <section key={role.role} className="role-head" style={inColumn(columnOf(index))}>
            <RoleHead role={role} task={job.roles?.[role.role]?.task ?? ""} />
          </section>
        ))}
        <section className="role-head board-head" style={inColumn(boardColumn)}>
          <h2>Blackboard</h2>
          <p className="quiet">
            {board.entries.length === 0 ? "No messages." : `${board.entries.length} messages`}
          </p>
        </section>
      </div>
      <ol
        className="roles-grid roles-events"
        style={gridOf(board.roles.length)}
        aria-label="Actions and messages of the roles, by time"
      >
        {events.map((event) => (
          <li
            key={event.key}
            className={`role-event ${event.kind}`}
            style={inColumn(event.kind === "told" ? boardColumn : (columns.get(event.role) ?? 1))}
          >
            {event.kind === "told" ? <Told event={event} /> : <Step event={event} />}
          </li>
        ))}
      </ol>
    </>
  );
}

const gridOf = (roles: number): CSSProperties => ({
  gridTemplateColumns: `minmax(180px, 1fr) minmax(160px, 0.8fr) repeat(${roles - 1}, minmax(180px, 1fr))`,
});

function RoleHead({ role, task }: { readonly role: Board["roles"][number]; readonly task: string }) {
  const { outcome, state, waiting, jobId, role: name } = role;
  const doing = { gathering: "queued", ended: "inconclusive" } as const;
  const mark = outcome ?? (state === "gathering" || state === "ended" ? doing[state] : "running");
  return (
    <>
      <h2>
        <OutcomeMark state={mark} />{" "}
        <Link to="/jobs/$jobId" params={{ jobId }} search={{}}>
          {name}
        </Link>
      </h2>
      <p>
        <ScreenText limit={300}>{task}</ScreenText>
      </p>
      <p className="quiet">{outcome ?? (waiting === undefined ? state : `waits for “${waiting.key}”`)}</p>
    </>
  );
}

const clock = (at: string): string => at.slice(11, 19);

function Step({ event }: { readonly event: Extract<RoleEvent, { kind: "step" }> }) {
  const { step, jobId, at, role } = event;
  const picture = step.links?.screenshot ?? step.links?.screenshotBefore;
  return (
    <Link to="/jobs/$jobId" params={{ jobId }} search={{ step: String(step.stepNumber) }}>
      {picture === undefined ? (
        <span className="role-screen" />
      ) : (
        <img
          className="role-screen"
          src={picture}
          alt={`Screen of ${role} after step ${step.stepNumber}`}
          loading="lazy"
          draggable={false}
        />
      )}
      <span className="role-words">
        <time dateTime={at}>{clock(at)}</time> {step.stepNumber}.{" "}
        <ScreenText>{stepActionWords(step)}</ScreenText>
      </span>
    </Link>
  );
}

function Told({ event }: { readonly event: Extract<RoleEvent, { kind: "told" }> }) {
  const { key, text, from, to } = event.entry;
  return (
    <>
      <p className="quiet">
        <time dateTime={event.at}>{clock(event.at)}</time> {from} → {to ?? "all"}
      </p>
      <p>
        <strong>
          <ScreenText>{key}</ScreenText>
        </strong>
      </p>
      <p>
        <ScreenText>{text}</ScreenText>
      </p>
    </>
  );
}
