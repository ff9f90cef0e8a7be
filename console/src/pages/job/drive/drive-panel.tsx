import "./drive.css";
import type { TurnResponse } from "#shared/contracts/api/responses/turn-response.ts";
import { countText, durationText } from "../../../parts/format.ts";
import { useNow } from "../../../parts/now.ts";
import { ScreenText } from "../../../parts/screen-text.tsx";
import { Failure } from "../../../parts/states/failure.tsx";
import { DriveControls } from "./drive-controls.tsx";
import { DriveScreen } from "./drive-screen.tsx";
import { FinishForm } from "./finish-form.tsx";
import { useTurns } from "./use-turns.ts";

/** A person chooses each step of the job: its screen takes touches, and what it comes to is the job's claim. */
export function DrivePanel({ jobId }: { readonly jobId: string }) {
  const turns = useTurns(jobId);
  const { turn, busy, problem } = turns;
  return (
    <section className="drive" aria-label="You drive">
      {turn === undefined ? (
        <div className="drive-screen drive-none quiet">The screen comes when the device is there.</div>
      ) : (
        <DriveScreen observation={turn.observation} turns={turns} />
      )}
      <div className="drive-side">
        <h2>You drive</h2>
        <p role="status" className="quiet">
          {turn === undefined || busy ? "The device is busy…" : <Left turn={turn} />}
        </p>
        {problem !== null && <Failure error={problem} />}
        {turn !== undefined && (
          <>
            <Last turn={turn} />
            <DriveControls turn={turn} turns={turns} />
            <FinishForm turns={turns} />
          </>
        )}
      </div>
    </section>
  );
}

/** What is left: of the turn, and of the job. */
function Left({ turn: { until, stepNumber, observation } }: { readonly turn: TurnResponse }) {
  const now = useNow();
  const { steps, seconds } = observation.limitsLeft;
  return (
    <>
      Step {stepNumber}, due in {durationText(Math.max(0, Date.parse(until) - now))} · {countText(steps)}{" "}
      {steps === 1 ? "step" : "steps"} and {durationText(seconds * 1_000)} left
    </>
  );
}

/** What came of the turn before, where that is not to be seen on the screen. */
function Last({ turn: { observation } }: { readonly turn: TurnResponse }) {
  const { last } = observation;
  const said = last?.outcome?.ok === false ? last.outcome.message : last?.toolResult?.text;
  if (said === undefined) return null;
  return (
    <p className="drive-last">
      <ScreenText limit={400}>{said}</ScreenText>
    </p>
  );
}
