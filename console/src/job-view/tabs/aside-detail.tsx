import { Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { FactList, Json } from "../fact-list.tsx";
import type { ScreenSource } from "../job-record.ts";
import type { ListItem } from "../list-items.ts";
import { Approaches } from "./approaches.tsx";
import { asideWords } from "./aside-words.ts";
import { ErrorDetail } from "./errors-tab.tsx";

type Aside = Exclude<ListItem, { kind: "step" }>;

interface AsideDetailProps {
  readonly item: Aside;
  readonly source: ScreenSource;
  readonly jobHref: ((jobId: string) => string) | undefined;
  readonly onStep: (stepNumber: number) => void;
  readonly onClose: () => void;
}

const titles: { readonly [Kind in Aside["kind"]]: string } = {
  plan: "Plan",
  recovery: "Recovery",
  question: "Question",
  person: "A person",
  part: "Part of the task",
  error: "Error",
  infrastructure: "The farm",
};

/** What happened between two steps, whole. */
export function AsideDetail(props: AsideDetailProps) {
  const { item, onClose } = props;
  return (
    <div className="aside-detail">
      <header>
        <h2>{titles[item.kind]}</h2>
        <button type="button" className="bare" onClick={onClose} aria-label="Back to the step">
          ✕
        </button>
      </header>
      <div className="inspected">
        <Content {...props} />
      </div>
    </div>
  );
}

function Content({ item, source, jobHref, onStep }: AsideDetailProps) {
  switch (item.kind) {
    case "plan":
      return <PlanDetail plan={item.plan} />;
    case "recovery":
      return <RecoveryDetail recovery={item.recovery} />;
    case "question":
      return <QuestionDetail question={item.question} />;
    case "part":
      return <PartDetail part={item.part} jobHref={jobHref} />;
    case "error":
      return <ErrorDetail error={item.error} source={source} onStep={onStep} />;
    case "person":
      return (
        <>
          <p>{asideWords(item)}</p>
          <button type="button" onClick={() => onStep(item.stepNumber)}>
            Show the screen of step {item.stepNumber}
          </button>
        </>
      );
    case "infrastructure":
      return (
        <>
          <p>
            <ScreenText>{item.event.text}</ScreenText>
          </p>
          <FactList
            facts={[
              { name: "when", value: <Time at={item.event.at} /> },
              { name: "what", value: item.event.kind },
            ]}
          />
        </>
      );
  }
}

const triggers = {
  firstTurn: "at the first turn",
  progressStall: "no progress",
  stepFailures: "steps failed",
  lastTurns: "before the last turns",
} as const;

function PlanDetail({ plan }: { readonly plan: Extract<Aside, { kind: "plan" }>["plan"] }) {
  return (
    <>
      <FactList
        facts={[
          { name: "requested", value: `at step ${plan.requestedAtStep}: ${triggers[plan.trigger]}` },
          {
            name: "used",
            value: plan.adoptedAtStep === undefined ? "never" : `from step ${plan.adoptedAtStep} on`,
          },
          { name: "planner", value: plan.model },
          { name: "failed", value: plan.failure?.message },
        ]}
      />
      {plan.content !== undefined && <Approaches content={plan.content} />}
    </>
  );
}

function RecoveryDetail({
  recovery,
}: {
  readonly recovery: Extract<Aside, { kind: "recovery" }>["recovery"];
}) {
  return (
    <>
      <FactList
        facts={[
          { name: "outcome", value: recovery.outcome?.replaceAll("_", " ") ?? "running" },
          { name: "reason", value: recovery.reason },
          { name: "category", value: recovery.category.replaceAll("_", " ") },
          { name: "error", value: recovery.errorCode },
          { name: "started", value: <Time at={recovery.startedAt} /> },
        ]}
      />
      {recovery.plans.map((plan) => (
        <FactList
          key={plan.planId}
          facts={[
            { name: "strategy", value: plan.strategy.replaceAll("_", " ") },
            { name: "root cause", value: plan.rootCause },
            { name: "directive", value: plan.directive },
            { name: "expected", value: plan.expected },
          ]}
        />
      ))}
      <h2>Messages between planner and actor</h2>
      <ol className="messages">
        {recovery.messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never change places
          <li key={index} className={`message-${message.message_type}`}>
            <details>
              <summary>
                <strong>{message.message_type.replaceAll("_", " ")}</strong>{" "}
                <ScreenText limit={200}>{messageWords(message)}</ScreenText>
              </summary>
              <Json value={withoutPicture(message)} label={message.message_type} />
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

type Message = Extract<Aside, { kind: "recovery" }>["recovery"]["messages"][number];

function messageWords(message: Message): string {
  if (message.message_type === "execute_plan") {
    return message.steps
      .map(({ action, target }) => `${action.replaceAll("_", " ")} ${target}`.trim())
      .join(", ");
  }
  return message.message_type === "step_report"
    ? `${message.status}: ${message.details}`
    : message.failure_reason;
}

const withoutPicture = (message: Message): object =>
  Object.fromEntries(
    Object.entries(message).filter(([name]) => name !== "screenshot" && name !== "current_state"),
  );

const worths = {
  needed: "necessary",
  useless: "unnecessary: no known fact answers it",
  alreadyAnswered: "already answered",
} as const;

function QuestionDetail({
  question,
}: {
  readonly question: Extract<Aside, { kind: "question" }>["question"];
}) {
  return (
    <FactList
      facts={[
        { name: "question", value: question.text },
        { name: "when", value: <Time at={question.askedAt} /> },
        { name: "status", value: question.status },
        { name: "answer", value: question.answer },
        { name: "by", value: question.answeredBy === "user" ? "the simulated user" : question.by },
        { name: "facts given", value: question.facts?.join(", ") },
        { name: "usefulness", value: question.worth === undefined ? undefined : worths[question.worth] },
      ]}
    />
  );
}

interface PartDetailProps {
  readonly part: Extract<Aside, { kind: "part" }>["part"];
  readonly jobHref: AsideDetailProps["jobHref"];
}

function PartDetail({ part, jobHref }: PartDetailProps) {
  return (
    <>
      <FactList
        facts={[
          { name: "task", value: part.text },
          { name: "status", value: part.status },
          { name: "result", value: part.result },
          { name: "errors", value: part.errors.join(" ") },
          { name: "actions", value: part.actions.join(", ") },
        ]}
      />
      <ul className="plain-list">
        {part.jobIds.map((jobId, index) => (
          <li key={jobId}>
            {jobHref === undefined ? (
              jobId
            ) : (
              <a href={jobHref(jobId)}>Attempt {index + 1}: see what it did</a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
