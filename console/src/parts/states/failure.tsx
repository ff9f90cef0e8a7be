import "./failure.css";
import { ApiProblem, NoAnswer } from "@drover/client";
import { CopyButton } from "../copy/copy-button.tsx";

interface FailureProps {
  readonly error: unknown;
  readonly retry?: (() => unknown) | undefined;
}

/** What went wrong, what to do about it, and by which id whoever runs the farm finds it. */
export function Failure({ error, retry }: FailureProps) {
  const { title, lines, requestId } = wordsOf(error);
  return (
    <div className="failure" role="alert">
      <h2>{title}</h2>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className="failure-foot">
        {retry !== undefined && (
          <button type="button" onClick={() => void retry()}>
            Try again
          </button>
        )}
        {requestId !== undefined && (
          <span className="quiet">
            Request <code>{requestId}</code>
            <CopyButton text={requestId} what="Copy the request's id" />
          </span>
        )}
      </div>
    </div>
  );
}

interface FailureWords {
  readonly title: string;
  readonly lines: readonly string[];
  readonly requestId?: string | undefined;
}

function wordsOf(error: unknown): FailureWords {
  if (error instanceof ApiProblem) {
    const { title, detail, advice, fields, requestId } = error;
    const wrong = fields.map(({ field, message }) => `${field}: ${message}`);
    // Of wrong fields the detail says the same again.
    const said = wrong.length > 0 || detail === title ? [] : [detail];
    return { title, lines: [...said, ...wrong, ...advice], requestId };
  }
  if (error instanceof NoAnswer) {
    return { title: "The farm is not reachable.", lines: ["If it is not running, start it with: drover up"] };
  }
  return { title: "This page failed.", lines: [error instanceof Error ? error.message : String(error)] };
}
