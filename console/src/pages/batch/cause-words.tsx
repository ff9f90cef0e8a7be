import "./causes.css";
import type { BatchCause, SharedFact } from "#shared/contracts/api/batch-look.ts";
import { countText, shareText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { OutcomeMark, stateLabel } from "../../parts/states/outcome-mark.tsx";

/** How many ended alike, how, and what they have in common that others have not. In the console, and in a report. */
export function CauseWords({ cause }: { readonly cause: BatchCause }) {
  const { outcome, errorCode, message, count, common } = cause;
  return (
    <>
      <span className="cause-count number">{countText(count)}</span>
      <OutcomeMark state={outcome} />
      <span className="cause-words">
        <strong>{errorCode ?? stateLabel(outcome)}</strong>
        {message !== "" && <ScreenText limit={200}>{message}</ScreenText>}
        {common.map((fact) => (
          <span key={fact.field} className={fact.shareIn === 1 ? "cause-all" : "cause-common"}>
            <Common fact={fact} />
          </span>
        ))}
      </span>
    </>
  );
}

const fieldWords: { readonly [Field in SharedFact["field"]]: string } = {
  host: "on host",
  device: "on device",
  app: "in app",
  androidVersion: "on Android",
  model: "with model",
  hour: "started at",
};

function Common({ fact: { field, value, shareIn, shareOut } }: { readonly fact: SharedFact }) {
  const inside = shareIn === 1 ? "all" : shareText(shareIn);
  const outside = shareOut === 0 ? "no other job" : `${shareText(shareOut)} of the others`;
  return (
    <>
      {inside} {fieldWords[field]} <ScreenText limit={80}>{value}</ScreenText>{" "}
      <span className="quiet">({outside})</span>
    </>
  );
}
