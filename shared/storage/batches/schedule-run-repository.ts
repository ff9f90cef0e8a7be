import { type ScheduleId, ScheduleRun, ScheduleRunId } from "../../contracts/schedule/schedule.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import type { WebhookFact } from "../../contracts/webhook/webhook-event.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { readPage } from "../table/read-page.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
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

/** The times that schedules were due, for as long as jobs are kept. */
export function createScheduleRunRepository(access: TableAccess) {
  const entity = createRunEntity(access);
  const events = createEventRecorder(access);
  return {
    /** False when there is one of that time. */
    async create(run: ScheduleRun): Promise<boolean> {
      const item = checked(ScheduleRun, run, "a run of a schedule");
      return (await conditionalCall("store the run", () => entity.create(item).go())) !== null;
    },

    /** Null when it is another status's by now: somebody else was quicker. */
    async change(run: ScheduleRun, change: Partial<ScheduleRun>): Promise<ScheduleRun | null> {
      const item = checked(ScheduleRun, { ...run, ...change }, "a run of a schedule");
      const written = await conditionalCall("change the run", () =>
        entity
          .put(item)
          .where((stored, is) => is.eq(stored.status, run.status))
          .go(),
      );
      return written === null ? null : item;
    },

    /** As `change`, for one that has ended: webhooks are told in the same write. */
    async end(
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
    },

    async get(tenantId: TenantId, scheduleId: ScheduleId, runId: ScheduleRunId): Promise<ScheduleRun | null> {
      const { data } = await storageCall("read the run", () =>
        entity.get({ tenantId, scheduleId, runId }).go({ consistent: true }),
      );
      return data === null ? null : parse(data);
    },

    /** Newest first; with `before`, of those before that one. */
    async list(
      tenantId: TenantId,
      scheduleId: ScheduleId,
      { before, ...request }: PageRequest & { readonly before?: ScheduleRunId },
    ): Promise<Page<ScheduleRun>> {
      const list = `${tenantId}/schedules/${scheduleId}/runs`;
      const from = request.cursor === undefined ? before : decodeCursor(list, request.cursor, ScheduleRunId);
      const all = entity.query.primary({ tenantId, scheduleId });
      const some = from === undefined ? all : all.lt({ runId: from });
      return readPage({
        operation: "list the runs",
        request,
        find: (limit) => some.go({ order: "desc", limit, consistent: true }),
        parse,
        place: ({ runId }) => runId,
        newestFirst: true,
        cursorAfter: ({ runId }) => encodeCursor(list, runId),
      });
    },
  };
}
