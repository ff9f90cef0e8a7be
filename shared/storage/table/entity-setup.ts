import type { Retention } from "../../contracts/farm/retention.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import type { DeliveryKey } from "../../contracts/webhook/webhook-delivery.ts";
import { deleteAfter, forgetAfter } from "../../rules/retention.ts";
import type { ForgedItems } from "./entity.ts";
import type { TableClient } from "./table-client.ts";
import { timeToLiveAttribute } from "./table-definition.ts";

export interface TableAccess {
  readonly dynamodb: TableClient;
  readonly tableName: string;
  /** Of jobs and what belongs to them. */
  readonly retention: Retention;
  readonly now: () => Date;
  /**
   * Hands deliveries that were just recorded to whoever sends them. Never throws. Absent: this process leaves it to the sweep, which
   * looks for them every minute.
   */
  readonly relay?: ((deliveries: readonly DeliveryKey[]) => Promise<void>) | undefined;
  /** Told of items that were read and dropped because their values are not those of their keys. */
  readonly forged?: ((found: ForgedItems) => void) | undefined;
}

/** Of each item that goes some time after it was written; nobody reads it but DynamoDB. */
export const expiring = ({ retention, now }: TableAccess) =>
  ({
    type: "number",
    field: timeToLiveAttribute,
    hidden: true,
    whenPut: ({ tenantId }: Readonly<Record<string, unknown>>) =>
      deleteAfter(retention, tenantId as TenantId, now()),
  }) as const;

/** Of each host and device, moved on whenever it is heard of. */
export const forgotten = ({ now }: TableAccess) =>
  ({ type: "number", field: timeToLiveAttribute, hidden: true, whenPut: () => forgetAfter(now()) }) as const;

/** Told from other kinds of items by it. The field's names are those under which tables have it. */
export const model = (entity: string) => ({ entity, version: "1" }) as const;

/** A key field built from attributes, named in `{}`. */
export const keyTemplate = <Field extends string, const Names extends readonly string[]>(
  field: Field,
  composite: Names,
  template: string,
) => ({ field, composite, template });

export const entityConfig = ({
  dynamodb,
  tableName,
  forged,
}: Pick<TableAccess, "dynamodb" | "tableName" | "forged">) => ({
  client: dynamodb,
  table: tableName,
  forged,
});
