import { dollarsOf, type JobCost, type Priced, prices } from "#shared/rules/cost/aws-prices.ts";
import { services } from "./quantities.ts";

const rounded = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)));

/** A table in Markdown: what so many jobs use of each service, and what it costs. */
export function costTable({ job, step, batchJob }: JobCost, jobs: number): string {
  const row = (service: string, used: string, priced: readonly Priced[]): string => {
    const dollars = [job, step, batchJob].map((quantities) => usd(dollarsOf(quantities, priced) * jobs));
    return `| ${service} | ${used} | ${dollars.join(" | ")} |`;
  };
  const rows = Object.entries(services).map(([service, priced]) => {
    const used = priced.map((name: Priced) => `${rounded(job[name] * jobs)} ${short[name]}`).join(", ");
    return row(service, used, priced);
  });
  const all = Object.keys(prices) as Priced[];
  return [
    `| service | ${jobs.toLocaleString("en-US")} jobs of 15 steps use | dollars | a step more | in a batch, more |`,
    "| --- | --- | ---: | ---: | ---: |",
    ...rows,
    row("together", "", all),
  ].join("\n");
}

const usd = (dollars: number): string =>
  `${dollars < 0 ? "-" : ""}$${Math.abs(dollars).toFixed(Math.abs(dollars) < 0.1 ? 4 : 2)}`;

const short: Readonly<Record<Priced, string>> = {
  transition: "transitions",
  lambdaRequest: "invocations",
  lambdaGigabyteSecond: "GB-seconds",
  readUnit: "read units",
  writeUnit: "write units",
  s3Put: "PUT",
  s3Get: "GET",
  s3GigabyteMonth: "GB-months",
  queueRequest: "requests",
  apiRequest: "requests",
  logGigabyte: "GB",
};
