import type { PlanContent, StepDetail } from "#shared/contracts/job/plan.ts";
import { shareText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";

/** The ways that a plan knows, the recommended one first. */
export function Approaches({ content }: { readonly content: PlanContent }) {
  const { approaches, recommendedIndex, diagnosis } = content;
  const ordered = approaches.map((approach, index) => ({ approach, first: index === recommendedIndex }));
  ordered.sort((one, other) => Number(other.first) - Number(one.first));
  return (
    <>
      {diagnosis !== undefined && (
        <p>
          <span className="quiet">Why it got nowhere: </span>
          <ScreenText>{diagnosis}</ScreenText>
        </p>
      )}
      <ol className="approaches">
        {ordered.map(({ approach, first }) => (
          <li key={approach.name}>
            <p>
              <strong>
                <ScreenText>{approach.name}</ScreenText>
              </strong>{" "}
              <span className="quiet">
                {first ? "recommended, " : ""}
                {shareText(approach.confidence)} sure
              </span>
            </p>
            <p>
              <ScreenText>{approach.description}</ScreenText>
            </p>
            <ol className="approach-steps">
              {approach.steps.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
                <li key={index}>
                  <ScreenText>{step}</ScreenText>
                  <StepDetails detail={approach.stepDetails?.[index]} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </>
  );
}

/** In which app a step is done, and how sure the planner is of it. */
function StepDetails({ detail = {} }: { readonly detail?: StepDetail | undefined }) {
  const { app, confidence } = detail;
  return (
    <>
      {app !== undefined && <span className="quiet"> {app}</span>}
      {confidence !== undefined && <span className="quiet"> {shareText(confidence)} sure</span>}
    </>
  );
}
