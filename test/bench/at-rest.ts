/**
 * `npm run bench:rest`: what a deployment costs in a month of 30 days in which nobody submits a job, from the resources of its templates.
 * Kinds that it does not price cost nothing at rest, or by what is kept in them.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { App } from "aws-cdk-lib";
import * as z from "zod";
import { addDroverStacks } from "#infra/stacks/drover-stacks.ts";
import { metrics } from "#shared/contracts/farm/metrics.ts";
import { prices } from "#shared/rules/cost/aws-prices.ts";
import cdkFile from "../../cdk.json" with { type: "json" };

const jwtIssuer = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Synthesis";
const minutes = 30 * 24 * 60;
/** Lambda's pollers of an idle queue, each asking three times a minute. */
const pollers = 5;
/** What a sweep takes that finds nothing to do. */
const sweepSeconds = 0.2;

const Resource = z.object({
  Type: z.string(),
  Properties: z
    .looseObject({
      ScheduleExpression: z.string().optional(),
      Rules: z.array(z.unknown()).default([]),
      Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).default([]),
    })
    .default({ Metrics: [], Rules: [] }),
});
type Resource = z.infer<typeof Resource>;

const sweep = prices.lambdaRequest.usd + prices.lambdaGigabyteSecond.usd * sweepSeconds * 0.5;

/** An alarm on an expression is paid for by each metric in it. */
const alarmDollars = ({ Properties: { Metrics } }: Resource): number =>
  0.1 * Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length);

/** Gauges are told each minute, of the stage as a whole and of each pool; all other metrics only when jobs end. */
const gauges = Object.values(metrics).filter(({ kind }) => kind === "gauge").length;
const metricDollars = 0.3;

/** Dollars a month of one. US East (N. Virginia); the pages that `shared/rules/cost/aws-prices.ts` names, and those of Secrets Manager, KMS and WAF. */
const monthly: Readonly<Record<string, { readonly what: string; readonly usd: (one: Resource) => number }>> =
  {
    "AWS::SecretsManager::Secret": { what: "secrets", usd: () => 0.4 },
    "AWS::KMS::Key": { what: "keys", usd: () => 1 },
    "AWS::WAFv2::WebACL": {
      what: "firewalls, by their rules",
      usd: ({ Properties: { Rules } }) => 5 + Rules.length,
    },
    "AWS::CloudWatch::Alarm": { what: "alarms, by the metrics that each watches", usd: alarmDollars },
    "AWS::CloudWatch::Dashboard": { what: "dashboards, of which three are free", usd: () => 3 },
    "AWS::Lambda::EventSourceMapping": {
      what: "queues that Lambda asks for messages",
      usd: () => pollers * 3 * minutes * prices.queueRequest.usd,
    },
    "AWS::Events::Rule": {
      what: "rules, by what those call that have a schedule",
      usd: ({ Properties: { ScheduleExpression } }) =>
        ScheduleExpression === "rate(1 minute)" ? minutes * sweep : 0,
    },
  };

const outdir = await mkdtemp(path.join(tmpdir(), "drover-rest-"));
try {
  const app = new App({ outdir, context: { ...cdkFile.context, jwtIssuer } });
  addDroverStacks(app);
  const resources = app
    .synth()
    .stacks.flatMap(({ template }) =>
      Object.values(template.Resources ?? {}).map((one) => Resource.parse(one)),
    );
  let total = 2 * gauges * metricDollars;
  process.stdout.write(`| ${gauges} gauges, of the stage and of one pool | $${total.toFixed(2)} |\n`);
  for (const [type, { what, usd }] of Object.entries(monthly)) {
    const found = resources.filter(({ Type }) => Type === type);
    const dollars = found.reduce((sum, one) => sum + usd(one), 0);
    total += dollars;
    if (found.length > 0) process.stdout.write(`| ${found.length} ${what} | $${dollars.toFixed(2)} |\n`);
  }
  process.stdout.write(`| together | $${total.toFixed(2)} |\n`);
} finally {
  await rm(outdir, { recursive: true });
}
