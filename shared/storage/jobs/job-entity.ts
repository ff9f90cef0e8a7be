import { ModelRole, ModelUsage } from "../../contracts/agent/model-settings.ts";
import { BudgetDimension } from "../../contracts/job/budget.ts";
import { Job, JobPause } from "../../contracts/job/job.ts";
import { ReviewSummary } from "../../contracts/job/review.ts";
import { DeviceLoss } from "../../contracts/session/session.ts";
import { roundUsd } from "../../values/round-usd.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const count = { type: "number" } as const;
const usageCounts = Object.fromEntries(Object.keys(ModelUsage.shape).map((name) => [name, count])) as {
  [Name in keyof typeof ModelUsage.shape]: typeof count;
};

const amounts = Object.fromEntries(BudgetDimension.options.map((name) => [name, count])) as {
  [Name in BudgetDimension]: typeof count;
};

const usageByRole = Object.fromEntries(
  ModelRole.options.map((role) => [role, { type: "map", properties: usageCounts }]),
) as { [Role in ModelRole]: { type: "map"; properties: typeof usageCounts } };

/** A job heads its own partition, where its steps and errors lie too: jobs running at once never share a hot key. */
export const createJobEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("job"),
      attributes: {
        ...attributesOf(Job),
        tenantId: keyPart,
        jobId: keyPart,
        status: keyPart,
        acquisition: count,
        deleteAfter: expiring(access),
        stepCount: count,
        messageCount: count,
        quotaShard: count,
        waitedMilliseconds: count,
        turnMilliseconds: count,
        pausedMilliseconds: count,
        spentTokens: count,
        spentUsd: count,
        spentOutputTokens: count,
        ahead: { type: "map", properties: attributesOf(Job.shape.ahead.unwrap()) },
        cloudReadings: count,
        granted: { type: "map", properties: amounts },
        heldMilliseconds: count,
        review: { type: "map", properties: attributesOf(ReviewSummary) },
        deviceLost: { type: "map", properties: attributesOf(DeviceLoss) },
        pause: { type: "map", properties: attributesOf(JobPause) },
        usage: { type: "map", properties: usageCounts },
        usageByRole: { type: "map", properties: usageByRole },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", [], "job"),
        },
        byTenant: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId"], "{tenantId}#jobs"),
          sk: keyTemplate("gsi1sk", ["jobId"], "{jobId}"),
        },
        byStatus: {
          index: "gsi2",
          projection: "keys_only",
          pk: keyTemplate("gsi2pk", ["tenantId", "status"], "{tenantId}#jobs#{status}"),
          sk: keyTemplate("gsi2sk", ["jobId"], "{jobId}"),
        },
        // Instead of the key before, as soon as there is an outcome; jobs of before this index stay in that of their status.
        byOutcome: {
          index: "gsi2",
          projection: "keys_only",
          pk: keyTemplate("gsi2pk", ["tenantId", "status", "outcome"], "{tenantId}#jobs#{status}#{outcome}"),
          sk: keyTemplate("gsi2sk", ["jobId"], "{jobId}"),
        },
      },
    },
    entityConfig(access),
  );
export type JobEntity = ReturnType<typeof createJobEntity>;

/** What is reserved for the next turn is counted where it is stored, and spent for no reader. */
export function parseJob(found: unknown): Job {
  const job = checked(Job, found, "a stored job");
  const { ahead, spentTokens, spentUsd, spentOutputTokens } = job;
  if (ahead === undefined) return job;
  return {
    ...job,
    spentTokens: spentTokens - ahead.tokens,
    spentUsd: roundUsd(spentUsd - ahead.usd),
    spentOutputTokens: spentOutputTokens - (ahead.outputTokens ?? 0),
  };
}
