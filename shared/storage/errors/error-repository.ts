import type { TimeWindow } from "../../contracts/api/job-filter.ts";
import { ErrorSnapshot } from "../../contracts/device/error-snapshot.ts";
import { ErrorId, type JobId, type TenantId } from "../../contracts/values/ids.ts";
import { idsWithin } from "../../values/ids-within.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { readFilteredPage } from "../table/read-filtered-page.ts";
import { readPage } from "../table/read-page.ts";
import { storageCall } from "../table/storage-call.ts";
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

export function createErrorRepository(access: TableAccess) {
  const entity = createErrorEntity(access);
  return {
    async put(snapshot: ErrorSnapshot): Promise<void> {
      const item = checked(ErrorSnapshot, snapshot, "an error snapshot");
      await storageCall("store the error", () => entity.put(item).go());
    },

    async get(tenantId: TenantId, jobId: JobId, errorId: ErrorId): Promise<ErrorSnapshot | null> {
      const { data } = await storageCall("read the error", () =>
        entity.get({ tenantId, jobId, errorId }).go({ consistent: true }),
      );
      return data === null ? null : parseError(data);
    },

    /** All of the tenant's, newest first. `within`: no error of another time is looked at. */
    async list(
      tenantId: TenantId,
      { within = {}, fits, name = "", ...request }: ErrorListRequest,
    ): Promise<Page<ErrorSnapshot>> {
      const list = `${tenantId}/errors${name}`;
      const cursorAfter = ({ errorId }: ErrorSnapshot): string => encodeCursor(list, errorId);
      const read = async (page: PageRequest): Promise<Page<ErrorSnapshot>> => {
        const before = page.cursor === undefined ? undefined : decodeCursor(list, page.cursor, ErrorId);
        const ids = idsWithin(within, before);
        if (ids === null) return { items: [] };
        const from = entity.query
          .byTenant({ tenantId })
          .between({ errorId: ids.first }, { errorId: ids.last });
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
    },

    /** One job's, newest first. */
    async pageByJob(tenantId: TenantId, jobId: JobId, request: PageRequest): Promise<Page<ErrorSnapshot>> {
      const list = `${tenantId}/jobs/${jobId}/errors`;
      const before = request.cursor === undefined ? undefined : decodeCursor(list, request.cursor, ErrorId);
      const all = entity.query.primary({ tenantId, jobId });
      const from = before === undefined ? all : all.lt({ errorId: before });
      return readPage({
        operation: "list the job's errors",
        request,
        find: (limit) => from.go({ order: "desc", limit, consistent: true }),
        parse: parseError,
        place: (snapshot) => snapshot.errorId,
        newestFirst: true,
        cursorAfter: (snapshot) => encodeCursor(list, snapshot.errorId),
      });
    },

    /** All of one job, oldest first. Recoveries are bounded, so are these. */
    async listByJob(tenantId: TenantId, jobId: JobId): Promise<readonly ErrorSnapshot[]> {
      const { data } = await storageCall("list the job's errors", () =>
        entity.query.primary({ tenantId, jobId }).go({ pages: "all", consistent: true }),
      );
      return data.map(parseError);
    },
  };
}
