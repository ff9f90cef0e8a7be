import "./top-bar.css";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { useApi, useClient } from "../api/use-api.ts";
import { useShortcut } from "../parts/shortcuts/shortcuts.tsx";
import { PlaceMenu } from "./place-menu.tsx";

const questionsEveryMilliseconds = 5_000;

/** Where one is, where else one can go, and what one looks for. */
export function TopBar() {
  return (
    <header className="top-bar">
      <Link to="/jobs" className="top-brand">
        Drover
      </Link>
      <nav aria-label="Pages">
        <Link to="/jobs" activeOptions={{ includeSearch: false }}>
          Jobs
        </Link>
        <Link to="/batches">Batches</Link>
        <Link to="/schedules">Schedules</Link>
        <Link to="/errors">Errors</Link>
        <Link to="/devices">Devices</Link>
        <Link to="/review">Review</Link>
        <QuestionsLink />
      </nav>
      <Search />
      <PlaceMenu />
    </header>
  );
}

/** With how many wait for a person. */
function QuestionsLink() {
  const { data } = useApi(
    "listQuestions",
    { query: { limit: 100 } },
    { everyMilliseconds: questionsEveryMilliseconds },
  );
  const open = data?.items.length ?? 0;
  const count = data?.nextCursor === undefined ? String(open) : `${open}+`;
  return (
    <Link to="/questions">
      Questions
      {open > 0 && (
        <span className="top-count">
          {count}
          <span className="unseen"> open</span>
        </span>
      )}
    </Link>
  );
}

const jobIdForm = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

/** A job's id opens it; any other words look for jobs. */
function Search() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const client = useClient();
  // The farm then knows all jobs by the time that somebody has typed a word.
  const prepare = (): void =>
    void client.listJobs({ query: { sort: "submitted", limit: 1 } }).catch(() => undefined);
  useShortcut("/", "Search", () => input.current?.focus());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === "") return;
    setText("");
    input.current?.blur();
    if (jobIdForm.test(wanted))
      void navigate({ to: "/jobs/$jobId", params: { jobId: wanted.toUpperCase() } });
    else void navigate({ to: "/jobs", search: { text: wanted } });
  };
  return (
    <search className="top-search">
      <form onSubmit={submit}>
        <input
          ref={input}
          type="search"
          aria-label="Search jobs by id, or by words of the task, app, device, batch or reason"
          placeholder="Search jobs: id or words"
          value={text}
          spellCheck={false}
          onFocus={prepare}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </search>
  );
}
