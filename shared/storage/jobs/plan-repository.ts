import { Plan, type PlanContent } from "../../contracts/job/plan.ts";
import type { JobId, TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { defined } from "../../values/defined.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { listItems, readItem, wrote } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import type { TableWrite } from "../table/transaction.ts";

const createPlanEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("plan"),
      attributes: {
        ...attributesOf(Plan),
        tenantId: keyPart,
        jobId: keyPart,
        planNumber: { type: "number", required: true, padding: { length: 3, char: "0" } },
        status: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["planNumber"], "plan#{planNumber}"),
        },
      },
    },
    entityConfig(access),
  );

const lastPlanNumber = 999;

const parsePlan = (found: unknown): Plan => checked(Plan, found, "a stored plan");

export interface PlanKey {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly planNumber: number;
}

/** How a consultation ended. */
export type PlanResult = { readonly finishedAt: Timestamp } & Pick<
  Plan,
  "model" | "fallbackFrom" | "usage" | "milliseconds"
> &
  ({ readonly content: PlanContent } | { readonly failure: NonNullable<Plan["failure"]> });

const keyOf = ({ tenantId, jobId, planNumber }: PlanKey): PlanKey => ({ tenantId, jobId, planNumber });

type PlanEntity = ReturnType<typeof createPlanEntity>;

export const createPlanRepository = (access: TableAccess) =>
  operationsOn(createPlanEntity(access), { put, get, from, listByJob, finish, finishing, adopt });

/** A plan that is asked for. False when there is one of this number: what was stored first stands. */
const put = (entity: PlanEntity, plan: Plan) =>
  wrote("store the plan", () => entity.create(checked(Plan, plan, "a new plan")).go());

const get = (entity: PlanEntity, key: PlanKey) =>
  readItem("read the plan", parsePlan, entity.get(keyOf(key)));

/** All from that number on, in order. */
const from = (entity: PlanEntity, tenantId: TenantId, jobId: JobId, first: number) =>
  listItems("list the job's plans", parsePlan, () =>
    entity.query
      .primary({ tenantId, jobId })
      .between({ planNumber: first }, { planNumber: lastPlanNumber })
      .go({ pages: "all", consistent: true }),
  );

/** All of one job in order. One is asked for every third turn at most, so their number is bounded. */
const listByJob = (entity: PlanEntity, tenantId: TenantId, jobId: JobId) =>
  listItems("list the job's plans", parsePlan, () =>
    entity.query.primary({ tenantId, jobId }).go({ pages: "all", consistent: true }),
  );

/** For a write with another. Its condition fails when the plan is unknown or has ended already. */
async function finishing(entity: PlanEntity, key: PlanKey, result: PlanResult): Promise<TableWrite> {
  const status = "content" in result ? "ready" : "failed";
  return entity
    .patch(keyOf(key))
    .set({ ...defined(result), status })
    .where((plan, is) => is.eq(plan.status, "pending"));
}

/** False when it is unknown or has ended already. */
const finish = (entity: PlanEntity, key: PlanKey, result: PlanResult): Promise<boolean> =>
  wrote("finish the plan", async () => (await finishing(entity, key, result)).go());

/** From this turn on the agent is told its guidance. False when an earlier turn, or this one before, adopted it. */
const adopt = (entity: PlanEntity, key: PlanKey, adoptedAtStep: number, adoptedAt: Timestamp) =>
  wrote("adopt the plan", () =>
    entity
      .patch(keyOf(key))
      .set({ adoptedAtStep, adoptedAt })
      .where((plan, is) => `${is.eq(plan.status, "ready")} AND ${is.notExists(plan.adoptedAt)}`)
      .go(),
  );
