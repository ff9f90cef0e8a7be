import { JobMessage } from "../../contracts/step/message.ts";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { listItems, storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const createMessageEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("message"),
      attributes: {
        ...attributesOf(JobMessage),
        tenantId: keyPart,
        jobId: keyPart,
        messageId: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["messageId"], "message#{messageId}"),
        },
      },
    },
    entityConfig(access),
  );

const parseMessage = (found: unknown): JobMessage => checked(JobMessage, found, "a stored message");

/** What people told agents while their jobs ran. Their number is bounded by the job's count (job-steering.ts). */
export function createMessageRepository(access: TableAccess) {
  const entity = createMessageEntity(access);
  return {
    async put(message: JobMessage): Promise<void> {
      const item = checked(JobMessage, message, "a message");
      await storageCall("store the message", () => entity.put(item).go());
    },

    /** A job's, in the order in which they were sent. */
    async listByJob(tenantId: TenantId, jobId: JobId): Promise<readonly JobMessage[]> {
      return listItems("list the job's messages", parseMessage, () =>
        entity.query.primary({ tenantId, jobId }).go({ pages: "all", consistent: true }),
      );
    },
  };
}
