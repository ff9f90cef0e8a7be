import type { Step } from "#shared/contracts/step/step.ts";
import { chainWords } from "#shared/rules/steps/chain-words.ts";
import { moneyText, tokensText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { FactList } from "../fact-list.tsx";
import type { JobRecord } from "../job-record.ts";
import { Approaches } from "./approaches.tsx";

/** What the model thought, what it expected, and what it was told beside the screen. */
export function ThinkingTab({ record, step }: { readonly record: JobRecord; readonly step: Step }) {
  const { usage, groundedBy, unusedReplies = [], chain } = step;
  const plan = record.plans.find(({ planNumber }) => planNumber === step.guidance);
  const used = [
    `${tokensText(usage.inputTokens)} in`,
    usage.cachedTokens > 0 ? `${tokensText(usage.cachedTokens)} of them cached` : "",
    `${tokensText(usage.outputTokens)} out`,
    usage.costUsd === undefined ? "" : moneyText(usage.costUsd),
  ];
  return (
    <>
      <p className="thought">
        {step.thinking === "" ? (
          <span className="quiet">The model said no thoughts.</span>
        ) : (
          <ScreenText limit={20_000}>{step.thinking}</ScreenText>
        )}
      </p>
      {step.reasoning !== undefined && (
        <details>
          <summary>The model's reasoning</summary>
          <p className="thought">
            <ScreenText limit={20_000}>{step.reasoning}</ScreenText>
          </p>
        </details>
      )}
      <FactList
        facts={[
          { name: "expects", value: step.expect },
          {
            name: "model",
            value:
              step.fallbackFrom === undefined ? step.model : `${step.model}, instead of ${step.fallbackFrom}`,
          },
          {
            name: "tokens",
            value: usage.calls === 0 ? "no model call" : used.filter(Boolean).join(", "),
          },
          {
            name: "picture",
            value: step.picture && (step.picture.sent ? "shown to the model" : "not shown"),
          },
          {
            name: "located by",
            value: groundedBy && `${groundedBy.model}, asked for ${groundedBy.description}`,
          },
          { name: "notes", value: chain?.notes.join("; ") },
          { name: "chain", value: chain && (chainWords(chain).join("; ") || undefined) },
        ]}
      />
      {unusedReplies.length > 0 && (
        <>
          <h2>Replies without a usable action</h2>
          <ul className="plain-list">
            {unusedReplies.map(({ kind, model, problem, said }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
              <li key={index}>
                <strong>{kind}</strong> <span className="quiet">{model}</span>{" "}
                <ScreenText>{[problem, said].filter(Boolean).join(" — ")}</ScreenText>
              </li>
            ))}
          </ul>
        </>
      )}
      {plan?.content !== undefined && (
        <>
          <h2>The plan in its prompt</h2>
          <Approaches content={plan.content} />
        </>
      )}
    </>
  );
}
