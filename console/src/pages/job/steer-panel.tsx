import { type FormEvent, useId, useState } from "react";
import type { JobResponse, PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { QuestionCard } from "../questions/question-card.tsx";
import "../questions/questions-page.css";
import "./steer-panel.css";

type SteeredJob = PublicJob & Partial<Pick<JobResponse, "awaiting">>;

/** What a user can do with a running job: send messages and answer questions. */
export function SteerPanel({ job }: { readonly job: SteeredJob }) {
  const { jobId, status, pauseRequestedAt, awaiting } = job;
  if (status === "finished" || job.session !== undefined || job.workflow !== undefined) return null;
  return (
    <section className="steer" aria-label="Steer the job">
      {pauseRequestedAt !== undefined && (
        <p className="steer-paused" role="status">
          {awaiting?.for === "resume" || status === "queued" ? "Paused." : "Pauses at its next step."}
        </p>
      )}
      {awaiting?.question !== undefined && <OpenQuestion jobId={jobId} key={awaiting.question.questionId} />}
      {job.roles === undefined && <MessageForm job={job} />}
    </section>
  );
}

function OpenQuestion({ jobId }: { readonly jobId: PublicJob["jobId"] }) {
  const { data } = useApi("listJobQuestions", { id: jobId });
  const open = data?.items.filter((question: Question) => question.status === "open") ?? [];
  return (
    <ul className="questions">
      {open.map((question) => (
        <QuestionCard key={question.questionId} question={question} />
      ))}
    </ul>
  );
}

function MessageForm({ job: { jobId, messageCount } }: { readonly job: SteeredJob }) {
  const id = useId();
  const [text, setText] = useState("");
  const { mutate, isPending, error, data } = useApiAction("tellJob");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ id: jobId, body: { text, by: "console" } }, { onSuccess: () => setText("") });
  };
  return (
    <form className="steer-message" onSubmit={send}>
      <label htmlFor={id} className="unseen">
        Message to the agent
      </label>
      <input
        id={id}
        type="text"
        required
        maxLength={2_000}
        placeholder="Message to the agent, for its next step"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" disabled={isPending || text.trim() === ""}>
        Send
      </button>
      {error !== null && <Failure error={error} />}
      {data !== undefined && error === null && (
        <p className="quiet" role="status">
          Sent: <ScreenText limit={120}>{data.text}</ScreenText>
          {messageCount > 1 ? ` (${messageCount} in all)` : ""}
        </p>
      )}
    </form>
  );
}
