import { Schedule, type ScheduleName } from "../../contracts/batch/schedule.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { conditionalCall, listItems, readItem, storageCall, wrote } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** A tenant's schedules share one partition, as pools do: there are few, and the look every minute reads them all. */
const createScheduleEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("schedule"),
      attributes: {
        ...attributesOf(Schedule),
        tenantId: keyPart,
        name: keyPart,
        revision: { type: "number" },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#schedules"),
          sk: keyTemplate("sk", ["name"], "schedule#{name}"),
        },
      },
    },
    entityConfig(access),
  );

const parse = (found: unknown): Schedule => checked(Schedule, found, "a stored schedule");

/** So many writers of one schedule may be in each other's way. */
const mostTries = 20;

type ScheduleEntity = ReturnType<typeof createScheduleEntity>;

export const createScheduleRepository = (access: TableAccess) =>
  operationsOn(createScheduleEntity(access), { get, create, change, list, remove });

const get = (entity: ScheduleEntity, tenantId: TenantId, name: ScheduleName) =>
  readItem("read the schedule", parse, entity.get({ tenantId, name }));

/** False when there is one of that name. */
const create = (entity: ScheduleEntity, schedule: Schedule) =>
  wrote("store the schedule", () => entity.create(checked(Schedule, schedule, "a new schedule")).go());

/** As BatchRepository.change. */
async function change(
  entity: ScheduleEntity,
  tenantId: TenantId,
  name: ScheduleName,
  decide: (schedule: Schedule) => Partial<Schedule> | null,
): Promise<Schedule | null> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const stored = await get(entity, tenantId, name);
    if (stored === null) return null;
    const change = decide(stored);
    if (change === null) return stored;
    const { revision } = stored;
    const item = checked(Schedule, { ...stored, ...change, revision: revision + 1 }, "a schedule");
    const written = await conditionalCall("change the schedule", () =>
      entity
        .put(item)
        .where((schedule, is) => is.eq(schedule.revision, revision))
        .go(),
    );
    if (written !== null) return item;
  }
  throw new DroverError("StorageUnavailable", `Too many requests change schedule ${name} at the same time.`);
}

/** All of the tenant, by name. */
const list = (entity: ScheduleEntity, tenantId: TenantId) =>
  listItems("list the schedules", parse, () =>
    entity.query.primary({ tenantId }).go({ pages: "all", consistent: true }),
  );

async function remove(entity: ScheduleEntity, tenantId: TenantId, name: ScheduleName): Promise<void> {
  await storageCall("remove the schedule", () => entity.delete({ tenantId, name }).go());
}
