import type { TimeWindow } from "../../contracts/api/job-filter.ts";
import { ErrorSnapshot } from "../../contracts/step/error-snapshot.ts";
import { ErrorId, type JobId, type TenantId } from "../../contracts/values/ids.ts";
import { idsWithin } from "../../values/ids-within.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readFilteredPage } from "../table/read-filtered-page.ts";
import { readList, readPage } from "../table/read-page.ts";
import { listItems, readItem, storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const createErrorEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("error"),
      attributes: {
        ...attributesOf(ErrorSnapshot),
        tenantId: keyPart,
        jobId: keyPart,
        errorId: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["errorId"], "error#{errorId}"),
        },
        byTenant: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId"], "{tenantId}#errors"),
          sk: keyTemplate("gsi1sk", ["errorId"], "{errorId}"),
        },
      },
    },
    entityConfig(access),
  );

const parseError = (found: unknown): ErrorSnapshot => checked(ErrorSnapshot, found, "a stored error");

export interface ErrorListRequest extends PageRequest {
  readonly within?: TimeWindow;
  /** Only these; absent: all. */
  readonly fits?: (error: ErrorSnapshot) => boolean;
  /** Of what `fits` asks: a cursor of another list is refused. */
  readonly name?: string;
}

type ErrorEntity = ReturnType<typeof createErrorEntity>;

export const createErrorRepository = (access: TableAccess) =>
  operationsOn(createErrorEntity(access), { put, get, list, pageByJob, listByJob });

async function put(entity: ErrorEntity, snapshot: ErrorSnapshot): Promise<void> {
  const item = checked(ErrorSnapshot, snapshot, "an error snapshot");
  await storageCall("store the error", () => entity.put(item).go());
}

const get = (entity: ErrorEntity, tenantId: TenantId, jobId: JobId, errorId: ErrorId) =>
  readItem("read the error", parseError, entity.get({ tenantId, jobId, errorId }));

/** All of the tenant's, newest first. `within`: no error of another time is looked at. */
async function list(
  entity: ErrorEntity,
  tenantId: TenantId,
  { within = {}, fits, name = "", ...request }: ErrorListRequest,
): Promise<Page<ErrorSnapshot>> {
  const list = `${tenantId}/errors${name}`;
  const cursorAfter = ({ errorId }: ErrorSnapshot): string => encodeCursor(list, errorId);
  const read = async (page: PageRequest): Promise<Page<ErrorSnapshot>> => {
    const before = page.cursor === undefined ? undefined : decodeCursor(list, page.cursor, ErrorId);
    const ids = idsWithin(within, before);
    if (ids === null) return { items: [] };
    const from = entity.query.byTenant({ tenantId }).between({ errorId: ids.first }, { errorId: ids.last });
    return readPage({
      operation: "list the errors",
      request: page,
      find: (limit) => from.go({ order: "desc", limit, hydrate: true }),
      parse: parseError,
      place: (snapshot) => snapshot.errorId,
      newestFirst: true,
      cursorAfter,
    });
  };
  return fits === undefined ? read(request) : readFilteredPage({ request, read, cursorAfter, fits });
}

/** One job's, newest first. */
async function pageByJob(
  entity: ErrorEntity,
  tenantId: TenantId,
  jobId: JobId,
  request: PageRequest,
): Promise<Page<ErrorSnapshot>> {
  return readList(request, {
    operation: "list the job's errors",
    list: `${tenantId}/jobs/${jobId}/errors`,
    all: entity.query.primary({ tenantId, jobId }),
    how: { order: "desc", consistent: true },
    by: "errorId",
    values: ErrorId,
    parse: parseError,
  });
}

/** All of one job, oldest first. Recoveries are bounded, so are these. */
const listByJob = (entity: ErrorEntity, tenantId: TenantId, jobId: JobId) =>
  listItems("list the job's errors", parseError, () =>
    entity.query.primary({ tenantId, jobId }).go({ pages: "all", consistent: true }),
  );
