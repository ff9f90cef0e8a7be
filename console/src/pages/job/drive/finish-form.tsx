import { type FormEvent, useId, useState } from "react";
import type { Turns } from "./use-turns.ts";

const ends = {
  success: "The task is done",
  infeasible: "The task is not possible",
  givenUp: "I give up",
} as const;
type End = keyof typeof ends;

/** How the person ends the job: a claim, which the device is asked about, or that nobody continues. */
export function FinishForm({ turns: { busy, take, giveUp } }: { readonly turns: Turns }) {
  const [end, setEnd] = useState<End>("success");
  const [answer, setAnswer] = useState("");
  const [why, setWhy] = useState("");
  const id = useId();
  const finish = (event: FormEvent): void => {
    event.preventDefault();
    const [said, summary] = [answer.trim(), why.trim()];
    if (end === "givenUp") return void giveUp(summary || "The person who drove the device gave up.");
    const claim = {
      action: "FINISH",
      status: end,
      ...(said === "" ? {} : { answer: said }),
      ...(summary === "" ? {} : { summary }),
    };
    void take([claim]);
  };
  return (
    <form className="drive-finish" onSubmit={finish}>
      <fieldset>
        <legend>End the job</legend>
        {(Object.keys(ends) as End[]).map((each) => (
          <label key={each} className="drive-check">
            <input type="radio" name={`${id}end`} checked={end === each} onChange={() => setEnd(each)} />
            {ends[each]}
          </label>
        ))}
      </fieldset>
      {end === "success" && (
        <label>
          Answer
          <input
            value={answer}
            maxLength={4_000}
            placeholder="If the task asks something"
            autoComplete="off"
            onChange={({ target }) => setAnswer(target.value)}
          />
        </label>
      )}
      <label>
        Why
        <input
          value={why}
          maxLength={1_000}
          placeholder="Optional"
          autoComplete="off"
          onChange={({ target }) => setWhy(target.value)}
        />
      </label>
      <button type="submit" className="primary" disabled={busy}>
        Finish
      </button>
    </form>
  );
}
