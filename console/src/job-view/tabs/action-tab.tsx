import { useMemo } from "react";
import type { ShownStep } from "#shared/contracts/api/responses/step-response.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { interventionWords } from "#shared/rules/steps/intervention-words.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { FactList, Json } from "../fact-list.tsx";
import type { ScreenSource } from "../job-record.ts";
import { screenChanges } from "../screen-changes.ts";
import { useTree } from "../use-tree.ts";

/** What was done, what the device was told, and what it changed. */
export function ActionTab({ step, source }: { readonly step: ShownStep; readonly source: ScreenSource }) {
  const touched = interventionWords(step.interventions);
  return (
    <>
      {step.actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions of a step never change places
        <ActionDetail key={index} action={action} />
      ))}
      <FactList
        facts={[
          {
            name: "retry of",
            value: step.retryOf === undefined ? undefined : `step ${step.retryOf}`,
          },
          { name: "recorded", value: step.recorded && `step ${step.recorded.step} of the recording` },
          {
            name: step.toolResult?.kind === "ask_user" ? "answer" : "tool result",
            value: step.toolResult?.text,
          },
          { name: "messages", value: step.messages?.map(({ text }) => text).join(" · ") },
          { name: "approval", value: step.approval && approvalWords(step.approval) },
          { name: "by a person", value: touched },
          { name: "feedback", value: step.feedback },
        ]}
      />
      <Changes step={step} source={source} />
    </>
  );
}

const decisions = {
  yes: "yes",
  no: "no",
  expired: "no (nobody answered)",
  stale: "yes, but the screen has changed since",
};

const approvalWords = ({ because, decision, reason, by }: NonNullable<Step["approval"]>): string =>
  [
    decision === undefined ? "waits for approval" : decisions[decision],
    by === undefined ? "" : ` by ${by}`,
    reason === undefined ? "" : `: ${reason}`,
    ` (${because.join("; ")})`,
  ].join("");

function ActionDetail({ action: shown }: { readonly action: ShownStep["actions"][number] }) {
  const { action, deviceAction, element, outcome, words } = shown;
  const effects = {
    done: "done on the device",
    none: "nothing reached the device",
    indeterminate: "unknown",
  };
  return (
    <div className="action-detail">
      <h2>
        <ScreenText>{words}</ScreenText>
      </h2>
      <FactList
        facts={[
          { name: "element", value: element },
          {
            name: "result",
            value: outcome && (outcome.ok ? "done" : (outcome.message ?? outcome.errorCode ?? "failed")),
          },
          { name: "effect", value: outcome && effects[outcome.effect] },
          { name: "retries", value: outcome && outcome.retries > 0 ? String(outcome.retries) : undefined },
        ]}
      />
      <Json value={action} label="The action as the model gave it" />
      {deviceAction !== undefined && <Json value={deviceAction} label="The command that the device got" />}
    </div>
  );
}

const mostChanges = 40;
const changeWords = { appeared: "+", disappeared: "−", altered: "±" } as const;

function Changes({ step, source }: { readonly step: Step; readonly source: ScreenSource }) {
  const before = useTree(source, step.before.treeKey);
  const after = useTree(source, step.after?.treeKey);
  const changes = useMemo(() => (before && after ? screenChanges(before, after) : null), [before, after]);
  if (step.after === undefined) return null;
  const moved = step.before.package !== step.after.package || step.before.activity !== step.after.activity;
  return (
    <>
      <h2>Changes on the screen</h2>
      {moved && (
        <p>
          Now in <ScreenText>{`${step.after.package} ${step.after.activity}`.trim()}</ScreenText>
        </p>
      )}
      {changes?.length === 0 && !moved && <p className="quiet">Nothing that has a name.</p>}
      <ul className="change-list">
        {changes?.slice(0, mostChanges).map(({ kind, words, element }) => (
          <li key={`${kind}-${element.element_id}`} className={`change-${kind}`}>
            <span title={kind} aria-hidden="true">
              {changeWords[kind]}
            </span>
            <span className="unseen">{kind}: </span>
            <ScreenText limit={200}>{words}</ScreenText>
          </li>
        ))}
      </ul>
      {changes !== null && changes.length > mostChanges && (
        <p className="quiet">and {changes.length - mostChanges} more</p>
      )}
    </>
  );
}
