import { type ScheduleId, ScheduleRun, ScheduleRunId } from "../../contracts/batch/schedule.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import type { WebhookFact } from "../../contracts/webhook/webhook-event.ts";
import type { Page, PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readList } from "../table/read-page.ts";
import { conditionalCall, readItem, wrote } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { createEventRecorder } from "../webhooks/event-recorder.ts";

const createRunEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("scheduleRun"),
      attributes: {
        ...attributesOf(ScheduleRun),
        tenantId: keyPart,
        scheduleId: keyPart,
        runId: keyPart,
        status: { type: "string" },
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "scheduleId"], "{tenantId}#schedule#{scheduleId}"),
          sk: keyTemplate("sk", ["runId"], "run#{runId}"),
        },
      },
    },
    entityConfig(access),
  );

const parse = (found: unknown): ScheduleRun => checked(ScheduleRun, found, "a stored run of a schedule");

const partsOf = (access: TableAccess) => ({
  entity: createRunEntity(access),
  events: createEventRecorder(access),
});
type Parts = ReturnType<typeof partsOf>;

/** The times that schedules were due, for as long as jobs are kept. */
export const createScheduleRunRepository = (access: TableAccess) =>
  operationsOn(partsOf(access), { create, change, end, get, list });

/** False when there is one of that time. */
const create = ({ entity }: Parts, run: ScheduleRun) =>
  wrote("store the run", () => entity.create(checked(ScheduleRun, run, "a run of a schedule")).go());

/** Null when it is another status's by now: somebody else was quicker. */
async function change(
  { entity }: Parts,
  run: ScheduleRun,
  change: Partial<ScheduleRun>,
): Promise<ScheduleRun | null> {
  const item = checked(ScheduleRun, { ...run, ...change }, "a run of a schedule");
  const written = await conditionalCall("change the run", () =>
    entity
      .put(item)
      .where((stored, is) => is.eq(stored.status, run.status))
      .go(),
  );
  return written === null ? null : item;
}

/** As `change`, for one that has ended: webhooks are told in the same write. */
async function end(
  { events, entity }: Parts,
  run: ScheduleRun,
  change: Partial<ScheduleRun>,
  tell: () => Promise<WebhookFact | null>,
): Promise<ScheduleRun | null> {
  const item = checked(ScheduleRun, { ...run, ...change }, "a run of a schedule");
  const { tenantId, scheduleId, runId } = item;
  const happening = {
    tenantId,
    type: "schedule.finished" as const,
    subject: `${scheduleId}/${runId}`,
    tell,
  };
  const written = await events.write("note the run's end", happening, () =>
    entity.put(item).where((stored, is) => is.eq(stored.status, run.status)),
  );
  return written === null ? null : item;
}

const get = ({ entity }: Parts, tenantId: TenantId, scheduleId: ScheduleId, runId: ScheduleRunId) =>
  readItem("read the run", parse, entity.get({ tenantId, scheduleId, runId }));

/** Newest first; with `before`, of those before that one. */
async function list(
  { entity }: Parts,
  tenantId: TenantId,
  scheduleId: ScheduleId,
  { before, ...request }: PageRequest & { readonly before?: ScheduleRunId },
): Promise<Page<ScheduleRun>> {
  const all = entity.query.primary({ tenantId, scheduleId });
  return readList(request, {
    operation: "list the runs",
    list: `${tenantId}/schedules/${scheduleId}/runs`,
    all: before === undefined ? all : all.lt({ runId: before }),
    how: { order: "desc", consistent: true },
    ...{ by: "runId", values: ScheduleRunId, parse },
  });
}
