import { Link } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import type { Question } from "#shared/contracts/job/question.ts";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";

/** One question beside the screen that it was asked about. */
export function QuestionCard({ question }: { readonly question: Question }) {
  const { jobId, stepNumber, text, askedAt, until, status } = question;
  const { data: job } = useApi("readJob", { id: jobId });
  return (
    <li className="question">
      <AskedScreen url={job?.links.screenshot} />
      <div className="question-words">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long one scrolls, so that its answer stays in sight */}
        <p className="question-text" tabIndex={0}>
          <ScreenText>{text}</ScreenText>
        </p>
        <p className="quiet">
          <Link to="/jobs/$jobId" params={{ jobId }} search={{ step: String(stepNumber) }}>
            {job === undefined ? `Step ${stepNumber}` : <ScreenText limit={120}>{job.task}</ScreenText>}
          </Link>
          {" · asked "}
          <Time at={askedAt} />
          {status === "open" && (
            <>
              {" · ends "}
              <Time at={until} />
            </>
          )}
        </p>
        {status !== "open" ? (
          <Answered question={question} />
        ) : question.kind === "approval" ? (
          <ApprovalForm question={question} />
        ) : (
          <AnswerForm question={question} />
        )}
      </div>
    </li>
  );
}

function AskedScreen({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return <div className="question-screen" aria-hidden="true" />;
  return (
    <img className="question-screen" src={url} alt="The screen that the question is about" loading="lazy" />
  );
}

function AnswerForm({ question: { jobId, questionId } }: { readonly question: Question }) {
  const id = useId();
  const [answer, setAnswer] = useState("");
  const { mutate, isPending, error } = useApiAction("answerQuestion");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ id: jobId, q: questionId, body: { answer, by: "console" } });
  };
  return (
    <form className="question-form" onSubmit={send}>
      <label htmlFor={id} className="unseen">
        Answer
      </label>
      <textarea
        id={id}
        rows={2}
        required
        maxLength={4_000}
        placeholder="Your answer"
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
        }}
      />
      <button type="submit" className="primary" disabled={isPending || answer.trim() === ""}>
        Answer
      </button>
      {error !== null && <Failure error={error} />}
    </form>
  );
}

/** Yes, or no with what the agent is to be told. */
function ApprovalForm({ question: { jobId, questionId } }: { readonly question: Question }) {
  const id = useId();
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useApiAction("answerQuestion");
  const answer = (said: string): void =>
    mutate({ id: jobId, q: questionId, body: { answer: said, by: "console" } });
  const refuse = (event: FormEvent): void => {
    event.preventDefault();
    answer(reason.trim() === "" ? "no" : `no: ${reason.trim()}`);
  };
  return (
    <form className="question-form" onSubmit={refuse}>
      <button type="button" className="primary" disabled={isPending} onClick={() => answer("yes")}>
        Yes, do it
      </button>
      <label htmlFor={id} className="unseen">
        Reason
      </label>
      <input
        id={id}
        type="text"
        maxLength={3_900}
        placeholder="Reason (sent to the agent)"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <button type="submit" disabled={isPending}>
        No
      </button>
      {error !== null && <Failure error={error} />}
    </form>
  );
}

const silent = { default: "Nobody answered. The job's default was used: ", expired: "Nobody answered." };

function Answered({ question: { status, answer, answeredAt, by } }: { readonly question: Question }) {
  return (
    <p>
      {status === "default" || status === "expired" ? silent[status] : null}
      {answer !== undefined && <ScreenText>{answer}</ScreenText>}
      {answeredAt !== undefined && status === "answered" && (
        <span className="quiet">
          {" — "}
          {by !== undefined && <ScreenText>{by}</ScreenText>} <Time at={answeredAt} />
        </span>
      )}
    </p>
  );
}
