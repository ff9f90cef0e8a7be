import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import type { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import { Time } from "../../parts/figures.tsx";
import { countText, moneyText, shareText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";

/** How it is run, and who changed that. */
export function BatchChanges({ batch }: { readonly batch: BatchResponse }) {
  const { settings, changes, pausedVariants, problems, problemCount } = batch;
  return (
    <div className="batch-changes">
      {problemCount > 0 && (
        <section>
          <h2>{countText(problemCount)} lines cannot be run</h2>
          <ul>
            {problems.map(({ line, field, message }) => (
              <li key={`${line} ${field}`}>
                Line {line}, <ScreenText>{field}</ScreenText>: <ScreenText>{message}</ScreenText>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Settings</h2>
        <dl>
          {settingRows(settings, pausedVariants).map(([name, value]) => (
            <div key={name}>
              <dt className="quiet">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>Changes</h2>
        {changes.length === 0 && <p className="quiet">No changes yet.</p>}
        <ol>
          {changes.toReversed().map(({ at, by, change, reason }) => (
            <li key={`${at} ${change}`}>
              <Time at={at} /> <strong>{<ScreenText>{by}</ScreenText>}</strong>:{" "}
              <ScreenText>{change}</ScreenText>{" "}
              <span className="quiet">
                <ScreenText>{reason}</ScreenText>
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function settingRows(settings: BatchSettings, paused: readonly string[]): readonly [string, string][] {
  const { concurrency, priority, budget, retry, stop, stopWhen } = settings;
  const limits = [
    budget.costUsd === undefined ? undefined : moneyText(budget.costUsd),
    budget.tokens === undefined ? undefined : `${countText(budget.tokens)} tokens`,
    budget.steps === undefined ? undefined : `${countText(budget.steps)} steps`,
    budget.deviceMinutes === undefined ? undefined : `${countText(budget.deviceMinutes)} device minutes`,
  ].filter((one) => one !== undefined);
  const enough = [
    stopWhen?.agree === undefined ? undefined : `${stopWhen.agree} repetitions of a task agree`,
    stopWhen?.ci === undefined ? undefined : `the rate is known to ±${shareText(stopWhen.ci)}`,
  ].filter((one) => one !== undefined);
  return [
    ["Concurrency", countText(concurrency)],
    ["Priority", priority],
    ["Budget", limits.length === 0 ? "none" : `${limits.join(", ")}; then ${budget.onBreach}`],
    ["Retries", `inconclusive ${retry.inconclusive} times, failed ${retry.failed} times, ${retry.strategy}`],
    [
      "Aborts when",
      stop === undefined ? "–" : `more than ${shareText(stop.failureRate)} fail, after ${stop.after} jobs`,
    ],
    ["Complete when", enough.length === 0 ? "–" : enough.join(", or ")],
    ["Paused models", paused.length === 0 ? "none" : paused.join(", ")],
  ];
}
