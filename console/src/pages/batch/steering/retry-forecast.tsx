import type { RetryChoice } from "#shared/contracts/batch/batch.ts";
import type { ForecastBands } from "#shared/contracts/batch/forecast.ts";
import type { BatchId } from "#shared/contracts/values/ids.ts";
import { limitWords } from "#shared/rules/forecast/limit-words.ts";
import { useApi } from "../../../api/use-api.ts";
import { durationText, moneyText } from "../../../parts/format.ts";
import { Failure } from "../../../parts/states/failure.tsx";

interface RetryForecastProps {
  readonly batchId: BatchId;
  readonly which: RetryChoice;
}

const time = (seconds: number): string => durationText(seconds * 1_000);

/** What the chosen jobs will take, before they start. */
export function RetryForecast({ batchId, which }: RetryForecastProps) {
  const { data, error } = useApi("forecastBatch", { body: { batchId, which } }, { keepPrevious: true });
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <p role="status">Making a forecast…</p>;
  const { seconds, usd, unpricedShare, binds, devices, history } = data;
  return (
    <section className="steering-forecast" aria-label="Forecast">
      <dl>
        <dt>Time</dt>
        <dd>{bandText(seconds, time)}</dd>
        <dt>Cost</dt>
        <dd>{unpricedShare === 1 ? "not known: the models have no price" : bandText(usd, moneyText)}</dd>
        <dt>Bound by</dt>
        <dd>{binds === "devices" ? `devices (${devices})` : limitWords[binds]}</dd>
      </dl>
      <p>
        {history.jobs === 0
          ? "No past jobs: these figures are assumptions."
          : `By ${history.jobs.toLocaleString("en-US")} past jobs. In 9 of 10 cases it lies in the range.`}
      </p>
    </section>
  );
}

const bandText = ({ median, most: { low, high } }: ForecastBands, text: (value: number) => string) => (
  <>
    <strong>{text(median)}</strong> ({text(low)} to {text(high)})
  </>
);
