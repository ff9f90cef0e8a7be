import type { Forecast } from "#shared/contracts/api/responses/forecast-response.ts";
import type { ForecastBands } from "#shared/contracts/batch/forecast.ts";
import { limitWords } from "#shared/rules/forecast/limit-words.ts";
import type { ForecastScores } from "#shared/rules/forecast/score.ts";
import { durationText } from "#shared/text/duration-text.ts";
import { counted, dollars, percent } from "../terminal/figures.ts";
import { table } from "../terminal/table.ts";
import { out, plain } from "../terminal/terminal.ts";

const time = (seconds: number): string => durationText(seconds * 1_000);
const count = (value: number): string => Math.round(value).toLocaleString("en-US");
const range = ({ low, high }: ForecastBands["half"], text: (value: number) => string): string =>
  `${text(low)} to ${text(high)}`;

/** A forecast for people. */
export function printForecast(name: string, forecast: Forecast): void {
  const { jobs, devices, concurrency, seconds } = forecast;
  out(
    plain(
      `${name}: ${counted(jobs, "job")} on ${counted(devices, "device")}, ${concurrency} at once at most`,
    ),
  );
  out("");
  table(["", "expected", "50 % band", "90 % band"], [bandRow("time", seconds, time), costRow(forecast)]);
  out("");
  for (const line of [...boundLines(forecast), historyLine(forecast)]) out(plain(line));
  if (forecast.mixes !== undefined) printMixes(forecast.mixes);
  if (forecast.assumptions.length === 0) return;
  out("\nAssumptions:");
  for (const { name: assumed, text } of forecast.assumptions) out(plain(`  ${assumed}: ${text}`));
}

/** Where none of the models has a price, the other costs would look like the whole. */
const costRow = ({ unpricedShare, usd, usdOf }: Forecast): readonly string[] => {
  if (unpricedShare < 1) return bandRow("cost", usd, dollars);
  return usdOf.aws === 0 ? ["cost", "not known", "", ""] : bandRow("cost without models", usd, dollars);
};

const bandRow = (name: string, { median, half, most }: ForecastBands, text: (value: number) => string) => [
  name,
  text(median),
  range(half, text),
  range(most, text),
];

function boundLines({ binds, limits, moreDevices, seconds, usdOf }: Forecast): readonly string[] {
  const costs = Object.entries({ models: usdOf.models, AWS: usdOf.aws, devices: usdOf.devices });
  const parts = costs.filter(([, usd]) => usd > 0).map(([name, usd]) => `${name} ${dollars(usd)}`);
  const saved = seconds.median - moreDevices.seconds;
  const then = moreDevices.binds === binds ? "" : `, then bound by ${limitWords[moreDevices.binds]}`;
  const figures = limits.map(
    ({ limit, jobsAtOnce, jobsPerMinute }) =>
      `  ${limitWords[limit]}: ${counted(Math.round(jobsAtOnce), "job")} at once, ${rate(jobsPerMinute)} a minute`,
  );
  return [
    ...(parts.length > 1 ? [`Cost: ${parts.join(", ")}`] : []),
    `Bound by ${limitWords[binds]}`,
    ...figures.slice(0, binds === "jobs" ? 0 : mostLimits),
    saved > seconds.median * leastSaved
      ? `100 more devices: ${time(moreDevices.seconds)}, ${time(saved)} less${then}`
      : "100 more devices save no time",
  ];
}

const mostLimits = 3;
/** Less is none. */
const leastSaved = 0.01;
const rate = (value: number): string => (value < 10 ? value.toFixed(1) : count(value));

function historyLine({ history: { jobs, from = "", to = "", drawnFrom } }: Forecast): string {
  if (jobs === 0) return "History: none, so the assumptions below count";
  const { task, taskOfAnotherModel } = drawnFrom;
  const own = task + taskOfAnotherModel;
  return `History: ${counted(jobs, "past job")} from ${from.slice(0, 10)} to ${to.slice(0, 10)}; of the planned jobs ${count(own)} have run before`;
}

function printMixes(mixes: NonNullable<Forecast["mixes"]>): void {
  out("");
  if (mixes.length === 0) {
    out("No number of devices keeps the deadline: the longest jobs, or a limit above, take longer.");
    return;
  }
  out("Keeps the deadline 95 times of 100, the cheapest first:");
  table(
    ["model", "devices", "concurrency", "time", "cost"],
    mixes.map(({ model = "as planned", devices, concurrency, seconds, usd }) => [
      model,
      count(devices),
      count(concurrency),
      time(seconds),
      dollars(usd),
    ]),
  );
}

/** Past forecasts beside what happened. */
export function printScores({ batches, within50, within90, medianError }: ForecastScores): void {
  if (batches.length === 0) {
    out("No batch with a forecast has ended by itself yet.");
    return;
  }
  table(
    ["batch", "jobs", "expected", "90 % band", "took", "error"],
    batches.map(({ name, jobs, pastJobs, expected, seconds, error, within90: fits }) => [
      pastJobs === 0 ? `${name} (without history)` : name,
      count(jobs),
      time(expected.median),
      `${range(expected.most, time)}${fits ? "" : " !"}`,
      time(seconds),
      percent(error),
    ]),
  );
  const past = batches.filter(({ pastJobs }) => pastJobs > 0).length;
  out(
    `\n${counted(past, "forecast")} from history: ${percent(within90)} within the 90 % band, ${percent(within50)} within the 50 % band, median error in time ${percent(medianError)}`,
  );
}
